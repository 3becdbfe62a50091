from collections.abc import Callable
from typing import Any

import pytest

from agent_framework.domain.parameters import InvalidValue, ValueType
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


@pytest.mark.parametrize(
    ("message", "language", "value"),
    [("3", "pt-BR", "3"), ("três", "pt-BR", "3"), ("quero duas caixas", "pt-BR", "2"), ("uma", "pt-BR", "1"),
     ("vinte e cinco unidades", "pt-BR", "25"), ("em 5 dias", "pt-BR", "5"), ("1.500", "pt-BR", "1500"),
     ("a hundred and five", "en", "105"), ("twelve", "en", "12"), ("twenty-one people", "en", "21")],
)  # fmt: skip
def test_integers(find: Callable[..., Any], message: str, language: str, value: str) -> None:
    assert find(Integer(), message, language) == [f"…{value}"]


@pytest.mark.parametrize("message", ["um minuto", "R$ 3,00", "3 reais", "71,5", "10/12", "BK-1001", "10%", "tudo bem?"])
def test_numbers_that_are_no_integers(find: Callable[..., Any], message: str) -> None:
    assert find(Integer(), message) == []


def test_integers_keep_to_their_range(find: Callable[..., Any]) -> None:
    assert find(Integer(1, 9), "10") == [None]
    assert find(Integer(1, 9), "-3") == [None]
    assert find(Integer(-5, 9), "-3") == ["…-3"]
    assert Integer(1, 9).load("3") == 3
    with pytest.raises(InvalidValue):
        Integer(1, 9).parse("10")


@pytest.mark.parametrize(
    ("message", "language", "value"),
    [("sim", "pt-BR", "true"), ("não", "pt-BR", "false"), ("não quero", "pt-BR", "false"),
    ("claro que não", "pt-BR", "false"),
     ("yes please", "en", "true"), ("of course not", "en", "false")],
)  # fmt: skip
def test_yes_and_no(find: Callable[..., Any], message: str, language: str, value: str) -> None:
    assert find(Boolean(), message, language) == [f"…{value}"]


@pytest.mark.parametrize("message", ["não sei", "talvez", "sim?", "um minuto"])
def test_neither_yes_nor_no(find: Callable[..., Any], message: str) -> None:
    assert find(Boolean(), message) == []


@pytest.mark.parametrize(
    ("message", "value"),
    [("meu email é Ana.Silva+x@Example.com.br, ok?", "ana.silva+x@example.com.br"),
    ("ana @ example.com", "ana@example.com"),
     ("ana ponto silva arroba example ponto com", "ana.silva@example.com"),
     ("é isso: ana@example.com.", "ana@example.com"),
     ("ana@example", None), ("fala com @ana", None)],
)  # fmt: skip
def test_email(find: Callable[..., Any], message: str, value: str | None) -> None:
    assert find(Email(), message) == [value]


@pytest.mark.parametrize(
    "message",
    [
        "(11) 98765-4321",
        "11 98765 4321",
        "11987654321",
        "+55 11 98765-4321",
        "5511987654321",
        "011 98765-4321",
        "11 9 8765 4321",
    ],
)
def test_phone(find: Callable[..., Any], message: str) -> None:
    assert find(Phone(), message) == ["+5511987654321"]
    assert Phone().parse(message) == "+5511987654321"


def test_phones_of_other_kinds(find: Callable[..., Any]) -> None:
    assert find(Phone(), "(21) 3333-4444") == ["+552133334444"]
    assert find(Phone(), "+1 415 555 2671") == ["+14155552671"]
    assert find(Phone(), "98765-4321") == [None]
    assert find(Phone(), "529.982.247-25") == find(Phone(), "BK-1001") == find(Phone(), "2026-12-10") == []
    assert Phone().display("+5511987654321", "en") == "(11) 98765-4321"


@pytest.mark.parametrize("message", ["529.982.247-25", "52998224725", "529 982 247 25", "529982247-25"])
def test_cpf(find: Callable[..., Any], message: str) -> None:
    assert find(Cpf(), f"é {message}.") == ["52998224725"]


@pytest.mark.parametrize("message", ["529.982.247-26", "111.111.111-11"])
def test_a_cpf_with_wrong_check_digits(message: str) -> None:
    (candidate,) = Cpf().find(Text(message))
    assert (candidate.value, candidate.reason) == (None, "values.cpf_invalid")


@pytest.mark.parametrize(
    ("message", "value"),
    [("16.727.230/0001-97", "16727230000197"), ("16727230000197", "16727230000197"),
    ("12.ABC.345/01DE-35", "12ABC34501DE35"),
     ("16.727.230/0001-98", None)],
)  # fmt: skip
def test_cnpj(find: Callable[..., Any], message: str, value: str | None) -> None:
    assert find(Cnpj(), message) == [value]


def test_words_are_no_cnpj(find: Callable[..., Any]) -> None:
    assert find(Cnpj(), "transferencia12 responsavelmente34") == []


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("01310-100", "01310-100"),
        ("01.310-100", "01310-100"),
        ("cep: 01310100", "01310-100"),
        ("01310100", "…01310-100"),
    ],
)
def test_cep(find: Callable[..., Any], message: str, found: str) -> None:
    assert find(Cep(), message) == [found]


TYPES = [
    Boolean(), Cep(), Choice(open=True), Cnpj(), Cpf(), Date(), Email(), FreeText(), Identifier("BK-####"), Integer(), Money(),
    Money("USD"), Phone(),
]  # fmt: skip


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.name)
@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_the_example_is_a_value(kind: ValueType, language: str) -> None:
    canonical = kind.parse(kind.example(language))
    assert kind.parse(kind.display(canonical, language)) == canonical
    assert kind.load(canonical) is not None
    assert kind.json_schema()["type"] == "string"


@pytest.mark.parametrize(
    "kind", [Boolean(), Cep(), Cnpj(), Cpf(), Date(), Email(), Phone()], ids=lambda kind: kind.name
)
def test_a_program_gives_a_value_or_is_told(kind: ValueType) -> None:
    for raw in ("", "x", "123"):
        with pytest.raises(InvalidValue) as error:
            kind.parse(raw)
        assert error.value.reason.startswith("values.")
