from collections.abc import Callable
from typing import Any

import pytest

from agent_framework.domain.parameters import InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values import Identifier

BOOK = Identifier("BK-####")


@pytest.mark.parametrize(
    "message",
    ["BK-1001", "bk1001", "Bk 1001", "bk_1001", "B K 1 0 0 1", "b-k-1-0-0-1", "BK nº 1001", "BK número 1001", "ＢＫ－１００１",
     "BK - 1001", "(BK-1001).", "BK mil e um", "bk um zero zero um", "é o BK-1001, por favor"],
)  # fmt: skip
def test_every_spelling_is_the_same_identifier(find: Callable[..., Any], message: str) -> None:
    assert find(BOOK, message) == ["BK-1001"]


@pytest.mark.parametrize(
    "message",
    ["1001", "nº 1001", "n° 1001", "#1001", "１００１", "final 1001", "um zero zero um", "mil e um", "1 0 0 1"],
)
def test_its_figures_alone_are_a_loose_reading(find: Callable[..., Any], message: str) -> None:
    assert find(BOOK, message) == ["…BK-1001"]


@pytest.mark.parametrize(
    "message",
    ["R$ 1001,00", "1001 reais", "10/12/2026", "10 de dezembro de 2026", "(11) 98765-1001", "11 98765 1001",
    "529.982.247-25",
     "4111 1111 1111 1111", "ana1001@example.com", "10:30", "100%", "há 10 dias", "tudo bem?", "a bk está fechada"],
)  # fmt: skip
def test_figures_of_something_else_are_none(find: Callable[..., Any], message: str) -> None:
    assert find(BOOK, message) == []


@pytest.mark.parametrize("message", ["BK-ABC", "BK-10", "bk10", "BK 10", "BK-10012", "12345"])
def test_what_was_meant_as_one_says_so(message: str) -> None:
    (candidate,) = BOOK.find(Text(message))
    assert (candidate.value, candidate.reason) == (None, "values.identifier_malformed")
    assert message[candidate.start : candidate.end] == message


def test_the_end_of_a_number_is_completed_from_the_options(find: Callable[..., Any]) -> None:
    assert find(BOOK, "final 01", options=["BK-1001", "BK-1002"]) == ["…BK-1001"]
    assert find(BOOK, "terminado em 01", options=["BK-1001", "BK-2201"]) == ["…BK-1001", "…BK-2201"]


def test_masks_may_hold_letters_and_fixed_figures(find: Callable[..., Any]) -> None:
    assert find(Identifier("@@@-##"), "abc 12") == []
    assert find(Identifier("@@@-##"), "abc-12") == ["…ABC-12"]
    assert find(Identifier("NF-2024-####"), "nf 2024 1234") == ["NF-2024-1234"]


def test_several_are_found_in_order(find: Callable[..., Any]) -> None:
    assert find(BOOK, "BK-1001 ou 1002, não BK-1003") == ["BK-1001", "…BK-1002", "BK-1003"]


def test_a_program_gives_any_spelling_of_the_whole() -> None:
    assert BOOK.parse(" bk 1001 ") == "BK-1001"
    for raw in ("1001", "BK-10011", "", "BK-1001 BK-1002"):
        with pytest.raises(InvalidValue):
            BOOK.parse(raw)


def test_a_mask_with_nothing_to_fill_in_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to fill in"):
        Identifier("BOOK")


def test_example_and_schema_agree() -> None:
    import re

    assert re.fullmatch(BOOK.json_schema()["pattern"], BOOK.example("en"))
