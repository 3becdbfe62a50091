"""The ledger: one row per transaction, claimed once, never overwritten once the outcome is known (I2)."""

import asyncio
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.transactions.ledger import Entry, EntryState, Ledger

NOW = "2026-01-01T12:00:00+00:00"
ENTRY = Entry(
    tenant_id="default",
    transaction_id="t1",
    conversation_key="default:agent:C1:s1",
    customer_id="C1",
    session_id="s1",
    idempotency_key="default:t1",
    tool_name="reserve",
    arguments={"book_id": "B-1"},
    arguments_digest="d",
    started_at=NOW,
)


async def test_of_many_claims_at_once_one_opens_the_row(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    claims = await asyncio.gather(*(ledger.claim(ENTRY) for _ in range(20)))
    assert sum(opened for _, opened in claims) == 1
    assert {row.transaction_id for row, _ in claims} == {"t1"}


async def test_a_closed_row_answers_a_later_claim(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    await ledger.claim(ENTRY)
    await ledger.close(ENTRY, EntryState.SUCCEEDED, NOW, result={"protocol": "R-1"})
    row, opened = await ledger.claim(ENTRY)
    assert not opened
    assert (row.state, row.result) == (EntryState.SUCCEEDED, {"protocol": "R-1"})


async def test_a_known_outcome_is_never_overwritten(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    await ledger.claim(ENTRY)
    await ledger.close(ENTRY, EntryState.SUCCEEDED, NOW, result={"protocol": "R-1"})
    row = await ledger.close(ENTRY, EntryState.FAILED, NOW)
    assert (row.state, row.result) == (EntryState.SUCCEEDED, {"protocol": "R-1"})


async def test_an_unknown_outcome_is_settled_later(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    await ledger.claim(ENTRY)
    await ledger.close(ENTRY, EntryState.IN_DOUBT, NOW)
    assert [row.transaction_id for row in await ledger.unsettled()] == ["t1"]
    await ledger.close(ENTRY, EntryState.SUCCEEDED, NOW, result={}, settled_by="operator: seen in the back office")
    assert await ledger.unsettled() == []


async def test_a_turn_sees_its_own_rows_only(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    other = replace(ENTRY, transaction_id="t2", idempotency_key="default:t2", conversation_key="default:agent:C2:s2")
    await ledger.claim(ENTRY)
    await ledger.claim(other)
    assert [row.transaction_id for row in await ledger.concerning(ENTRY.conversation_key, [])] == ["t1"]


async def test_each_further_call_is_counted(engine: AsyncEngine) -> None:
    ledger = Ledger(engine)
    await ledger.claim(ENTRY)
    await ledger.count_call(ENTRY)
    row = await ledger.find("default", "t1")
    assert row is not None
    assert row.calls == 2
