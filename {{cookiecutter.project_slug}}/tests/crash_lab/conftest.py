"""What the laboratory's tests stand on."""

from uuid import uuid4

import pytest

from tests.crash_lab.domain import open_effects


@pytest.fixture(scope="module")
def module_effects(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A ledger of effects for all tests of a module, outside the project's database."""
    open_effects(tmp_path_factory.mktemp("effects") / "effects.db")


@pytest.fixture
def effects(tmp_path_factory: pytest.TempPathFactory) -> None:
    """An empty ledger of effects."""
    open_effects(tmp_path_factory.mktemp("effects") / "effects.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def lab_database(request: pytest.FixtureRequest, effects: None, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('lab')}/lab.db"
    url: str = request.getfixturevalue("postgres").create_database(f"lab_{uuid4().hex}")
    return url
