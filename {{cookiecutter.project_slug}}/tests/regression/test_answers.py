"""What an answer says, where it depends on the answers before it."""

import pytest
from agent_framework.testing.conversation import Conversation


@pytest.mark.parametrize(
    ("opening", "evasions"),
    [
        ("quero cancelar pedido", ["não sei", "não lembro", "sei lá", "nem ideia"]),
        ("I want to cancel my order", ["I don't know", "I don't remember", "no idea", "dunno"]),
    ],
)
def test_a_question_that_brings_nothing_changes_then_a_person_helps(
    conversation: Conversation, opening: str, evasions: list[str]
) -> None:
    texts = [conversation.say(message).text for message in [opening, *evasions]]
    assert len(set(texts)) == len(texts), texts
    assert any("PED-1001" in text for text in texts), "the customer's own orders are never offered"
    assert conversation.state()["active_transaction"] is None
    assert conversation.calls() == 0


@pytest.mark.parametrize(
    ("opening", "hesitations"),
    [
        ("cancelar pedido PED-1001", ["hmm", "sei lá", "depende", "talvez"]),
        ("I want to cancel order PED-1001", ["hmm", "dunno", "it depends", "maybe"]),
    ],
)
def test_a_confirmation_is_never_asked_twice_in_the_same_words(
    conversation: Conversation, opening: str, hesitations: list[str]
) -> None:
    texts = [conversation.say(message).text for message in [opening, *hesitations]]
    assert len(set(texts)) == len(texts), texts
    assert all("PED-1001" in text for text in texts[:-1])
    assert conversation.state()["last_transaction"]["status"] == "CANCELLED"


@pytest.mark.parametrize("asked", ["quero cancelar pedido", "cancelar pedido PED-1001"])
def test_no_answer_is_empty(conversation: Conversation, asked: str) -> None:
    for message in [asked, "?", "...", "👍", "quero rastrear pedido", "PED-1002", "obrigado", "tchau"]:
        assert conversation.say(message).text.strip(), message


def test_every_answer_of_a_long_conversation_is_grounded(conversation: Conversation) -> None:
    messages = [
        "oi", "quero meu pedido", "cancelar pedido PED-1001", "tem multa?", "sim", "quero meu pedido", "minha fatura",
        "não contratei TIM Music", "14,99", "sim", "quero ver minha fatura", "status do pedido PED-2001", "obrigado",
    ]  # fmt: skip
    for message in messages:
        turn = conversation.say(message)
        assert turn.grounded, (message, turn.text, turn.metadata["judge"])
        assert not turn.metadata["judge"].get("rejected"), (message, turn.metadata["judge"])
    assert conversation.calls() == 2
