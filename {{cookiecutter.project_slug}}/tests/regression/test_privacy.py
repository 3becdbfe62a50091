"""Nobody reads or moves another customer's or tenant's conversation (I9)."""

import pytest
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.servers import Server
from agent_framework.testing.stage import Stage


@pytest.mark.holds("I9")
@pytest.mark.parametrize("what", ["messages", "state"])
def test_another_customers_conversation_does_not_exist(conversation: Conversation, client: Server, what: str) -> None:
    conversation.say("quero cancelar pedido")
    path = f"/sessions/{conversation.session_id}/{what}"
    own = client.request("GET", path, params={"user_id": "CUST-1001"})
    other = client.request("GET", path, params={"user_id": "CUST-2002"})
    nobodys = client.request("GET", "/sessions/never-seen/" + what, params={"user_id": "CUST-2002"})
    assert own.status_code == 200
    assert (other.status_code, other.json()) == (404, nobodys.json())
    assert other.headers["content-type"] == "application/problem+json"


@pytest.mark.holds("I9")
def test_another_tenants_conversation_is_another_conversation(stage: Stage, conversation: Conversation) -> None:
    conversation.say("quero cancelar pedido")
    stranger = stage.conversation(tenant="acme", session_id=conversation.session_id)
    assert stranger.say("PED-1001").status is None
    assert conversation.say("PED-1001").status == "AWAITING_CONFIRMATION"


@pytest.mark.holds("I9")
def test_somebody_elses_order_is_told_in_the_words_of_an_unknown_one(stage: Stage) -> None:
    elses = stage.conversation().say("cancelar pedido PED-9001")
    unknown = stage.conversation().say("cancelar pedido PED-9999")
    assert elses.text.replace("PED-9001", "") == unknown.text.replace("PED-9999", "")
    assert (elses.status, elses.missing) == (unknown.status, unknown.missing) == ("COLLECTING_PARAMETERS", ["order_id"])


@pytest.mark.holds("I9")
@pytest.mark.parametrize("text", ["status do pedido {}", "onde está o pedido {}?"])
def test_reading_somebody_elses_order_is_told_alike(stage: Stage, text: str) -> None:
    elses = stage.conversation().say(text.format("PED-9001"))
    unknown = stage.conversation().say(text.format("PED-9999"))
    assert elses.text.replace("PED-9001", "") == unknown.text.replace("PED-9999", "")
