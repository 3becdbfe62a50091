"""One message in its dialogue state, read once: the entry to everything that knows language."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from agent_framework.domain.agents import Agent
from agent_framework.domain.text import Text
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.intents import IntentReader
from agent_framework.understanding.model import (
    Dialogue,
    IntentReading,
    Pattern,
    Reply,
    Strength,
    Understanding,
    ValueReadings,
)
from agent_framework.understanding.patterns import (
    is_question,
    read_pattern,
    reads_abandonment,
    refers_to_another,
    refers_to_last,
)
from agent_framework.understanding.values import read_values

__all__ = ["Reader"]

Options: TypeAlias = Mapping[str, Sequence[str]]

# The same message is asked about several times in its turn, each time of the same text and mostly the same options.
REMEMBERED: Final = 64


class Reader:
    """Reads messages for a set of agents. Built once; reading is a pure function of message and dialogue state."""

    def __init__(self, agents: Sequence[Agent], languages: Sequence[str]) -> None:
        self._tools = {intent.name: intent.tool for agent in agents for intent in agent.intents}
        self._readers = {language: IntentReader(agents, language) for language in languages}
        self._intents = lru_cache(REMEMBERED)(self._read_intents)

    def intents(self, text: Text, options: Options = {}) -> tuple[IntentReading, ...]:  # noqa: B006 - read only
        """Intents alone: what the caller needs to know which options to fetch for an opening message."""
        return self._intents(text, tuple((name, tuple(values)) for name, values in options.items()))

    def _read_intents(self, text: Text, options: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[IntentReading, ...]:
        return self._readers[text.language].read(text, dict(options))

    def mentioned(self, text: Text) -> tuple[str, ...]:
        """The intents whose action is named in the message, asked for or not."""
        return self._readers[text.language].mentioned(text)

    def read(self, text: Text, dialogue: Dialogue) -> Understanding:
        """Everything the message says in this state."""
        readings = read_values(text, dialogue)
        intents = self.intents(text, dialogue.options)
        abandonment = reads_abandonment(text, dialogue)
        pattern, cues = read_pattern(text, dialogue)
        consent = read_consent(text, dialogue, readings, intents)
        values_for = self._values_for(text, intents, dialogue.options)
        if consent.reply is Reply.CONSENT and consent.rest is not None:
            readings = readings.before(consent.rest)
            values_for |= self._values_of_more(text, dialogue, consent.rest if consent.again else None)
        return Understanding(
            text=text.raw,
            language=text.language,
            readings=readings,
            consent=consent,
            abandonment=abandonment is not None,
            intents=intents,
            values_for=values_for,
            pattern=pattern,
            mentioned=self.mentioned(text) if pattern is Pattern.RESUME else (),
            question=is_question(text),
            refers_to_last=refers_to_last(text),
            refers_to_another=refers_to_another(text),
            cues=(*cues, *((abandonment,) if abandonment else ()), *(c for item in intents for c in item.cues)),
        )

    def _values_of_more(self, text: Text, dialogue: Dialogue, start: int | None) -> dict[str, ValueReadings]:
        """What is asked for again beside a consent, from `start` on."""
        if start is None or dialogue.intent is None:
            return {}
        further = Text(text.raw[start:], text.language)
        return {dialogue.intent.name: read_values(further, Dialogue(tool=dialogue.tool, options=dialogue.options))}

    def _values_for(self, text: Text, intents: Sequence[IntentReading], options: Options) -> dict[str, ValueReadings]:
        """Each clear intent's values come from its own part of the message, up to where the next one starts.

        A message without any intent may still be a bare value: then every tool is asked for it.
        """
        clear = [item for item in intents if item.strength is Strength.STRONG]
        starts = [0, *(item.start for item in clear[1:]), len(text.raw)]
        parts = {item.intent: text.raw[start:end] for item, start, end in zip(clear, starts, starts[1:], strict=False)}
        names = [item.intent for item in intents] or list(self._tools)
        return {
            name: read_values(
                Text(parts.get(name, text.raw), text.language), Dialogue(tool=self._tools[name], options=options)
            )
            for name in names
        }
