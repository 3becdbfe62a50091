"""Explicit abandonment, and what only looks like it."""

from collections.abc import Callable

import pytest

from agent_framework.domain.text import Text
from agent_framework.understanding.abandonment import reads_abandonment
from agent_framework.understanding.model import Dialogue

ABANDONED = {
    "pt-BR": [
        "esquece",
        "ok, esquece",
        "esquece, quero ver meus empréstimos",
        "deixa pra lá",
        "DEIXA PRA LA",
        "desisti",
        "quero desistir",
        "não quero mais",
        "n quero mais",
        "deixa quieto",
        "ASS-1001, mas deixa pra lá",
        "pare",
    ],
    "en": ["forget it", "ok, forget it", "never mind", "nevermind, show my loans", "drop it", "I give up", "stop"],
}
KEPT = {
    "pt-BR": [
        "não esquece de me avisar",
        "não desisti",
        "esquece a multa",
        "esqueci a senha",
        "desisti da compra",
        "posso desistir?",
        "não quero mais receber e-mail",
        "não quero mais essa assinatura",
        "meu marido disse esquece",
        "não cancela",
        "cancelei",
        "cancela a assinatura",
        "para mim",
        "sim",
    ],
    "en": [
        "don't forget it",
        "hold on",
        "hold on a second",
        "I forgot it",
        "forget about the fee",
        "should I forget it?",
        "don't cancel",
        "cancel my membership",
        "never",
    ],
}


@pytest.mark.parametrize("within", ["cancel", "contest"])
@pytest.mark.parametrize(("language", "message"), [(lang, text) for lang, texts in ABANDONED.items() for text in texts])
def test_abandoned(dialogue: Callable[[str], Dialogue], language: str, message: str, within: str) -> None:
    cue = reads_abandonment(Text(message, language), dialogue(within))
    assert cue is not None
    assert message[cue.start : cue.end] == cue.text


@pytest.mark.parametrize("within", ["cancel", "contest"])
@pytest.mark.parametrize(("language", "message"), [(lang, text) for lang, texts in KEPT.items() for text in texts])
def test_kept(dialogue: Callable[[str], Dialogue], language: str, message: str, within: str) -> None:
    assert reads_abandonment(Text(message, language), dialogue(within)) is None


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("pt-BR", "cancela"),
        ("pt-BR", "quero cancelar"),
        ("pt-BR", "cancela tudo"),
        ("pt-BR", "não quero mais isso"),
        ("pt-BR", "pode cancelar, não quero mais"),
        ("en", "cancel"),
        ("en", "please cancel that"),
        ("en", "I don't want it anymore"),
    ],
)
def test_the_verb_of_the_transaction_is_ambiguous(
    dialogue: Callable[[str], Dialogue], language: str, message: str
) -> None:
    text = Text(message, language)
    assert reads_abandonment(text, dialogue("cancel")) is None
    assert reads_abandonment(text, dialogue("contest")) is not None
    assert reads_abandonment(text, Dialogue()) is not None
