"""What fails behind the agent, and what the customer is told: never more than is known."""

from typing import Any, NoReturn

import pytest
from agent_framework.domain.messages import Catalog
from agent_framework.domain.tools import Say
from agent_framework.judges.model import Claim, Verdict
from agent_framework.runtime.respond import Responder
from agent_framework.runtime.turn_state import TurnState
from agent_framework.testing.conversation import Conversation

from app.services.orders import Orders


async def broken(*_: Any) -> NoReturn:
    """A service that raises."""
    raise RuntimeError("the order system fell over")


async def silent(*_: Any) -> NoReturn:
    """A service that does not answer in time: nobody knows whether it did the work."""
    raise TimeoutError


def test_a_validator_that_raises_is_apologised_for_and_the_conversation_goes_on(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation.say("quero cancelar pedido")
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "get", broken)
        turn = conversation.say("PED-1001")
        assert (turn.http, conversation.calls()) == (200, 0)
        assert "desculpe" in turn.text.casefold()
    assert turn.arguments == {"order_id": "PED-1001"}
    assert conversation.say("PED-1001").status == "AWAITING_CONFIRMATION"
    assert conversation.say("sim").status == "COMPLETED"


def test_a_reading_that_raises_is_apologised_for(conversation: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "get", broken)
        turn = conversation.say("status do pedido PED-1001")
        assert turn.http == 200
        assert "desculpe" in turn.text.casefold()
    assert "PED-1001" in conversation.say("status do pedido PED-1001").text


@pytest.mark.holds("I2", "I7", "evidence 1")
def test_a_remote_that_does_not_answer_leaves_the_transaction_in_doubt_until_it_is_settled(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation.say("cancelar pedido PED-1001")
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "cancel", silent)
        turn = conversation.say("sim")
    assert turn.status == "IN_DOUBT"
    assert not turn.evidence
    assert "cancelado" not in turn.text.casefold()
    assert "CANCEL-" not in turn.text
    conversation.say("oi")
    last = conversation.state()["last_transaction"]
    assert last["status"] == "COMPLETED"
    assert last["result"]["protocolo"] in conversation.turns[-1].text


@pytest.mark.holds("I3")
def test_what_is_settled_meanwhile_leaves_the_active_transaction_alone(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation.say("cancelar pedido PED-1001")
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "cancel", silent)
        conversation.say("sim")
        conversation.say("quero contestar o TIM Music")
    turn = conversation.say("14,99")
    assert "CANCEL-" in turn.text
    assert (turn.status, turn.arguments) == ("AWAITING_CONFIRMATION", {"subject": "TIM Music", "valor": "14.99"})
    assert conversation.state()["last_transaction"]["status"] == "COMPLETED"
    assert conversation.state()["in_doubt_transactions"] == []


@pytest.mark.holds("I1")
def test_a_yes_to_the_apology_is_no_consent(conversation: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    conversation.say("cancelar pedido PED-1001")
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "get", broken)
        assert conversation.say("sim").text.endswith("tentar de novo em instantes?")
    turn = conversation.say("sim")
    assert (turn.status, conversation.calls()) == ("AWAITING_CONFIRMATION", 0)
    assert "Confirma" in turn.text
    assert (conversation.say("sim").status, conversation.calls()) == ("COMPLETED", 1)


@pytest.mark.holds("I1")
def test_a_confirmation_that_the_judge_kept_back_was_never_asked(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = Responder.judge

    async def strict(self: Responder, turn: TurnState) -> Verdict:
        kept_back = turn.get("draft")["source"] == "withheld"
        return await judge(self, turn) if kept_back else Verdict((Claim("id", "PED-1001", "PED-1001", None),))

    with monkeypatch.context() as patched:
        patched.setattr(Responder, "judge", strict)
        assert "Pode perguntar de novo?" in conversation.say("cancelar pedido PED-1001").text
    turn = conversation.say("sim")
    assert (turn.status, conversation.calls()) == ("AWAITING_CONFIRMATION", 0)
    assert "Confirma o cancelamento do pedido PED-1001" in turn.text


@pytest.mark.holds("I2")
def test_an_answer_that_failed_after_the_effect_is_given_from_the_ledger(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> NoReturn:
        raise RuntimeError("composing failed")

    conversation.say("cancelar pedido PED-1001")
    with monkeypatch.context() as patched:
        patched.setattr(Responder, "compose", fail)
        assert conversation.say("sim", message_id="m-yes").http == 500
    turn = conversation.say("sim", message_id="m-yes")
    assert conversation.calls() == 1
    assert conversation.state()["last_transaction"]["status"] == "COMPLETED"
    assert conversation.state()["last_transaction"]["result"]["protocolo"] in turn.text


@pytest.mark.holds("I7")
@pytest.mark.parametrize(
    "lie",
    [
        "Pedido PED-1001 cancelado, protocolo CANCEL-2026-999.",
        "O pedido PED-1001 foi entregue.",
        "O pedido PED-1001 custou R$ 1,00.",
        "O pedido PED-1001 chega em 3 de março de 2031.",
    ],
)
def test_a_text_that_says_what_nothing_supports_is_not_sent(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    say = Catalog.say

    def lying(self: Catalog, said: Say, *options: Any) -> str:
        return lie if said.key.startswith("orders.found") else say(self, said, *options)

    monkeypatch.setattr(Catalog, "say", lying)
    turn = conversation.say("status do pedido PED-1001")
    assert turn.text != lie
    assert turn.grounded
    assert turn.metadata["judge"]["rejected"]
