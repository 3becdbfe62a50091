"""Days, written or told from today."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from babel.dates import format_date

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.values.words import Words, words_of_language

__all__ = ["Date"]


def today_utc() -> date:
    """Today's date, in UTC."""
    return datetime.now(UTC).date()


class Date(ValueType):
    """A day; canonical ISO 8601: `"2026-12-01"`. A day without a year is the next one that is not past."""

    name = "date"

    def __init__(self, today: Callable[[], date] = today_utc) -> None:
        self._today = today

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        words, tokens = words_of_language(text.language), text.tokens
        found, position = list[Candidate](), 0
        while position < len(tokens):
            read = self._numeric(tokens, position, text.language) or self._worded(tokens, position, words)
            if read:
                day, last, exact = read
                value = day.isoformat() if day else None
                reason = None if day else "values.date_malformed"
                found.append(Candidate(value, tokens[position].start, tokens[last - 1].end, exact, reason))
            position = read[1] if read else position + 1
        return found

    def _numeric(self, tokens: Sequence[Token], first: int, language: str) -> tuple[date | None, int, bool] | None:
        """10/12, 10/12/2026, 2026-12-10, 10-12-2026: day first in Portuguese, month first in English."""
        parts = [tokens[first].folded]
        index = first
        separator = tokens[first + 1].text if first + 1 < len(tokens) else ""
        if separator not in "/-." or not parts[0].isdigit():
            return None
        while index + 2 < len(tokens) and tokens[index + 1].text == separator and tokens[index + 2].folded.isdigit():
            parts.append(tokens[index + 2].folded)
            index += 2
        if len(parts) not in (2, 3) or (len(parts) == 2 and separator != "/"):
            return None
        numbers = [int(part) for part in parts]
        if len(parts[0]) == 4 and len(numbers) == 3:
            return _day(*numbers), index + 1, True
        if language == "en" and numbers[0] <= 12:
            numbers[0], numbers[1] = numbers[1], numbers[0]
        year = numbers[2] + (2000 if numbers[2] < 100 else 0) if len(numbers) == 3 else None
        return self._complete(numbers[0], numbers[1], year), index + 1, True

    def _worded(self, tokens: Sequence[Token], first: int, words: Words) -> tuple[date | None, int, bool] | None:
        """ "amanhã", "10 de dezembro de 2026", "December 10, 2026", "dia 10"."""
        word = tokens[first].folded
        if word in words.maps["relative_days"]:
            return self._today() + timedelta(days=words.maps["relative_days"][word]), first + 1, True
        if word in words.months and tokens[first].kind == "word":
            day, last = _number_at(tokens, first + 1)
            return self._with_year(tokens, last, day, words.months[word]) if day else None
        number, last = _number_at(tokens, first)
        month_at = last + (last < len(tokens) and tokens[last].folded in ("de", "of"))
        if number and month_at < len(tokens) and tokens[month_at].folded in words.months:
            return self._with_year(tokens, month_at + 1, number, words.months[tokens[month_at].folded])
        if number and number <= 31 and first and tokens[first - 1].folded in words.sets["day_words"]:
            return self._day_of_month(number), last, False
        return None

    def _with_year(self, tokens: Sequence[Token], last: int, day: int, month: int) -> tuple[date | None, int, bool]:
        after = last + (last < len(tokens) and tokens[last].folded in ("de", "of", ","))
        if after < len(tokens) and tokens[after].folded.isdigit() and len(tokens[after].folded) == 4:
            return self._complete(day, month, int(tokens[after].folded)), after + 1, True
        return self._complete(day, month, None), last, True

    def _complete(self, day: int, month: int, year: int | None) -> date | None:
        if year is not None:
            return _day(year, month, day)
        this_year = _day(self._today().year, month, day)
        return (
            this_year if this_year is None or this_year >= self._today() else _day(self._today().year + 1, month, day)
        )

    def _day_of_month(self, day: int) -> date | None:
        today = self._today()
        month, year = (today.month, today.year) if day >= today.day else (today.month % 12 + 1, today.year)
        return _day(year + (month == 1 and day < today.day), month, day)

    def parse(self, raw: str) -> str:
        """See ValueType."""
        try:
            return date.fromisoformat(raw.strip()).isoformat()
        except ValueError as error:
            raise InvalidValue("values.date_malformed", value=raw, example=self.example("en")) from error

    def load(self, canonical: str) -> Any:
        """See ValueType: a date."""
        return date.fromisoformat(canonical)

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return format_date(date.fromisoformat(canonical), format="long", locale=language.replace("-", "_"))

    def example(self, language: str) -> str:
        """See ValueType."""
        return "25/12/2026" if language == "pt-BR" else "12/25/2026"

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "format": "date"}


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _number_at(tokens: Sequence[Token], index: int) -> tuple[int, int]:
    """A day of the month at this place ("10", "1º", "10th"), and where it ends; 0 where there is none."""
    if index >= len(tokens) or not tokens[index].folded.isdigit() or len(tokens[index].folded) > 2:
        return 0, index
    number, last = int(tokens[index].folded), index + 1
    ordinal = last < len(tokens) and tokens[last].folded in ("o", "st", "nd", "rd", "th", "º")
    if ordinal and tokens[last].start == tokens[index].end:
        last += 1
    return number, last
