"""What a message leads to: the precedence rules (spec, section 6). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from agent_framework.domain.registry import Domain
from agent_framework.transactions.model import Status, Transaction
from agent_framework.understanding.model import IntentReading, Pattern, Reply, Strength, Understanding

__all__ = ["Act", "Decision", "EnterpriseRouter", "Request", "Situation"]


class Act(StrEnum):
    """What the turn does with the transaction that was pending when the message came."""

    FILL = "fill"
    CHANGE = "change"
    CHOOSE = "choose"
    CONSENT = "consent"
    REFUSE = "refuse"
    ABANDON = "abandon"
    INTERRUPT = "interrupt"
    ASK_AGAIN = "ask_again"
    REMARK = "remark"
    REMIND = "remind"
    SERVE = "serve"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Request:
    """An intent to be served in this turn, with the values the message gave for it.

    `several` is True for a plural ("meus itens"): then the resource handled last is not what is meant.
    """

    intent: str
    values: Mapping[str, str] = field(default_factory=dict)
    several: bool = False

    def to_state(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"intent": self.intent, "values": dict(self.values), "several": self.several}

    @classmethod
    def from_state(cls, data: Mapping[str, Any]) -> Self:
        """What `to_state` wrote."""
        return cls(data["intent"], data["values"], data["several"])


@dataclass(frozen=True)
class Decision:
    """One decision, with the rule it rests on.

    `requests` are served in order once the pending transaction is dealt with: readings first, at most one transaction last.
    The other fields say of the message what acting on it needs (see `Understanding`).
    """

    act: Act
    rule: str
    values: Mapping[str, str] = field(default_factory=dict)
    withdrawn: tuple[str, ...] = ()
    competing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rejected: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    pattern: Pattern | None = None
    question: bool = False
    requests: tuple[Request, ...] = ()

    def to_state(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "act": self.act.value,
            "rule": self.rule,
            "values": dict(self.values),
            "withdrawn": list(self.withdrawn),
            "competing": {name: list(values) for name, values in self.competing.items()},
            "rejected": dict(self.rejected),
            "reasons": dict(self.reasons),
            "pattern": self.pattern.value if self.pattern else None,
            "question": self.question,
            "requests": [item.to_state() for item in self.requests],
        }

    def trace(self) -> dict[str, Any]:
        """Plain JSON for the journal and for `make why`."""
        served = [item.intent for item in self.requests]
        return {"act": self.act.value, "rule": self.rule, **({"requests": served} if served else {})}

    @classmethod
    def from_state(cls, data: Mapping[str, Any]) -> Self:
        """What `to_state` wrote."""
        return cls(
            act=Act(data["act"]),
            rule=data["rule"],
            values=data["values"],
            withdrawn=tuple(data["withdrawn"]),
            competing={name: tuple(values) for name, values in data["competing"].items()},
            rejected=data["rejected"],
            reasons=data["reasons"],
            pattern=Pattern(data["pattern"]) if data["pattern"] else None,
            question=data["question"],
            requests=tuple(Request.from_state(item) for item in data["requests"]),
        )


@dataclass(frozen=True)
class Situation:
    """What the router knows beside the message.

    `pending_read` is the intent of a reading that waits for its parameter; `last_intent` the one served before.
    """

    transaction: Transaction | None = None
    side_remark: bool = False
    pending_read: str | None = None
    last_intent: str | None = None
    last_transaction: Mapping[str, Any] | None = None


class EnterpriseRouter:
    """Applies the precedence rules to an understood message."""

    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    def decide(self, said: Understanding, now: Situation) -> Decision:
        """The decision for this message in this situation."""
        decision = self._decide(said, now)
        readings = said.readings
        return replace(
            decision,
            competing=readings.competing,
            rejected=readings.rejected,
            reasons=readings.reasons,
            pattern=said.pattern,
            question=said.question or bool(said.consent and said.consent.side_question),
        )

    def _decide(self, said: Understanding, now: Situation) -> Decision:
        if now.transaction and now.transaction.status is Status.AWAITING_CONFIRMATION:
            return self._while_confirming(said, now.transaction, now.side_remark)
        if now.transaction:
            return self._while_collecting(said, now.transaction)
        return self._while_idle(said, now)

    # --- while parameters are collected: the five steps of the spec -------------------------------------------------

    def _while_collecting(self, said: Understanding, transaction: Transaction) -> Decision:
        others = self._others(said, transaction)
        new = _new_values(said, transaction)
        if said.abandonment:
            return Decision(Act.ABANDON, "6.2 explicit abandonment", requests=self._requests(others, said))
        if others and not _said_before(said, new, others[0]):
            return Decision(Act.INTERRUPT, "6.3 unequivocal new intent", requests=self._requests(others, said))
        if said.readings.competing:
            return Decision(Act.CHOOSE, "6.5 competing values", new, tuple(said.readings.competing))
        if new:
            readings = [item for item in others if not item.transactional]
            return Decision(Act.FILL, "6.1 pending parameter filled", new, requests=self._requests(readings, said))
        if said.readings.withdrawn:
            return Decision(Act.CHANGE, "6.1 value taken back", withdrawn=said.readings.withdrawn)
        if said.readings.rejected:
            return Decision(Act.ASK_AGAIN, "6.5 not a value of this parameter")
        if said.pattern or said.question:
            return Decision(Act.REMARK, "6.5 side remark")
        if said.intents:
            return Decision(Act.ASK_AGAIN, "6.4 generic word of the domain")
        return Decision(Act.ASK_AGAIN, "6.5 ambiguous")

    # --- while a confirmation is awaited ----------------------------------------------------------------------------

    def _while_confirming(self, said: Understanding, transaction: Transaction, side_remark: bool) -> Decision:
        others = self._others(said, transaction)
        requests = self._requests(others, said)
        new = _new_values(said, transaction)
        reply = said.consent.reply if said.consent else Reply.UNCLEAR
        if said.abandonment:
            return Decision(Act.ABANDON, "abandonment", requests=requests)
        if said.readings.competing:
            return Decision(Act.CHOOSE, "competing values", new, tuple(said.readings.competing))
        if reply is Reply.OTHER_INTENT and others:
            return Decision(Act.INTERRUPT, "unequivocal new intent", requests=requests)
        if new or said.readings.withdrawn:
            return Decision(Act.CHANGE, "changed value", new, withdrawn=said.readings.withdrawn)
        if said.readings.rejected:
            return Decision(Act.ASK_AGAIN, "not a value of this parameter")
        if reply is Reply.REFUSAL:
            return Decision(Act.REFUSE, "refusal", requests=requests)
        if reply is Reply.CONSENT and said.consent:
            if said.consent.acknowledgement and side_remark:
                return Decision(Act.ASK_AGAIN, "acknowledges the side remark")
            again = [item for item in said.intents if item.intent == transaction.intent] if said.consent.again else []
            return Decision(Act.CONSENT, "unconditional consent", requests=self._requests([*others, *again], said))
        if others:
            return Decision(Act.INTERRUPT, "unequivocal new intent", requests=requests)
        if reply is Reply.QUESTION or said.pattern or said.question:
            return Decision(Act.REMARK, "side remark")
        return Decision(Act.ASK_AGAIN, f"no unconditional consent: {reply}")

    # --- with nothing pending ---------------------------------------------------------------------------------------

    def _while_idle(self, said: Understanding, now: Situation) -> Decision:
        if now.pending_read and said.readings.values and not _strongest(said.intents, Strength.STRONG):
            return Decision(
                Act.SERVE, "the reading's parameter", requests=(Request(now.pending_read, said.readings.values),)
            )
        if requests := self._requests(self._wanted(said.intents), said):
            return Decision(Act.SERVE, "intent", requests=requests)
        if request := self._bare_value(said, now.last_intent):
            return Decision(Act.SERVE, "bare value", requests=(request,))
        if now.last_transaction and said.consent and said.consent.reply in (Reply.CONSENT, Reply.REFUSAL):
            return Decision(Act.REMIND, "answer to a question that is closed")
        if said.pattern:
            return Decision(Act.REMARK, "side remark")
        return Decision(Act.FALLBACK, "nothing understood")

    def _wanted(self, intents: Sequence[IntentReading]) -> list[IntentReading]:
        """What an opening message asks for. A bare noun reads and never opens a transaction."""
        if strong := _strongest(intents, Strength.STRONG):
            return strong
        actions = _strongest(intents, Strength.ACTION)
        if len(actions) == 1:
            return actions
        objects = [item for item in _strongest(intents, Strength.OBJECT) if not item.transactional]
        return objects if not actions else []

    def _bare_value(self, said: Understanding, last_intent: str | None) -> Request | None:
        """A value without a word around it goes to the reading that was served last, else to the first that takes it."""
        readings = [
            Request(name, found.values)
            for name, found in said.values_for.items()
            if found.values and not self._domain.intents[name].tool.transactional
        ]
        return next((item for item in readings if item.intent == last_intent), readings[0] if readings else None)

    # --- shared -----------------------------------------------------------------------------------------------------

    def _others(self, said: Understanding, transaction: Transaction) -> list[IntentReading]:
        """Unequivocal intents other than the transaction's own."""
        return [item for item in _strongest(said.intents, Strength.STRONG) if item.intent != transaction.intent]

    def _requests(self, wanted: Sequence[IntentReading], said: Understanding) -> tuple[Request, ...]:
        """Readings in the order they were asked for, then at most one transaction."""
        readings = [item for item in wanted if not item.transactional]
        transactions = [item for item in wanted if item.transactional][:1]
        wanted_now = (*readings, *transactions)
        return tuple(Request(item.intent, said.values_for[item.intent].values, _plural(item)) for item in wanted_now)


def _strongest(intents: Sequence[IntentReading], strength: Strength) -> list[IntentReading]:
    return [item for item in intents if item.strength is strength]


def _plural(reading: IntentReading) -> bool:
    return any(cue.name == "object" and cue.text.casefold().endswith("s") for cue in reading.cues)


def _new_values(said: Understanding, transaction: Transaction) -> dict[str, str]:
    known = transaction.arguments
    return {name: value for name, value in said.readings.values.items() if known.get(name) != value}


def _said_before(said: Understanding, values: Mapping[str, str], other: IntentReading) -> bool:
    """The value stands before the other intent ("ID-1001, e quero ver meus itens"), so it answers the question."""
    return any(said.readings.spans.get(name, (0, other.start + 1))[1] <= other.start for name in values)
