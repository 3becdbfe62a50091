"""A running application on a fresh database of its own, torn down afterwards."""

import asyncio
import shlex
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from agent_framework.persistence.database import create_tables, database_url, open_engine
from agent_framework.runtime.context import Clock
from agent_framework.testing.clock import MovableClock
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.databases import fresh_database
from agent_framework.testing.postgres import PostgresServer
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.scenario import DEFAULT_CUSTOMER
from agent_framework.testing.servers import AppServer, OwnServer, ProcessServer

__all__ = ["Stage", "open_services", "open_stage"]


@dataclass(frozen=True)
class Stage:
    """A server and its database. The clock moves the application's only where that runs in this process."""

    folder: ProjectFolder
    server: OwnServer
    database_url: str
    clock: MovableClock

    def conversation(
        self, customer: str = DEFAULT_CUSTOMER, tenant: str = "default", session_id: str | None = None
    ) -> Conversation:
        """A conversation on this server; a new session unless one is named."""
        return Conversation(self.server, customer, tenant, session_id, self.database_url)

    def do(self, words: str) -> None:
        """Make something happen in the world: `ship_order PED-1001` awaits `ship_order(services, "PED-1001")`.

        Raises:
            LookupError: `tests/world.py` has no such function.
        """
        name, *arguments = shlex.split(words)
        action = self.folder.world_action(name)

        async def act() -> None:
            async with open_services(self.folder, self.database_url, self.clock) as services:
                await action(services, *arguments)

        asyncio.run(act())


@contextmanager
def open_stage(
    folder: ProjectFolder, *, process: bool = False, postgres: PostgresServer | None = None, **settings: Any
) -> Iterator[Stage]:
    """A fresh database with the application on it: in this process, with these settings, or as a real server process."""
    with fresh_database(postgres) as (url, scratch):
        clock = MovableClock()
        server: OwnServer
        if process:
            server = ProcessServer(folder.root, url, scratch)
        else:
            server = AppServer(lambda: folder.create_app(clock, database_url=url, _env_file=None, **settings))
        with server:
            yield Stage(folder, server, url, clock)


@asynccontextmanager
async def open_services(folder: ProjectFolder, url: str, clock: Clock) -> AsyncIterator[Any]:
    """The systems behind the project's tools, on this database; None where the project has none."""
    engine = open_engine(database_url(url))
    try:
        await create_tables(engine)
        opener = folder.declared().open_services
        yield await opener(engine, clock) if opener else None
    finally:
        await engine.dispose()
