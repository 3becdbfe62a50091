"""A pool of psycopg connections that does not let everybody wait for a database that is gone.

psycopg's own pool waits its whole time-out for a connection, also where every attempt to open one is refused. LangGraph's
saver waits inside a lock, so the turns that an outage caught would be told of it one after the other, each that much later.
"""

import time
from typing import Any, Final

from psycopg import AsyncConnection, OperationalError
from psycopg.rows import DictRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

__all__ = ["ImpatientPool"]

LOOK_SECONDS: Final = 1.0
"""After so long a wait the pool is looked at: is it busy, or is the database gone?"""

LOST_SECONDS: Final = 0.5
"""How long a connection is waited for once the database is known to be gone: time for one attempt."""

MEMORY_SECONDS: Final = 5.0
"""How long an attempt that failed counts."""


class ImpatientPool(AsyncConnectionPool[AsyncConnection[DictRow]]):
    """Waits for a busy pool as psycopg does, and not for a lost database."""

    def __init__(self, conninfo: str, **options: Any) -> None:
        self._failed_at: float | None = None
        super().__init__(conninfo, connection_class=self._watched(), **options)

    async def getconn(self, timeout: float | None = None) -> AsyncConnection[DictRow]:
        """See AsyncConnectionPool.

        Raises:
            PoolTimeout: no connection came free in time, or the database refuses new ones.
        """
        until = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            look = LOST_SECONDS if self._lost() else LOOK_SECONDS
            try:
                return await super().getconn(max(0.0, min(look, until - time.monotonic())))
            except PoolTimeout:
                if self._lost() or time.monotonic() >= until:
                    raise

    def _lost(self) -> bool:
        return self._failed_at is not None and time.monotonic() - self._failed_at < MEMORY_SECONDS

    def _watched(self) -> type[AsyncConnection[DictRow]]:
        """Connections that say here how opening them went."""
        pool = self

        class Watched(AsyncConnection[DictRow]):
            @classmethod
            async def connect(cls, *arguments: Any, **options: Any) -> Any:
                try:
                    connection = await super().connect(*arguments, **options)
                except OperationalError:
                    pool._failed_at = time.monotonic()
                    raise
                pool._failed_at = None
                return connection

        return Watched
