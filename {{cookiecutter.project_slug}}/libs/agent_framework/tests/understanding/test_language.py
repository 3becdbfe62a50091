"""The language of each message, kept where a message says nothing."""

import pytest

from agent_framework.understanding.language import detect_language


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("quero cancelar minha assinatura", "pt-BR"),
        ("nao quero", "pt-BR"),
        ("é o 1001", "pt-BR"),
        ("obrigado", "pt-BR"),
        ("cadê meu livro", "pt-BR"),
        ("cancel my membership", "en"),
        ("yes please, go ahead", "en"),
        ("it's 61.99", "en"),
        ("I don't know", "en"),
        ("thanks", "en"),
        ("forget it", "en"),
    ],
)
@pytest.mark.parametrize("previous", [None, "pt-BR", "en"])
def test_a_message_that_says(message: str, language: str, previous: str | None) -> None:
    assert detect_language(message, previous, "pt-BR") == language


@pytest.mark.parametrize("message", ["ASS-1001", "ok", "12", "R$ 71,99", "👍", "", "Dom Casmurro", "status"])
def test_a_message_that_says_nothing(message: str) -> None:
    assert detect_language(message, "en", "pt-BR") == "en"
    assert detect_language(message, "pt-BR", "en") == "pt-BR"
    assert detect_language(message, None, "en") == "en"


def test_a_loan_word_does_not_change_the_language() -> None:
    assert detect_language("yes", "pt-BR", "pt-BR") == "pt-BR"
    assert detect_language("quero ver o meu order", "pt-BR", "pt-BR") == "pt-BR"
    assert detect_language("I want the livro", "en", "pt-BR") == "en"
