"""Which intents a message expresses, and how well."""

from collections.abc import Mapping, Sequence
from typing import Final

from agent_framework.domain.agents import Agent
from agent_framework.domain.text import Text
from agent_framework.understanding.intent_evidence import Evidence, evidence_of
from agent_framework.understanding.intent_message import Message
from agent_framework.understanding.intent_words import IntentWords, Role, ambiguities, verbs_of
from agent_framework.understanding.model import Cue, IntentReading, Strength
from agent_framework.understanding.request_cues import request_cues

__all__ = ["IntentReader", "ambiguities", "verbs_of"]

Options = Mapping[str, Sequence[str]]

_NO_OPTIONS: Final[Options] = {}


class IntentReader:
    """Reads the intents of agents in messages of one language. Built once; reading is linear in the message's length.

    An action and its object, or a fixed phrase, is STRONG; an action alone ACTION; an object alone OBJECT. For a
    transactional intent an action counts only where the customer asks for it: denied, past, somebody else's or
    supposed, it supports nothing; asked about, it is ACTION at most.
    """

    def __init__(self, agents: Sequence[Agent], language: str) -> None:
        self._pairs = [(agent, intent) for agent in agents for intent in agent.intents]
        self._all = [intent for _, intent in self._pairs]
        self._words = IntentWords(self._all, language)
        self._cues = request_cues(language)

    def read(self, text: Text, options: Options = _NO_OPTIONS) -> tuple[IntentReading, ...]:
        """The intents of a message, in the order of their places, each once with its strongest support.

        `options` are what the customer may choose from, by parameter.
        """
        tokens = self._words.repair(text.tokens)
        found = self._words.find(tokens)
        message = Message(text, tokens, self._cues.label(tokens), found, self._all, options)
        return self._readings(text, evidence_of(message))

    def mentioned(self, text: Text) -> tuple[str, ...]:
        """The intents whose action is named in the message, asked for or not ("voltando ao cancelamento")."""
        found = self._words.find(self._words.repair(text.tokens))
        named = {use.intent for item in found for use in item.uses if use.role is not Role.OBJECT}
        return tuple(self._all[index].name for index in sorted(named))

    def _readings(self, text: Text, evidence: Sequence[Evidence]) -> tuple[IntentReading, ...]:
        best: dict[int, Evidence] = {}
        for item in evidence:
            known = best.get(item.intent)
            if item.strength and (known is None or (item.strength, -item.start) > (known.strength, -known.start)):
                best[item.intent] = item
        readings = [self._reading(text, item) for item in best.values()]
        return tuple(sorted(readings, key=lambda reading: reading.start))

    def _reading(self, text: Text, item: Evidence) -> IntentReading:
        agent, intent = self._pairs[item.intent]
        cues = tuple(Cue(name, text.raw[start:end], start, end) for name, (start, end) in item.places)
        transactional = intent.tool.transactional
        return IntentReading(intent.name, agent.name, Strength(item.strength), transactional, item.start, cues)
