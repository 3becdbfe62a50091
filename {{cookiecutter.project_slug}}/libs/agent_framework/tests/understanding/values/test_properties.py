"""Formatting a value in any spelling and extracting it gives it back; nothing raises; the cost is linear."""

import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_framework.domain.parameters import ValueType
from agent_framework.domain.text import Text
from agent_framework.understanding.values import (
    Boolean,
    Cep,
    Choice,
    Cnpj,
    Cpf,
    Date,
    Email,
    FreeText,
    Identifier,
    Integer,
    Money,
    Phone,
)

BOOK, FINE, DAY = Identifier("BK-####"), Money(), Date(today=lambda: date(2026, 12, 1))
OPTIONS = ("Curso Básico 20h", "Arte Digital 8.0", "Arte Moderna")
EVERY = [Boolean(), Cep(), Choice(open=True), Cnpj(), Cpf(), DAY, Email(), FreeText(), BOOK, Integer(), FINE, Phone()]
LANGUAGES = st.sampled_from(["pt-BR", "en"])
CENTS = st.integers(0, 99_999_999).map(lambda cents: Decimal(cents).scaleb(-2))

IDENTIFIER_SPELLINGS: list[Callable[[str], str]] = [
    lambda digits: f"BK-{digits}",
    lambda digits: f"bk{digits}",
    lambda digits: f"Bk {digits}",
    lambda digits: " ".join(f"bk{digits}"),
    lambda digits: f"BK nº {digits}",
    lambda digits: f"BK-{digits}".translate({ord(c): ord(c) + 0xFEE0 for c in "BK0123456789"}),
]
MONEY_SPELLINGS: list[Callable[[Decimal], str]] = [
    lambda amount: FINE.display(str(amount), "pt-BR"),
    lambda amount: FINE.display(str(amount), "en"),
    lambda amount: f"{amount:.2f}",
    lambda amount: f"{amount:.2f}".replace(".", ","),
    lambda amount: f"R${amount:.2f}",
    lambda amount: f"{int(amount)} reais e {int(amount * 100) % 100} centavos",
]
DAY_SPELLINGS: list[Callable[[date], str]] = [
    lambda day: day.isoformat(),
    lambda day: f"{day:%d/%m/%Y}",
    lambda day: f"{day.day}/{day.month}/{day.year}",
    lambda day: f"{day:%d-%m-%Y}",
    lambda day: DAY.display(day.isoformat(), "pt-BR"),
]


SHOWN = {"book": "BK-1001", "course": "Arte Moderna", "fine": "71.99", "address": "Rua X, 10"}
STATES: list[dict[str, Any]] = [{"asked": "book"}, {"asked": "fine"}, {"asked": "address"}, {"shown": SHOWN}, {}]

ONES = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "quatorze",
    "quinze",
    "dezesseis",
    "dezessete",
    "dezoito",
    "dezenove",
]
TENS = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
HUNDREDS = [
    "cento",
    "duzentos",
    "trezentos",
    "quatrocentos",
    "quinhentos",
    "seiscentos",
    "setecentos",
    "oitocentos",
    "novecentos",
]


def spoken(number: int) -> str:
    """A number below a million as Brazilians say it."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10 - 2] + (f" e {ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        return (
            "cem"
            if number == 100
            else HUNDREDS[number // 100 - 1] + (f" e {spoken(number % 100)}" if number % 100 else "")
        )
    thousands = "mil" if number < 2000 else f"{spoken(number // 1000)} mil"
    rest = number % 1000
    joiner = " e " if rest < 100 or rest % 100 == 0 else " "
    return thousands + (f"{joiner}{spoken(rest)}" if rest else "")


def values(kind: ValueType, message: str, language: str = "pt-BR") -> list[str | None]:
    return [item.value for item in kind.find(Text(message, language))]


@given(st.integers(0, 9999).map("{:04d}".format), st.sampled_from(IDENTIFIER_SPELLINGS), LANGUAGES)
def test_identifiers_come_back(digits: str, spell: Callable[[str], str], language: str) -> None:
    assert values(BOOK, spell(digits), language) == [f"BK-{digits}"]


@given(CENTS, st.sampled_from(MONEY_SPELLINGS))
def test_amounts_come_back(amount: Decimal, spell: Callable[[Decimal], str]) -> None:
    assert values(FINE, spell(amount)) == [f"{amount:.2f}"]


@given(st.integers(0, 999_999), st.integers(1, 99))
def test_spoken_amounts_come_back(reais: int, cents: int) -> None:
    message = f"{spoken(reais)} reais e {spoken(cents)} centavos"
    assert values(FINE, message) == [f"{reais}.{cents:02d}"]


@given(st.integers(0, 999_999))
def test_spoken_integers_come_back(number: int) -> None:
    assert values(Integer(), spoken(number)) == [str(number)]


@given(st.dates(date(1900, 1, 1), date(2200, 12, 31)), st.sampled_from(DAY_SPELLINGS))
def test_days_come_back(day: date, spell: Callable[[date], str]) -> None:
    assert values(DAY, spell(day)) == [day.isoformat()]


@given(st.dates(date(1900, 1, 1), date(2200, 12, 31)))
def test_days_come_back_in_english(day: date) -> None:
    assert values(DAY, DAY.display(day.isoformat(), "en"), "en") == [day.isoformat()]


@given(
    st.sampled_from(["11", "21", "47", "98"]),
    st.integers(0, 99_999_999).map("9{:08d}".format),
    st.sampled_from(["", "+55 ", "0"]),
)
def test_phones_come_back(area: str, number: str, prefix: str) -> None:
    for written in (
        f"{prefix}{area}{number}",
        f"{prefix}({area}) {number[:5]}-{number[5:]}",
        f"{prefix}{area} {number[:5]} {number[5:]}",
    ):
        assert values(Phone(), written) == [f"+55{area}{number}"]


@given(st.integers(0, 99_999_999).map("{:08d}".format))
def test_postal_codes_come_back(digits: str) -> None:
    for written in (digits, f"{digits[:5]}-{digits[5:]}", f"{digits[:2]}.{digits[2:5]}-{digits[5:]}"):
        assert values(Cep(), written) == [f"{digits[:5]}-{digits[5:]}"]


@given(st.sampled_from(OPTIONS), st.sampled_from(["{}", "é o {}", "quero o {}, por favor", "{}!!"]), st.booleans())
def test_options_come_back(option: str, sentence: str, shouted: bool) -> None:
    message = sentence.format(option.upper() if shouted else option)
    assert [item.value for item in Choice(open=True).find(Text(message), OPTIONS)] == [option]


@given(st.integers(0, 999_999), st.sampled_from(["{}", "são {}", "{} unidades", "{:,}"]))
def test_integers_come_back(number: int, sentence: str) -> None:
    assert values(Integer(), sentence.format(number).replace(",", ".")) == [str(number)]


YES_AND_NO = {
    "pt-BR": {
        "true": ["sim", "s", "quero", "claro", "com certeza"],
        "false": ["não", "nao", "nunca", "de jeito nenhum"],
    },
    "en": {"true": ["yes", "y", "sure", "of course"], "false": ["no", "nope", "never"]},
}


@given(LANGUAGES, st.sampled_from(["true", "false"]), st.sampled_from(["{}", "{}!", " {} "]), st.booleans(), st.data())
def test_booleans_come_back(language: str, value: str, sentence: str, shouted: bool, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(YES_AND_NO[language][value]))
    assert values(Boolean(), sentence.format(word.upper() if shouted else word), language) == [value]


LOCAL = st.from_regex(r"[a-z][a-z0-9]{1,8}([._-][a-z0-9]{2,6})?", fullmatch=True)
HOSTS = st.sampled_from(["example.com", "mail.example.org", "example.com.br"])


@given(LOCAL, HOSTS, st.sampled_from(["{}@{}", "é {}@{}", "meu e-mail: {}@{}.", "{} arroba {}"]), st.booleans())
def test_addresses_come_back(local: str, host: str, sentence: str, shouted: bool) -> None:
    written = sentence.format(local.upper() if shouted else local, host)
    assert values(Email(), written) == [f"{local}@{host}"]


def checked(digits: str, weights: list[int]) -> str:
    """With the check digit that these weights give."""
    rest = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True)) % 11
    return digits + str(0 if rest < 2 else 11 - rest)


@given(st.integers(0, 999_999_999).map("{:09d}".format).filter(lambda digits: len(set(digits)) > 1))
def test_cpf_numbers_come_back(digits: str) -> None:
    number = checked(checked(digits, list(range(10, 1, -1))), list(range(11, 1, -1)))
    formatted = f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"
    for written in (number, formatted, f"{number[:9]}-{number[9:]}", f"meu CPF é {formatted}"):
        assert values(Cpf(), written) == [Cpf().parse(formatted)]


@given(st.integers(1, 99_999_999).map("{:08d}0001".format))
def test_cnpj_numbers_come_back(digits: str) -> None:
    weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
    number = checked(checked(digits, weights), [6, *weights])
    formatted = f"{number[:2]}.{number[2:5]}.{number[5:8]}/{number[8:12]}-{number[12:]}"
    for written in (number, formatted, f"o CNPJ é {formatted}"):
        assert values(Cnpj(), written) == [Cnpj().parse(formatted)]


STREETS = st.builds("Rua {}, {}".format, st.sampled_from(["das Flores", "Dom Pedro II", "XV"]), st.integers(1, 9999))


@given(STREETS, st.sampled_from(["{}", "é {}", "o endereço: {}", "pode colocar {}", "{}, por favor", '"{}"']))
def test_text_comes_back_without_the_sentence_around_it(street: str, sentence: str) -> None:
    assert values(FreeText(max_length=80), sentence.format(street)) == [street]


@given(st.text(max_size=120), LANGUAGES)
def test_no_text_is_too_odd(message: str, language: str) -> None:
    for kind in EVERY:
        for item in kind.find(Text(message, language), OPTIONS):
            assert 0 <= item.start < item.end <= len(message)
            assert (item.value is None) == (item.reason is not None)
            if item.value is not None:
                kind.load(item.value)


WORDS = st.sampled_from(
    [
        "não",
        "é",
        "o",
        "ou",
        "digo,",
        "1001",
        "BK-1001",
        "71,99",
        "R$",
        "50",
        "valor",
        "multa",
        "livro",
        "curso",
        "Arte",
        "Moderna",
        "digital",
        "errado",
        "sim",
        "mas",
        "para",
        "de",
        "em",
        "vez",
        ".",
        ",",
        "?",
        "Rua",
        "X",
        "endereço",
        ":",
        "2",
        "dois",
        "mil",
        "e",
        "outro",
        "trocar",
    ]
)


@given(st.lists(WORDS, max_size=25).map(" ".join), st.sampled_from(["book", "fine", "move", "stay", "swap", "notice"]))
@pytest.mark.parametrize("state", STATES)
def test_no_dialogue_is_too_odd(read: Callable[..., Any], state: dict[str, Any], message: str, tool: str) -> None:
    readings = read(tool, message, options=OPTIONS, **state)
    named = [*readings.values, *readings.competing, *readings.rejected, *readings.withdrawn]
    assert len(named) == len(set(named))
    assert all(0 <= start < end <= len(message) for start, end in readings.spans.values())
    assert all(len(set(candidates)) > 1 for candidates in readings.competing.values())


# --- cost -------------------------------------------------------------------------------------------------------------

SENTENCE = "não é o BK-1001 de R$ 14,99 do dia 10/12/2026, é o endereço Rua X, 10, opção 2 do Arte Moderna, digo, mil e um ou 2. "
HARD = [
    SENTENCE,
    "BK-1001 ",
    "1 2 ",
    "não ",
    "o valor é ",
    "endereço é ",
    "71,99 ou ",
    "@ a@ ",
    "mil e ",
    "BK-",
    "digo, ",
    "( ) ",
]


@pytest.mark.parametrize("piece", HARD)
@pytest.mark.parametrize("tool", ["fine", "move", "stay"])
def test_the_cost_grows_with_the_number_of_tokens(read: Callable[..., Any], piece: str, tool: str) -> None:
    short, long = (piece * (length // len(piece)) for length in (1_000, 8_000))
    for state in STATES:
        read(tool, piece, options=OPTIONS, **state)
        costs = [calls(read, tool, text, options=OPTIONS, **state) / len(Text(text).tokens) for text in (short, long)]
        assert costs[1] < 1.3 * costs[0], (state, costs)


def calls(function: Callable[..., object], *arguments: Any, **options: Any) -> int:
    """How many functions were called: a measure of work that no other process disturbs."""
    count = 0

    def on_event(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += 1

    sys.setprofile(on_event)
    try:
        function(*arguments, **options)
    finally:
        sys.setprofile(None)
    return count
