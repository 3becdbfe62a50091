"""All parameters of a tool in one message: other parameter than asked, several at once, corrections, withdrawals."""

from collections.abc import Callable
from typing import Any

import pytest

COURSES = ("Curso Básico 20h", "Arte Digital 8.0", "Arte Moderna")
SHOWN = {"book": "BK-1001"}
FINED = {"course": "Arte Digital 8.0", "fine": "71.99"}
MOVED = {"book": "BK-1001", "address": "Rua das Flores, 20"}


# --- which readings count ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message", ["1001", "é aquele livro da capa azul, o 1001", "livro 1001", "BK-1001 BK1001", "1001, BK-1001"]
)
def test_the_parameter_that_was_asked_for(read: Callable[..., Any], message: str) -> None:
    assert read("book", message, asked="book").values == {"book": "BK-1001"}


@pytest.mark.parametrize("message", ["livro", "R$ 1001,00", "tudo bem?", "um minuto", "comprei há 10 dias", "sim"])
def test_what_is_no_value_of_its_type(read: Callable[..., Any], message: str) -> None:
    readings = read("book", message, asked="book")
    assert not readings.values
    assert not readings.rejected


@pytest.mark.parametrize("message", ["BK-ABC", "é o BK-10", "12345"])
def test_what_was_meant_as_a_value_and_is_none(read: Callable[..., Any], message: str) -> None:
    readings = read("book", message, asked="book")
    assert readings.rejected["book"] in message
    assert not readings.values


def test_another_parameter_than_the_one_asked_for(read: Callable[..., Any]) -> None:
    assert read("fine", "foi R$ 71,99", asked="course", options=COURSES).values == {"fine": "71.99"}


def test_a_loose_reading_is_not_taken_for_another_parameter(read: Callable[..., Any]) -> None:
    assert read("fine", "71", asked="course", options=COURSES).values == {}
    assert read("fine", "o valor é 71", asked="course", options=COURSES).values == {"fine": "71.00"}


@pytest.mark.parametrize(
    "message", ["Arte Moderna de 14,99", "14,99 do Arte Moderna", "o curso é Arte Moderna e a multa é 14,99"]
)
@pytest.mark.parametrize("options", [COURSES, ()], ids=["options", "no options"])
def test_two_at_once(read: Callable[..., Any], message: str, options: tuple[str, ...]) -> None:
    assert read("fine", message, asked="course", options=options).values == {"course": "Arte Moderna", "fine": "14.99"}


@pytest.mark.parametrize("options", [COURSES, ()], ids=["options", "no options"])
def test_a_number_within_a_name_is_no_amount(read: Callable[..., Any], options: tuple[str, ...]) -> None:
    assert read("fine", "Arte Digital 8.0", asked="course", options=options).values == {"course": "Arte Digital 8.0"}


def test_a_word_out_of_a_name_does_not_change_what_was_chosen(read: Callable[..., Any]) -> None:
    known = {"course": "Arte Moderna"}
    readings = read("fine", "o curso digital custou 71,99", asked="fine", known=known, options=COURSES)
    assert readings.values["fine"] == "71.99"
    assert read("fine", "nada digital", asked="fine", known=known, options=COURSES).values == {}


def test_part_of_several_names_competes(read: Callable[..., Any]) -> None:
    readings = read("fine", "o de arte", asked="course", options=COURSES)
    assert readings.competing == {"course": ("Arte Digital 8.0", "Arte Moderna")}
    assert readings.spans["course"] == (5, 9)


@pytest.mark.parametrize(
    ("message", "language", "values"),
    [("devolver o livro BK-2001", "pt-BR", {"book": "BK-2001"}),
    ("devolver o livro 2001", "pt-BR", {"book": "BK-2001"}),
     ("return book number 2001", "en", {"book": "BK-2001"}), ("li 2001 páginas", "pt-BR", {}),
     ("devolver um livro", "pt-BR", {})],
)  # fmt: skip
def test_an_opening_message_gives_what_is_plain(
    read: Callable[..., Any], message: str, language: str, values: dict[str, str]
) -> None:
    assert read("book", message, language).values == values


def test_an_opening_message_names_an_option_and_an_amount(read: Callable[..., Any]) -> None:
    readings = read("fine", "não reconheço o Arte Moderna de 14,99", options=COURSES)
    assert readings.values == {"course": "Arte Moderna", "fine": "14.99"}


@pytest.mark.parametrize(
    ("message", "language", "address"),
    [("quero alterar o endereço do livro BK-1001 para Rua das Flores, 20", "pt-BR", "Rua das Flores, 20"),
     ("mudar o endereço do livro 1001 para a Rua das Flores, 20, por favor", "pt-BR", "Rua das Flores, 20"),
     ("change the address of book BK-1001 to 20 Flower Street", "en", "20 Flower Street"),
     ("livro BK-1001, o endereço é Rua das Flores, 20", "pt-BR", "Rua das Flores, 20")],
)  # fmt: skip
def test_free_text_in_an_opening_message_has_to_be_introduced(
    read: Callable[..., Any], message: str, language: str, address: str
) -> None:
    assert read("move", message, language).values == {"book": "BK-1001", "address": address}


@pytest.mark.parametrize("message", ["quero alterar o endereço do livro BK-1001", "o endereço para entrega do BK-1001"])
def test_free_text_that_is_only_named(read: Callable[..., Any], message: str) -> None:
    assert read("move", message).values == {"book": "BK-1001"}


def test_free_text_ends_where_another_value_starts(read: Callable[..., Any]) -> None:
    assert read("move", "Rua X, 10, livro BK-1002", asked="address").values == {
        "book": "BK-1002",
        "address": "Rua X, 10",
    }


# --- several values of one type ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("message", ["de 10/12 a 15/12", "entrada 10/12, saída 15/12", "saída 15/12 e entrada 10/12"])
def test_two_days_for_two_parameters(read: Callable[..., Any], message: str) -> None:
    assert read("stay", message, asked="arrival").values == {"arrival": "2026-12-10", "departure": "2026-12-15"}


def test_one_day_is_for_the_parameter_that_was_asked_for(read: Callable[..., Any]) -> None:
    assert read("stay", "15/12", asked="departure", known={"arrival": "2026-12-10"}).values == {
        "departure": "2026-12-15"
    }


def test_a_quantity_may_be_named_behind_it(read: Callable[..., Any]) -> None:
    shown = {"arrival": "2026-12-10", "departure": "2026-12-15", "guests": "2"}
    assert read("stay", "somos 3 pessoas", shown=shown).values == {"guests": "3"}
    assert read("stay", "yes but for 3 people", "en", shown=shown).values == {"guests": "3"}


def test_the_new_value_is_for_the_parameter_of_the_old_one(read: Callable[..., Any]) -> None:
    readings = read("swap", "não é BK-2002, é BK-2003", shown={"old": "BK-1001", "new": "BK-2002"})
    assert readings.values == {"new": "BK-2003"}
    assert readings.withdrawn == ()


# --- corrections ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "language"),
    [("é o BK-1001, digo, 1002", "pt-BR"), ("1001, não, 1002", "pt-BR"), ("BK-1001 quer dizer BK-1002", "pt-BR"),
     ("é o BK-1002, não o BK-1001", "pt-BR"), ("não é o BK-1001, é o BK-1002", "pt-BR"),
     ("o BK-1001 não, o BK-1002", "pt-BR"),
     ("em vez do 1001, o 1002", "pt-BR"), ("BK-1001 está errado, é BK-1002", "pt-BR"),
     ("troca o 1001 pelo 1002", "pt-BR"),
     ("it's BK-1001, I mean 1002", "en"), ("BK-1002, not BK-1001", "en"), ("not 1001, 1002", "en"),
     ("BK-1002 instead of BK-1001", "en"),
     ("change 1001 to 1002", "en")],
)  # fmt: skip
@pytest.mark.parametrize("state", [{"asked": "book"}, {"shown": SHOWN}], ids=["asked", "shown"])
def test_old_and_new_in_either_order(
    read: Callable[..., Any], message: str, language: str, state: dict[str, object]
) -> None:
    assert read("book", message, language, **state).values == {"book": "BK-1002"}


@pytest.mark.parametrize(
    ("message", "language"),
    [("não, é o BK-1002", "pt-BR"), ("digitei errado, é 1002", "pt-BR"), ("1002", "pt-BR"), ("nao é o 1002", "pt-BR"),
     ("só o 1002", "pt-BR"), ("1001 não 1002", "pt-BR"), ("no, it's BK-1002", "en"), ("make it 1002", "en")],
)  # fmt: skip
def test_a_correction_of_what_was_shown(read: Callable[..., Any], message: str, language: str) -> None:
    assert read("book", message, language, shown=SHOWN).values == {"book": "BK-1002"}


@pytest.mark.parametrize("message", ["BK-1001 ou BK-1002", "1001 ou 1002", "BK-1001 e BK-1002", "1001 não 1002"])
def test_values_between_which_the_message_does_not_choose(read: Callable[..., Any], message: str) -> None:
    assert read("book", message, asked="book").competing == {"book": ("BK-1001", "BK-1002")}


@pytest.mark.parametrize(
    ("message", "language", "values"),
    [("sim, mas o valor é 50", "pt-BR", {"fine": "50.00"}), ("não é 71,99, é 61,99", "pt-BR", {"fine": "61.99"}),
     ("não, 50", "pt-BR", {"fine": "50.00"}), ("não, foram 50 reais", "pt-BR", {"fine": "50.00"}),
     ("muda de 71,99 para 61,99", "pt-BR", {"fine": "61.99"}),
     ("pode, mas só o Arte Moderna", "pt-BR", {"course": "Arte Moderna"}),
     ("não é o digital, é o Arte Moderna", "pt-BR", {"course": "Arte Moderna"}),
     ("não, é o Ioga Suave", "pt-BR", {"course": "Ioga Suave"}),
     ("o valor é 61,99 e o curso é Arte Moderna", "pt-BR", {"fine": "61.99", "course": "Arte Moderna"}),
     ("yes but it was 61.99", "en", {"fine": "61.99"}), ("change the amount to 50", "en", {"fine": "50.00"})],
)  # fmt: skip
def test_corrections_at_the_confirmation(
    read: Callable[..., Any], message: str, language: str, values: dict[str, str]
) -> None:
    readings = read("fine", message, language, shown=FINED, options=COURSES)
    assert (readings.values, readings.withdrawn) == (values, ())


def test_repeating_what_was_shown_is_fine(read: Callable[..., Any]) -> None:
    readings = read("fine", "sim, 71,99 do arte digital", shown=FINED, options=COURSES)
    assert readings.values == FINED
    assert read("book", "pode devolver o 1001", shown=SHOWN).values in ({}, SHOWN)


@pytest.mark.parametrize(
    "message", ["o endereço é Rua B, 30", "não é Rua das Flores, é Rua B, 30", "não, é na Rua B, 30"]
)
def test_free_text_is_corrected_where_it_is_introduced(read: Callable[..., Any], message: str) -> None:
    assert read("move", message, shown=MOVED).values == {"address": "Rua B, 30"}


@pytest.mark.parametrize(
    "message",
    [
        "sim",
        "pode devolver o livro",
        "sim, chega em 5 dias?",
        "sim, um minuto",
        "não tem problema, pode seguir",
        "qual o valor?",
    ],
)
def test_a_plain_answer_corrects_nothing(read: Callable[..., Any], message: str) -> None:
    for tool, shown in (("book", SHOWN), ("fine", FINED), ("move", MOVED)):
        readings = read(tool, message, shown=shown, options=COURSES)
        assert readings == type(readings)()


def test_yes_is_no_value_of_a_boolean_that_was_shown(read: Callable[..., Any]) -> None:
    shown = {"notice": "false", "address": "Rua X, 10"}
    assert read("notice", "sim", shown=shown).values == {}
    assert read("notice", "não quero", asked="notice").values == {"notice": "false"}


# --- taking back ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "language"),
    [("não é esse livro", "pt-BR"), ("não é o BK-1001", "pt-BR"), ("não é o 1001", "pt-BR"),
    ("o livro está errado", "pt-BR"),
     ("livro errado", "pt-BR"), ("é outro livro", "pt-BR"), ("o livro é outro", "pt-BR"), ("esse livro não", "pt-BR"),
     ("esse livro não é meu", "pt-BR"), ("quero trocar o livro", "pt-BR"), ("wrong book", "en"),
     ("that's not the book", "en"),
     ("the book is not right", "en"), ("it's a different book", "en")],
)  # fmt: skip
def test_a_value_is_taken_back_without_another(read: Callable[..., Any], message: str, language: str) -> None:
    readings = read("book", message, language, shown=SHOWN)
    assert (readings.withdrawn, readings.values) == (("book",), {})


@pytest.mark.parametrize(
    "message", ["não quero devolver o livro", "o livro não chegou", "não quero trocar o livro", "tenho outro livro"]
)
def test_a_parameter_that_is_only_mentioned_stays(read: Callable[..., Any], message: str) -> None:
    assert read("book", message, shown=SHOWN).withdrawn == ()


def test_nothing_is_taken_back_that_was_not_given(read: Callable[..., Any]) -> None:
    assert read("book", "o livro está errado", asked="book").withdrawn == ()


# --- what is handed back ----------------------------------------------------------------------------------------------


def test_spans_and_cues_point_into_the_message(read: Callable[..., Any]) -> None:
    message = "é o BK-1001, digo, 1002"
    readings = read("book", message, asked="book")
    start, end = readings.spans["book"]
    assert message[start:end] == "1002"
    assert [(cue.name, cue.text) for cue in readings.cues] == [("value:book", "BK-1001"), ("value:book", "1002")]


def test_without_a_tool_nothing_is_read(read: Callable[..., Any]) -> None:
    from agent_framework.domain.text import Text
    from agent_framework.understanding.model import Dialogue, ValueReadings
    from agent_framework.understanding.values import read_values

    assert read_values(Text("BK-1001"), Dialogue()) == ValueReadings()


def test_the_verb_of_the_transaction_takes_nothing_back(read: Callable[..., Any]) -> None:
    assert read("move", "pode alterar o endereço", shown=MOVED).withdrawn == ("address",)
    assert read("move", "pode alterar o endereço", shown=MOVED, action="alterar").withdrawn == ()
