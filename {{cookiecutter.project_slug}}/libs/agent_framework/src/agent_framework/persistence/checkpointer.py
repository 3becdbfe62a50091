"""LangGraph's checkpointer on our database, one checkpoint kept per conversation."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiosqlite
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy.engine import URL

from agent_framework.persistence.database import (
    BUSY_TIMEOUT_MS,
    SETUP_LOCK,
    is_sqlite,
    sqlite_path,
)

__all__ = ["open_checkpointer", "open_pool"]


class OneCheckpointSqliteSaver(AsyncSqliteSaver):
    """Keeps the newest checkpoint of a thread: what came before it is in the journal (facts.md, "Growth")."""

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Delete all but the newest checkpoint of the threads, with `"delete"` that one too."""
        older = "AND checkpoint_id < (SELECT max(checkpoint_id) FROM checkpoints WHERE thread_id = :thread)"
        condition = "thread_id = :thread " + (older if strategy == "keep_latest" else "")
        async with self.lock:
            for thread_id in thread_ids:
                for table in ("writes", "checkpoints"):
                    await self.conn.execute(f"DELETE FROM {table} WHERE {condition}", {"thread": thread_id})
            await self.conn.commit()


@asynccontextmanager
async def open_checkpointer(url: URL) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """The checkpointer of this database, set up and ready; closed on exit.

    The serialiser loads plain JSON values only: a row in the database can never execute code on load.
    """
    serializer = JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None)
    if is_sqlite(url):
        async with aiosqlite.connect(sqlite_path(url)) as connection:
            await connection.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
            await connection.execute("PRAGMA synchronous=NORMAL")
            saver = OneCheckpointSqliteSaver(connection, serde=serializer)
            await saver.setup()
            yield saver
    else:
        async with open_pool(url, size=10) as pool:
            yield await _postgres_saver(pool, serializer)


@asynccontextmanager
async def open_pool(url: URL, size: int) -> AsyncIterator[Any]:
    """A pool of psycopg connections as LangGraph wants them: autocommit, rows as dictionaries, checked before use."""
    from psycopg.rows import dict_row
    from psycopg_pool import AsyncConnectionPool

    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
    async with AsyncConnectionPool(
        conninfo, min_size=1, max_size=size, kwargs=options, timeout=10, check=AsyncConnectionPool.check_connection
    ) as pool:
        yield pool


async def _postgres_saver(pool: Any, serializer: JsonPlusSerializer) -> BaseCheckpointSaver[str]:
    """`setup()` from two replicas on an empty database kills one of them (facts.md, "Start"): hence the lock.

    It is polled for: a session that waits inside a statement would block the CREATE INDEX CONCURRENTLY of the one that holds it.
    """
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

    saver = AsyncPostgresSaver(pool, serde=serializer)
    async with pool.connection() as connection:
        while not await _try_setup_lock(connection):
            await asyncio.sleep(0.05)
        try:
            await saver.setup()
        finally:
            await connection.execute("SELECT pg_advisory_unlock(%s)", (SETUP_LOCK,))
    return saver


async def _try_setup_lock(connection: Any) -> bool:
    cursor = await connection.execute("SELECT pg_try_advisory_lock(%s) AS held", (SETUP_LOCK,))
    return bool((await cursor.fetchone())["held"])
