"""The state as one node sees it: what was loaded, with what the node has changed so far."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from agent_framework.domain.tools import Say
from agent_framework.observability import metrics
from agent_framework.routing.enterprise_router import Decision, Request
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import HANDED_OVER, Step
from agent_framework.transactions.evidence import EvidenceEntry, Resource, keep_newest, relevant
from agent_framework.transactions.model import TERMINAL, Status, Transaction
from agent_framework.understanding.model import Asked

__all__ = ["TurnState"]

Patch: TypeAlias = dict[str, Any]

HISTORY_LIMIT = 20


class TurnState:
    """Reads go to the newest value, writes are collected in `patch`: the node returns nothing else."""

    def __init__(self, state: Mapping[str, Any], context: TurnContext) -> None:
        self._state = state
        self.context = context
        self.patch: Patch = {}

    def get(self, field: str, default: Any = None) -> Any:
        value = self.patch.get(field, self._state.get(field))
        return default if value is None else value

    def set(self, **fields: Any) -> None:
        self.patch.update(fields)

    @property
    def language(self) -> str:
        return str(self.get("language", self.context.default_language))

    @property
    def message(self) -> str:
        return str(self.get("message", ""))

    @property
    def transaction(self) -> Transaction | None:
        """The active transaction, from its canonical place (spec, section 2)."""
        stored = self.get("active_transaction")
        return Transaction.from_state(stored) if stored else None

    @property
    def suspended(self) -> list[Transaction]:
        """The parked transactions, the newest first."""
        return [Transaction.from_state(stored) for stored in self.get("suspended_transactions", [])]

    def parked(self, transaction_id: str | None) -> Transaction | None:
        """The parked transaction with this id."""
        return next((item for item in self.suspended if item.transaction_id == transaction_id), None)

    @property
    def asked(self) -> Asked:
        """What the last question was about."""
        return Asked(self.get("last_question", {}).get("asked", Asked.NOTHING))

    @property
    def offered(self) -> Transaction | None:
        """The parked transaction that the last question offered to resume."""
        return self.parked(self.get("last_question")["transaction_id"]) if self.asked is Asked.RESUME else None

    @property
    def proposed(self) -> str | None:
        """The intent that the last question asked back."""
        return self.get("last_question").get("intent") if self.asked is Asked.PROPOSAL else None

    @property
    def decision(self) -> Decision:
        return Decision.from_state(self.get("decision"))

    def say(self, *texts: Say) -> None:
        """Add to the answer."""
        self.set(said=[*self.get("said", []), *(text.to_json() for text in texts)])

    def tell(self, *texts: Say) -> None:
        """Add the words for a tool's result: the judge looks for what supports them."""
        self.set(said=[*self.get("said", []), *(text.to_json() | {"told": True} for text in texts)])

    def reject(self, draft: Mapping[str, Any], objections: Sequence[str]) -> None:
        """Note a draft (`{"text", "source"}`) that is not sent, and why: beside the verdict, and in the journal."""
        rejected = self.get("judge", {}).get("rejected", [])
        noted = {"source": draft["source"], "objections": list(objections)}
        self.set(judge={"rejected": [*rejected, noted]})
        self.context.note("verdict", {"grounded": False, "objections": list(objections), "draft": dict(draft)})
        metrics.JUDGE_REJECTIONS.add(1, {"source": draft["source"]})

    def next_request(self) -> Request | None:
        """Take the next intent that is to be served in this turn."""
        waiting = self.get("requests", [])
        if not waiting:
            return None
        self.set(requests=waiting[1:])
        return Request.from_state(waiting[0])

    def remember(self, role: str, text: str) -> None:
        """Add to the window of the conversation that the state keeps; the journal has all of it."""
        self.set(history=[*self.get("history", []), {"role": role, "text": text}][-HISTORY_LIMIT:])

    # --- the transaction --------------------------------------------------------------------------------------------

    def apply(self, step: Step) -> None:
        """Store the transaction of a step, and what it says and asks."""
        self.store(step.transaction)
        if step.transaction.reason == HANDED_OVER:
            self.hand_over("attempts", step.transaction, step.transaction.missing_parameters[0])
        self.say(*step.said)
        self.set(question=step.question.to_state() if step.question else {})
        if step.validation:
            self.set(transaction_pre_validation=dict(step.validation))

    def store(self, transaction: Transaction) -> None:
        """Put a transaction where its status says, and report the status.

        It is active, parked, in doubt or the last one. The latch goes only with its own transaction: another one that ends
        meanwhile leaves it alone (I3).
        """
        self.file(transaction)
        self.set(transaction_status=transaction.status.value)
        active = self.get("active_transaction", {})
        if transaction.active or not active or active["transaction_id"] == transaction.transaction_id:
            self.set(
                missing_parameters=list(transaction.missing_parameters) if transaction.active else [],
                confirmation_required=transaction.status is Status.AWAITING_CONFIRMATION,
                active_transaction=transaction.to_state() if transaction.active else {},
            )

    def file(self, transaction: Transaction) -> None:
        """Put a transaction that is not the turn's own where its status says, and journal what happened to it."""
        stored = transaction.to_state()
        self.context.note("transition", _public_transition(self.get("active_transaction"), transaction))
        if transaction.status in TERMINAL:
            self.set(last_transaction=stored)
        in_doubt = [stored] if transaction.status is Status.IN_DOUBT else []
        suspended = [stored] if transaction.status is Status.SUSPENDED else []
        self.set(
            in_doubt_transactions=[*self._others("in_doubt_transactions", stored), *in_doubt],
            suspended_transactions=[*suspended, *self._others("suspended_transactions", stored)],
        )

    def _others(self, field: str, stored: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [item for item in self.get(field, []) if item["transaction_id"] != stored["transaction_id"]]

    def count_offer(self, offered: Transaction) -> None:
        """Note on a parked transaction that it is offered once more."""
        stored = replace(offered, offers=offered.offers + 1).to_state()
        same = offered.transaction_id
        self.set(
            suspended_transactions=[
                stored if item["transaction_id"] == same else item for item in self.get("suspended_transactions", [])
            ]
        )

    # --- questions --------------------------------------------------------------------------------------------------

    def keep_question(self, answer: Mapping[str, Any]) -> None:
        """Note what this answer (`{"text", "source"}`) asks last: a bare yes to the next one answers that, and nothing else.

        An answer that asks nothing ("take your time") leaves the question before it open.
        """
        question = self.get("question", {})
        if question and answer["source"] != "withheld":
            active = self.get("active_transaction", {}).get("transaction_id")
            self.set(
                last_question={
                    "asked": question["asked"],
                    "parameter": question["parameter"],
                    "transaction_id": question.get("transaction_id") or active,
                    "intent": question.get("intent"),
                }
            )
        elif question or self.get("handover") or answer["text"].rstrip().endswith("?"):
            self.set(last_question={})

    def hand_over(self, reason: str, transaction: Transaction | None, parameter: str | None = None) -> None:
        """Call for a person: "asked", where the customer did, or "attempts", where questions brought nothing."""
        handover = {
            "reason": reason,
            "transaction_id": transaction.transaction_id if transaction else None,
            "tool_name": transaction.tool_name if transaction else None,
            "parameter": parameter,
        }
        self.context.note("handed_over", handover)
        metrics.HAND_OVERS.add(1, {"reason": reason})
        self.set(handover=handover)

    # --- evidence ---------------------------------------------------------------------------------------------------

    def record(self, entry: EvidenceEntry) -> None:
        """Keep the evidence of an executed transaction, and make it relevant to this turn."""
        self.context.note("evidence", entry)
        self.set(
            transaction_evidence=keep_newest(self.get("transaction_evidence", []), entry),
            transaction_evidence_total=self.get("transaction_evidence_total", 0) + 1,
            last_transaction_evidence=entry,
            relevant_transaction_evidence=[*self.get("relevant_transaction_evidence", []), entry],
        )

    def correlate(self, resources: frozenset[Resource]) -> None:
        """Add the evidence about these resources to what is relevant in this turn."""
        identity = self.context.identity
        found = relevant(self.get("transaction_evidence", []), resources, identity.tenant_id, identity.customer_id)
        known = self.get("relevant_transaction_evidence", [])
        new = [entry for entry in found if entry not in known]
        self.set(relevant_transaction_evidence=[*known, *new])


def _public_transition(before: Mapping[str, Any] | None, transaction: Transaction) -> dict[str, Any]:
    return {
        "transaction_id": transaction.transaction_id,
        "tool_name": transaction.tool_name,
        "from": transaction.happened[0][0].value if transaction.happened else (before or {}).get("status"),
        "events": [event for _, event in transaction.happened],
        "to": transaction.status.value,
        "arguments": dict(transaction.arguments),
        "reason": transaction.reason,
    }
