"""Section 11 of the specification, and what else must never come back."""

import pytest
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.stage import Stage
from agent_framework.transactions.model import ACTIVE

from tests.conftest import ChangeState, StoredState


@pytest.mark.holds("spec 3.4", "spec 11.2")
def test_a_selected_tool_call_alone_is_no_transaction(conversation: Conversation, change_state: ChangeState) -> None:
    conversation.say("oi")
    call = {"tool_name": "cancelar_pedido", "intent": "retail_order_cancel", "arguments": {}}
    change_state(conversation, selected_tool_call=call, pending_tool_call={})
    conversation.say("PED-1001")
    conversation.say("sim")
    assert conversation.state()["active_transaction"] is None
    assert conversation.calls() == 0


@pytest.mark.holds("spec 3.1", "spec 11.7")
def test_the_latch_is_there_until_the_terminal_status(conversation: Conversation, stored_state: StoredState) -> None:
    for message in ["quero contestar uma cobrança", "tudo bem?", "TIM Music", "um minuto", "14,99", "hmm"]:
        turn = conversation.say(message)
        assert turn.status in ACTIVE, message
        assert stored_state(conversation)["active_transaction"]["status"] == turn.status
    assert conversation.say("sim").status == "COMPLETED"
    assert not stored_state(conversation)["active_transaction"]


@pytest.mark.holds("spec 11.1", "spec 11.5", "spec 5", "I3")
def test_arguments_survive_turns_about_something_else_and_a_restart(stage: Stage, conversation: Conversation) -> None:
    conversation.say("não contratei TIM CTRL Redes Sociais 8.0")
    for message in ["tudo bem?", "um minuto", "como assim?"]:
        conversation.say(message)
        stage.server.restart()
    turn = conversation.say("R$ 71,99")
    assert turn.arguments == {"subject": "TIM CTRL Redes Sociais 8.0", "valor": "71.99"}


@pytest.mark.holds("spec 3.3")
def test_what_is_missing_is_the_transactions_not_the_messages(conversation: Conversation) -> None:
    conversation.say("quero contestar uma cobrança")
    assert conversation.say("foi R$ 71,99").missing == ["subject"]
    assert conversation.say("tudo bem?").missing == ["subject"]


@pytest.mark.holds("spec 11.6")
def test_a_transaction_is_confirmed_once(conversation: Conversation) -> None:
    turns = [conversation.say(message) for message in ["quero cancelar pedido", "PED-1001", "sim"]]
    assert [turn.status for turn in turns] == ["COLLECTING_PARAMETERS", "AWAITING_CONFIRMATION", "COMPLETED"]
    assert [turn.text.count("?") for turn in turns[1:]] == [1, 0]


@pytest.mark.holds("spec 7.2", "I8")
def test_a_status_without_its_transaction_is_reported_and_nothing_restarted(
    conversation: Conversation, change_state: ChangeState
) -> None:
    conversation.say("quero cancelar pedido")
    change_state(conversation, active_transaction={})
    turn = conversation.say("PED-1001")
    assert turn.http == 200
    assert turn.text
    assert turn.status not in ACTIVE
    assert conversation.state()["active_transaction"] is None
    assert conversation.calls() == 0
    assert conversation.say("cancelar pedido PED-1001").status == "AWAITING_CONFIRMATION"


@pytest.mark.holds("I5", "spec 3.2")
def test_a_terminal_transaction_is_never_taken_up_again(conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    conversation.say("não")
    for message in ["sim", "PED-1002", "pode cancelar", "ok"]:
        conversation.say(message)
        assert conversation.calls() == 0, message


@pytest.mark.holds("spec 9.10")
def test_each_part_of_a_conversation_has_scenarios(stage: Stage) -> None:
    folders = {path.parent.name for path in (stage.folder.root / "tests" / "scenarios").rglob("*.yaml")}
    assert folders >= {"spec", "collecting", "confirmation", "exactly_once", "grounding"}
