"""A text that was shown in a confirmation, corrected in the ways people correct one."""

from typing import Annotated

import pytest

from agent_framework import Agent, FreeText, Idempotent, Identifier, Intent, Parameter, ToolContext, transactional_tool
from agent_framework.domain.text import Text
from agent_framework.understanding.model import Asked, Dialogue, Pattern, Reply, Understanding
from agent_framework.understanding.understand import Reader

MemberId = Annotated[str, Parameter(Identifier("MEM-####"), words={"pt-BR": ["sócio", "número"], "en": ["member"]})]
Address = Annotated[str, Parameter(FreeText(), words={"pt-BR": ["endereço"], "en": ["address"]})]


@transactional_tool(recovery=Idempotent())
async def move(member_id: MemberId, address: Address, context: ToolContext) -> dict[str, str]:
    """Note where a member lives now."""
    return {}


MOVING = Intent(
    "moving",
    tool=move,
    actions={"pt-BR": ["mudar", "alterar"], "en": ["change", "update"]},
    objects={"pt-BR": ["endereço"], "en": ["address"]},
)
READER = Reader([Agent("members", can="x", intents=[MOVING])], ["pt-BR", "en"])
SHOWN = {"member_id": "MEM-1001", "address": "Rua das Flores, 123, Campinas"}
SHOWN_EN = {"member_id": "MEM-1001", "address": "22 Baker Street, London"}


def reply_in(said: Understanding) -> Reply:
    assert said.consent
    return said.consent.reply


def read(message: str, language: str) -> Understanding:
    arguments = SHOWN if language == "pt-BR" else SHOWN_EN
    dialogue = Dialogue(asked=Asked.CONFIRMATION, tool=move, intent=MOVING, arguments=arguments)
    return READER.read(Text(message, language), dialogue)


@pytest.mark.parametrize(
    ("message", "language", "address"),
    [
        ("muda pra Rua das Palmeiras, 50, Campinas", "pt-BR", "Rua das Palmeiras, 50, Campinas"),
        ("troca por Av. Brasil, 1000", "pt-BR", "Av. Brasil, 1000"),
        ("não, é rua das palmeiras 56", "pt-BR", "rua das palmeiras 56"),
        ("na verdade Rua das Palmeiras 55", "pt-BR", "Rua das Palmeiras 55"),
        ("nao, rua das palmeiras, 25", "pt-BR", "rua das palmeiras, 25"),
        ("não, é Rua das Flores, 1002", "pt-BR", "Rua das Flores, 1002"),
        ("digitei errado, é rua b, 26", "pt-BR", "rua b, 26"),
        ("no, 55 High Street, London", "en", "55 High Street, London"),
        ("na verdade é Av. Brasil 55", "pt-BR", "Av. Brasil 55"),
        ("o endereço certo é Av Brasil 1001, Campinas", "pt-BR", "Av Brasil 1001, Campinas"),
        ("wait, make it 23 Baker Street, London", "en", "23 Baker Street, London"),
        ("change it to 24 Baker Street", "en", "24 Baker Street"),
        ("actually 25 Baker Street, London", "en", "25 Baker Street, London"),
        ("I meant 1200 Oxford Street", "en", "1200 Oxford Street"),
    ],
)
def test_the_new_text_is_taken_and_asked_again(message: str, language: str, address: str) -> None:
    said = read(message, language)
    assert said.readings.values == {"address": address}
    assert reply_in(said) is Reply.CORRECTION


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("wait, my wife says 26", "en"),
        ("espera, minha mulher disse 26", "pt-BR"),
        ("na verdade preciso pensar", "pt-BR"),
        ("actually let me check with my wife", "en"),
    ],
)
def test_what_is_no_text_of_that_kind_is_asked_about(message: str, language: str) -> None:
    said = read(message, language)
    assert not said.readings.values
    assert said.pattern is not Pattern.HOLD
    assert reply_in(said) not in (Reply.CONSENT, Reply.CORRECTION)


@pytest.mark.parametrize(("message", "language"), [("wait", "en"), ("só um momento, por favor", "pt-BR")])
def test_who_asks_for_a_moment_only_gets_it(message: str, language: str) -> None:
    assert read(message, language).pattern is Pattern.HOLD
