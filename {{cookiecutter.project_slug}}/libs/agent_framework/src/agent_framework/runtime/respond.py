"""Writing the answer from what the turn established, and having it judged before it is sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import structlog

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Say
from agent_framework.exceptions import DeclarationError
from agent_framework.judges.groundedness import judge
from agent_framework.judges.model import Facts, Verdict
from agent_framework.models.composing import Composer, Draft
from agent_framework.models.opinions import SecondOpinion
from agent_framework.runtime.public import public_transaction
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.model import Status

__all__ = ["Responder"]

log = structlog.get_logger(__name__)

MOST_DRAFTS: Final = 2
# What is said here decides about money or about trust in what happened: always the domain's own words.
NEVER_WORDED: Final = frozenset({Status.AWAITING_CONFIRMATION.value, Status.IN_DOUBT.value})


@dataclass(frozen=True)
class Responder:
    """Composes by message template, or in a model's words. An answer that the judge rejects is replaced, never sent (I7).

    A model words what there is to say, twice at most; the question that ends the answer, above all a confirmation, is always the
    template's own.
    """

    domain: Domain
    composer: Composer | None = None
    opinion: SecondOpinion | None = None

    async def compose(self, turn: TurnState) -> dict[str, Any]:
        """A draft `{"text", "source"}`. After objections: the model once more, the template, the text that claims nothing."""
        rejected = turn.get("judge", {}).get("rejected", [])
        tried = [item["source"] for item in rejected]
        if "template" in tried:
            return {"text": self._say(Say("framework.withheld"), turn), "source": "withheld"}
        texts = [self._say(Say.from_json(item), turn) for item in turn.get("said", [])]
        question = turn.get("question")
        asked = [self._say(Say.from_json(question["say"]), turn)] if question else []
        if texts and self.composer and _may_be_worded(turn):
            for _ in range(tried.count("model"), MOST_DRAFTS):
                draft = await self._worded(self.composer, "\n".join(texts), turn)
                if draft is None:
                    break
                if draft.refused is None:
                    return {"text": "\n".join([draft.text, *asked]), "source": "model"}
                turn.reject({"text": draft.text, "source": "model"}, [draft.refused])
        return {"text": "\n".join([*texts, *asked]), "source": "template"}

    async def _worded(self, composer: Composer, text: str, turn: TurnState) -> Draft | None:
        facts = self._facts(turn)
        verdict = judge(text, facts, turn.language)
        if not verdict.grounded:
            return None
        rejected = turn.get("judge", {}).get("rejected", [])
        objections = rejected[-1]["objections"] if rejected else []
        return await composer.compose(text, verdict, facts, turn.language, objections, turn.context.usage)

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

    async def judge(self, turn: TurnState) -> Verdict:
        """The verdict on the draft. What a model worded and the judge passed, a model may still doubt."""
        draft, facts = turn.get("draft"), self._facts(turn)
        verdict = judge(draft["text"], facts, turn.language)
        if verdict.grounded and draft["source"] == "model" and self.opinion:
            doubts = await self.opinion.doubts(draft["text"], facts, turn.context.usage)
            return Verdict((*verdict.claims, *doubts))
        return verdict

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


def _may_be_worded(turn: TurnState) -> bool:
    return turn.get("transaction_status") not in NEVER_WORDED
