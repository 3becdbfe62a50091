"""A mistake in a scenario is told by file, turn and key; a typo never makes a test weaker."""

from datetime import timedelta
from pathlib import Path

import pytest

from agent_framework.testing.scenario import Scenario, ScenarioFormatError, User, Wait, load_scenarios


def load(folder: Path, text: str) -> list[Scenario]:
    path = folder / "talk.yaml"
    path.write_text(text, encoding="utf-8")
    return list(load_scenarios(path).scenarios)


def test_a_file_may_hold_several_scenarios(tmp_path: Path) -> None:
    found = load(tmp_path, "name: a\nturns: [{user: oi}]\n---\nname: b\nturns: [{user: olá}]\n")
    assert [scenario.name for scenario in found] == ["a", "b"]


def test_the_name_is_the_file_name_where_none_is_given(tmp_path: Path) -> None:
    assert load(tmp_path, "turns: [{user: oi}]")[0].name == "talk"


@pytest.mark.parametrize("word", ["yes", "no", "1001", "71.99", "2026-12-01", "1_000", "0x1F"])
def test_scalars_mean_what_they_say(tmp_path: Path, word: str) -> None:
    step = load(tmp_path, f"turns: [{{user: {word}, then: {{args: {{x: {word}}}}}}}]")[0].turns[0]
    assert isinstance(step, User)
    assert step.user == word
    assert step.then.args == {"x": word}


def test_null_means_that_nothing_is_there(tmp_path: Path) -> None:
    step = load(tmp_path, "turns: [{user: oi, then: {status: null, args: {x: null}}}]")[0].turns[0]
    assert isinstance(step, User)
    assert step.then.status is None
    assert step.then.written() == {"status", "args"}
    assert step.then.args == {"x": None}


def test_only_written_keys_are_expected(tmp_path: Path) -> None:
    step = load(tmp_path, "turns: [{user: oi}]")[0].turns[0]
    assert isinstance(step, User)
    assert step.then.written() == set()


def test_a_duration_is_written_in_words(tmp_path: Path) -> None:
    step = load(tmp_path, "turns: [{wait: 20 minutes}]")[0].turns[0]
    assert step == Wait(wait=timedelta(minutes=20))


def test_a_restart_needs_a_process(tmp_path: Path) -> None:
    assert load(tmp_path, "turns: [{user: oi}, {restart: process}]")[0].needs_process
    assert not load(tmp_path, "turns: [{user: oi}]")[0].needs_process


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("turn: []\nturns: [{user: oi}]", "unknown key 'turn'; did you mean 'turns'?"),
        ("turns: [{user: oi, then: {statsu: null}}]", "turn 1, then: unknown key 'statsu'; did you mean 'status'?"),
        ("turns: [{user: oi, thn: {}}]", "turn 1: unknown key 'thn'; did you mean 'then'?"),
        ("turns: [{user: oi}, {usr: oi}]", "turn 2: a turn has one of the keys user, at_once"),
        ("turns: [{user: oi, then: {status: DONE}}]", "turn 1, then, status: Input should be"),
        ("turns: [{wait: soon}]", "turn 1, wait: write a number and a unit"),
        ("turns: [{at_once: [sim]}]", "turn 1, at_once: List should have at least 2 items"),
        ("turns: []", "turns: List should have at least 1 item"),
        ("turns: [{user: oi, user: olá}]", "the key 'user' stands twice"),
        ("name: a\nturns: [{user: oi}]\n---\nname: a\nturns: [{user: oi}]", "two scenarios are called 'a'"),
        ("- user: oi", "Input should be a valid dictionary"),
        ("", "no scenario"),
        ("turns: [{restart: process}, {wait: 1 day}]", "a scenario that restarts the process cannot wait"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ScenarioFormatError) as refused:
        load(tmp_path, text)
    assert told in str(refused.value)
    assert "talk.yaml" in str(refused.value)


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ScenarioFormatError) as refused:
        load(tmp_path, "turns: [{user: oi, then: {a: 1}}, {do: x, b: 1}]")
    assert len(str(refused.value).splitlines()) == 2
