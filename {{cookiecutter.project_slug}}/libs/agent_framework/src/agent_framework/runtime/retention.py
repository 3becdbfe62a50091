"""Deleting what has been kept long enough."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from agent_framework.exceptions import StorageUnavailable
from agent_framework.runtime.conversation import ConversationHost
from agent_framework.transactions.model import Transaction

__all__ = ["Pruned", "prune"]

PATIENCE = 1.0


class Fate(StrEnum):
    """What became of a conversation."""

    FORGOTTEN = "forgotten"
    TRIMMED = "trimmed"
    OPEN = "open"
    BUSY = "busy"


@dataclass(frozen=True, slots=True)
class Pruned:
    """How many conversations were deleted, were shortened, or were left as they are: something is open, or they were busy."""

    forgotten: int = 0
    trimmed: int = 0
    open: int = 0
    busy: int = 0


async def prune(host: ConversationHost, before: datetime) -> Pruned:
    """Delete journals and stored answers from before this time, and conversations in which nothing happened since.

    A conversation with an active or parked transaction, or one in doubt, stays whole; the ledger is never touched.

    Raises:
        StorageUnavailable: the database does not answer. What was deleted so far stays so; run it again.
    """
    fates = Counter([await _prune_one(host, key, before) for key in await host.store.reaching_back(before.isoformat())])
    return Pruned(**{fate.value: count for fate, count in fates.items()})


async def _prune_one(host: ConversationHost, key: str, before: datetime) -> Fate:
    try:
        async with host.locks.hold(key, PATIENCE):
            return await _prune_held(host, key, before)
    except StorageUnavailable:
        await host.ledger.unsettled()  # a lost database ends the run, a busy conversation does not
        return Fate.BUSY


async def _prune_held(host: ConversationHost, key: str, before: datetime) -> Fate:
    if await _is_open(host, key):
        return Fate.OPEN
    at = before.isoformat()
    if await host.store.active_since(key, at):
        await host.store.trim(key, at)
        return Fate.TRIMMED
    await host.checkpointer.adelete_thread(key)
    await host.store.forget(key)
    return Fate.FORGOTTEN


async def _is_open(host: ConversationHost, key: str) -> bool:
    """An active or parked transaction whose time is over is closed, be it noted yet or not."""
    state = (await host.graph.aget_state({"configurable": {"thread_id": key}})).values
    waiting = [*state.get("suspended_transactions", []), *filter(None, [state.get("active_transaction")])]
    if any(not Transaction.from_state(item).overdue(host.clock()) for item in waiting):
        return True
    return bool(state.get("in_doubt_transactions") or await host.ledger.concerning(key, []))
