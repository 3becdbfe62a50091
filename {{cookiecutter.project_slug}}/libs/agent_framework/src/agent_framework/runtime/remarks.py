"""Answers to what is said beside the transaction: side questions, "um minuto", "por quê?", greetings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.domain.agents import Intent
from agent_framework.domain.registry import Domain
from agent_framework.domain.text import Text
from agent_framework.domain.tools import Say
from agent_framework.transactions.model import Transaction
from agent_framework.understanding.model import Pattern
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["EVASIONS", "NO_ANSWER", "Remarks"]

NO_ANSWER: Final = "framework.no_side_answer"
EVASIONS: Final = frozenset({Pattern.LATER, Pattern.SKIP, Pattern.HELP, Pattern.SILENCE, Pattern.LONG})
"""Remarks that count as a question without result: none of them can be made for ever."""


@dataclass(frozen=True)
class Remarks:
    """See the module. Every pattern has a text of its own under `framework.patterns`, which a team may replace."""

    domain: Domain

    @cached_property
    def _tables(self) -> Mapping[tuple[str, str], PhraseTable]:
        return {
            (intent.name, language): PhraseTable(
                {answer.key: answer.words.get(language, ()) for answer in intent.answers}
            )
            for intent in self.domain.intents.values()
            for language in self.domain.texts.languages
        }

    def side_answer(self, intent: Intent, text: Text) -> Say | None:
        """The domain's answer to a side question in this message, if it has one."""
        found = self._tables[intent.name, text.language].find(text.tokens)
        return Say(found[0].labels[0]) if found else None

    def reply(self, message: str, language: str, pattern: Pattern | None, transaction: Transaction) -> Say:
        """The answer to a remark while a transaction is pending."""
        if answer := self.side_answer(self.domain.intents[transaction.intent], Text(message, language)):
            return answer
        if pattern is Pattern.WHERE and (help_text := self._help(transaction)):
            return help_text
        if pattern:
            return self._pattern(pattern, transaction)
        return Say(NO_ANSWER)

    def _help(self, transaction: Transaction) -> Say | None:
        parameters = self.domain.tools[transaction.tool_name].parameters
        asked = transaction.missing_parameters[0] if transaction.missing_parameters else None
        parameter = parameters.get(asked) if asked else None
        return Say(parameter.help) if parameter and parameter.help else None

    def _pattern(self, pattern: Pattern, transaction: Transaction) -> Say:
        operation = Say(str(self.domain.tools[transaction.tool_name].operation))
        return Say(f"framework.patterns.{pattern}", {"operation": operation.to_json()})

    def idle(self, pattern: Pattern) -> Say:
        """The answer to a remark with nothing pending."""
        can = [{"key": agent.can, "params": {}} for agent in self.domain.agents]
        return Say(f"framework.idle.{pattern}", {"can": can})

    def fallback(self) -> Say:
        """What is said where nothing was understood: what the agent can do."""
        return Say("framework.fallback", {"can": [{"key": agent.can, "params": {}} for agent in self.domain.agents]})
