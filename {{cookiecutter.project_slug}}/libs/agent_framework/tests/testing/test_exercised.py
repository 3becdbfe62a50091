"""What a journal says was exercised."""

import io
from typing import Any, cast

from rich.console import Console

from agent_framework.cli.coverage import print_exercised
from agent_framework.routing.enterprise_router import Act
from agent_framework.testing.exercised import Exercised, steps_of
from agent_framework.transactions.machine import Event
from agent_framework.transactions.model import Status
from agent_framework.understanding.model import Pattern, Reply

ASKED = {
    "from": "COLLECTING_PARAMETERS",
    "events": ["values_complete", "eligible"],
    "to": "AWAITING_CONFIRMATION",
}
JOURNAL: list[tuple[str, dict[str, Any]]] = [
    ("understood", {"consent": {"reply": "other_intent", "rule": "x"}}),
    ("decided", {"act": "serve", "rule": "x"}),
    ("transition", ASKED),
    ("understood", {"consent": {"reply": "hesitation", "rule": "x"}, "pattern": "hold"}),
    ("answer", {"text": "x"}),
]


def test_a_transition_is_every_step_on_its_way() -> None:
    assert list(steps_of(ASKED)) == [
        (Status.COLLECTING_PARAMETERS, Event.VALUES_COMPLETE),
        (Status.PRE_VALIDATION, Event.ELIGIBLE),
    ]
    assert list(steps_of({"from": None, "events": [], "to": "COLLECTING_PARAMETERS"})) == []


def test_a_reply_counts_only_where_a_confirmation_was_awaited() -> None:
    found = Exercised()
    found.add(JOURNAL)
    assert [item for item in found.of("replies") if item[1]] == [(Reply.HESITATION, 1)]
    assert [item for item in found.of("patterns") if item[1]] == [(Pattern.HOLD, 1)]
    assert [item for item in found.of("acts") if item[1]] == [(Act.SERVE, 1)]


def test_the_table_says_what_never_happened() -> None:
    found = Exercised(scenarios=3, failed=["one that fails"])
    found.add(JOURNAL)
    out = Console(file=io.StringIO(), width=120)
    print_exercised(found, out)
    text = cast(io.StringIO, out.file).getvalue()
    assert "Transitions, 2 of " in text
    assert "hesitation 1" in text
    assert "condition never" in text
    assert "3 scenarios played" in text
    assert "1 do not hold: one that fails" in text
