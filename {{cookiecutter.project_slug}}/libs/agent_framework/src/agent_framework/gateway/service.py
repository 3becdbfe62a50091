"""What one process opens at start and closes at the end."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import StateGraph
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.domain.agents import Agent
from agent_framework.domain.messages import Catalog
from agent_framework.domain.registry import Domain, check_domain
from agent_framework.exceptions import DeclarationError
from agent_framework.gateway.identity import Authenticate, authentication
from agent_framework.models.client import Endpoint, ModelClient
from agent_framework.models.composing import Composer
from agent_framework.models.opinions import SecondOpinion
from agent_framework.models.proposals import Proposer
from agent_framework.persistence.checkpointer import open_checkpointer
from agent_framework.persistence.conversations import ConversationStore
from agent_framework.persistence.database import create_tables, database_url, open_engine, reading, storage_errors
from agent_framework.persistence.locks import open_locks
from agent_framework.routing.enterprise_router import EnterpriseRouter
from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.context import Clock
from agent_framework.runtime.conversation import ConversationHost
from agent_framework.runtime.desk import Desk, Limits
from agent_framework.runtime.execution import Executor
from agent_framework.runtime.listening import Listener
from agent_framework.runtime.parking import Parking
from agent_framework.runtime.readings import ReadingRoom
from agent_framework.runtime.remarks import Remarks
from agent_framework.runtime.respond import Responder
from agent_framework.runtime.settlement import Settlement
from agent_framework.runtime.state_contract import check_state_schema
from agent_framework.settings import FrameworkSettings
from agent_framework.transactions.ledger import Ledger
from agent_framework.understanding.intents import ambiguities
from agent_framework.understanding.lexicon import add_words_from
from agent_framework.understanding.understand import Reader

__all__ = ["BuildGraph", "OpenServices", "Project", "Service", "open_service"]

BuildGraph: TypeAlias = Callable[[AgentRuntime], StateGraph[Any, Any, Any, Any]]
OpenServices: TypeAlias = Callable[[AsyncEngine, Clock], Awaitable[Any]]


def utc_now() -> datetime:
    """The clock of a real process."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Project:
    """What a project brings: its agents, texts, state, graph and the systems behind its tools.

    `words` is a folder with `<language>.yaml` files whose words are added to the framework's lexicon, group by group.
    """

    agents: Sequence[Agent]
    messages: Path
    state: type
    build_graph: BuildGraph
    words: Path | None = None
    open_services: OpenServices | None = None
    authenticate: Authenticate | None = None
    clock: Clock = utc_now

    def domain(self, settings: FrameworkSettings) -> Domain:
        """The declaration, checked.

        Raises:
            DeclarationError: with every problem found.
        """
        add_words_from(*filter(None, [self.words]))
        texts = Catalog.load(self.messages, currency=settings.currency)
        domain = Domain(self.agents, texts, settings.default_language)
        check_domain(domain)
        check_state_schema(self.state)
        if clashes := [clash for language in texts.languages for clash in ambiguities(self.agents, language)]:
            raise DeclarationError(*clashes)
        return domain


@dataclass(frozen=True)
class Service:
    """A running service: what the routes use."""

    settings: FrameworkSettings
    host: ConversationHost
    authenticate: Authenticate
    engine: AsyncEngine

    async def ping(self) -> None:
        """Ask the database for something.

        Raises:
            StorageUnavailable: it does not answer.
        """
        async with storage_errors(), reading(self.engine) as connection:
            await connection.execute(text("SELECT 1"))


@asynccontextmanager
async def open_service(
    project: Project, domain: Domain, settings: FrameworkSettings, *, sweep: bool = True
) -> AsyncIterator[Service]:
    """Open the database, build the graph; on exit wait for the turns under way and close everything.

    `sweep` settles what a crash left open; without it nothing is called that nobody asked for.
    """
    url = database_url(settings.database_url)
    async with AsyncExitStack() as opened:
        engine = open_engine(url)
        opened.push_async_callback(engine.dispose)
        relaxed = open_engine(url, survives_power_cut=False)
        opened.push_async_callback(relaxed.dispose)
        await create_tables(engine)
        services = await project.open_services(engine, project.clock) if project.open_services else None
        checkpointer = await opened.enter_async_context(open_checkpointer(url))
        locks = await opened.enter_async_context(open_locks(url))
        ledger = Ledger(engine)
        models = await _open_models(settings, domain)
        runtime = build_runtime(domain, ledger, project.clock, _limits(settings), models)
        runtime.responder.prepare()
        host = ConversationHost(
            graph=_compile(project, runtime, checkpointer),
            domain=domain,
            store=ConversationStore(relaxed),
            ledger=ledger,
            locks=locks,
            checkpointer=checkpointer,
            clock=project.clock,
            agent_id=settings.agent_id,
            services=services,
            lock_seconds=settings.lock_seconds,
            model_seconds=settings.model_budget_seconds,
        )
        opened.push_async_callback(host.drain)
        if sweep:
            await host.sweep()
        yield Service(settings, host, project.authenticate or authentication(settings), engine)


@dataclass(frozen=True)
class Models:
    """What a model is asked for; by default nothing."""

    proposer: Proposer | None = None
    composer: Composer | None = None
    opinion: SecondOpinion | None = None


async def _open_models(settings: FrameworkSettings, domain: Domain) -> Models:
    if not settings.uses_model:
        return Models()
    client = ModelClient(
        Endpoint(
            model=settings.openai_model,
            api_key=settings.openai_api_key.get_secret_value(),
            base_url=settings.openai_base_url,
            timeout=settings.model_timeout_seconds,
            retries=settings.model_retries,
            pause=settings.model_pause_seconds,
        )
    )
    await asyncio.to_thread(client.prepare)
    return Models(
        Proposer(client, domain) if settings.model_understand else None,
        Composer(client) if settings.model_compose else None,
        SecondOpinion(client) if settings.model_judge else None,
    )


def build_runtime(
    domain: Domain, ledger: Ledger, clock: Clock, limits: Limits, models: Models = Models()
) -> AgentRuntime:
    """The runtime with its parts."""
    desk = Desk(domain, limits)
    return AgentRuntime(
        domain=domain,
        listener=Listener(domain, Reader(domain.agents, domain.texts.languages), desk, models.proposer),
        router=EnterpriseRouter(domain),
        desk=desk,
        parking=Parking(domain, desk),
        settlement=Settlement(domain, desk, Executor(ledger, clock)),
        readings=ReadingRoom(domain),
        remarks=Remarks(domain),
        responder=Responder(domain, models.composer, models.opinion),
    )


def _limits(settings: FrameworkSettings) -> Limits:
    return Limits(
        confirmation_seconds=settings.confirmation_seconds,
        collecting_seconds=settings.collecting_seconds,
        suspended_seconds=settings.suspended_seconds,
        attempts=settings.max_attempts,
    )


def _compile(project: Project, runtime: AgentRuntime, checkpointer: BaseCheckpointSaver[str]) -> Any:
    return project.build_graph(runtime).compile(checkpointer=checkpointer)
