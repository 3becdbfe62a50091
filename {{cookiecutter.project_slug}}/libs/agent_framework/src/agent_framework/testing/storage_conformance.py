"""What the database under a project must do, as tests to inherit: for a PostgreSQL of one's own, or after an upgrade.

class TestStorage(StorageConformance):
    state = AgentState
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar, get_origin, get_type_hints

import pytest
from langgraph.graph import END, START, StateGraph
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.exceptions import ConversationNotFound
from agent_framework.persistence.checkpointer import open_checkpointer
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.persistence.database import create_tables, open_engine
from agent_framework.persistence.database import database_url as parse_url
from agent_framework.persistence.locks import open_locks
from agent_framework.transactions.ledger import Entry, EntryState, Ledger

__all__ = ["StorageConformance"]

AT = "2026-01-01T12:00:00+00:00"
RIVALS = 10
THREAD = {"configurable": {"thread_id": "conformance"}}
IDENTITY = Identity("default", "agent", "CUST-1", "s-1")
SAMPLES: dict[type, Any] = {str: "não", int: 7, bool: True, list: [{"a": [1, None]}], dict: {"ç": {"b": "1.50"}}}


class StorageConformance:
    """Inherit it and give `state`, the project's state schema."""

    state: ClassVar[type]

    def test_a_checkpoint_keeps_every_declared_field(self, database_url: str) -> None:
        hints = get_type_hints(self.state)
        written = {name: SAMPLES[get_origin(hint) or hint] for name, hint in hints.items()}

        async def write_and_read() -> dict[str, Any]:
            async with self._graph(written, database_url) as graph:
                await graph.ainvoke({}, THREAD)
            async with self._graph(written, database_url) as reopened:
                values: dict[str, Any] = (await reopened.aget_state(THREAD)).values
                return values

        assert asyncio.run(write_and_read()) == written

    @asynccontextmanager
    async def _graph(self, written: dict[str, Any], url: str) -> AsyncIterator[Any]:
        async def write(_: Any) -> dict[str, Any]:
            return written

        graph: Any = StateGraph(self.state)
        graph.add_node("write", write)
        graph.add_edge(START, "write")
        graph.add_edge("write", END)
        async with open_checkpointer(parse_url(url)) as checkpointer:
            yield graph.compile(checkpointer=checkpointer)

    def test_a_ledger_claim_is_exclusive(self, database_url: str) -> None:
        async def race(first: AsyncEngine, second: AsyncEngine) -> None:
            ledgers = [Ledger(first), Ledger(second)] * (RIVALS // 2)
            claims = await asyncio.gather(*(ledger.claim(_entry()) for ledger in ledgers))
            assert [opened for _, opened in claims].count(True) == 1
            assert {entry.transaction_id for entry, _ in claims} == {"t-1"}

        _with_engines(database_url, race)

    def test_a_known_outcome_is_never_overwritten(self, database_url: str) -> None:
        async def close_twice(first: AsyncEngine, second: AsyncEngine) -> None:
            entry, _ = await Ledger(first).claim(_entry())
            await Ledger(first).close(entry, EntryState.SUCCEEDED, AT, result={"protocol": "P-1"})
            closed = await Ledger(second).close(entry, EntryState.FAILED, AT)
            assert (closed.state, closed.result) == (EntryState.SUCCEEDED, {"protocol": "P-1"})

        _with_engines(database_url, close_twice)

    def test_a_conversation_is_held_by_one_at_a_time(self, database_url: str) -> None:
        holders: list[int] = []

        async def hold(locks: Any) -> None:
            async with locks.hold(IDENTITY.conversation_key, 30):
                holders.append(1)
                assert len(holders) == 1
                await asyncio.sleep(0.001)
                holders.pop()

        async def race() -> None:
            async with open_locks(parse_url(database_url)) as locks:
                await asyncio.gather(*(hold(locks) for _ in range(RIVALS)))

        asyncio.run(race())

    def test_a_session_has_one_owner(self, database_url: str) -> None:
        async def claim_twice(first: AsyncEngine, second: AsyncEngine) -> None:
            await ConversationStore(first).claim(IDENTITY, AT)
            await ConversationStore(second).claim(IDENTITY, AT)
            with pytest.raises(ConversationNotFound):
                await ConversationStore(second).claim(IDENTITY._replace(customer_id="CUST-2"), AT)

        _with_engines(database_url, claim_twice)


def _entry() -> Entry:
    return Entry(
        tenant_id=IDENTITY.tenant_id,
        transaction_id="t-1",
        conversation_key=IDENTITY.conversation_key,
        customer_id=IDENTITY.customer_id,
        session_id=IDENTITY.session_id,
        idempotency_key="default:t-1",
        tool_name="any",
        arguments={"a": "1.50"},
        arguments_digest="d",
        started_at=AT,
    )


def _with_engines(url: str, body: Callable[[AsyncEngine, AsyncEngine], Awaitable[None]]) -> None:
    """Two engines, as two replicas have them."""

    async def run() -> None:
        first, second = open_engine(parse_url(url)), open_engine(parse_url(url))
        try:
            await create_tables(first)
            await body(first, second)
        finally:
            await first.dispose()
            await second.dispose()

    asyncio.run(run())
