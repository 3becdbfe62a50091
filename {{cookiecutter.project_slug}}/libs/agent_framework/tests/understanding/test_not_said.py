"""A yes that is named and not said is no consent."""

import pytest

from agent_framework.domain.text import Text
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.model import Asked, Dialogue, Reply, ValueReadings


def reply(message: str, language: str) -> Reply:
    dialogue = Dialogue(asked=Asked.CONFIRMATION)
    return read_consent(Text(message, language), dialogue, ValueReadings(), ()).reply


@pytest.mark.parametrize(
    "message", ["confirmar o q", "confirmar o que", "confirma q", "sim pra quê", "pode o que", "ok como"]
)
def test_a_reply_that_ends_in_an_interrogative_asks(message: str) -> None:
    assert reply(message, "pt-BR") is Reply.QUESTION


@pytest.mark.parametrize("message", ["confirm what", "yes to what", "ok how"])
def test_in_english_too(message: str) -> None:
    assert reply(message, "en") is Reply.QUESTION


@pytest.mark.parametrize(
    ("message", "language"),
    [("sim é o que você quer ouvir né", "pt-BR"), ("sim era ontem", "pt-BR"), ("yes is what you want to hear", "en")],
)
def test_a_sentence_about_the_yes_is_none(message: str, language: str) -> None:
    assert reply(message, language) is not Reply.CONSENT


@pytest.mark.parametrize(("message", "language"), [("isso é pra valer?", "pt-BR"), ("that is for real?", "en")])
def test_a_question_about_it_is_none(message: str, language: str) -> None:
    assert reply(message, language) is Reply.QUESTION


@pytest.mark.parametrize("message", ["sim", "sim, pode", "pode sim", "sim, é isso", "isso é"])
def test_what_is_said_is_said(message: str) -> None:
    assert reply(message, "pt-BR") is not Reply.QUESTION
