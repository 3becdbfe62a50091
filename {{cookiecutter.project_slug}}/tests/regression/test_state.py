"""The durable state: everything is declared, an old checkpoint still loads, nothing is lost and nothing grows."""

import json
from pathlib import Path
from typing import Any, TypedDict

import pytest
from agent_framework.exceptions import DeclarationError
from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.state_contract import RUNTIME_FIELDS, SCHEMA_VERSION, check_state_schema, migrate
from agent_framework.testing.conversation import Conversation

from app.state import AgentState
from tests.conftest import ChangeState, StoredState

CHECKPOINT_V1 = Path(__file__).parent / "checkpoint_v1.json"
"""A conversation that waits for a confirmation, as the framework wrote it before it parked transactions."""

CANONICAL = ["active_transaction", "last_transaction", "transaction_status", "missing_parameters"]


@pytest.mark.holds("spec 9.1", "spec 9.2", "spec 9.3", "spec 9.4", "I4")
def test_the_state_declares_everything_that_the_runtime_writes() -> None:
    assert set(AgentState.__annotations__) >= RUNTIME_FIELDS | set(CANONICAL)
    check_state_schema(AgentState)


@pytest.mark.holds("spec 11.3", "I4")
@pytest.mark.parametrize("field", CANONICAL)
def test_a_state_without_a_field_is_refused_at_start(field: str) -> None:
    fewer = {name: Any for name in AgentState.__annotations__ if name != field}
    with pytest.raises(DeclarationError, match=field):
        check_state_schema(TypedDict("Fewer", fewer))  # type: ignore[operator]


@pytest.mark.holds("I4")
def test_the_stored_state_is_declared_plain_json(conversation: Conversation, stored_state: StoredState) -> None:
    messages = ["quero cancelar pedido", "PED-1001", "ver minha fatura", "sim", "sim", "quero meu pedido", "atendente"]
    for message in messages:
        conversation.say(message)
        state = stored_state(conversation)
        assert set(state) <= set(AgentState.__annotations__)
        assert json.loads(json.dumps(dict(state))) == dict(state)


@pytest.mark.holds("spec 9.9")
def test_the_transaction_state_patch_has_the_canonical_fields(
    conversation: Conversation, stored_state: StoredState
) -> None:
    for message in ["cancelar pedido PED-1001", "não", "quero cancelar pedido"]:
        conversation.say(message)
    state = stored_state(conversation)
    patch = AgentRuntime.transaction_state_patch(state)
    assert set(patch) >= set(CANONICAL)
    assert all(patch[field] == state[field] for field in CANONICAL)


@pytest.mark.holds("spec 9.5")
def test_the_conversation_key_stays_the_same(conversation: Conversation) -> None:
    turns = [conversation.say(message) for message in ["quero cancelar pedido", "PED-1001", "não", "quero meu pedido"]]
    assert len({turn.metadata["conversation_key"] for turn in turns}) == 1


@pytest.mark.holds("I4", "spec 7.1")
def test_a_checkpoint_of_a_version_without_the_newer_fields_goes_on(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    conversation.say("cancelar pedido PED-1001")
    active = dict(stored_state(conversation)["active_transaction"])
    for newer in ("details", "attempts", "finished_at", "reason", "result"):
        active.pop(newer, None)
    change_state(conversation, active_transaction={**active, "field_of_another_version": 1}, in_doubt_transactions=None)
    turn = conversation.say("sim")
    assert (turn.status, conversation.calls()) == ("COMPLETED", 1)


@pytest.mark.holds("I4")
def test_a_stored_checkpoint_of_version_1_is_migrated_and_goes_on(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    stored = json.loads(CHECKPOINT_V1.read_text(encoding="utf-8"))
    assert stored["schema_version"] == 1
    assert not {"suspended_transactions", "last_question"} & set(stored)
    stored["active_transaction"]["expires_at"] = None
    conversation.say("oi")
    change_state(conversation, **dict.fromkeys(stored_state(conversation)) | stored)
    turn = conversation.say("sim")
    assert (turn.status, turn.arguments, conversation.calls()) == ("COMPLETED", {"order_id": "PED-1001"}, 1)
    assert stored_state(conversation)["schema_version"] == SCHEMA_VERSION
    assert stored_state(conversation)["suspended_transactions"] == []


@pytest.mark.holds("I4")
@pytest.mark.parametrize(
    ("active", "question"),
    [
        ({}, {}),
        (
            {"status": "COLLECTING_PARAMETERS", "transaction_id": "t", "missing_parameters": ["valor"]},
            {"asked": "parameter", "parameter": "valor", "transaction_id": "t"},
        ),
        (
            {"status": "AWAITING_CONFIRMATION", "transaction_id": "t", "missing_parameters": []},
            {"asked": "confirmation", "parameter": None, "transaction_id": "t"},
        ),
        ({"status": "PRE_VALIDATION", "transaction_id": "t", "missing_parameters": []}, {}),
    ],
)
def test_version_1_is_migrated_with_the_question_that_was_open(active: Any, question: Any) -> None:
    patch = migrate({"schema_version": 1, "active_transaction": active})
    assert patch == {"suspended_transactions": [], "last_question": question, "schema_version": SCHEMA_VERSION}


@pytest.mark.holds("I4")
def test_a_checkpoint_of_a_newer_version_is_refused_and_kept(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    conversation.say("cancelar pedido PED-1001")
    change_state(conversation, schema_version=1_000)
    assert conversation.say("sim").http >= 500
    assert conversation.calls() == 0
    assert stored_state(conversation)["schema_version"] == 1_000


@pytest.mark.holds("I1")
def test_a_confirmation_is_asked_again_where_the_tool_was_declared_otherwise(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    conversation.say("cancelar pedido PED-1001")
    active = stored_state(conversation)["active_transaction"]
    confirmation = {**active["confirmation"], "digest": "that of another declaration"}
    change_state(conversation, active_transaction={**active, "confirmation": confirmation})
    turn = conversation.say("sim")
    assert (turn.status, conversation.calls()) == ("AWAITING_CONFIRMATION", 0)
    assert (conversation.say("sim").status, conversation.calls()) == ("COMPLETED", 1)


@pytest.mark.holds("I1")
def test_arguments_that_were_not_confirmed_do_not_run(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    conversation.say("cancelar pedido PED-1001")
    active = stored_state(conversation)["active_transaction"]
    change_state(conversation, active_transaction={**active, "arguments": {"order_id": "PED-1002"}})
    turn = conversation.say("sim")
    assert conversation.calls() == 0
    assert turn.status == "AWAITING_CONFIRMATION"
    assert "PED-1002" in turn.text


@pytest.mark.holds("evidence 2", "I10")
def test_the_history_of_evidence_is_bounded(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    conversation.say("cancelar pedido PED-1001")
    conversation.say("sim")
    state = stored_state(conversation)
    many = [{**state["transaction_evidence"][0], "transaction_id": f"t-{number}"} for number in range(30)]
    change_state(conversation, transaction_evidence=many, transaction_evidence_total=30)
    conversation.say("cancelar pedido PED-1002")
    conversation.say("sim")
    state = stored_state(conversation)
    assert len(state["transaction_evidence"]) <= 20
    assert state["transaction_evidence"][-1]["arguments"] == {"order_id": "PED-1002"}
    assert state["transaction_evidence_total"] == 31


@pytest.mark.holds("I10")
def test_the_state_of_a_long_conversation_stays_as_large_as_that_of_a_short_one(
    conversation: Conversation, stored_state: StoredState
) -> None:
    def size_after(turns: int) -> int:
        for _ in range(turns):
            conversation.say("status do pedido PED-1002")
        return len(json.dumps(dict(stored_state(conversation))))

    assert size_after(12) == size_after(12)
