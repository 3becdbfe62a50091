"""One turn at a time per conversation, taken before the state is loaded."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy.engine import URL

from agent_framework.exceptions import StorageUnavailable
from agent_framework.persistence.checkpointer import open_pool
from agent_framework.persistence.database import is_sqlite, sqlite_path, storage_errors

if TYPE_CHECKING:
    from psycopg_pool import AsyncConnectionPool

__all__ = ["ConversationLocks", "FileLocks", "PostgresLocks", "open_locks"]

POLL_SECONDS = 0.01


class ConversationLocks(Protocol):
    """Mutual exclusion by conversation key, across every process that shares the database."""

    def hold(self, key: str, timeout: float) -> AbstractAsyncContextManager[None]:
        """Hold the conversation.

        Raises:
            StorageUnavailable: it was not free within `timeout` seconds.
        """
        ...


class ProcessQueue:
    """The waiting inside one process: one asyncio lock per conversation that somebody holds or waits for."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, number: int) -> AsyncIterator[None]:
        lock, waiting = self._waiting.get(number, (asyncio.Lock(), 0))
        self._waiting[number] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._waiting[number]
            if waiting == 1:
                del self._waiting[number]
            else:
                self._waiting[number] = (lock, waiting - 1)


def lock_number(key: str) -> int:
    """63 bits of the key. Two conversations that share a number wait for each other, which is harmless."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 1


@asynccontextmanager
async def patience(timeout: float) -> AsyncIterator[asyncio.Timeout]:
    """Waiting that ends in StorageUnavailable. Reschedule the time-out to None once the lock is held."""
    try:
        async with asyncio.timeout(timeout) as limit:
            yield limit
    except TimeoutError as error:
        if not limit.expired():
            raise
        raise StorageUnavailable("another message of this conversation is still being answered") from error


class FileLocks:
    """Locks for the processes of one machine: a byte of a lock file per conversation, freed by the kernel on any exit."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._queue = ProcessQueue()

    def close(self) -> None:
        """Free the file. Nothing may be held any more."""
        os.close(self._file)

    @asynccontextmanager
    async def hold(self, key: str, timeout: float) -> AsyncIterator[None]:
        """See ConversationLocks. The kernel's lock does not tell tasks apart, hence the queue before it."""
        byte = lock_number(key)
        async with patience(timeout) as limit, self._queue.turn(byte):
            while not self._try(byte):
                await asyncio.sleep(POLL_SECONDS)
            limit.reschedule(None)
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, byte)

    def _try(self, byte: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except OSError:
            return False
        return True


class PostgresLocks:
    """Session advisory locks, freed by the server when their holder dies. Not for use behind a transaction pooler.

    The pool is for locks alone: a turn that holds one must never wait for the same pool again.
    """

    def __init__(self, pool: "AsyncConnectionPool[Any]") -> None:
        self._pool = pool
        self._queue = ProcessQueue()

    @asynccontextmanager
    async def hold(self, key: str, timeout: float) -> AsyncIterator[None]:
        """See ConversationLocks. Only the first of a process waits on the server, so waiting costs one connection."""
        number = lock_number(key)
        async with patience(timeout) as limit, self._queue.turn(number):
            async with storage_errors():
                connection = await self._pool.getconn()
            try:
                async with storage_errors():
                    await connection.execute("SELECT pg_advisory_lock(%s)", (number,))
                limit.reschedule(None)
                yield
            finally:
                await self._release(connection, number)

    async def _release(self, connection: Any, number: int) -> None:
        """Unlock; a connection that cannot, or that was left in the middle of waiting, is closed, which unlocks as well."""
        from psycopg import Error

        try:
            if not connection.closed and connection.info.transaction_status == 0:
                await connection.execute("SELECT pg_advisory_unlock_all()")
            else:
                await connection.close()
        except (Error, OSError):
            await connection.close()
        finally:
            await self._pool.putconn(connection)


@asynccontextmanager
async def open_locks(url: URL) -> AsyncIterator[ConversationLocks]:
    """The locks that fit the database; closed on exit."""
    if is_sqlite(url):
        locks = FileLocks(sqlite_path(url).with_suffix(".lock"))
        try:
            yield locks
        finally:
            locks.close()
    else:
        async with open_pool(url, size=20) as pool:
            yield PostgresLocks(pool)
