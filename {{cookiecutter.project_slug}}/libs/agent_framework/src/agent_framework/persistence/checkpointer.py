"""LangGraph's checkpointer on our database, one checkpoint kept per conversation."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy.engine import URL

from agent_framework.persistence.database import (
    SETUP_LOCK,
    is_sqlite,
    sqlite_path,
)
from agent_framework.persistence.sqlite import connect

__all__ = ["open_checkpointer", "open_pool"]


# In the same commit as the checkpoint, and without another call.
KEEP_NEWEST: Final = """
CREATE TRIGGER IF NOT EXISTS keep_newest AFTER INSERT ON checkpoints BEGIN
    DELETE FROM writes WHERE thread_id = NEW.thread_id AND checkpoint_id < NEW.checkpoint_id;
    DELETE FROM checkpoints WHERE thread_id = NEW.thread_id AND checkpoint_id < NEW.checkpoint_id;
END
"""


class OneCheckpointSqliteSaver(AsyncSqliteSaver):
    """Keeps the newest checkpoint of a thread: what came before it is in the journal."""

    async def setup(self) -> None:
        """Create the tables, and the trigger that keeps them small."""
        if not self.is_setup:
            await super().setup()
            await self.conn.execute(KEEP_NEWEST)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """See BaseCheckpointSaver. With "keep_latest" there is nothing left to do."""
        if strategy == "delete":
            for thread_id in thread_ids:
                await self.adelete_thread(thread_id)


@asynccontextmanager
async def open_checkpointer(url: URL) -> AsyncIterator[BaseCheckpointSaver[str]]:
    """The checkpointer of this database, set up and ready; closed on exit.

    The serialiser loads plain JSON values only: a row in the database can never execute code on load.
    """
    serializer = JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None)
    if is_sqlite(url):
        connection = await connect(sqlite_path(url), synchronous="NORMAL", autocommit=False)
        try:
            saver = OneCheckpointSqliteSaver(connection, serde=serializer)
            await saver.setup()
            yield saver
        finally:
            await connection.close()
    else:
        async with open_pool(url, size=10) as pool:
            yield await _postgres_saver(pool, serializer)


@asynccontextmanager
async def open_pool(url: URL, size: int) -> AsyncIterator[Any]:
    """A pool of psycopg connections as LangGraph wants them: autocommit, rows as dictionaries, checked before use."""
    from psycopg.rows import dict_row

    from agent_framework.persistence.postgres import ImpatientPool

    options = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row, "connect_timeout": 5}
    conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
    async with ImpatientPool(
        conninfo,
        min_size=1,
        max_size=size,
        kwargs=options,
        timeout=5,
        # The pool's pauses between attempts double. After these seconds it stops, and tries at once when next asked.
        reconnect_timeout=2,
        check=ImpatientPool.check_connection,
    ) as pool:
        yield pool


async def _postgres_saver(pool: Any, serializer: JsonPlusSerializer) -> BaseCheckpointSaver[str]:
    """`setup()` from two replicas on an empty database kills one of them: hence the lock.

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
