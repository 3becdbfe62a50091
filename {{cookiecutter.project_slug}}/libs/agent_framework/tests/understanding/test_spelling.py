"""Lengthened and mistyped words are read as the words they stand for; real words are left alone."""

import pytest

from agent_framework.domain.text import Text
from agent_framework.understanding.lexicon import default_lexicon


def read(message: str, language: str, *known: str) -> str:
    tokens = default_lexicon(language).spelling.read(Text(message).tokens, frozenset(known))
    return " ".join(token.folded for token in tokens)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("pt-BR", "siiiim", "sim"),
        ("pt-BR", "simm", "sim"),
        ("pt-BR", "clarooo", "claro"),
        ("pt-BR", "nãoooo", "nao"),
        ("pt-BR", "kkkkkkkkk", "kkk"),
        ("pt-BR", "pdoe", "pode"),
        ("pt-BR", "smi", "sim"),
        ("pt-BR", "cofirmo", "confirmo"),
        ("pt-BR", "comfirmo", "confirmo"),
        ("pt-BR", "brigadoo", "brigado"),
        ("en", "yesss", "yes"),
        ("en", "prefect", "perfect"),
        ("en", "corect", "correct"),
        ("en", "abslutely", "absolutely"),
        ("en", "that’s", "that's"),
    ],
)
def test_repaired(language: str, typed: str, meant: str) -> None:
    assert read(typed, language) == meant


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("pt-BR", "caro"),
        ("pt-BR", "podre"),
        ("pt-BR", "prefeito"),
        ("pt-BR", "cancelei"),
        ("pt-BR", "nado"),
        ("pt-BR", "mas"),
        ("en", "night"),
        ("en", "eight"),
        ("en", "words"),
        ("en", "note"),
        ("en", "on"),
    ],
)
def test_left_alone(language: str, word: str) -> None:
    assert read(word, language) == word


def test_a_word_of_the_dialogue_is_right() -> None:
    assert read("perfecta", "en", "perfecta") == "perfecta"


def test_what_only_dresses_a_sign_up_is_left_out() -> None:
    assert read("👍🏽 ✔️", "pt-BR") == "👍 ✔"
