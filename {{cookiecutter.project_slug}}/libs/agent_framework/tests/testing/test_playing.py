"""What a scenario's turns do, and what is told where they do not hold."""

from collections.abc import Callable

import pytest

from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.stage import open_stage

Play = Callable[[str], str]

FAILING = """
name: it hears what is said
turns:
  - user: bom dia
    then: {says: "voce disse BOM DIA"}
  - user: tchau
    then: {status: COMPLETED, intent: echo, args: {text: adeus}, says: boa noite, never_says: ouvi, executed_exactly: 1}
"""


def test_a_failing_step_shows_the_conversation_and_what_was_expected(play_text: Play) -> None:
    report = play_text(FAILING)
    assert report.startswith("it hears what is said\n")
    assert "talk.yaml, turn 2" in report
    assert "CUST-1001  bom dia" in report
    assert "[no transaction · echo · text=bom dia · evidence echo]" in report
    assert "✗ status            expected  COMPLETED\n                      got       none" in report
    for key in ("args.text", "says", "never_says", "executed_exactly"):
        assert f"✗ {key}" in report
    assert "✗ intent" not in report


@pytest.mark.parametrize(
    "turns",
    [
        "{user: a, deliver: twice}, {user: b, then: {says: ouvi 2}}",
        "{user: a}, {user: b, as: CUST-2, then: {http: 404}}",
        "{do: whisper psst}, {user: a, then: {says: ouvi 2}}",
        "{wait: 365000 days}, {user: a, then: {says: Ano 3}}",
        '{user: a, remember: {n: transaction_evidence.0.result.number}}, {user: N-1, then: {says: "disse {n}"}}',
        "{user: a, payload: {extra: mais}, then: {says: mais}}",
        "{at_once: [a, b], then: {says: Você disse, intent: echo}}",
        "{user: a, then: {status: null, missing: [], evidence: echo, replayed: false, language: pt-BR}}",
    ],
)
def test_what_holds_passes(play_text: Play, turns: str) -> None:
    assert play_text(f"turns: [{turns}]") == ""


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        (
            "{user: a, deliver: twice, payload: {forget: true}}",
            "✗ replayed          expected  true for the second delivery",
        ),
        (
            "{user: a, deliver: twice, payload: {forget: true}}",
            "expected  the first answer again: Você disse a. Já ouvi 1.",
        ),
        ("{at_once: [a, b], then: {says: Você disse a}}", "got       Você disse b"),
        ("{user: a}, {user: b, as: CUST-2}", "expected  200\n                      got       404 no such conversation"),
        ("{user: a, then: {http: 404}}", "expected  404\n                      got       200 Você disse a"),
        ("{user: a, then: {evidence: []}}", "expected  none\n                      got       echo"),
        ("{user: a, then: {says: '{number}'}}", "expected  {number}"),
    ],
)
def test_what_does_not_hold_is_told(play_text: Play, turns: str, told: str) -> None:
    assert told in play_text(f"turns: [{turns}]")


def test_the_language_of_the_scenario_holds_for_every_answer(play_text: Play) -> None:
    assert "✗ language          expected  en" in play_text("language: en\nturns: [{user: a}]")
    assert play_text("language: en\nturns: [{user: a, then: {language: pt-BR}}]") == ""


def test_an_unknown_world_action_names_the_known_ones(play_text: Play) -> None:
    with pytest.raises(LookupError, match=r"tests/world\.py has no 'shout'; it has whisper"):
        play_text("turns: [{do: shout hey}]")


def test_a_conversation_in_python_reads_as_one(project: ProjectFolder) -> None:
    with open_stage(project) as stage:
        conversation = stage.conversation()
        turn = conversation.say("oi")
        assert turn.text.startswith("Você disse oi")
        assert turn.intent == "echo"
        assert turn.status is None
        assert conversation.calls() == 0
        assert [turn.message for turn in conversation.at_once("a", "b")] == ["a", "b"]
        stage.server.restart()
        assert "Já ouvi 4" in conversation.say("de volta").text
