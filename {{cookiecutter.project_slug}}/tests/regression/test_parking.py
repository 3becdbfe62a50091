"""Parked transactions: what who reads the state sees, and what becomes of them when things break."""

import asyncio
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from agent_framework.persistence.conversations import ConversationStore
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.runtime.retention import Pruned, prune
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.servers import AppServer
from agent_framework.testing.stage import Stage

from app.services.orders import Orders
from tests.conftest import ChangeState, StoredState


def park(conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    assert conversation.say("quero ver minha fatura").status == "SUSPENDED"


@pytest.mark.holds("I3")
def test_a_parked_transaction_is_seen_in_the_public_shape(conversation: Conversation) -> None:
    park(conversation)
    state = conversation.state()
    assert (state["transaction_status"], state["active_transaction"]) == ("SUSPENDED", None)
    [parked] = state["suspended_transactions"]
    assert conversation.turns[-1].suspended == [parked]
    assert (parked["tool_name"], parked["status"]) == ("cancelar_pedido", "SUSPENDED")
    assert parked["arguments"] == {"order_id": "PED-1001"}
    assert set(parked) == set(conversation.turns[0].transaction)


def test_who_only_reads_sees_what_has_expired(stage: Stage, conversation: Conversation) -> None:
    park(conversation)
    stage.clock.move(timedelta(hours=25))
    state = conversation.state()
    assert state["suspended_transactions"] == []
    assert (state["transaction_status"], state["last_transaction"]["status"]) == ("EXPIRED", "EXPIRED")
    turn = conversation.say("oi")
    assert (turn.status, turn.reason, turn.suspended) == ("EXPIRED", "expired", [])
    assert "cancelamento" in turn.text


def test_what_expires_beside_an_active_transaction_is_told_and_changes_nothing(
    stage: Stage, conversation: Conversation
) -> None:
    park(conversation)
    stage.clock.move(timedelta(hours=23))
    conversation.say("quero contestar o TIM Music")
    stage.clock.move(timedelta(hours=2))
    state = conversation.state()
    assert (state["transaction_status"], state["suspended_transactions"]) == ("COLLECTING_PARAMETERS", [])
    assert state["last_transaction"]["status"] == "EXPIRED"
    turn = conversation.say("14,99")
    assert (turn.status, turn.arguments["subject"]) == ("AWAITING_CONFIRMATION", "TIM Music")
    assert "Passou muito tempo" in turn.text
    assert conversation.state()["last_transaction"]["tool_name"] == "cancelar_pedido"


@pytest.mark.holds("I2", "I5")
def test_what_ran_in_a_turn_that_was_never_stored_is_not_parked_any_more(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    park(conversation)
    parked = stored_state(conversation)["suspended_transactions"]
    conversation.say("sim")
    protocol = conversation.say("sim").evidence[0]["result"]["protocolo"]
    change_state(conversation, suspended_transactions=parked, last_transaction={}, transaction_evidence=[])
    turn = conversation.say("oi")
    assert protocol in turn.text
    state = conversation.state()
    assert (state["suspended_transactions"], state["last_transaction"]["status"]) == ([], "COMPLETED")
    assert [entry["result"]["protocolo"] for entry in state["transaction_evidence"]] == [protocol]
    assert conversation.calls() == 1


@pytest.mark.holds("I2")
def test_what_is_in_doubt_stays_closed_for_a_parked_one(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: Any) -> NoReturn:
        raise TimeoutError

    park(conversation)
    monkeypatch.setattr(Orders, "cancel", silent)
    conversation.say("quero cancelar outro pedido")
    conversation.say("PED-1001")
    assert conversation.say("sim").status == "IN_DOUBT"
    turn = conversation.say("vamos retomar")
    assert (turn.status, turn.reason, turn.suspended) == ("CANCELLED", "in_doubt", [])


def test_a_parked_transaction_of_a_tool_that_is_gone_is_dropped(
    conversation: Conversation, stored_state: StoredState, change_state: ChangeState
) -> None:
    park(conversation)
    [parked] = stored_state(conversation)["suspended_transactions"]
    gone = {**parked, "transaction_id": "t-gone", "tool_name": "voar", "intent": "fly"}
    change_state(conversation, suspended_transactions=[gone, parked])
    turn = conversation.say("sim")
    assert (turn.status, turn.suspended) == ("AWAITING_CONFIRMATION", [])
    assert conversation.state()["last_transaction"]["reason"] == "undeclared"


def test_the_fourth_is_journalled_as_displacing_the_first(stage: Stage, conversation: Conversation) -> None:
    for message in ("cancelar pedido PED-1001", "quero contestar o TIM Music", "quero cancelar o PED-1002"):
        conversation.say(message)
    conversation.say("quero contestar o Plano Controle 20GB")
    assert conversation.say("quero cancelar o PED-1003").status == "AWAITING_CONFIRMATION"
    state = conversation.state()
    assert [item["arguments"] for item in state["suspended_transactions"]] == [
        {"subject": "Plano Controle 20GB"},
        {"order_id": "PED-1002"},
        {"subject": "TIM Music"},
    ]
    last = state["last_transaction"]
    assert (last["status"], last["reason"], last["arguments"]) == ("CANCELLED", "displaced", {"order_id": "PED-1001"})
    moved = [row for row in asyncio.run(_transitions(stage, conversation)) if row["reason"] == "displaced"]
    assert [(row["from"], row["events"], row["to"]) for row in moved] == [("SUSPENDED", ["displaced"], "CANCELLED")]


async def _transitions(stage: Stage, conversation: Conversation) -> list[dict[str, Any]]:
    engine = open_engine(database_url(stage.database_url))
    try:
        key = conversation.turns[0].metadata["conversation_key"]
        return [row["data"] for row in await ConversationStore(engine).journal_of(key, "transition")]
    finally:
        await engine.dispose()


def test_a_conversation_with_something_parked_is_not_deleted(stage: Stage, conversation: Conversation) -> None:
    park(conversation)
    server = stage.server
    assert isinstance(server, AppServer)
    soon = stage.clock() + timedelta(minutes=1)
    assert server.call(prune, server.app.state.service.host, soon) == Pruned(open=1)
    stage.clock.move(timedelta(hours=25))
    assert server.call(prune, server.app.state.service.host, soon) == Pruned(forgotten=1)
