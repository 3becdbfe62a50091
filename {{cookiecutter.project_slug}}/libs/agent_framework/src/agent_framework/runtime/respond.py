"""Writing the answer from what the turn established, and having it judged before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import structlog

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Say
from agent_framework.exceptions import DeclarationError
from agent_framework.judges.groundedness import judge
from agent_framework.judges.model import Facts, Verdict
from agent_framework.runtime.public import public_transaction
from agent_framework.runtime.turn_state import TurnState

__all__ = ["Responder"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Responder:
    """Composes by message template. An answer that the judge rejects is replaced, never sent (I7)."""

    domain: Domain

    def compose(self, turn: TurnState) -> dict[str, Any]:
        """A draft `{"text", "source"}`; after an objection, the neutral text that claims nothing."""
        if turn.get("draft"):
            return {"text": self._say(Say("framework.withheld"), turn), "source": "withheld"}
        texts = [self._say(Say.from_json(item), turn) for item in turn.get("said", [])]
        if question := turn.get("question"):
            texts.append(self._say(Say.from_json(question["say"]), turn))
        return {"text": "\n".join(texts), "source": "template"}

    def prepare(self) -> None:
        """Build the tables of every language before the first message."""
        for language in self.domain.texts.languages:
            judge("ok", Facts(actions=self._actions, labels=self._labels[language]), language)

    @cached_property
    def _actions(self) -> dict[str, Mapping[str, Sequence[str]]]:
        intents = self.domain.intents.values()
        return {intent.tool.name: intent.actions for intent in intents if intent.tool.transactional}

    @cached_property
    def _labels(self) -> dict[str, dict[str, tuple[str, ...]]]:
        return {language: self.domain.texts.labels(language) for language in self.domain.texts.languages}

    def _say(self, said: Say, turn: TurnState) -> str:
        try:
            return self.domain.texts.say(said, turn.language)
        except (DeclarationError, ValueError, ArithmeticError) as error:
            log.error("text failed", key=said.key, language=turn.language, error=str(error))
            turn.context.note("error", {"where": f"messages/{turn.language}.yaml: {said.key}", "error": str(error)})
            return self.domain.texts.say(Say("framework.text_missing"), turn.language)

    def judge(self, turn: TurnState) -> Verdict:
        """The verdict on the draft."""
        return judge(turn.get("draft")["text"], self._facts(turn), turn.language)

    def _facts(self, turn: TurnState) -> Facts:
        said = [*turn.get("said", []), turn.get("question", {}).get("say", {})]
        transaction = turn.get("active_transaction") or turn.get("last_transaction")
        return Facts(
            tool_results=turn.get("tool_results", []),
            evidence=turn.get("relevant_transaction_evidence", []),
            transaction=public_transaction(transaction, self.domain) if transaction else None,
            message=turn.message,
            stated=self._stated(said, turn),
            actions=self._actions,
            labels=self._labels[turn.language],
        )

    def _stated(self, said: Sequence[Mapping[str, Any]], turn: TurnState) -> list[Any]:
        """What texts of the domain carry that are no tool's answer: options, examples, reasons, fixed help."""
        stated = [item for item in said if item and not item.get("told")]
        return [*stated, *(self._say(Say.from_json(item), turn) for item in stated)]
