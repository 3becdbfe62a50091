"""What one message says, as typed values: the only thing that routing and the runtime know of language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from typing import Any, Final, Self

from agent_framework.domain.agents import Intent
from agent_framework.domain.text import Text
from agent_framework.domain.tools import Tool

__all__ = [
    "Asked",
    "ConsentReading",
    "Cue",
    "Dialogue",
    "IntentReading",
    "Pattern",
    "Reply",
    "Strength",
    "Understanding",
    "ValueReadings",
]

_TRACED_CUES: Final = 24
_TRACED_WORDS: Final = 60
_TRACED_TOKENS: Final = 40


class Asked(StrEnum):
    """What the agent's last question was about."""

    NOTHING = "nothing"
    PARAMETER = "parameter"
    CONFIRMATION = "confirmation"
    RESUME = "resume"
    PROPOSAL = "proposal"


@dataclass(frozen=True)
class Dialogue:
    """The dialogue state that a message is read in.

    Args:
        asked: what the last question was about.
        tool: tool of the pending transaction or reading.
        intent: its intent; its actions are "the verb of the transaction".
        arguments: canonical values collected so far (while confirming: what was shown).
        missing: parameters still missing; the first is the one that was asked for.
        options: what the customer may choose from, by parameter.
        side_remark: the agent answered a side question since the confirmation was put.
        shown: texts the customer was shown with the question, by name, where no tool can display them.
    """

    asked: Asked = Asked.NOTHING
    tool: Tool | None = None
    intent: Intent | None = None
    arguments: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    options: Mapping[str, Sequence[str]] = field(default_factory=dict)
    side_remark: bool = False
    shown: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing a rule saw: its name and the words it stands on (`start` and `end` index the message)."""

    name: str
    text: str
    start: int
    end: int


class Reply(StrEnum):
    """What an answer to a confirmation question amounts to. Only CONSENT may execute."""

    CONSENT = "consent"
    REFUSAL = "refusal"
    CORRECTION = "correction"
    CONDITION = "condition"
    QUESTION = "question"
    OTHER_INTENT = "other_intent"
    HESITATION = "hesitation"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ConsentReading:
    """How a reply to a confirmation question was read.

    `acknowledgement` marks a consent of the weakest kind ("ok", "tá"), which may as well answer a side remark.
    `side_question` is True where a question or a second request stands beside the consent; it starts at `rest`.
    `again`: that request is for the same with another value ("e cancela o outro também"); values after `rest` are its own.
    """

    reply: Reply
    rule: str
    cues: tuple[Cue, ...] = ()
    acknowledgement: bool = False
    side_question: bool = False
    rest: int | None = None
    again: bool = False


class Strength(IntEnum):
    """How well a message supports an intent."""

    OBJECT = 1  # a bare noun of the domain: weak
    ACTION = 2  # an action without its object
    STRONG = 3  # an action and its object, or a fixed expression


@dataclass(frozen=True, slots=True)
class IntentReading:
    """Support for one intent. A negated, past or third-person action does not count as support."""

    intent: str
    agent: str
    strength: Strength
    transactional: bool
    start: int
    cues: tuple[Cue, ...] = ()


class Pattern(StrEnum):
    """Moves in a conversation that are neither a value, nor a consent, nor an intent."""

    HOLD = "hold"
    LATER = "later"
    SKIP = "skip"
    HELP = "help"
    WHERE = "where"
    WHY = "why"
    REPEAT = "repeat"
    WHAT = "what"
    PERSON = "person"
    RESUME = "resume"
    GREETING = "greeting"
    THANKS = "thanks"
    CHITCHAT = "chitchat"
    SILENCE = "silence"
    LONG = "long"


@dataclass(frozen=True)
class ValueReadings:
    """The parameter values of one message.

    Args:
        values: parameter to canonical value; the message leaves no doubt.
        competing: parameter to the values among which the message does not choose.
        rejected: parameter to the words that were meant as its value and are none.
        reasons: parameter to the message key that says why its words were rejected.
        withdrawn: parameters whose present value the message takes back without giving another.
        spans: parameter to the place of its value (or of all its candidates).
        cues: for the trace.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    competing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rejected: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    withdrawn: tuple[str, ...] = ()
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    cues: tuple[Cue, ...] = ()

    def before(self, place: int) -> Self:
        """Only what stands before a place in the message."""
        kept = {name for name, (start, _) in self.spans.items() if start < place}
        kept |= {*self.values, *self.competing, *self.rejected, *self.withdrawn} - set(self.spans)
        return replace(
            self,
            values={name: value for name, value in self.values.items() if name in kept},
            competing={name: values for name, values in self.competing.items() if name in kept},
            rejected={name: words for name, words in self.rejected.items() if name in kept},
            withdrawn=tuple(name for name in self.withdrawn if name in kept),
        )


@dataclass(frozen=True)
class Understanding:
    """Everything that one message says in its dialogue state.

    `values_for` holds, by intent, the values for that intent's tool in the part of the message that expresses it;
    `refers_to_last` is True for a pointer to the resource handled last ("esse item", "that one"), `refers_to_another` for one
    away from it ("outro item", "another one"). `mentioned` are, in a message that goes back to something, the intents it names;
    `proposed` is an intent that a model sees in a message the rules see none in: the customer is asked whether it is meant.
    """

    text: str
    language: str
    readings: ValueReadings = ValueReadings()
    consent: ConsentReading | None = None
    abandonment: bool = False
    intents: tuple[IntentReading, ...] = ()
    values_for: Mapping[str, ValueReadings] = field(default_factory=dict)
    pattern: Pattern | None = None
    mentioned: tuple[str, ...] = ()
    proposed: str | None = None
    question: bool = False
    refers_to_last: bool = False
    refers_to_another: bool = False
    cues: tuple[Cue, ...] = ()

    def trace(self) -> dict[str, Any]:
        """Plain JSON for the journal and for `make why`: what the message says, and nothing of what it does not.

        A cue is `[name, words, start, end]`. Bounded, however long the message: a trace is for reading.
        """
        tokens = Text(self.text, self.language).tokens
        cues = list(dict.fromkeys((*self.readings.cues, *(self.consent.cues if self.consent else ()), *self.cues)))
        readings = self.readings
        said: dict[str, Any] = {
            "tokens": [_clip(token.text) for token in tokens[:_TRACED_TOKENS]],
            "tokens_left_out": max(0, len(tokens) - _TRACED_TOKENS),
            "values": _clipped(readings.values),
            "competing": {name: [_clip(value) for value in values] for name, values in readings.competing.items()},
            "rejected": _clipped(readings.rejected),
            "reasons": dict(readings.reasons),
            "withdrawn": list(readings.withdrawn),
            "consent": self.consent and _consent_trace(self.consent),
            "abandonment": self.abandonment,
            "intents": [self._intent_trace(item) for item in self.intents],
            "pattern": self.pattern and self.pattern.value,
            "mentioned": list(self.mentioned),
            "proposed": self.proposed,
            "question": self.question,
            "refers_to_last": self.refers_to_last,
            "refers_to_another": self.refers_to_another,
            "cues": [[cue.name, _clip(cue.text), cue.start, cue.end] for cue in cues[:_TRACED_CUES]],
            "cues_left_out": max(0, len(cues) - _TRACED_CUES),
        }
        return {"language": self.language, **{key: value for key, value in said.items() if value}}

    def _intent_trace(self, item: IntentReading) -> dict[str, Any]:
        found = self.values_for.get(item.intent)
        values = _clipped(found.values) if found and found.values != self.readings.values else {}
        return {"intent": item.intent, "strength": item.strength.name, **({"values": values} if values else {})}


def _consent_trace(reading: ConsentReading) -> dict[str, Any]:
    marks = {"acknowledgement": reading.acknowledgement, "side_question": reading.side_question}
    return {"reply": reading.reply.value, "rule": reading.rule, **{name: True for name, on in marks.items() if on}}


def _clipped(values: Mapping[str, str]) -> dict[str, str]:
    return {name: _clip(value) for name, value in values.items()}


def _clip(words: str) -> str:
    return words if len(words) <= _TRACED_WORDS else f"{words[: _TRACED_WORDS - 1]}…"
