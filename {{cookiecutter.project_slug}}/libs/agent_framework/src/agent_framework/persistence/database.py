"""One database for checkpoints, ledger, inbox and journal: an SQLite file, or PostgreSQL for several replicas."""

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from agent_framework.exceptions import DeclarationError, StorageUnavailable
from agent_framework.persistence.sqlite import connect
from agent_framework.persistence.tables import metadata

__all__ = [
    "create_tables",
    "database_url",
    "is_sqlite",
    "one_starter",
    "open_engine",
    "reading",
    "sqlite_path",
    "storage_errors",
]

SETUP_LOCK: Final = 7_431_960_018


def database_url(given: str) -> URL:
    """The parsed `DATABASE_URL` with the driver that is used here.

    Raises:
        DeclarationError: for anything but SQLite and PostgreSQL.
    """
    try:
        url = make_url(given)
    except ArgumentError as error:
        raise DeclarationError(
            f"DATABASE_URL {given!r} is no URL; write sqlite:///data/agent.db or postgresql://…"
        ) from error
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:":
            raise DeclarationError("DATABASE_URL must name a file: sqlite:///data/agent.db")
        return url.set(drivername="sqlite+aiosqlite")
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    raise DeclarationError(f"DATABASE_URL {url.render_as_string()!r}: only sqlite:/// and postgresql:// are supported")


def is_sqlite(url: URL) -> bool:
    """Whether the database is a file of this machine."""
    return url.get_backend_name() == "sqlite"


def sqlite_path(url: URL) -> Path:
    """The file of an SQLite URL."""
    return Path(url.database or "")


def open_engine(url: URL, *, survives_power_cut: bool = True) -> AsyncEngine:
    """An engine on this database.

    `survives_power_cut` matters on SQLite: a commit then waits for the disk. Without it a commit survives the end of the
    process, which is enough for whatever the ledger can repeat. On PostgreSQL dead connections are found before use.
    """
    if not is_sqlite(url):
        return create_async_engine(
            url, pool_size=10, max_overflow=10, pool_pre_ping=True, pool_timeout=5, json_serializer=_to_json
        )
    path = sqlite_path(url)
    path.parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(
        url,
        async_creator=partial(connect, path, synchronous="FULL" if survives_power_cut else "NORMAL", autocommit=True),
        json_serializer=_to_json,
        pool_size=4,
        max_overflow=8,
    )
    event.listen(engine.sync_engine, "begin", _begin_immediately)
    return engine


def reading(engine: AsyncEngine) -> AbstractAsyncContextManager[AsyncConnection]:
    """A connection that only reads: on SQLite it waits for no writer. `engine.begin()` is for everything else."""
    return engine.execution_options(read_only=True).connect()


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _begin_immediately(connection: Any) -> None:
    # A deferred transaction fails at once where it turns from reader to writer while another writes. A reader needs none.
    if not connection.get_execution_options().get("read_only", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def create_tables(engine: AsyncEngine) -> None:
    """Create what is missing. Several starters at once take turns."""
    async with engine.begin() as connection:
        await one_starter(connection)
        await connection.run_sync(metadata.create_all)


async def one_starter(connection: AsyncConnection) -> None:
    """Be the only one in this database's set-up until the transaction ends. SQLite's BEGIN IMMEDIATE does it by itself."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": SETUP_LOCK})


@asynccontextmanager
async def storage_errors() -> AsyncIterator[None]:
    """Turns a lost database into StorageUnavailable.

    Raises:
        StorageUnavailable: nothing was stored; the caller may try again.
    """
    try:
        yield
    except Exception as error:
        if _is_lost(error):
            raise StorageUnavailable("the database does not answer") from error
        raise


# By name: SQLAlchemy, sqlite3, psycopg and its pool have classes of their own, and psycopg is an extra.
LOST = frozenset({"OperationalError", "InterfaceError", "PoolTimeout", "PoolClosed", "TooManyRequests"})


def _is_lost(error: Exception) -> bool:
    return any(kind.__name__ in LOST for kind in type(error).__mro__)
