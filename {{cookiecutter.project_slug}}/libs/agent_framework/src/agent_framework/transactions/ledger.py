"""The execution ledger: what makes a confirmed transaction run at most once (I2).

A row is written and committed before the tool is called and closed after it. Whoever finds a row does not call the tool
on its own account: a closed row answers, an open one is settled the way the tool declares.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import RowMapping, Select, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.persistence.database import reading, storage_errors
from agent_framework.persistence.tables import ledger

__all__ = ["Entry", "EntryState", "Ledger"]


class EntryState(StrEnum):
    """State of an execution."""

    STARTED = "STARTED"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    IN_DOUBT = "IN_DOUBT"


UNSETTLED = (EntryState.STARTED, EntryState.IN_DOUBT)


# Every turn asks it: built once.
CONCERNING: Final = (
    select(ledger)
    .where(
        ledger.c.conversation_key == bindparam("key"),
        ledger.c.state.in_(UNSETTLED) | ledger.c.transaction_id.in_(bindparam("ids", expanding=True)),
    )
    .order_by(ledger.c.started_at)
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row.

    `calls` counts the calls of the tool begun so far; `reason` is `{"key", "params"}` of a message where the tool
    reported a failure.
    """

    tenant_id: str
    transaction_id: str
    conversation_key: str
    customer_id: str
    session_id: str
    idempotency_key: str
    tool_name: str
    arguments: Mapping[str, str]
    arguments_digest: str
    started_at: str
    state: EntryState = EntryState.STARTED
    calls: int = 1
    result: Mapping[str, Any] | None = None
    reason: Mapping[str, Any] | None = None
    finished_at: str | None = None
    settled_by: str | None = None


class Ledger:
    """Claims, closes and finds executions. Every method is one committed database transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._insert = insert_sqlite if engine.dialect.name == "sqlite" else insert_postgresql

    async def claim(self, entry: Entry) -> tuple[Entry, bool]:
        """Open the row of a transaction, or find the one that is there. True where this call opened it."""
        row = {name: getattr(entry, name) for name in ledger.columns.keys()}  # noqa: SIM118 - iterating gives columns
        async with storage_errors(), self._engine.begin() as connection:
            # RETURNING, not rowcount: drivers answer -1 there, which reads as "yes".
            statement = self._insert(ledger).values(row).on_conflict_do_nothing().returning(ledger.c.transaction_id)
            opened = (await connection.execute(statement)).first()
        if opened:
            return entry, True
        found = await self.find(entry.tenant_id, entry.transaction_id)
        if found is None:
            raise RuntimeError(f"the idempotency key {entry.idempotency_key} belongs to another transaction")
        return found, False

    async def count_call(self, entry: Entry) -> None:
        """Note that the tool is about to be called once more; the row is opened with its first call counted."""
        await self._update(entry, {"calls": ledger.c.calls + 1})

    async def close(
        self,
        entry: Entry,
        state: EntryState,
        at: str,
        *,
        result: Mapping[str, Any] | None = None,
        reason: Mapping[str, Any] | None = None,
        settled_by: str | None = None,
    ) -> Entry:
        """Close an open row and return it. What is known for certain is never overwritten."""
        unsettled = ledger.c.state.in_(UNSETTLED)
        values = {"state": state, "result": result, "reason": reason, "finished_at": at, "settled_by": settled_by}
        if closed := await self._update(entry, values, unsettled):
            return closed
        found = await self.find(entry.tenant_id, entry.transaction_id)
        if found is None:
            raise RuntimeError(f"the ledger has no row for {entry.transaction_id}")
        return found

    async def find(self, tenant_id: str, transaction_id: str) -> Entry | None:
        """The row of a transaction."""
        query = select(ledger).where(ledger.c.tenant_id == tenant_id, ledger.c.transaction_id == transaction_id)
        async with storage_errors(), reading(self._engine) as connection:
            row = (await connection.execute(query)).mappings().first()
        return _entry(row) if row else None

    async def concerning(self, conversation_key: str, transaction_ids: Collection[str]) -> list[Entry]:
        """The rows that a turn of this conversation must look at first, oldest first.

        Those are the rows without a known outcome, and those of the transactions that the conversation has open: a crash
        may have kept their outcome from the checkpoint.
        """
        async with storage_errors(), reading(self._engine) as connection:
            found = await connection.execute(CONCERNING, {"key": conversation_key, "ids": list(transaction_ids)})
            return [_entry(row) for row in found.mappings()]

    async def named(self, transaction_id: str) -> list[Entry]:
        """The rows with this id, one a tenant: for a person, who knows no tenant."""
        return await self._select(select(ledger).where(ledger.c.transaction_id == transaction_id))

    async def unsettled(self) -> list[Entry]:
        """All rows whose outcome is not known yet, oldest first."""
        return await self._select(select(ledger).where(ledger.c.state.in_(UNSETTLED)))

    async def _select(self, query: Select[Any]) -> list[Entry]:
        async with storage_errors(), reading(self._engine) as connection:
            rows = (await connection.execute(query.order_by(ledger.c.started_at))).mappings().all()
        return [_entry(row) for row in rows]

    async def _update(self, entry: Entry, values: Mapping[str, Any], *conditions: Any) -> Entry | None:
        """The row as it is then; None where the conditions do not hold."""
        statement = update(ledger).where(
            ledger.c.tenant_id == entry.tenant_id, ledger.c.transaction_id == entry.transaction_id, *conditions
        )
        async with storage_errors(), self._engine.begin() as connection:
            row = (await connection.execute(statement.values(**values).returning(ledger))).mappings().first()
        return _entry(row) if row else None


def _entry(row: RowMapping) -> Entry:
    return Entry(**{**row, "state": EntryState(row["state"])})
