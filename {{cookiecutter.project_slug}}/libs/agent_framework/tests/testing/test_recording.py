"""A scenario made of a journal, with a parameter that is personal."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import yaml

from agent_framework import Agent, Catalog, Cpf, Idempotent, Intent, Parameter, ToolContext, transactional_tool
from agent_framework.domain.registry import Domain
from agent_framework.persistence.conversations import Identity
from agent_framework.runtime.public import public_transaction
from agent_framework.testing.recording import Recorded, scenario_of, to_yaml
from agent_framework.testing.turn import Turn

NUMBER = "52998224725"
START = datetime(2026, 1, 1, tzinfo=UTC)
IDENTITY = Identity("default", "club", "CLI-9", "s1")


@transactional_tool(confirm="x", answer="x", operation="x", recovery=Idempotent())
async def enrol(
    document: Annotated[str, Parameter(Cpf(), ask="x", personal=True)], context: ToolContext
) -> dict[str, Any]:
    """Enrol."""
    return {}


CLUB = Domain([Agent("club", "x", [Intent("enrolment", enrol)])], Catalog({}))
STORED = {
    "transaction_id": "t1",
    "tool_name": "enrol",
    "status": "AWAITING_CONFIRMATION",
    "arguments": {"document": NUMBER},
}


def recorded(message: str, seconds: float, *events: tuple[str, dict[str, Any]]) -> Recorded:
    metadata = {
        "transaction_status": "AWAITING_CONFIRMATION",
        "intent": "enrolment",
        "language": "pt-BR",
        "active_transaction": public_transaction(STORED, CLUB),
    }
    journal = [{"event": name, "data": data} for name, data in events]
    return Recorded(START + timedelta(seconds=seconds), journal, Turn(message, 200, {"metadata": metadata}))


TURNS = [
    recorded("sou CLI-9, CPF 529.982.247-25", 0, ("transition", STORED)),
    recorded("isso, 52998224725", 90, ("error", {"where": "x"})),
]


def test_a_personal_argument_is_expected_as_the_answer_will_show_it() -> None:
    first, wait, second = scenario_of(TURNS, CLUB, IDENTITY, "CUST-1001")["turns"]
    instead = second["user"].removeprefix("isso, ")
    assert instead != NUMBER
    assert Cpf().parse(instead) == instead
    assert first["user"].startswith("sou CUST-1001, CPF ")
    assert first["then"]["args"] == {"document": f"•••••••••{instead[-2:]}"}
    assert wait == {"wait": "90 seconds"}


def test_the_file_warns_of_what_the_scenario_lacks() -> None:
    written = to_yaml(scenario_of(TURNS, CLUB, IDENTITY), TURNS)
    assert written.startswith("# Message 2 met something that the scenario lacks (error)")
    assert "then: {status: AWAITING_CONFIRMATION, intent: enrolment" in written
    assert NUMBER not in written
    assert len(yaml.safe_load(written)["turns"]) == 3
