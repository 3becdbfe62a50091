"""An empty database for one test."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from agent_framework.testing.postgres import PostgresServer

__all__ = ["fresh_database"]


@contextmanager
def fresh_database(postgres: PostgresServer | None = None) -> Iterator[tuple[str, Path]]:
    """The URL of an empty database, and a folder that is gone afterwards: an SQLite file, or one on the server given."""
    with tempfile.TemporaryDirectory(prefix="agent-test-") as folder:
        url = postgres.create_database(f"test_{uuid4().hex}") if postgres else f"sqlite:///{folder}/agent.db"
        yield url, Path(folder)
