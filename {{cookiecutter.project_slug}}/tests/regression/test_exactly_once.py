"""One consent, at most one execution: what needs more than one answer to be compared."""

import pytest
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.stage import Stage


def protocol(conversation: Conversation) -> str:
    """The protocol of the last transaction."""
    return str(conversation.state()["last_transaction"]["result"]["protocolo"])


@pytest.mark.holds("I2")
def test_two_yes_at_once_are_both_told_the_same_protocol(conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    answers = conversation.at_once("sim", "sim")
    assert conversation.calls() == 1
    for answer in answers:
        assert answer.http == 200
        assert protocol(conversation) in answer.text


@pytest.mark.holds("I2")
def test_ten_deliveries_of_one_yes_get_one_answer(conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    answers = conversation.at_once(*["sim"] * 10, message_id="webhook-1")
    assert conversation.calls() == 1
    assert len({answer.text for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 9


@pytest.mark.holds("I2", "I5")
def test_no_after_yes_says_what_was_done(conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    conversation.say("sim")
    turn = conversation.say("não")
    assert protocol(conversation) in turn.text
    assert conversation.state()["last_transaction"]["status"] == "COMPLETED"


@pytest.mark.holds("I2")
def test_two_conversations_cancel_one_order_once(stage: Stage) -> None:
    first, second = stage.conversation(), stage.conversation()
    first.say("cancelar pedido PED-1001")
    second.say("cancelar pedido PED-1001")
    assert first.say("sim").status == "COMPLETED"
    assert second.say("sim").status in ("OUT_OF_SCOPE", "FAILED")
    assert protocol(first) not in second.turns[-1].text


@pytest.mark.holds("I2", "spec 7.1")
def test_the_same_message_after_a_restart_gets_the_first_answer(stage: Stage, conversation: Conversation) -> None:
    conversation.say("cancelar pedido PED-1001")
    first = conversation.say("sim", message_id="m-yes")
    stage.server.restart()
    again = conversation.say("sim", message_id="m-yes")
    assert again.replayed
    assert again.text == first.text
    assert conversation.calls() == 1
