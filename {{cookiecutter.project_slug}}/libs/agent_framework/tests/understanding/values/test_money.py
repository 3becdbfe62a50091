from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from agent_framework.domain.parameters import InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values import Money

FINE = Money()


@pytest.mark.parametrize(
    "message",
    ["R$ 71,99", "R$71,99", "71,99", "71.99", "71,99 reais", "71reais e 99centavos", "71 reais e 99 centavos",
    "71 reais e 99",
     "setenta e um e noventa e nove", "setenta e um noventa e nove", "setenta e um reais e noventa e nove centavos",
     "$71.99",
     "rs 71,99", "BRL 71.99", "71 reais e noventa e nove", "foi 71,99.", "(71,99)",
     "setenta e um conto e noventa e nove",
     "seventy-one ninety-nine"],
)  # fmt: skip
def test_an_amount_with_cents_or_a_word_of_money_is_exact(find: Callable[..., Any], message: str) -> None:
    assert find(FINE, message) == ["71.99"]


@pytest.mark.parametrize(
    "message",
    ["R$ 1.234,56", "1.234,56", "1,234.56", "1234,56", "R$ 1 234,56",
    "mil duzentos e trinta e quatro e cinquenta e seis",
     "mil duzentos e trinta e quatro reais e cinquenta e seis centavos"],
)  # fmt: skip
def test_thousands_in_both_notations(find: Callable[..., Any], message: str) -> None:
    assert find(FINE, message) == ["1234.56"]


@pytest.mark.parametrize(
    ("message", "amount"),
    [("71 conto", "71.00"), ("71 pila", "71.00"), ("71 mangos", "71.00"), ("R$ 71", "71.00"),
    ("2 mil reais", "2000.00"),
     ("1,5 mil reais", "1500.00"), ("dois mil e quinhentos e trinta reais", "2530.00"), ("99 centavos", "0.99"),
     ("um real", "1.00"), ("cento e vinte e trinta", "120.30"), ("quarenta e nove e noventa", "49.90"),
     ("2 milhões de reais", "2000000.00"), ("R$ 1.234", "1234.00")],
)  # fmt: skip
def test_whole_amounts_in_portuguese(find: Callable[..., Any], message: str, amount: str) -> None:
    assert find(FINE, message) == [amount]


@pytest.mark.parametrize(
    ("message", "amount"),
    [("$1,234.56", "1234.56"), ("seventy one dollars and ninety nine cents", "71.99"), ("71 bucks", "71.00"),
     ("a hundred dollars", "100.00"), ("nineteen ninety-nine", "19.99"), ("it was 61.99", "61.99"),
     ("one thousand two hundred thirty-four and fifty-six cents", "1234.56"), ("two hundred bucks", "200.00")],
)  # fmt: skip
def test_amounts_in_english(find: Callable[..., Any], message: str, amount: str) -> None:
    assert find(FINE, message, "en") == [amount]


@pytest.mark.parametrize(
    ("message", "amount"),
    [("71", "71.00"), ("setenta e um", "71.00"), ("uns 71", "71.00"), ("71 e 99", "71.99"), ("2 mil", "2000.00"),
     ("2k", "2000.00"), ("mil e quinhentos", "1500.00"), ("vinte e cinco", "25.00"), ("8.0", "8.00"),
     ("setenta e um vírgula noventa e nove", "71.99"), ("dois vírgula zero cinco", "2.05")],
)  # fmt: skip
def test_a_bare_number_is_a_loose_reading(find: Callable[..., Any], message: str, amount: str) -> None:
    assert [item.removeprefix("…") for item in find(FINE, message)] == [amount]


@pytest.mark.parametrize(
    "message",
    ["10/12/2026", "10.12.2026", "BK-1001", "20GB", "10%", "10 por cento", "(11) 98765-4321", "98765-4321", "um minuto",
     "mil desculpas", "há 3 dias", "3 vezes", "10:30", "10h30", "529.982.247-25", "01310-100", "2ª via",
     "192.168.0.1", "dia 10",
     "conta 50", "número 71", "não sei", "0800123"],
)  # fmt: skip
def test_numbers_of_something_else_are_no_amounts(find: Callable[..., Any], message: str) -> None:
    assert find(FINE, message) == []


@pytest.mark.parametrize("message", ["-71,99", "R$ -71,99", "-R$ 71,99", "menos 71,99"])
def test_a_negative_amount_is_refused(message: str) -> None:
    (candidate,) = FINE.find(Text(message))
    assert (candidate.value, candidate.reason) == (None, "values.money_negative")


def test_a_dash_is_no_minus(find: Callable[..., Any]) -> None:
    assert find(FINE, "multa - 71,99") == ["71.99"]


def test_another_currency_is_no_value(find: Callable[..., Any]) -> None:
    assert find(FINE, "US$ 50") == [None]
    assert find(FINE, "50 euros") == [None]
    assert find(Money("USD"), "US$ 50", "en") == ["50.00"]


def test_what_is_shown_is_read_again() -> None:
    assert FINE.display("1234.56", "pt-BR") == "R$ 1.234,56"
    assert FINE.display("1234.56", "en") == "R$1,234.56"
    assert FINE.load("71.99") == Decimal("71.99")
    assert FINE.parse(FINE.display("1234.56", "pt-BR")) == FINE.parse("1234.56") == "1234.56"
    assert Money("JPY").parse("1,234") == "1234"


@pytest.mark.parametrize("raw", ["", "abc", "-5", "R$", "1.2.3", "99999999999"])
def test_a_program_gives_an_amount(raw: str) -> None:
    with pytest.raises(InvalidValue):
        FINE.parse(raw)
