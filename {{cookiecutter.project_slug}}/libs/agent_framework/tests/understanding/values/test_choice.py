from collections.abc import Callable
from typing import Any

import pytest

from agent_framework.domain.parameters import InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values import Choice

COURSES = ("Curso Básico 20h", "Arte Digital e Redes Sociais 8.0", "Arte Moderna")
COURSE = Choice(open=True)
SIZE = Choice(
    {
        "small": {"pt-BR": ["pequeno", "sala pequena"], "en": ["small", "small room"]},
        "large": {"pt-BR": ["grande", "sala grande"], "en": ["large", "large room"]},
        "huge": {"pt-BR": ["enorme"], "en": ["huge"]},
    }
)


@pytest.mark.parametrize(
    "message",
    ["Arte Digital e Redes Sociais 8.0", "arte digital e redes sociais", "o de redes sociais",
    "é o redes sociais, por favor",
     "quero o arte digital", "aquele de redes sociais aí"],
)  # fmt: skip
def test_by_name_and_by_part_of_it(find: Callable[..., Any], message: str) -> None:
    assert find(COURSE, message, options=COURSES) == [COURSES[1]]


@pytest.mark.parametrize("message", ["redes socias", "artemoderna", "arte modrena", "modernaa"])
def test_with_typing_errors(find: Callable[..., Any], message: str) -> None:
    (value,) = {item.removeprefix("…") for item in find(COURSE, message, options=COURSES)}
    assert value in COURSES[1:]


@pytest.mark.parametrize(
    ("message", "language", "place"),
    [("o segundo", "pt-BR", 1), ("2", "pt-BR", 1), ("opção 2", "pt-BR", 1), ("a segunda opção", "pt-BR", 1),
     ("número 2", "pt-BR", 1), ("o último", "pt-BR", 2), ("primeiro", "pt-BR", 0), ("the second one", "en", 1),
     ("2nd", "en", 1),
     ("the last one", "en", 2), ("first", "en", 0), ("o 3", "pt-BR", 2)],
)  # fmt: skip
def test_by_position(find: Callable[..., Any], message: str, language: str, place: int) -> None:
    assert find(COURSE, message, language, COURSES) == [f"…{COURSES[place]}"]


@pytest.mark.parametrize(
    "message", ["um segundo", "a segunda via", "segundo o contrato", "o quarto", "4", "primeiro quero saber"]
)
def test_ordinals_that_choose_nothing(find: Callable[..., Any], message: str) -> None:
    assert find(Choice(), message, options=COURSES) == []


def test_part_of_several_names_yields_them_all(find: Callable[..., Any]) -> None:
    assert find(COURSE, "o de arte", options=COURSES) == [f"…{COURSES[1]}", f"…{COURSES[2]}"]


def test_a_number_within_a_name_is_no_position(find: Callable[..., Any]) -> None:
    assert find(COURSE, "Arte Digital e Redes Sociais 8.0", options=COURSES) == [COURSES[1]]


def test_another_name_is_taken_verbatim_where_the_choice_is_open(find: Callable[..., Any]) -> None:
    assert find(COURSE, "é o Ioga Suave, obrigada", options=COURSES) == ["…Ioga Suave"]
    assert find(Choice(), "é o Ioga Suave", options=COURSES) == []


def test_one_word_of_a_longer_name_does_not_stand_for_another(find: Callable[..., Any]) -> None:
    assert find(COURSE, "Curso de Cerâmica Fria", options=COURSES) == ["…Curso de Cerâmica Fria"]


def test_declared_choices_have_words_by_language(find: Callable[..., Any]) -> None:
    assert find(SIZE, "a sala grande") == ["large"]
    assert find(SIZE, "the large one", "en") == ["large"]
    assert find(SIZE, "a sala") == ["…small", "…large"]
    assert SIZE.display("large", "pt-BR") == "grande"
    assert SIZE.parse("Grande") == SIZE.parse("large") == "large"
    assert SIZE.json_schema()["enum"] == ["small", "large", "huge"]
    with pytest.raises(InvalidValue):
        SIZE.parse("medium")


def test_candidates_of_one_place_share_its_span() -> None:
    one, other = COURSE.find(Text("arte"), COURSES)
    assert (one.start, one.end) == (other.start, other.end)
