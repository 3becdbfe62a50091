"""Playing a scenario."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_framework.testing.checks import Mismatch, mismatches
from agent_framework.testing.postgres import PostgresServer
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.scenario import AtOnce, Do, Expectation, Restart, Scenario, Step, User, Wait
from agent_framework.testing.stage import Stage, open_stage
from agent_framework.testing.transcript import transcript, what_differs
from agent_framework.testing.turn import Turn

__all__ = ["ScenarioFailed", "play", "play_on"]

LOG_LINES = 30


class ScenarioFailed(AssertionError):
    """Something of a scenario does not hold; the message shows the conversation so far."""


def play(
    scenario: Scenario,
    folder: ProjectFolder,
    path: Path,
    *,
    process: bool = False,
    postgres: PostgresServer | None = None,
    **settings: Any,
) -> Sequence[Turn]:
    """Play a scenario on a fresh database and return its turns.

    It gets a real process where it needs one, or where `process` is set and it does not wait: only the clock of this
    process can be moved. `settings` are for the application in this process.

    Raises:
        ScenarioFailed: at the first step that does not hold.
    """
    process = scenario.needs_process or (process and not scenario.waits)
    with open_stage(folder, process=process, postgres=postgres, **settings) as stage:
        return play_on(stage, scenario, path)


def play_on(stage: Stage, scenario: Scenario, path: Path) -> Sequence[Turn]:
    """Play a scenario on a stage that is there.

    Raises:
        ScenarioFailed: at the first step that does not hold.
    """
    return _Play(scenario, stage, path).run()


class _Play:
    def __init__(self, scenario: Scenario, stage: Stage, path: Path) -> None:
        self._scenario = scenario
        self._stage = stage
        self._path = path
        self._conversation = stage.conversation(scenario.customer, scenario.tenant)
        self._remembered: dict[str, str] = {}

    def run(self) -> Sequence[Turn]:
        for number, step in enumerate(self._scenario.turns, start=1):
            if found := self._step(step):
                raise ScenarioFailed(self._report(number, found))
        return self._conversation.turns

    def _step(self, step: Step) -> list[Mismatch]:
        """Do one step; what does not hold afterwards."""
        match step:
            case User():
                return self._say(step)
            case AtOnce():
                turns = self._conversation.at_once(*step.at_once)
                return [item for turn in turns for item in self._check(turn, step.then)]
            case Restart():
                self._stage.server.restart()
            case Do():
                self._stage.do(step.do)
            case Wait():
                self._stage.clock.move(step.wait)
        return []

    def _say(self, step: User) -> list[Mismatch]:
        turn, *again = self._deliver(step)
        found = [*self._check(turn, step.then), *_same_answers(turn, again)]
        if not found:
            self._remembered |= {name: str(turn.at(path)) for name, path in step.remember.items()}
        return found

    def _deliver(self, step: User) -> list[Turn]:
        said = self._conversation
        if step.deliver == "twice_at_once":
            turns = said.at_once(step.user, step.user, message_id="delivered-twice-at-once")
            return sorted(turns, key=lambda turn: turn.replayed)
        first = said.say(step.user, customer=step.as_, payload=step.payload)
        if step.deliver == "once":
            return [first]
        return [first, said.say(step.user, message_id=first.message_id, customer=step.as_, payload=step.payload)]

    def _check(self, turn: Turn, expected: Expectation) -> list[Mismatch]:
        found = list(mismatches(turn, expected, self._conversation.calls(), self._remembered))
        language = self._scenario.language
        if turn.http == 200 and language and "language" not in expected.written() and turn.language != language:
            found.append(Mismatch("language", language, str(turn.language)))
        return found

    def _report(self, number: int, found: Sequence[Mismatch]) -> str:
        log = "\n".join(self._stage.server.log.splitlines()[-LOG_LINES:])
        parts = [
            f"{self._scenario.name}\n{self._path}, turn {number}",
            transcript(self._conversation.turns),
            what_differs(found),
            f"the server's log ends with\n{log}" if log else "",
        ]
        return "\n\n".join(part for part in parts if part)


def _same_answers(first: Turn, again: Sequence[Turn]) -> list[Mismatch]:
    """A message that is delivered again gets the first answer, and says so."""
    found: list[Mismatch] = []
    for turn in again:
        if not turn.replayed:
            found.append(Mismatch("replayed", "true for the second delivery", "false"))
        if _lasting(turn.body) != _lasting(first.body):
            found.append(Mismatch("deliver", f"the first answer again: {first.text}", turn.text))
    return found


def _lasting(body: Mapping[str, object]) -> dict[str, object]:
    metadata = body.get("metadata")
    kept = {key: value for key, value in metadata.items() if key != "replayed"} if isinstance(metadata, Mapping) else {}
    return {**body, "metadata": kept}
