"""The host: one turn at a time per conversation, each message answered once."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

import structlog
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import NotRecoverable
from agent_framework.exceptions import ConversationNotFound, StorageUnavailable
from agent_framework.models.client import Usage
from agent_framework.observability import metrics
from agent_framework.persistence.conversations import ConversationStore, Identity, JournalEvent
from agent_framework.persistence.database import storage_errors
from agent_framework.persistence.locks import ConversationLocks
from agent_framework.runtime.context import Clock, TurnContext
from agent_framework.runtime.execution import NOT_DONE
from agent_framework.runtime.public import public_transaction, public_transactions
from agent_framework.transactions.ledger import Entry, EntryState, Ledger
from agent_framework.transactions.model import Status, Transaction

__all__ = ["ConversationHost", "Found", "Incoming"]

log = structlog.get_logger(__name__)

SWEEP_PATIENCE: Final = 1.0

Listen: TypeAlias = Callable[[JournalEvent], None]


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message as it came from a channel, its sender already authenticated."""

    identity: Identity
    message_id: str
    text: str
    channel: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a person found out about an execution: `state` is SUCCEEDED, with the tool's result, or FAILED."""

    state: EntryState
    by: str
    reason: str = ""
    result: Mapping[str, Any] | None = None

    @property
    def settled_by(self) -> str:
        """As the ledger keeps it."""
        return f"{self.by}: {self.reason}" if self.reason else self.by


@dataclass
class ConversationHost:
    """Takes a message through one turn.

    `lock_seconds` is how long a message waits for the one before it, `model_seconds` what models may take of a turn.
    """

    graph: CompiledStateGraph[Any, Any, Any, Any]
    domain: Domain
    store: ConversationStore
    ledger: Ledger
    locks: ConversationLocks
    checkpointer: BaseCheckpointSaver[str]
    clock: Clock
    agent_id: str
    services: Any = None
    lock_seconds: float = 60.0
    model_seconds: float = 0.0
    _running: set[asyncio.Task[dict[str, Any]]] = field(default_factory=set)

    async def handle(self, incoming: Incoming, listen: Listen | None = None) -> dict[str, Any]:
        """The answer to a message, in the shape of the HTTP contract.

        `listen` hears the turn's journal as it is written. The turn runs to its end even if the client leaves: an
        execution is never cut off.

        Raises:
            ConversationNotFound: the session is somebody else's.
            StorageUnavailable: the database is gone, or the conversation stayed busy. What was under way is settled when the
                message is sent again.
        """
        task = asyncio.create_task(self._turn(incoming, listen))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def drain(self) -> None:
        """Wait for the turns under way: what a server does before it stops."""
        if self._running:
            await asyncio.wait(self._running)

    async def admit(self, incoming: Incoming) -> None:
        """Make the conversation the sender's, if it is nobody's yet.

        Raises:
            ConversationNotFound: it is somebody else's.
        """
        await self.store.claim(incoming.identity, self.clock().isoformat())

    async def _turn(self, incoming: Incoming, listen: Listen | None) -> dict[str, Any]:
        key = incoming.identity.conversation_key
        await self.admit(incoming)
        async with self.locks.hold(key, self.lock_seconds):
            if stored := await self.store.answer_to(key, incoming.message_id):
                metrics.REPLAYS.add(1)
                return {**stored, "metadata": {**stored["metadata"], "replayed": True}}
            context = self._context(incoming, listen)
            state = await self._run(key, incoming.text, context)
            answer = self._answer(incoming, state, context.usage)
            if not context.events:
                # The checkpoint has this answer, but a crash kept its journal from being written.
                context.note("message", {"text": state["message"], "language": state["language"], "recovered": True})
                context.note("answer", {"text": state["answer"], "recovered": True})
                if state.get("handover"):
                    context.note("handed_over", state["handover"])
                answer["metadata"]["replayed"] = True
                metrics.REPLAYS.add(1)
            if context.usage.calls or context.usage.failures:
                context.note("model", context.usage.to_json())
            await self.store.close_turn(key, incoming.message_id, answer, context.events, context.at)
            return answer

    def _context(self, incoming: Incoming, listen: Listen | None) -> TurnContext:
        return TurnContext(
            identity=incoming.identity,
            message_id=incoming.message_id,
            now=self.clock(),
            default_language=self.domain.default_language,
            services=self.services,
            listen=listen,
            usage=Usage(self.model_seconds),
        )

    async def _run(self, key: str, text: str, context: TurnContext) -> Mapping[str, Any]:
        async with storage_errors():
            state: Mapping[str, Any] = await self.graph.ainvoke(
                {"message": text}, {"configurable": {"thread_id": key}}, context=context, durability="exit"
            )
            await self.checkpointer.aprune([key])
        return state

    def _answer(self, incoming: Incoming, state: Mapping[str, Any], usage: Usage) -> dict[str, Any]:
        return {
            "channel": incoming.channel,
            "session_id": incoming.identity.session_id,
            "text": state["answer"],
            "metadata": {
                "message_id": incoming.message_id,
                "conversation_key": incoming.identity.conversation_key,
                "route": state["route"],
                "intent": state["intent"],
                "intents": state["intents"],
                "language": state["language"],
                "transaction_status": state.get("transaction_status") or None,
                "missing_parameters": state.get("missing_parameters", []),
                "active_transaction": public_transaction(state.get("active_transaction"), self.domain),
                "last_transaction": public_transaction(state.get("last_transaction"), self.domain),
                "suspended_transactions": public_transactions(state.get("suspended_transactions", []), self.domain),
                "handed_over": state.get("handover") or None,
                "transaction_evidence": state["relevant_transaction_evidence"],
                "judge": state["judge"],
                "model": usage.to_json(),
                "replayed": False,
            },
        }

    # --- what is open -------------------------------------------------------------------------------------------------

    async def settle(self, entry: Entry) -> None:
        """Settle what is open in the conversation of a ledger row, without a message of the customer's.

        Raises:
            StorageUnavailable: the conversation is busy; whoever holds it settles it.
        """
        async with self.locks.hold(entry.conversation_key, SWEEP_PATIENCE):
            await self._settle_held(entry)

    async def settle_by_hand(self, entry: Entry, found: Found) -> Entry:
        """Close an execution as a person found it to be, and give its conversation the outcome; the row as it is then.

        The conversation is held first, so an execution that is still under way is waited for, and its own outcome stands.

        Raises:
            StorageUnavailable: the conversation stayed busy; nothing was done.
        """
        reason = NOT_DONE if found.state is EntryState.FAILED else None
        async with self.locks.hold(entry.conversation_key, self.lock_seconds):
            at = self.clock().isoformat()
            closed = await self.ledger.close(
                entry, found.state, at, result=found.result, reason=reason, settled_by=found.settled_by
            )
            noted = []
            if closed.settled_by == found.settled_by:
                metrics.execution_reached(entry.tool_name, closed.state.value)
                noted = [JournalEvent("settled", _settled(closed), at)]
            await self._settle_held(entry, *noted)
        return closed

    async def _settle_held(self, entry: Entry, *noted: JournalEvent) -> None:
        identity = Identity(entry.tenant_id, self.agent_id, entry.customer_id, entry.session_id)
        context = TurnContext(
            identity, "", self.clock(), self.domain.default_language, self.services, settles_only=True
        )
        context.events.extend(noted)
        key = identity.conversation_key
        await self._run(key, "", context)
        await self.store.append(key, "", context.events)

    async def sweep(self) -> None:
        """Settle everything that a crash left open: once, when a process starts. Busy conversations look after themselves."""
        for entry in await self.ledger.unsettled():
            if self._waits_for_a_person(entry):
                continue
            try:
                await self.settle(entry)
            except StorageUnavailable:
                log.info("left to its conversation", transaction=entry.transaction_id)

    def _waits_for_a_person(self, entry: Entry) -> bool:
        """In doubt already, and no look-up could tell: a start must not go through all of these again."""
        tool = self.domain.tools.get(entry.tool_name)
        return entry.state is EntryState.IN_DOUBT and (tool is None or isinstance(tool.recovery, NotRecoverable))

    # --- reading ----------------------------------------------------------------------------------------------------

    async def messages(self, identity: Identity) -> list[dict[str, Any]]:
        """What was said, oldest first: `{"role", "text", "message_id", "at"}`.

        Raises:
            ConversationNotFound: there is none, or it is somebody else's.
        """
        await self._check_owner(identity)
        rows = await self.store.journal_of(identity.conversation_key, "message", "answer")
        roles = {"message": "customer", "answer": "agent"}
        return [
            {"role": roles[row["event"]], "text": row["data"]["text"], "message_id": row["message_id"], "at": row["at"]}
            for row in rows
        ]

    async def state(self, identity: Identity) -> dict[str, Any]:
        """The public view of the transaction state.

        Raises:
            ConversationNotFound: there is none, or it is somebody else's.
        """
        await self._check_owner(identity)
        async with storage_errors():
            snapshot = await self.graph.aget_state({"configurable": {"thread_id": identity.conversation_key}})
        state = _as_of(snapshot.values, self.clock())
        return {
            "session_id": identity.session_id,
            "conversation_key": identity.conversation_key,
            "transaction_status": state.get("transaction_status") or None,
            "missing_parameters": state.get("missing_parameters", []),
            "active_transaction": public_transaction(state.get("active_transaction"), self.domain),
            "last_transaction": public_transaction(state.get("last_transaction"), self.domain),
            "suspended_transactions": public_transactions(state.get("suspended_transactions", []), self.domain),
            "in_doubt_transactions": public_transactions(state.get("in_doubt_transactions", []), self.domain),
            "handed_over": await self.store.handed_over(identity.conversation_key),
            "transaction_evidence": state.get("transaction_evidence", []),
            "transaction_evidence_total": state.get("transaction_evidence_total", 0),
            "last_resource": state.get("last_resource") or None,
        }

    async def _check_owner(self, identity: Identity) -> None:
        if await self.store.owner(identity) != identity.customer_id:
            raise ConversationNotFound


def _settled(closed: Entry) -> dict[str, Any]:
    return {"transaction_id": closed.transaction_id, "state": closed.state.value, "by": closed.settled_by}


def _as_of(state: Mapping[str, Any], now: datetime) -> Mapping[str, Any]:
    """The state as a reader should see it: what has expired is shown so, also before the next message notes it."""
    parked = state.get("suspended_transactions", [])
    waiting = [item for item in parked if not _overdue(item, now)]
    if len(waiting) < len(parked):
        newest = next(item for item in parked if item not in waiting)
        state = {**state, "suspended_transactions": waiting, "last_transaction": _expired(newest)}
        if not state.get("active_transaction"):
            state["transaction_status"] = Status.EXPIRED.value
    active = state.get("active_transaction")
    if active and _overdue(active, now):
        state = {**state, "active_transaction": {}, "last_transaction": _expired(active), "missing_parameters": []}
        state["transaction_status"] = Status.EXPIRED.value
    return state


def _overdue(stored: Mapping[str, Any], now: datetime) -> bool:
    return Transaction.from_state(stored).overdue(now)


def _expired(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {**stored, "status": Status.EXPIRED.value, "reason": "expired"}
