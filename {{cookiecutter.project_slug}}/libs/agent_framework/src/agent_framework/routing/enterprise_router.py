"""What a message leads to: the precedence rules (spec, section 6). Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, Self

from agent_framework.domain.registry import Domain
from agent_framework.transactions.model import Status, Transaction
from agent_framework.understanding.kinds import CONSENTS
from agent_framework.understanding.model import Asked, IntentReading, Pattern, Reply, Strength, Understanding

__all__ = ["Act", "Decision", "EnterpriseRouter", "Request", "Situation"]

_AMBIGUOUS: Final = "6.5 ambiguous"
_NO_CONSENT: Final = "no unconditional consent: "
_UNDECIDED: Final = frozenset({_AMBIGUOUS, f"{_NO_CONSENT}{Reply.UNCLEAR}"})
_YES: Final = frozenset(kind.value for kind in CONSENTS)


class Act(StrEnum):
    """What the turn does with the transaction that was pending when the message came, or with one that is parked."""

    FILL = "fill"
    CHANGE = "change"
    CHOOSE = "choose"
    CONSENT = "consent"
    REFUSE = "refuse"
    ABANDON = "abandon"
    SUSPEND = "suspend"
    RESUME = "resume"
    ASK_AGAIN = "ask_again"
    REMARK = "remark"
    REMIND = "remind"
    SERVE = "serve"
    FALLBACK = "fallback"


@dataclass(frozen=True, slots=True)
class Request:
    """An intent to be served in this turn, with the values the message gave for it.

    `several` is True for a plural ("meus itens"), `another` for one that was not spoken of yet ("outro item"): then neither
    the resource handled last nor a parked transaction is what is meant.
    """

    intent: str
    values: Mapping[str, str] = field(default_factory=dict)
    several: bool = False
    another: bool = False

    def to_state(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "intent": self.intent,
            "values": dict(self.values),
            "several": self.several,
            "another": self.another,
        }

    @classmethod
    def from_state(cls, data: Mapping[str, Any]) -> Self:
        """What `to_state` wrote."""
        return cls(data["intent"], data["values"], data["several"], data["another"])


@dataclass(frozen=True)
class Decision:
    """One decision, with the rule it rests on.

    `requests` are served in order once the pending transaction is dealt with: readings first, at most one transaction last.
    `parked` is the id of the parked transaction that the message is about, where it is about one; `proposed` an intent that is
    to be asked back. The other fields say of the
    message what acting on it needs (see `Understanding`).
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
    parked: str | None = None
    proposed: str | None = None

    @property
    def undecided(self) -> bool:
        """Whether no rule took the message for anything: only then may something else be asked what it means."""
        return self.act is Act.FALLBACK or self.rule in _UNDECIDED

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
            "parked": self.parked,
            "proposed": self.proposed,
        }

    def trace(self) -> dict[str, Any]:
        """Plain JSON for the journal and for `make why`."""
        about = {"requests": [item.intent for item in self.requests], "parked": self.parked, "proposed": self.proposed}
        return {"act": self.act.value, "rule": self.rule, **{name: found for name, found in about.items() if found}}

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
            parked=data["parked"],
            proposed=data.get("proposed"),
        )


@dataclass(frozen=True)
class Situation:
    """What the router knows beside the message.

    `asked` is what the agent asked last. `suspended` are the parked transactions, the newest first, and `offered` is the one
    that the last question offered to resume. `pending_read` is the intent of a reading that waits for its parameter;
    `last_intent` the one served before; `proposed` is the intent that the last question asked back.
    """

    transaction: Transaction | None = None
    asked: Asked = Asked.NOTHING
    side_remark: bool = False
    suspended: tuple[Transaction, ...] = ()
    offered: Transaction | None = None
    pending_read: str | None = None
    last_intent: str | None = None
    proposed: str | None = None
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
            return self._while_confirming(said, now.transaction, now)
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
            return Decision(Act.SUSPEND, "6.3 unequivocal new intent", requests=self._requests(others, said))
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
        return Decision(Act.ASK_AGAIN, _AMBIGUOUS)

    # --- while a confirmation is awaited ----------------------------------------------------------------------------

    def _while_confirming(self, said: Understanding, transaction: Transaction, now: Situation) -> Decision:
        others = self._others(said, transaction)
        requests = self._requests(others, said)
        new = _new_values(said, transaction)
        reply = said.consent.reply if said.consent else Reply.UNCLEAR
        if said.abandonment:
            return Decision(Act.ABANDON, "abandonment", requests=requests)
        if said.readings.competing:
            return Decision(Act.CHOOSE, "competing values", new, tuple(said.readings.competing))
        if reply is Reply.OTHER_INTENT and others:
            return Decision(Act.SUSPEND, "unequivocal new intent", requests=requests)
        if new or said.readings.withdrawn:
            return Decision(Act.CHANGE, "changed value", new, withdrawn=said.readings.withdrawn)
        if said.readings.rejected:
            return Decision(Act.ASK_AGAIN, "not a value of this parameter")
        if reply is Reply.REFUSAL:
            return Decision(Act.REFUSE, "refusal", requests=requests)
        if reply is Reply.CONSENT and said.consent:
            if now.asked is not Asked.CONFIRMATION:
                return Decision(Act.ASK_AGAIN, "yes to another question")
            if said.consent.acknowledgement and now.side_remark:
                return Decision(Act.ASK_AGAIN, "acknowledges the side remark")
            again = [item for item in said.intents if item.intent == transaction.intent] if said.consent.again else []
            return Decision(Act.CONSENT, "unconditional consent", requests=self._requests([*others, *again], said))
        if others:
            return Decision(Act.SUSPEND, "unequivocal new intent", requests=requests)
        if reply is Reply.QUESTION or said.pattern or said.question:
            return Decision(Act.REMARK, "side remark")
        return Decision(Act.ASK_AGAIN, f"{_NO_CONSENT}{reply}")

    # --- with nothing pending ---------------------------------------------------------------------------------------

    def _while_idle(self, said: Understanding, now: Situation) -> Decision:
        if now.pending_read and said.readings.values and not _strongest(said.intents, Strength.STRONG):
            return Decision(
                Act.SERVE, "the reading's parameter", requests=(Request(now.pending_read, said.readings.values),)
            )
        if now.suspended and (decision := self._about_parked(said, now)):
            return decision
        if now.proposed and said.consent and said.consent.reply is Reply.CONSENT:
            return Decision(Act.SERVE, "yes to what was asked back", requests=(Request(now.proposed),))
        if requests := self._requests(self._wanted(said.intents), said):
            return Decision(Act.SERVE, "intent", requests=requests)
        if request := self._bare_value(said, now.last_intent):
            return Decision(Act.SERVE, "bare value", requests=(request,))
        if now.last_transaction and said.consent and said.consent.reply in (Reply.CONSENT, Reply.REFUSAL):
            return Decision(Act.REMIND, "answer to a question that is closed")
        if said.pattern:
            return Decision(Act.REMARK, "side remark")
        return Decision(Act.FALLBACK, "nothing understood", proposed=said.proposed)

    # --- with something parked ----------------------------------------------------------------------------------------

    def _about_parked(self, said: Understanding, now: Situation) -> Decision | None:
        """What the message does with a parked transaction: answers the offer, fills it, or asks to go on with it.

        None where it does none of these. A yes resumes and never consents: the confirmation is asked again.
        """
        if now.offered and (decision := self._answer_to_offer(said, now.offered)):
            return decision
        if said.pattern is Pattern.RESUME:
            named = [item for item in now.suspended if item.intent in said.mentioned]
            meant = next(iter(named), now.offered or now.suspended[0])
            return Decision(Act.RESUME, "asks to go on", parked=meant.transaction_id)
        clear = any(item.strength is not Strength.OBJECT for item in said.intents)
        if clear or self._taken_by_reading(said, now.last_intent):
            return None
        fitting = {item.transaction_id: values for item in now.suspended if (values := _fills(said, item, now.offered))}
        if now.offered and now.offered.transaction_id in fitting:
            fitting = {now.offered.transaction_id: fitting[now.offered.transaction_id]}
        if len(fitting) != 1:
            return None
        (parked, values), *_ = fitting.items()
        return Decision(Act.RESUME, "a value of a parked transaction", values, parked=parked)

    def _answer_to_offer(self, said: Understanding, offered: Transaction) -> Decision | None:
        others = self._others(said, offered)
        parked, reply = offered.transaction_id, said.consent.reply if said.consent else Reply.UNCLEAR
        if said.pattern is Pattern.LATER and not others:
            return Decision(Act.REMARK, "not now")
        if said.abandonment or reply is Reply.REFUSAL:
            act = Act.ABANDON if said.abandonment else Act.REFUSE
            return Decision(act, "no to the offer", requests=self._requests(others, said), parked=parked)
        if reply is Reply.CONSENT and not any(item.transactional for item in others):
            return Decision(Act.RESUME, "yes to the offer", requests=self._requests(others, said), parked=parked)
        if said.readings.values and not others and _says_yes(said):
            return Decision(Act.RESUME, "yes to the offer, with a value", said.readings.values, parked=parked)
        return None

    def _taken_by_reading(self, said: Understanding, last_intent: str | None) -> bool:
        """The reading that was served last takes the value: it answers the latest wish ("PED-1002", after a look-up)."""
        request = self._bare_value(said, last_intent)
        return request is not None and request.intent == last_intent

    # --- what an opening message asks for -----------------------------------------------------------------------------

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
        return tuple(
            Request(item.intent, said.values_for[item.intent].values, _plural(item), said.refers_to_another)
            for item in wanted_now
        )


def _strongest(intents: Sequence[IntentReading], strength: Strength) -> list[IntentReading]:
    return [item for item in intents if item.strength is strength]


def _plural(reading: IntentReading) -> bool:
    return any(cue.name == "object" and cue.text.casefold().endswith("s") for cue in reading.cues)


def _new_values(said: Understanding, transaction: Transaction) -> dict[str, str]:
    known = transaction.arguments
    return {name: value for name, value in said.readings.values.items() if known.get(name) != value}


def _says_yes(said: Understanding) -> bool:
    """A yes is among what was said, whatever else is: enough to go on, never to execute."""
    return said.consent is not None and any(cue.name in _YES for cue in said.consent.cues)


def _fills(said: Understanding, parked: Transaction, offered: Transaction | None) -> dict[str, str]:
    """The values of a message for what a parked transaction lacks."""
    found = said.readings if parked == offered else said.values_for.get(parked.intent)
    values = found.values if found else {}
    return {name: value for name, value in values.items() if name in parked.missing_parameters}


def _said_before(said: Understanding, values: Mapping[str, str], other: IntentReading) -> bool:
    """The value stands before the other intent ("ID-1001, e quero ver meus itens"), so it answers the question."""
    return any(said.readings.spans.get(name, (0, other.start + 1))[1] <= other.start for name in values)
