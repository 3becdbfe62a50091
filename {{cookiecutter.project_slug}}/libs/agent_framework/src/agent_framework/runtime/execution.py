"""Running a confirmed transaction at most once."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, to_jsonable_python

from agent_framework.domain.tools import Idempotent, Queryable, Tool, ToolContext
from agent_framework.exceptions import DomainError, ToolFailed
from agent_framework.observability import metrics
from agent_framework.runtime.context import Clock
from agent_framework.transactions.ledger import Entry, EntryState, Ledger

__all__ = ["NOT_DONE", "Executor", "plain_result"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Executor:
    """Calls transactional tools through the ledger, and settles what a crash or a time-out left open."""

    ledger: Ledger
    clock: Clock

    async def run(self, tool: Tool, entry: Entry, context: ToolContext) -> Entry:
        """Execute once and return the row as it stands then: SUCCEEDED, FAILED or IN_DOUBT, or STARTED never.

        A row that is already there is not executed again: closed, it answers; open, it is settled.
        """
        row, opened = await self.ledger.claim(entry)
        if not opened:
            return await self.settle(tool, row, context)
        return await self._call(tool, row, context, retry=isinstance(tool.recovery, Idempotent))

    async def settle(self, tool: Tool, row: Entry, context: ToolContext) -> Entry:
        """What became of a row that somebody else opened. Known outcomes are returned as they are."""
        if row.state in (EntryState.SUCCEEDED, EntryState.FAILED):
            return row
        if isinstance(tool.recovery, Idempotent):
            return await self._call_again(tool, row, context)
        if isinstance(tool.recovery, Queryable):
            return await self._look_up(tool, tool.recovery, row, context)
        return await self._close(row, EntryState.IN_DOUBT)

    async def _call_again(self, tool: Tool, row: Entry, context: ToolContext) -> Entry:
        await self.ledger.count_call(row)
        return await self._call(tool, row, context, retry=False)

    async def _call(self, tool: Tool, row: Entry, context: ToolContext, *, retry: bool) -> Entry:
        try:
            async with asyncio.timeout(tool.timeout):
                returned = await tool.function(**tool.load(row.arguments), context=context)
            result = plain_result(tool, returned)
        except ToolFailed as failure:
            reason = {"key": failure.reason, "params": failure.params}
            return await self._close(row, EntryState.FAILED, reason=reason)
        except Exception as error:  # whatever else a tool raises, its outcome is unknown
            log.error("tool outcome unknown", tool=tool.name, source=tool.source, error=repr(error), exc_info=True)
            return await self._unknown(tool, row, context, retry=retry)
        return await self._close(row, EntryState.SUCCEEDED, result=result)

    async def _unknown(self, tool: Tool, row: Entry, context: ToolContext, *, retry: bool) -> Entry:
        """One more try with the same key, or one look, where the tool declares that this is safe."""
        if retry:
            return await self._call_again(tool, row, context)
        row = await self._close(row, EntryState.IN_DOUBT)
        if isinstance(tool.recovery, Queryable):
            return await self._look_up(tool, tool.recovery, row, context)
        return row

    async def _look_up(self, tool: Tool, recovery: Queryable, row: Entry, context: ToolContext) -> Entry:
        try:
            async with asyncio.timeout(tool.timeout):
                found = await recovery.lookup(context)
            result = None if found is None else plain_result(tool, found)
        except Exception as error:  # a look-up that fails leaves the outcome as unknown as it was
            log.error("look-up failed", tool=tool.name, source=tool.source, error=repr(error), exc_info=True)
            return await self._close(row, EntryState.IN_DOUBT)
        if result is not None:
            return await self._close(row, EntryState.SUCCEEDED, result=result, settled_by="lookup")
        if self._nothing_is_final(tool, recovery, row):
            return await self._close(row, EntryState.FAILED, reason=NOT_DONE, settled_by="lookup")
        return await self._close(row, EntryState.IN_DOUBT)

    def _nothing_is_final(self, tool: Tool, recovery: Queryable, row: Entry) -> bool:
        """A look-up that finds nothing while the call may still be under way, here or at the remote, proves nothing."""
        started = datetime.fromisoformat(row.started_at)
        return self.clock() >= started + timedelta(seconds=tool.timeout + recovery.final_after)

    async def _close(self, row: Entry, state: EntryState, **values: Any) -> Entry:
        closed = await self.ledger.close(row, state, self.clock().isoformat(), **values)
        if closed.state is not row.state:
            metrics.execution_reached(row.tool_name, closed.state.value)
        return closed


NOT_DONE: Mapping[str, Any] = {"key": "framework.not_done", "params": {}}


def plain_result(tool: Tool, returned: Any) -> dict[str, Any]:
    """The result as plain JSON.

    Raises:
        DomainError: the tool returned something else than a mapping or a pydantic model of plain values.
    """
    try:
        plain = to_jsonable_python(returned)
    except PydanticSerializationError as error:
        raise DomainError(f"{tool.source}: {tool.name} returned what cannot be stored as JSON: {error}") from error
    if not isinstance(plain, dict) or not isinstance(returned, Mapping | BaseModel):
        raise DomainError(f"{tool.source}: {tool.name} returned {type(returned).__name__}; return a model or a dict")
    return plain
