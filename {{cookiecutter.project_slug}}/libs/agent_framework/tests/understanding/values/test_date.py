from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from agent_framework.domain.parameters import InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values import Date

TODAY = date(2026, 12, 1)  # a Tuesday
DAY = Date(today=lambda: TODAY)


@pytest.mark.parametrize(
    "message",
    ["10/12", "10/12/2026", "10/12/26", "10-12-2026", "10.12.2026", "2026-12-10", "10 de dezembro", "10 dez", "dia 10",
     "dez de dezembro", "dia 10 de dezembro de 2026", "10º de dezembro"],
)  # fmt: skip
def test_the_tenth_of_december_in_portuguese(find: Callable[..., Any], message: str) -> None:
    assert find(DAY, message) == ["2026-12-10"]


@pytest.mark.parametrize(
    "message", ["December 10", "Dec 10th, 2026", "10th of December", "10 December 2026", "12/10/2026"]
)
def test_the_tenth_of_december_in_english(find: Callable[..., Any], message: str) -> None:
    assert find(DAY, message, "en") == ["2026-12-10"]


@pytest.mark.parametrize(
    ("message", "language", "day"),
    [("hoje", "pt-BR", "2026-12-01"), ("amanhã", "pt-BR", "2026-12-02"), ("depois de amanhã", "pt-BR", "2026-12-03"),
     ("ontem", "pt-BR", "2026-11-30"), ("daqui a 3 dias", "pt-BR", "2026-12-04"), ("há 2 dias", "pt-BR", "2026-11-29"),
     ("sexta-feira", "pt-BR", "2026-12-04"), ("na sexta", "pt-BR", "2026-12-04"), ("tomorrow", "en", "2026-12-02"),
     ("the day after tomorrow", "en", "2026-12-03"), ("in 3 days", "en", "2026-12-04"),
     ("2 days ago", "en", "2026-11-29"),
     ("next friday", "en", "2026-12-04"), ("25/12", "en", "2026-12-25"), ("1º de maio", "pt-BR", "2027-05-01")],
)  # fmt: skip
def test_days_counted_from_today(find: Callable[..., Any], message: str, language: str, day: str) -> None:
    assert find(DAY, message, language) == [day]


def test_bare_ordinals_need_the_question(find: Callable[..., Any]) -> None:
    assert find(DAY, "segunda") == ["…2026-12-07"]
    assert find(DAY, "the 10th", "en") == ["…2026-12-10"]


def test_a_day_without_a_year_may_lie_in_the_past(find: Callable[..., Any]) -> None:
    past = Date(today=lambda: TODAY, prefer="past")
    assert find(past, "10/12") == ["2025-12-10"]
    assert find(past, "dia 10") == ["2026-11-10"]
    assert find(past, "na sexta") == ["2026-11-27"]


def test_a_leap_day_waits_for_its_year(find: Callable[..., Any]) -> None:
    assert find(DAY, "29/02") == ["2028-02-29"]


def test_a_day_that_does_not_exist_is_none() -> None:
    (candidate,) = DAY.find(Text("31/02/2026"))
    assert (candidate.value, candidate.reason) == (None, "values.date_invalid")


@pytest.mark.parametrize(
    "message", ["R$ 10,12", "10.12", "BK-1001", "(11) 98765-4321", "3 dias úteis", "may I know", "1/2/3/4"]
)
def test_other_numbers_are_no_days(find: Callable[..., Any], message: str) -> None:
    assert find(DAY, message, "en" if "may" in message else "pt-BR") == []


def test_two_days_are_found_in_order(find: Callable[..., Any]) -> None:
    assert find(DAY, "de 10/12 a 15/12") == ["2026-12-10", "2026-12-15"]


def test_what_is_shown_is_read_again() -> None:
    assert DAY.display("2026-12-10", "pt-BR") == "10 de dezembro de 2026"
    assert DAY.display("2026-12-10", "en") == "December 10, 2026"
    assert DAY.load("2026-12-10") == date(2026, 12, 10)
    for language in ("pt-BR", "en"):
        assert DAY.parse(DAY.display("2026-12-10", language)) == "2026-12-10"
    with pytest.raises(InvalidValue):
        DAY.parse("some day")
