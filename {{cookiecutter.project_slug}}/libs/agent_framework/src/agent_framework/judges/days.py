"""Days in a text: in digits, in words, as part of a span."""

import re
from typing import Final

from agent_framework.judges.canonical import date_key
from agent_framework.judges.reading import Answer
from agent_framework.judges.values import Cursor, Value
from agent_framework.judges.vocabulary import LANGUAGES
from agent_framework.understanding.values.words import words_of_language

__all__ = ["YEARS", "Days"]

YEARS: Final = range(1900, 2101)
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?")
_ISO: Final = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt]\d{2}:?.*)?")
_MONTH_YEAR: Final = re.compile(r"(\d{1,2})/(\d{4})")
_MONTH_OF: Final = re.compile(r"d:(\d{4}|-)-(\d{2})-\d{2}$")


class Days(Cursor):
    """Reads days; each answers with a value, or nothing where there is none."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        spoken = [words_of_language(language) for language in LANGUAGES]
        self.months = {name: number for item in spoken for name, number in item.months.items() if len(name) > 3}
        self.months |= words_of_language(answer.vocabulary.language).months

    def numeric(self, written: str) -> frozenset[str]:
        """The days a numeric date may mean: month and day change places in English, so both readings count."""
        if iso := _ISO.fullmatch(written):
            return _valid({date_key(int(iso[1]), int(iso[2]), int(iso[3]))})
        if month := _MONTH_YEAR.fullmatch(written):
            return _valid({date_key(int(month[2]), int(month[1]), None)})
        found = _DAY_FIRST.fullmatch(written)
        if not found or (found[3] is None and "/" not in written):
            return frozenset()
        year = None if found[3] is None else int(found[3]) + (2000 if len(found[3]) == 2 else 0)
        readings = {date_key(year, int(found[2]), int(found[1]))}
        if self.answer.vocabulary.language == "en":
            readings.add(date_key(year, int(found[1]), int(found[2])))
        return _valid(readings)

    def worded(self, first: int, last: int) -> Value | None:
        """ "1º de dezembro de 2026", "December 1st, 2026", "dia 10"; the day stands on `first` to `last`."""
        day = self.words[first]
        if not _is_day(day):
            return None
        after = last + (self.word(last) in ("de", "of"))
        if month := self.months.get(self.word(after), 0):
            year, end = self._year(after + 1)
            return self._day(year, month, int(day), first, end)
        if month := self.months.get(self.word(first - 1), 0):
            year, end = self._year(last)
            return self._day(year, month, int(day), first - 1, end)
        if self.word(first - 1) in ("dia", "day"):
            return Value("date", first, last, f"dia {day}", frozenset({f"d:day-{int(day):02}"}))
        return None

    def spanned(self, first: int) -> Value | None:
        """The day of a span that shares its month with the other: "de 20 a 27 de dezembro", "December 20 to 27"."""
        digits, spans = self.words[first], self.sets["spans"]
        if not _is_day(digits):
            return None
        if self.word(first + 1) in spans and self.word(first + 2).isdigit():
            other = self.worded(first + 2, first + 3)
        elif self.word(first - 1) in spans and self.word(first - 2).isdigit():
            other = self.worded(first - 2, first - 1)
        else:
            return None
        month = _MONTH_OF.search(min(other.keys)) if other else None
        if month is None:
            return None
        year, _ = self._year(first + 1)
        year = year or (int(month[1]) if month[1] != "-" else None)
        return self._day(year, int(month[2]), int(digits), first, first + 1)

    def month_alone(self, first: int) -> Value | None:
        """ "em dezembro", "December 2026"."""
        month = self.months.get(self.words[first], 0)
        if not month or (self.word(first + 1)[:2].isdigit() and len(self.word(first + 1)) < 3):
            return None  # "December 1": the day reads the month before it
        year, end = self._year(first + 1)
        opened = self.word(first - 1) in self.sets["month_openers"] and len(self.words[first]) > 3
        return (
            self._day(year, month, None, first, end) if year or (opened and self.tokens[first].text != "may") else None
        )

    def _year(self, index: int) -> tuple[int | None, int]:
        at = index + (self.word(index) in ("de", "of", ","))
        digits = self.word(at)
        if len(digits) == 4 and digits.isdecimal() and int(digits) in YEARS:
            return int(digits), at + 1
        return None, index

    def _day(self, year: int | None, month: int, day: int | None, first: int, last: int) -> Value:
        keys = _valid({date_key(year, month, day)}) or frozenset({"d:none"})
        return Value("date", first, last, min(keys).removeprefix("d:"), keys)


def _is_day(digits: str) -> bool:
    """Two figures at most: a longer number is never read, however long it is."""
    return len(digits) < 3 and digits.isdecimal() and 0 < int(digits) < 32


def _valid(readings: set[str | None]) -> frozenset[str]:
    return frozenset(reading for reading in readings if reading)
