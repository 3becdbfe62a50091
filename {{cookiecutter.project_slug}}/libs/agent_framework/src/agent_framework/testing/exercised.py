"""What the scenarios exercise: which transitions of the state machine, which readings of a message, which decisions.

Found in the journals that the scenarios leave. Not to be mixed up with the table of which test holds which line of the
specification (`testing/coverage.py`): a transition may be exercised by a test that holds nothing about it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from sqlalchemy import create_engine, select
from sqlalchemy.engine import make_url

from agent_framework.persistence.tables import journal
from agent_framework.routing.enterprise_router import Act
from agent_framework.testing.effects import DRIVERS
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.runner import ScenarioFailed, play_on
from agent_framework.testing.scenario import Scenario, load_scenarios
from agent_framework.testing.stage import open_stage
from agent_framework.transactions.machine import TRANSITIONS, Event
from agent_framework.transactions.model import Status
from agent_framework.understanding.model import Pattern, Reply

__all__ = ["Exercised", "exercised_by", "scenario_files", "steps_of"]

Step: TypeAlias = tuple[Status, Event]

EVERYTHING: Final[Mapping[str, Sequence[Any]]] = {
    "transitions": tuple(TRANSITIONS),
    "replies": tuple(Reply),
    "patterns": tuple(Pattern),
    "acts": tuple(Act),
}


@dataclass(frozen=True)
class Exercised:
    """How often each thing happened, by kind: `transitions`, `replies`, `patterns`, `acts`. Never: 0."""

    times: Mapping[str, Counter[Any]] = field(default_factory=lambda: {kind: Counter() for kind in EVERYTHING})
    scenarios: int = 0
    failed: Sequence[str] = ()

    def of(self, kind: str) -> list[tuple[Any, int]]:
        """Everything there is of a kind, with how often it happened."""
        return [(item, self.times[kind][item]) for item in EVERYTHING[kind]]

    def add(self, events: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Count the events of one conversation's journal, in order. Only what answers a confirmation is a reply to one."""
        status: str | None = None
        for event, data in events:
            if event == "transition":
                self.times["transitions"].update(steps_of(data))
                status = data["to"]
            elif event == "understood":
                self._add_understood(data, confirming=status == Status.AWAITING_CONFIRMATION)
            elif event == "decided":
                self.times["acts"][Act(data["act"])] += 1

    def _add_understood(self, data: Mapping[str, Any], *, confirming: bool) -> None:
        if confirming and (consent := data.get("consent")):
            self.times["replies"][Reply(consent["reply"])] += 1
        if pattern := data.get("pattern"):
            self.times["patterns"][Pattern(pattern)] += 1


def steps_of(transition: Mapping[str, Any]) -> Iterator[Step]:
    """The steps of the table that one `transition` event of the journal stands for."""
    status: Status | None = Status(transition["from"]) if transition["from"] else None
    for name in transition["events"]:
        if status is None:
            return
        yield status, Event(name)
        status = TRANSITIONS.get((status, Event(name)))


def scenario_files(folder: ProjectFolder) -> list[Path]:
    """The project's scenarios."""
    return sorted(path for path in (folder.root / "tests").rglob("*.yaml") if "scenarios" in path.parts)


def exercised_by(files: Iterable[Path], folder: ProjectFolder) -> Exercised:
    """Play the scenarios in this process, each on a fresh database, and read their journals.

    A scenario that fails counts as far as it came, and is named.
    """
    found = Exercised()
    scenarios = [(scenario, path) for path in files for scenario in load_scenarios(path).scenarios]
    failed = [scenario.name for scenario, path in scenarios if not _play(scenario, path, folder, found)]
    return Exercised(found.times, len(scenarios), failed)


def _play(scenario: Scenario, path: Path, folder: ProjectFolder, found: Exercised) -> bool:
    with open_stage(folder, log_level="ERROR") as stage:
        try:
            play_on(stage, scenario, path)
        except ScenarioFailed:
            return False
        finally:
            for events in _journals(stage.database_url):
                found.add(events)
    return True


def _journals(url: str) -> list[list[tuple[str, Mapping[str, Any]]]]:
    """The events of every conversation in a database."""
    parsed = make_url(url)
    engine = create_engine(parsed.set(drivername=DRIVERS[parsed.get_backend_name()]))
    found: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    try:
        with engine.connect() as connection:
            for row in connection.execute(select(journal).order_by(journal.c.id)):
                found.setdefault(row.conversation_key, []).append((row.event, row.data))
    finally:
        engine.dispose()
    return list(found.values())
