"""The same promises on PostgreSQL: locks, ledger, conversations, checkpoints."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator

import pytest
from psycopg_pool import PoolTimeout
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.exceptions import StorageUnavailable
from agent_framework.persistence.checkpointer import open_checkpointer
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.persistence.database import create_tables, database_url, open_engine
from agent_framework.persistence.locks import ConversationLocks, open_locks
from agent_framework.persistence.postgres import ImpatientPool
from agent_framework.testing.postgres import PostgresServer, postgres_programs, postgres_server
from agent_framework.transactions.ledger import Entry, Ledger

NOW = "2026-01-01T12:00:00+00:00"

pytestmark = pytest.mark.skipif(
    postgres_programs() is None and not os.environ.get("CI"), reason="PostgreSQL's server is not installed"
)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as running:
        yield running


@pytest.fixture
def url(server: PostgresServer, request: pytest.FixtureRequest) -> URL:
    return database_url(server.create_database(request.node.name[:60]))


@pytest.fixture
async def engine(url: URL) -> AsyncIterator[AsyncEngine]:
    opened = open_engine(url)
    await create_tables(opened)
    yield opened
    await opened.dispose()


async def test_two_starters_on_an_empty_database(url: URL) -> None:
    async def start() -> None:
        engine = open_engine(url)
        await create_tables(engine)
        await engine.dispose()
        async with open_checkpointer(url):
            pass

    await asyncio.gather(*(start() for _ in range(4)))


async def test_one_claim_opens_the_row(engine: AsyncEngine) -> None:
    entry = Entry("default", "t1", "k", "C1", "s1", "default:t1", "reserve", {}, "d", NOW)
    claims = await asyncio.gather(*(Ledger(engine).claim(entry) for _ in range(20)))
    assert sum(opened for _, opened in claims) == 1


async def test_the_owner_is_written_once(engine: AsyncEngine) -> None:
    store = ConversationStore(engine)
    await store.claim(Identity("default", "agent", "C1", "s1"), NOW)
    assert await store.owner(Identity("default", "agent", "C2", "s1")) == "C1"


async def test_two_replicas_take_turns(url: URL) -> None:
    inside = most = 0
    async with open_locks(url) as one, open_locks(url) as two:

        async def turn(number: int) -> None:
            nonlocal inside, most
            async with (one, two)[number % 2].hold("k", 20):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*(turn(number) for number in range(40)))
    assert most == 1


async def test_who_waits_too_long_is_told_and_leaves_nothing_locked(url: URL) -> None:
    async with open_locks(url) as one, open_locks(url) as two:
        async with one.hold("k", 1):
            with pytest.raises(StorageUnavailable):
                async with two.hold("k", 0.2):
                    pass
        async with two.hold("k", 1):
            pass


async def test_a_lost_database_is_said_and_service_resumes(
    server: PostgresServer, engine: AsyncEngine, url: URL
) -> None:
    store = ConversationStore(engine)
    identity = Identity("default", "agent", "C1", "s1")
    async with open_locks(url) as locks:
        async with locks.hold("k", 5):
            await store.claim(identity, NOW)
        server.stop()
        with pytest.raises(StorageUnavailable):
            async with locks.hold("k", 2):
                await store.claim(identity, NOW)
        server.start()
        async with asyncio.timeout(30):
            while not await _claims(store, locks, identity):
                await asyncio.sleep(0.1)


async def _claims(store: ConversationStore, locks: ConversationLocks, identity: Identity) -> bool:
    """Whether the database is back for a client that repeats its message."""
    try:
        async with locks.hold("k", 2):
            await store.claim(identity, NOW)
    except StorageUnavailable:
        return False
    return True


async def test_nobody_waits_for_a_database_that_refuses(server: PostgresServer, url: URL) -> None:
    """The pool's own patience is an hour here: what ends the wait is that the database is seen to be gone."""
    conninfo = url.set(drivername="postgresql").render_as_string()
    async with ImpatientPool(conninfo, min_size=1, timeout=3600, check=ImpatientPool.check_connection) as pool:
        server.stop()
        try:
            async with asyncio.timeout(60):
                waits = await asyncio.gather(*(pool.getconn() for _ in range(5)), return_exceptions=True)
        finally:
            server.start()
        assert [type(error) for error in waits] == [PoolTimeout] * 5
        async with asyncio.timeout(60):
            while not await answers(pool):
                pass


async def answers(pool: ImpatientPool) -> bool:
    try:
        async with pool.connection() as connection:
            await connection.execute("SELECT 1")
    except PoolTimeout:
        return False
    return True
