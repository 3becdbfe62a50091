"""Hearing a message: its dialogue state, the customer's options, and what the message says in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agent_framework.domain.agents import Intent
from agent_framework.domain.registry import Domain
from agent_framework.domain.text import Text
from agent_framework.domain.tools import Tool
from agent_framework.models.proposals import Proposer
from agent_framework.runtime.desk import Desk
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.model import Status, Transaction
from agent_framework.understanding.model import Asked, Dialogue, Strength, Understanding, ValueReadings
from agent_framework.understanding.understand import Reader
from agent_framework.understanding.values import Choice

__all__ = ["Listener"]


@dataclass(frozen=True)
class Listener:
    """Reads a message against the state. What it returns is all that routing knows of the words."""

    domain: Domain
    reader: Reader
    desk: Desk
    proposer: Proposer | None = None

    async def listen(self, turn: TurnState) -> Understanding:
        """Everything the message says in this state."""
        text = Text(turn.message, turn.language)
        dialogue = await self._full_dialogue(text, turn)
        return self._point_to_last(turn, self.reader.read(text, dialogue))

    async def ask_model(self, turn: TurnState, said: Understanding) -> Understanding | None:
        """The understanding with what a model adds to it; None without a model, and where it adds nothing."""
        if self.proposer is None:
            return None
        dialogue = await self._full_dialogue(Text(turn.message, turn.language), turn)
        return await self.proposer.propose(said, dialogue, turn.context.usage)

    async def _full_dialogue(self, text: Text, turn: TurnState) -> Dialogue:
        dialogue = self._dialogue(turn)
        tools = self._tools_in_play(text, dialogue)
        options = {name: found for tool in tools for name, found in (await self._options(tool, turn)).items()}
        return replace(dialogue, options=options)

    def language_of(self, message: str) -> str | None:
        """The language in which the message has the most words of the domain, if there is one such."""
        found = {name: self._domain_words(Text(message, name)) for name in self.domain.texts.languages}
        most = [name for name, count in found.items() if count and count == max(found.values())]
        return most[0] if len(most) == 1 else None

    def _domain_words(self, text: Text) -> int:
        return sum(cue.name != "value" for reading in self.reader.intents(text) for cue in reading.cues)

    def _dialogue(self, turn: TurnState) -> Dialogue:
        transaction = turn.transaction
        if transaction:
            return self._transaction_dialogue(transaction)
        pending = turn.get("pending_tool_call", {})
        if not pending:
            return self._offer_dialogue(turn.offered) if turn.offered else Dialogue()
        intent = self.domain.intents[pending["intent"]]
        missing = tuple(name for name in intent.tool.required if name not in pending["arguments"])
        return Dialogue(Asked.PARAMETER, intent.tool, intent, pending["arguments"], missing)

    def _transaction_dialogue(self, transaction: Transaction) -> Dialogue:
        intent = self.domain.intents[transaction.intent]
        confirming = transaction.status is Status.AWAITING_CONFIRMATION
        return Dialogue(
            asked=Asked.CONFIRMATION if confirming else Asked.PARAMETER,
            tool=intent.tool,
            intent=intent,
            arguments=transaction.arguments,
            missing=transaction.missing_parameters,
            side_remark=bool(transaction.confirmation and transaction.confirmation.side_remark),
        )

    def _offer_dialogue(self, offered: Transaction) -> Dialogue:
        """The question was whether to resume: its answer may also be a value."""
        intent = self.domain.intents[offered.intent]
        return Dialogue(Asked.RESUME, intent.tool, intent, offered.arguments, offered.missing_parameters)

    def _tools_in_play(self, text: Text, dialogue: Dialogue) -> list[Tool]:
        """The pending tool and those that the message may open: their options are worth asking for."""
        tools = [dialogue.tool] if dialogue.tool else []
        for reading in self.reader.intents(text):
            tool = self.domain.intents[reading.intent].tool
            if reading.strength > Strength.OBJECT and tool not in tools:
                tools.append(tool)
        return tools

    async def _options(self, tool: Tool, turn: TurnState) -> Mapping[str, Sequence[str]]:
        """Of a choice: its values are known by their names. The options of any other type only help who is asked."""
        return {
            name: await self.desk.options(parameter, turn.context, turn.language)
            for name, parameter in tool.parameters.items()
            if parameter.options and isinstance(parameter.type, Choice)
        }

    def _point_to_last(self, turn: TurnState, said: Understanding) -> Understanding:
        """ "esse item" stands for the resource handled last, where the message names no other."""
        last = turn.get("last_resource", {})
        if not (said.refers_to_last and last):
            return said
        pointed = {
            name: replace(found, values={**self._last(self.domain.intents[name], last), **found.values})
            for name, found in said.values_for.items()
        }
        return replace(said, values_for=pointed, readings=self._point(turn, said.readings, last))

    def _point(self, turn: TurnState, readings: ValueReadings, last: Mapping[str, str]) -> ValueReadings:
        transaction = turn.transaction
        if transaction is None or readings.values or not transaction.missing_parameters:
            return readings
        values = self._last(self.domain.intents[transaction.intent], last)
        asked = transaction.missing_parameters[0]
        return replace(readings, values={asked: values[asked]}) if asked in values else readings

    def _last(self, intent: Intent, last: Mapping[str, str]) -> dict[str, str]:
        return {name: last["value"] for name, item in intent.tool.parameters.items() if item.resource == last["type"]}
