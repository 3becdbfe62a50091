"""Personal data in recordings: gone, and still of use."""

import random

import pytest

from agent_framework import Identifier
from agent_framework.testing.disguise import Disguise
from agent_framework.understanding.values import Cnpj, Cpf, Date, Email, FreeText, Phone


@pytest.fixture
def disguise() -> Disguise:
    return Disguise("CLI-77", "CUST-1", [(Identifier("AB-####"), "AB-1234")], random.Random(1))


@pytest.mark.parametrize(
    ("kind", "canonical"),
    [
        (Cpf(), "52998224725"),
        (Cnpj(), "16727230000197"),
        (Phone(), "+5511987654321"),
        (Email(), "joao.silva@gmail.com"),
        (Identifier("AB-####"), "AB-1234"),
        (Date(), "1980-02-29"),
        (FreeText(), "Rua das Flores 12"),
    ],
)
def test_what_stands_for_a_value_is_another_of_its_type(disguise: Disguise, kind: object, canonical: str) -> None:
    instead = disguise.value(kind, canonical)  # type: ignore[arg-type]
    assert instead != canonical
    assert kind.parse(instead) == instead  # type: ignore[attr-defined]
    assert disguise.value(kind, canonical) == instead  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "hidden"),
    [
        ("meu CPF é 529.982.247-25, ou 52998224725", "529"),
        ("write to joao.silva@gmail.com", "joao"),
        ("liga no (11) 98765-4321", "98765"),
        ("it is ab 1234, I said AB-1234", "1234"),
        ("sou o cliente cli-77", "77"),
    ],
)
def test_nothing_personal_stays_in_a_text(disguise: Disguise, message: str, hidden: str) -> None:
    assert hidden not in disguise.text(message, "pt-BR")


def test_a_value_keeps_its_spelling_and_is_the_same_everywhere(disguise: Disguise) -> None:
    dotted, plain = disguise.text("529.982.247-25 52998224725", "pt-BR").split()
    assert dotted.replace(".", "").replace("-", "") == plain
    assert dotted[3] == dotted[7] == "."


def test_what_is_not_personal_stays(disguise: Disguise) -> None:
    message = "cancela o PED-1001 de R$ 71,99, por favor"
    assert disguise.text(message, "pt-BR") == message
