"""The pytest plugin: scenarios as tests, fixtures for conversations in Python, and no network.

Every YAML file below a folder `scenarios` is collected, one test per scenario.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from agent_framework.domain.registry import Domain
from agent_framework.testing.conformance import ToolConformance, tools_for
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.databases import fresh_database
from agent_framework.testing.network import only_this_machine
from agent_framework.testing.postgres import PostgresServer, postgres_server
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.runner import ScenarioFailed, play
from agent_framework.testing.scenario import Scenario, load_scenarios
from agent_framework.testing.servers import Server, ServerNotReady
from agent_framework.testing.stage import Stage, open_stage

__all__ = ["app_factory", "client", "conversation", "database_url", "domain", "folder", "stage"]

POSTGRES = pytest.StashKey[PostgresServer]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--process", action="store_true", help="play every scenario on a real server process")
    parser.addoption("--postgres", action="store_true", help="play on a private PostgreSQL server instead of SQLite")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "holds(*lines): lines of the specification that the test stands for")
    if config.getoption("--postgres"):
        opened = ExitStack()
        config.stash[POSTGRES] = opened.enter_context(postgres_server())
        config.add_cleanup(opened.close)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".yaml" and "scenarios" in file_path.parent.parts:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    with only_this_machine():
        return (yield)


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[pytest.Item]:
        for scenario in load_scenarios(self.path).scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, scenario: Scenario, **options: Any) -> None:
        super().__init__(**options)
        self.scenario = scenario
        self.add_marker(pytest.mark.holds(*scenario.holds))

    def runtest(self) -> None:
        play(
            self.scenario,
            ProjectFolder.find(self.config.rootpath),
            self.path,
            process=bool(self.config.getoption("--process")),
            postgres=self.config.stash.get(POSTGRES, None),
        )

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailed | ServerNotReady):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, self.name


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of a ToolConformance once for each tool that they concern."""
    fixtures = [name for name in metafunc.fixturenames if name.endswith("_tool")]
    if metafunc.cls and issubclass(metafunc.cls, ToolConformance) and fixtures:
        tools = tools_for(fixtures[0], _domain(ProjectFolder.find(metafunc.config.rootpath)))
        metafunc.parametrize(fixtures[0], tools, ids=[tool.name for tool in tools])


def _domain(folder: ProjectFolder) -> Domain:
    return folder.declared().domain(folder.settings())


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> ProjectFolder:
    """The project under test."""
    return ProjectFolder.find(request.config.rootpath)


@pytest.fixture
def domain(folder: ProjectFolder) -> Domain:
    """What the project declares."""
    return _domain(folder)


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database."""
    with fresh_database(request.config.stash.get(POSTGRES, None)) as (url, _):
        yield url


@pytest.fixture
def app_factory(folder: ProjectFolder, request: pytest.FixtureRequest) -> Iterator[Callable[..., Stage]]:
    """Open the application on a fresh database; `process=True` for a real server. Closed after the test."""
    postgres = request.config.stash.get(POSTGRES, None)
    with ExitStack() as opened:
        yield lambda **options: opened.enter_context(open_stage(folder, postgres=postgres, **options))


@pytest.fixture
def stage(app_factory: Callable[..., Stage]) -> Stage:
    """The application in this process, with its database and its clock."""
    return app_factory()


@pytest.fixture
def client(stage: Stage) -> Server:
    """The application's HTTP side: `client.request("GET", "/tools")`."""
    return stage.server


@pytest.fixture
def conversation(stage: Stage) -> Conversation:
    """A new session of the sample customer: `conversation.say("quero cancelar pedido")`."""
    return stage.conversation()
