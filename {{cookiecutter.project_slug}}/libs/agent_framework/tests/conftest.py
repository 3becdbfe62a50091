"""A small domain for the framework's own tests: a library that lends books. No project is needed to run them."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.persistence.database import create_tables, database_url, open_engine


class Clock:
    """A clock that moves only when a test says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    opened = open_engine(database_url(f"sqlite:///{tmp_path}/test.db"))
    await create_tables(opened)
    yield opened
    await opened.dispose()
