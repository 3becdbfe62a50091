"""The state as one node sees it: what was loaded, with what the node has changed so far."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from agent_framework.domain.tools import Say
from agent_framework.routing.enterprise_router import Decision, Request
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import Step
from agent_framework.transactions.evidence import EvidenceEntry, Resource, keep_newest, relevant
from agent_framework.transactions.model import TERMINAL, Status, Transaction

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
    def decision(self) -> Decision:
        return Decision.from_state(self.get("decision"))

    def say(self, *texts: Say) -> None:
        """Add to the answer."""
        self.set(said=[*self.get("said", []), *(text.to_json() for text in texts)])

    def tell(self, *texts: Say) -> None:
        """Add the words for a tool's result: the judge looks for what supports them."""
        self.set(said=[*self.get("said", []), *(text.to_json() | {"told": True} for text in texts)])

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
        self.say(*step.said)
        self.set(question=step.question.to_state() if step.question else {})
        if step.validation:
            self.set(transaction_pre_validation=dict(step.validation))

    def store(self, transaction: Transaction) -> None:
        """Put a transaction where its status says: active, last, or in doubt. The latch goes only with the terminal status."""
        stored = transaction.to_state()
        self.context.note("transition", _public_transition(self.get("active_transaction"), transaction))
        self.set(
            transaction_status=transaction.status.value,
            missing_parameters=list(transaction.missing_parameters) if transaction.active else [],
            confirmation_required=transaction.status is Status.AWAITING_CONFIRMATION,
            active_transaction=stored if transaction.active else {},
        )
        if transaction.status in TERMINAL:
            self.set(last_transaction=stored)
        self._keep_in_doubt(transaction, stored)

    def _keep_in_doubt(self, transaction: Transaction, stored: dict[str, Any]) -> None:
        others = [
            item
            for item in self.get("in_doubt_transactions", [])
            if item["transaction_id"] != transaction.transaction_id
        ]
        if transaction.status is Status.IN_DOUBT:
            self.set(in_doubt_transactions=[*others, stored])
        elif len(others) != len(self.get("in_doubt_transactions", [])):
            self.set(in_doubt_transactions=others)

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
