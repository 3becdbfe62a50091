"""A state in words, and a trace to be read."""

import io
from datetime import UTC, datetime
from typing import Annotated, Any, cast

import pytest
from rich.console import Console

from agent_framework import (
    Agent,
    Catalog,
    Idempotent,
    Identifier,
    Intent,
    Money,
    Parameter,
    ToolContext,
    read_tool,
    transactional_tool,
)
from agent_framework.cli.refused import Refused
from agent_framework.cli.why import Trace, parse_state, print_trace
from agent_framework.domain.registry import Domain
from agent_framework.transactions.model import Status, Transaction

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@transactional_tool(confirm="x", answer="x", operation="x", recovery=Idempotent())
async def sow(
    seed: Annotated[str, Parameter(Identifier("S-##"), ask="x")],
    price: Annotated[Any, Parameter(Money(), ask="x")],
    context: ToolContext,
) -> dict[str, Any]:
    """Sow."""
    return {}


@read_tool(answer="x")
async def find(seed: Annotated[str, Parameter(Identifier("S-##"))], context: ToolContext) -> dict[str, Any]:
    """Find."""
    return {}


GARDEN = Domain([Agent("garden", "x", [Intent("sowing", sow), Intent("finding", find)])], Catalog({}))


def pending(words: str) -> Transaction:
    return Transaction.from_state(parse_state(words, GARDEN, NOW)["active_transaction"])


def test_no_words_mean_nothing_pending() -> None:
    assert parse_state(" ", GARDEN, NOW) == {}


def test_what_is_there_says_what_is_asked() -> None:
    assert pending("sow").status is Status.COLLECTING_PARAMETERS
    assert pending("sow seed=s-12").missing_parameters == ("price",)
    complete = pending("sow seed=s-12 price=3,50")
    assert complete.arguments == {"seed": "S-12", "price": "3.50"}
    assert complete.status is Status.AWAITING_CONFIRMATION
    assert complete.confirmation
    assert pending("sow seed=S-12 price=3.50 collecting").status is Status.COLLECTING_PARAMETERS


def test_a_parked_transaction_has_just_been_offered() -> None:
    state = parse_state("sow seed=S-12 suspended", GARDEN, NOW)
    [parked] = state["suspended_transactions"]
    assert (parked["status"], parked["arguments"], parked["missing_parameters"]) == (
        "SUSPENDED",
        {"seed": "S-12"},
        ["price"],
    )
    assert state["last_question"]["asked"] == "resume"
    assert "active_transaction" not in state


def test_a_reading_waits_in_its_own_field() -> None:
    waiting = {"tool_name": "find", "intent": "finding", "arguments": {}}
    assert parse_state("find", GARDEN, NOW) == {"pending_tool_call": waiting}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("reap", "no tool is called 'reap'; there are sow, find"),
        ("sow sed=S-12", "sow has no parameter 'sed'; it has seed, price"),
        ("sow seed=rose", "'rose' is no seed"),
        ("sow asking", "'asking' is no stage; write collecting or confirming"),
        ("sow confirming", "cannot be confirming without seed, price"),
    ],
)
def test_a_state_that_makes_no_sense_is_refused(words: str, told: str) -> None:
    with pytest.raises(Refused, match=told):
        parse_state(words, GARDEN, NOW)


def test_the_trace_shows_what_was_found_and_what_it_led_to() -> None:
    understood = {
        "language": "en",
        "tokens": ["yes", ",", "S", "-", "12"],
        "tokens_left_out": 3,
        "values": {"seed": "S-12"},
        "rejected": {"bed": "B-0"},
        "reasons": {"bed": "values.identifier_malformed"},
        "consent": {"reply": "correction", "rule": "another value"},
        "intents": [{"intent": "sowing", "strength": "OBJECT"}],
        "cues": [["value:seed", "S-12", 5, 9]],
    }
    trace = Trace("yes, S-12", "sow confirming", understood, {"act": "change", "rule": "changed value"})
    out = Console(file=io.StringIO(), width=120)
    print_trace(trace, out)
    text = cast(io.StringIO, out.file).getvalue()
    for part in (
        "yes · , · S · - · 12 · and 3 more",
        "bed: B-0 (values.identifier_malformed)",
        "5–9   value:seed           S-12",
        "seed = S-12",
        "correction (rule: another value)",
        "sowing OBJECT",
        "change (rule: changed value)",
    ):
        assert part in text
    assert "pattern" not in text
    assert trace.to_json()["understood"] == understood
