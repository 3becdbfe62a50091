"""What operators do to a running system: see what is in doubt, settle it, take over from the agent, delete what is old.

Each command opens the project as the server does, and serves nothing. Servers may run meanwhile.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self

from agent_framework.cli.refused import Refused
from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Tool
from agent_framework.exceptions import DeclarationError, DomainError
from agent_framework.gateway.service import Service, open_service
from agent_framework.persistence.conversations import ConversationStore, JournalEvent
from agent_framework.persistence.database import create_tables, database_url, open_engine
from agent_framework.runtime.conversation import Found
from agent_framework.runtime.public import public_arguments
from agent_framework.runtime.readings import told
from agent_framework.runtime.retention import prune
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.transactions.ledger import UNSETTLED, Entry, EntryState, Ledger

__all__ = [
    "Verdict",
    "prune_conversations",
    "settle_transaction",
    "take_over",
    "unsettled_executions",
    "waiting_for_a_person",
]


@dataclass(frozen=True)
class Verdict:
    """What an operator found out about an execution."""

    state: EntryState
    by: str
    reason: str
    result: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, *, succeeded: bool, result: str, reason: str, by: str) -> Self:
        """The verdict of the command's options.

        Raises:
            Refused: a failure without a reason or with a result, or a result that is no JSON object.
        """
        if not succeeded:
            if result:
                raise Refused("--failed has no --result: nothing was done")
            if not reason:
                raise Refused('--failed needs --reason "…": how you know that nothing was done')
            return cls(EntryState.FAILED, by, reason)
        try:
            given = json.loads(result or "{}")
        except json.JSONDecodeError as error:
            raise Refused(f"--result is no JSON: {error}") from None
        if not isinstance(given, dict):
            raise Refused(f"--result must be a JSON object of the tool's fields, not {result}")
        return cls(EntryState.SUCCEEDED, by, reason, given)


@asynccontextmanager
async def opened(folder: ProjectFolder) -> AsyncIterator[Service]:
    """The project's service, without the sweep: an operator's word must not be preceded by a call of the tool."""
    project, settings = folder.declared(), folder.settings()
    async with open_service(project, project.domain(settings), settings, sweep=False) as service:
        yield service


# --- in doubt ---------------------------------------------------------------------------------------------------------


def unsettled_executions(folder: ProjectFolder) -> list[dict[str, Any]]:
    """`{"transaction_id", "tool_name", "arguments", "state", "since", "calls", "tenant_id", "conversation_key"}`, masked."""
    settings = folder.settings()
    return asyncio.run(_unsettled(settings.database_url, folder.declared().domain(settings)))


async def _unsettled(url: str, domain: Domain) -> list[dict[str, Any]]:
    engine = open_engine(database_url(url))
    try:
        await create_tables(engine)
        return [_shown(entry, domain) for entry in await Ledger(engine).unsettled()]
    finally:
        await engine.dispose()


def _shown(entry: Entry, domain: Domain) -> dict[str, Any]:
    return {
        "transaction_id": entry.transaction_id,
        "tool_name": entry.tool_name,
        "arguments": public_arguments(entry.tool_name, entry.arguments, domain),
        "state": entry.state.value,
        "since": entry.started_at,
        "calls": entry.calls,
        "tenant_id": entry.tenant_id,
        "conversation_key": entry.conversation_key,
    }


# --- settle -----------------------------------------------------------------------------------------------------------


def settle_transaction(folder: ProjectFolder, transaction_id: str, verdict: Verdict) -> str:
    """Settle an execution; what to tell the operator.

    Raises:
        Refused: it is unknown or settled already, or its result could not be told to the customer.
        StorageUnavailable: the conversation is busy.
    """
    return asyncio.run(_settle(folder, transaction_id, verdict))


async def _settle(folder: ProjectFolder, transaction_id: str, verdict: Verdict) -> str:
    async with opened(folder) as service:
        entry = _only(await service.host.ledger.named(transaction_id), transaction_id)
        found = Found(verdict.state, verdict.by, verdict.reason, _result(verdict, entry, service.host.domain))
        closed = await service.host.settle_by_hand(entry, found)
    if closed.settled_by != found.settled_by:
        raise Refused(_already(closed))
    return f"{transaction_id} {closed.state.value}, settled by {closed.settled_by}. The next answer tells the customer."


def _only(rows: list[Entry], transaction_id: str) -> Entry:
    if len(rows) != 1:
        raise Refused(f"the ledger has {len(rows)} executions with the id {transaction_id!r}: see agent in-doubt")
    if rows[0].state not in UNSETTLED:
        raise Refused(_already(rows[0]))
    return rows[0]


def _already(row: Entry) -> str:
    by = f", settled by {row.settled_by}" if row.settled_by else ""
    return f"{row.transaction_id} is {row.state.value} since {row.finished_at}{by}: what is known is never overwritten"


def _result(verdict: Verdict, entry: Entry, domain: Domain) -> dict[str, Any] | None:
    """The result as evidence: what the operator gave, beside the arguments that were confirmed."""
    tool = domain.tools.get(entry.tool_name)
    if tool is None:
        raise Refused(f"{entry.tool_name} is not declared any more: run this with the version that declares it")
    if verdict.state is EntryState.FAILED:
        return None
    result = {**entry.arguments, **verdict.result}
    _check_tellable(result, tool, domain)
    return result


def _check_tellable(result: dict[str, Any], tool: Tool, domain: Domain) -> None:
    try:
        for language in domain.texts.languages:
            for text in told(tool, result):
                domain.texts.say(text, language)
    except (DeclarationError, DomainError, ValueError, ArithmeticError) as error:
        raise Refused(f"this --result cannot be told to the customer: {error}") from None


# --- hand-over --------------------------------------------------------------------------------------------------------


def waiting_for_a_person(folder: ProjectFolder) -> list[dict[str, Any]]:
    """The conversations that were handed over and that nobody has taken yet (see `ConversationStore.all_handed_over`)."""
    return asyncio.run(_handed_over(folder.settings().database_url))


async def _handed_over(url: str) -> list[dict[str, Any]]:
    async with journal_of(url) as store:
        return await store.all_handed_over()


def take_over(folder: ProjectFolder, conversation_key: str, by: str) -> str:
    """Note that a person has this conversation now; what to tell them.

    Raises:
        Refused: it does not wait for anybody.
    """
    return asyncio.run(_take_over(folder.settings().database_url, conversation_key, by))


async def _take_over(url: str, key: str, by: str) -> str:
    async with journal_of(url) as store:
        if await store.handed_over(key) is None:
            raise Refused(f"{key!r} does not wait for a person: see agent handed-over")
        await store.append(key, "", [JournalEvent("taken_over", {"by": by}, datetime.now(UTC).isoformat())])
    return f"{key} taken over by {by}."


@asynccontextmanager
async def journal_of(url: str) -> AsyncIterator[ConversationStore]:
    """The journal in this database."""
    engine = open_engine(database_url(url))
    try:
        await create_tables(engine)
        yield ConversationStore(engine)
    finally:
        await engine.dispose()


# --- prune ------------------------------------------------------------------------------------------------------------


def prune_conversations(folder: ProjectFolder, days: int | None) -> str:
    """Delete what is older than `days`, or the setting; what to tell the operator."""
    return asyncio.run(_prune(folder, days))


async def _prune(folder: ProjectFolder, days: int | None) -> str:
    async with opened(folder) as service:
        kept = days or service.settings.retention_days
        pruned = await prune(service.host, service.host.clock() - timedelta(days=kept))
    return (
        f"{pruned.forgotten} closed conversations deleted, {pruned.trimmed} shortened to the last {kept} days, "
        f"{pruned.open} left whole because something in them is open, {pruned.busy} busy."
    )
