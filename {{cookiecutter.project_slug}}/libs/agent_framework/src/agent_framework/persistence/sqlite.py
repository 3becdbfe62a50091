"""SQLite without a thread for every call.

aiosqlite hands each call to a thread of its own, and the hops cost more than the disk. Here a call
runs on the event loop. It never waits there: where another connection is writing, it is tried again after a pause, in which
other tasks go on, the writer among them.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import aiosqlite

__all__ = ["connect"]

T = TypeVar("T")

PATIENCE_SECONDS: Final = 15.0
FIRST_PAUSE: Final = 0.001
LONGEST_PAUSE: Final = 0.05


class OnLoopConnection(aiosqlite.Connection):
    """aiosqlite's connection, its calls made on the loop's own thread."""

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if not self._running or not self._connection:
            raise ValueError("Connection closed")
        pause, until = FIRST_PAUSE, time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return fn(*args, **kwargs)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode not in BUSY or time.monotonic() > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)


BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


async def connect(path: Path, *, synchronous: str, autocommit: bool) -> OnLoopConnection:
    """An open connection in WAL mode.

    Args:
        path: the database file.
        synchronous: SQLite's setting: "FULL" survives a power cut, "NORMAL" the end of the process.
        autocommit: leave transactions to the caller's own BEGIN.
    """

    def open_file() -> sqlite3.Connection:
        isolation: Literal["DEFERRED"] | None = None if autocommit else "DEFERRED"
        opened = sqlite3.connect(path, timeout=0, check_same_thread=False, isolation_level=isolation)
        opened.execute("PRAGMA journal_mode=WAL")
        opened.execute(f"PRAGMA synchronous={synchronous}")
        return opened

    connection = OnLoopConnection(_patient(open_file), 64)
    connection._thread.daemon = True
    await connection
    return connection


def _patient(open_file: Callable[[], sqlite3.Connection]) -> Callable[[], sqlite3.Connection]:
    """Switching a new file to WAL is refused while another starter does it."""

    def opened() -> sqlite3.Connection:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return open_file()
            except sqlite3.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(FIRST_PAUSE * 10)

    return opened
