"""Why a message is taken the way it is: what it says in a given state of the conversation, and what the router makes of it.

The message goes through the first two nodes of a turn; nothing is executed and nothing is stored.
"""

import asyncio
import shlex
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from langgraph.runtime import Runtime
from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from agent_framework.cli.refused import Refused
from agent_framework.domain.parameters import InvalidValue
from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Tool
from agent_framework.gateway.service import build_runtime, utc_now
from agent_framework.persistence.checkpointer import open_checkpointer
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.persistence.database import create_tables, database_url, open_engine
from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import Limits
from agent_framework.testing.databases import fresh_database
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.scenario import DEFAULT_CUSTOMER
from agent_framework.testing.stage import open_services
from agent_framework.transactions.digest import arguments_digest
from agent_framework.transactions.ledger import Ledger
from agent_framework.transactions.model import Confirmation, Status, Transaction
from agent_framework.understanding.model import Asked

__all__ = ["Situation", "Trace", "parse_state", "print_trace", "trace_message"]

STAGES: Final = {
    "collecting": Status.COLLECTING_PARAMETERS,
    "confirming": Status.AWAITING_CONFIRMATION,
    "suspended": Status.SUSPENDED,
}
QUESTIONS: Final = {
    Status.COLLECTING_PARAMETERS: Asked.PARAMETER,
    Status.AWAITING_CONFIRMATION: Asked.CONFIRMATION,
    Status.SUSPENDED: Asked.RESUME,
}
NOBODY: Final = "why"


@dataclass(frozen=True)
class Situation:
    """When the message comes: in a state put in words (see `parse_state`), or in a stored session.

    `language` is taken as given, not detected.
    """

    state: str = ""
    session: str | None = None
    tenant: str = "default"
    customer: str = DEFAULT_CUSTOMER
    language: str | None = None


@dataclass(frozen=True)
class Trace:
    """How a message was taken. `understood` and `decided` are the journal's events of these names, `state` is in words."""

    message: str
    state: str
    understood: Mapping[str, Any]
    decided: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "message": self.message,
            "state": self.state,
            "understood": dict(self.understood),
            "decided": dict(self.decided),
        }


# --- the state of the conversation --------------------------------------------------------------------------------------


def parse_state(words: str, domain: Domain, at: datetime) -> dict[str, Any]:
    """The fields of a state, from words such as `cancelar_pedido order_id=PED-1001 confirming`.

    First the tool, then its arguments, then `collecting`, `confirming` or `suspended`, whose question was the last one asked;
    without the last word a transaction with all its arguments is being confirmed. No words: nothing is pending.

    Raises:
        Refused: an unknown tool, parameter or word, or a value that is none.
    """
    if not words.strip():
        return {}
    name, *rest = shlex.split(words)
    tool = domain.tools.get(name)
    if tool is None:
        raise Refused(f"--state: no tool is called {name!r}; there are {', '.join(domain.tools)}")
    arguments = dict(_argument(tool, word) for word in rest if "=" in word)
    stages = [word for word in rest if "=" not in word]
    if unknown := [word for word in stages if word not in STAGES]:
        raise Refused(f"--state: {unknown[0]!r} is no stage; write {' or '.join(STAGES)}, and arguments as name=value")
    missing = tuple(name for name in tool.required if name not in arguments)
    intent = next(intent.name for intent in domain.intents.values() if intent.tool.name == tool.name)
    if not tool.transactional:
        return {"pending_tool_call": {"tool_name": tool.name, "intent": intent, "arguments": arguments}}
    status = STAGES[stages[-1]] if stages else STAGES["collecting" if missing else "confirming"]
    if missing and status is Status.AWAITING_CONFIRMATION:
        raise Refused(f"--state: {tool.name} cannot be confirming without {', '.join(missing)}")
    transaction = _transaction(domain, intent, tool, arguments, status, missing, at).to_state()
    asked = {"asked": QUESTIONS[status].value, "parameter": next(iter(missing), None), "transaction_id": NOBODY}
    if status is Status.SUSPENDED:
        return {"suspended_transactions": [transaction], "last_question": asked}
    return {"active_transaction": transaction, "last_question": asked}


def _argument(tool: Tool, word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    if name not in tool.parameters:
        raise Refused(f"--state: {tool.name} has no parameter {name!r}; it has {', '.join(tool.parameters) or 'none'}")
    try:
        return name, tool.parameters[name].type.parse(value)
    except InvalidValue as error:
        raise Refused(f"--state: {value!r} is no {name} ({error.reason})") from None


def _transaction(
    domain: Domain,
    intent: str,
    tool: Tool,
    arguments: Mapping[str, str],
    status: Status,
    missing: tuple[str, ...],
    at: datetime,
) -> Transaction:
    frozen = Confirmation(arguments_digest(NOBODY, tool, arguments), at.isoformat())
    return Transaction(
        transaction_id=NOBODY,
        tool_name=tool.name,
        intent=intent,
        agent=domain.agent_of[intent].name,
        status=status,
        created_at=at.isoformat(),
        updated_at=at.isoformat(),
        arguments=arguments,
        missing_parameters=missing,
        confirmation=frozen if status is Status.AWAITING_CONFIRMATION else None,
    )


def _in_words(state: Mapping[str, Any]) -> str:
    """A state, in the words of `parse_state` where it has some."""
    parked = next(iter(state.get("suspended_transactions", [])), None)
    pending = state.get("active_transaction") or state.get("pending_tool_call") or parked
    if not pending:
        return "nothing pending"
    arguments = [f"{name}={shlex.quote(value)}" for name, value in pending["arguments"].items()]
    stage = {status.value: word for word, status in STAGES.items()}.get(pending.get("status", ""), "")
    return " ".join(filter(None, [pending["tool_name"], *arguments, stage or pending.get("status", "").lower()]))


# --- the message in it --------------------------------------------------------------------------------------------------


def trace_message(folder: ProjectFolder, message: str, when: Situation) -> Trace:
    """How the project takes this message in this situation.

    Raises:
        Refused: the state makes no sense, or there is no such session.
    """
    return asyncio.run(_trace(folder, message, when))


async def _trace(folder: ProjectFolder, message: str, when: Situation) -> Trace:
    settings = folder.settings()
    domain = folder.declared().domain(settings)
    with fresh_database() as (scratch, _):
        async with open_services(folder, settings.database_url if when.session else scratch, utc_now) as services:
            identity = Identity(when.tenant, settings.agent_id, when.customer, when.session or NOBODY)
            if when.session:
                identity, state = await _stored(settings.database_url, identity)
            else:
                state = parse_state(when.state, domain, utc_now())
            context = TurnContext(identity, NOBODY, utc_now(), domain.default_language, services)
            async with _runtime(domain, scratch) as runtime:
                return await _take(runtime, {**state, "message": message}, context, when.language)


async def _stored(url: str, identity: Identity) -> tuple[Identity, Mapping[str, Any]]:
    """A session's owner and checkpoint."""
    engine = open_engine(database_url(url))
    try:
        owner = await ConversationStore(engine).owner(identity)
    finally:
        await engine.dispose()
    if owner is None:
        raise Refused(f"{url} has no session {identity.session_id!r} of tenant {identity.tenant_id!r}")
    identity = identity._replace(customer_id=owner)
    async with open_checkpointer(database_url(url)) as checkpointer:
        stored = await checkpointer.aget({"configurable": {"thread_id": identity.conversation_key}})
    return identity, stored["channel_values"] if stored else {}


@asynccontextmanager
async def _runtime(domain: Domain, scratch: str) -> AsyncIterator[AgentRuntime]:
    """A runtime whose ledger is empty: a turn starts with settling what is open, and here nothing may be executed."""
    engine = open_engine(database_url(scratch))
    try:
        await create_tables(engine)
        yield build_runtime(domain, Ledger(engine), utc_now, Limits())
    finally:
        await engine.dispose()


async def _take(runtime: AgentRuntime, state: Mapping[str, Any], context: TurnContext, language: str | None) -> Trace:
    turn = Runtime(context=context)
    received = {**state, **await runtime.receive(state, turn)}
    if language:
        received["language"] = language
    await runtime.route(received, turn)
    events = {item.event: item.data for item in context.events}
    return Trace(str(state["message"]), _in_words(received), events["understood"], events["decided"])


# --- to be read ---------------------------------------------------------------------------------------------------------


def print_trace(trace: Trace, out: Console) -> None:
    """The trace, one kind of finding a row; what the message does not say is left out."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for kind, found in _rows(trace):
        table.add_row(kind, Line(found))
    out.print(table)


def _rows(trace: Trace) -> Iterator[tuple[str, str]]:
    said = trace.understood
    yield "message", trace.message
    yield "state", trace.state
    yield "language", said["language"]
    more = [f"and {said['tokens_left_out']} more"] if said.get("tokens_left_out") else []
    yield "tokens", " · ".join([*said.get("tokens", []), *more])
    for number, (name, words, start, end) in enumerate(said.get("cues", [])):
        yield "cues" if number == 0 else "", f"{start:>3}–{end:<3} {name:<20} {words}"
    if left_out := said.get("cues_left_out"):
        yield "", f"and {left_out} more"
    yield from _values(said)
    if consent := said.get("consent"):
        marks = [mark.replace("_", " ") for mark in ("acknowledgement", "side_question") if mark in consent]
        yield "consent", f"{', '.join([consent['reply'], *marks])} (rule: {consent['rule']})"
    for key in ("abandonment", "question", "refers_to_last", "refers_to_another"):
        if said.get(key):
            yield key.replace("_", " "), "yes"
    yield from (("intent", _intent(item)) for item in said.get("intents", []))
    if pattern := said.get("pattern"):
        yield "pattern", " ".join([pattern, *said.get("mentioned", [])])
    yield "decision", f"{trace.decided['act']} (rule: {trace.decided['rule']})"
    if requests := trace.decided.get("requests"):
        yield "then serves", ", ".join(requests)


def _values(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from (("value", f"{name} = {value}") for name, value in said.get("values", {}).items())
    yield from (("competing", f"{name} = {' or '.join(values)}") for name, values in said.get("competing", {}).items())
    reasons = said.get("reasons", {})
    yield from (
        ("rejected", f"{name}: {words} ({reasons.get(name, 'no reason')})")
        for name, words in said.get("rejected", {}).items()
    )
    yield from (("withdrawn", name) for name in said.get("withdrawn", []))


def _intent(item: Mapping[str, Any]) -> str:
    values = [f"{name} = {value}" for name, value in item.get("values", {}).items()]
    return " ".join([item["intent"], item["strength"], *values])
