"""Days, written or counted from today."""

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar, Final, Literal

from babel.dates import format_date

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text
from agent_framework.understanding.values.calendar import Mention, read_days

__all__ = ["Date"]

_INVALID: Final = "values.date_invalid"
_EXAMPLE: Final = date(2026, 12, 10)
_YEARS: Final = range(1900, 2201)
_LEAP_CYCLE: Final = 8
_LANGUAGES: Final = ("pt-BR", "en")


@dataclass(frozen=True)
class Date(ValueType):
    """A day. Canonical ISO 8601: "2026-12-10"; loaded as a `datetime.date`.

    Args:
        today: where "amanhã" and a day without a year are counted from.
        prefer: whether a day without a year ("10/12", "dia 10", "sexta") is the next one or the last one; today counts.
    """

    today: Callable[[], date] = date.today
    prefer: Literal["future", "past"] = "future"
    name: ClassVar[str] = "date"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. "10/12" is the tenth of December, in English the twelfth of October."""
        return [self._candidate(text, mention) for mention in read_days(text)]

    def _candidate(self, text: Text, mention: Mention) -> Candidate:
        day = self._day(mention)
        reason = None if day else _INVALID
        start, end = text.tokens[mention.first].start, text.tokens[mention.last - 1].end
        return Candidate(day.isoformat() if day else None, start, end, mention.exact, reason)

    def _day(self, mention: Mention) -> date | None:
        today = self.today()
        if mention.offset is not None:
            return today + timedelta(days=mention.offset)
        if mention.weekday is not None:
            return today + timedelta(days=self._days_to(mention.weekday, today))
        if mention.month is None:
            return self._nearest_month(today, mention.day or 0)
        if mention.year is not None:
            return _checked(mention.year, mention.month, mention.day or 0)
        return self._nearest_year(today, mention.month, mention.day or 0)

    def _days_to(self, weekday: int, today: date) -> int:
        if self.prefer == "past":
            return -((today.weekday() - weekday) % 7)
        return (weekday - today.weekday()) % 7

    def _fits(self, day: date | None, today: date) -> bool:
        return day is not None and (day <= today if self.prefer == "past" else day >= today)

    def _nearest_year(self, today: date, month: int, day: int) -> date | None:
        step = -1 if self.prefer == "past" else 1
        days = (_checked(today.year + step * ahead, month, day) for ahead in range(_LEAP_CYCLE + 1))
        return next((item for item in days if self._fits(item, today)), None)

    def _nearest_month(self, today: date, day: int) -> date | None:
        step = -1 if self.prefer == "past" else 1
        months = (today.year * 12 + today.month - 1 + step * ahead for ahead in range(13))
        days = (_checked(month // 12, month % 12 + 1, day) for month in months)
        return next((item for item in days if self._fits(item, today)), None)

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType. Takes ISO 8601, and every other way to write a day with its year."""
        try:
            return date.fromisoformat(raw.strip()).isoformat()
        except ValueError:
            found = [item for language in _LANGUAGES for item in self.find(Text(raw, language)) if _is_whole(item, raw)]
        if not found or found[0].value is None:
            raise InvalidValue(_INVALID, value=raw, example=_EXAMPLE.isoformat())
        return found[0].value

    def load(self, canonical: str) -> Any:
        """See ValueType: a date."""
        return date.fromisoformat(canonical)

    def display(self, canonical: str, language: str) -> str:
        """See ValueType: with the month in words, which no two languages read differently."""
        return format_date(date.fromisoformat(canonical), format="long", locale=language.replace("-", "_"))

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.display(_EXAMPLE.isoformat(), language)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "format": "date"}


def _checked(year: int, month: int, day: int) -> date | None:
    if year not in _YEARS or not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return date(year, month, day)


def _is_whole(item: Candidate, raw: str) -> bool:
    return item.start == 0 and item.end == len(raw.rstrip())
