"""What the laboratory's tests stand on."""

from pathlib import Path

import pytest

from tests.crash_lab.domain import open_effects


@pytest.fixture(autouse=True)
def effects(tmp_path: Path) -> None:
    """An empty ledger of effects, outside the project's database."""
    open_effects(tmp_path / "effects.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def lab_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/lab.db"
    url: str = request.getfixturevalue("postgres").create_database(f"lab_{tmp_path.name}".lower()[:60])
    return url
