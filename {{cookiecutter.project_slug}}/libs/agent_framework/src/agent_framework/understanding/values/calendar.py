"""Days as people write them, still without a year or a today: what a message says, not which day that is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.phrases import PhraseTable
from agent_framework.understanding.values.spoken import read_spoken
from agent_framework.understanding.values.words import ValueWords, every_language, words_of_language

__all__ = ["Mention", "read_days"]

_SLASHES = ("/", "-")


@dataclass(frozen=True, slots=True)
class Mention:
    """A day in the tokens `first` to `last` (exclusive).

    Exactly one of these is given: `day` (with `month` and `year` where they are said), `weekday` (Monday is 0), or
    `offset` in days from today.
    """

    first: int
    last: int
    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    offset: int | None = None
    exact: bool = True


@dataclass(frozen=True)
class _DayWords:
    """The words of all languages for days."""

    months: Mapping[str, int]
    joiners: frozenset[str]
    markers: frozenset[str]
    table: PhraseTable
    meanings: Mapping[str, tuple[str, int]]
    before_weekday: frozenset[str]
    ahead: frozenset[str]
    back: frozenset[str]
    back_after: frozenset[str]
    nouns: frozenset[str]
    opening: frozenset[str]


@cache
def _day_words() -> _DayWords:
    languages = every_language()

    def united(group: str) -> frozenset[str]:
        return frozenset().union(*(words.set(group) for words in languages))

    kinds = ("weekdays", "short_weekdays", "relative_days")
    meanings = {
        phrase: (kind, value) for words in languages for kind in kinds for phrase, value in words.numbers(kind).items()
    }
    months = {name: month for words in languages for name, month in words.numbers("months").items()}
    phrases = (*months, *meanings, *united("day_markers"), *united("days_ahead"), *united("days_back"))
    return _DayWords(
        months,
        united("date_joiners"),
        united("day_markers"),
        PhraseTable({phrase: [phrase] for phrase in meanings}),
        meanings,
        united("before_weekday"),
        united("days_ahead"),
        united("days_back"),
        united("days_back_after"),
        united("day_nouns"),
        frozenset(phrase.split()[0] for phrase in phrases),
    )


@lru_cache(maxsize=32)
def read_days(text: Text) -> tuple[Mention, ...]:
    """The days of a message, in order and without overlaps. Linear in its length."""
    return tuple(_Days(text).read())


class _Days:
    """One message on its way through the rules."""

    def __init__(self, text: Text) -> None:
        self._tokens = text.tokens
        self._raw = text.raw
        self._language: ValueWords = words_of_language(text.language)
        self._words = _day_words()
        self._spoken = {item.first: item for item in read_spoken(text.tokens)}
        self._named = {match.first: match for match in self._words.table.find(text.tokens)}

    def read(self) -> Iterator[Mention]:
        position = 0
        while position < len(self._tokens):
            mention = self._at(position)
            if mention:
                yield mention
            position = mention.last if mention else position + 1

    def _at(self, first: int) -> Mention | None:
        token = self._tokens[first]
        if token.kind != "number" and first not in self._spoken and token.folded not in self._words.opening:
            return None
        return (
            self._numeric(first)
            or self._dotted(first)
            or self._day_and_month(first)
            or self._month_and_day(first)
            or self._counted(first)
            or self._marked(first)
            or self._by_name(first)
        )

    # --- in figures -------------------------------------------------------------------------------------------------

    def _numeric(self, first: int) -> Mention | None:
        """10/12, 10/12/2026, 10-12-2026, 2026-12-10: day first, month first in English."""
        figures = self._figures(first)
        if len(figures) not in (2, 3) or any(len(figure) > 4 for figure in figures):
            return None
        last = first + 2 * len(figures) - 1
        if len(figures[0]) == 4 and len(figures) == 3:
            return Mention(first, last, int(figures[2]), int(figures[1]), int(figures[0]))
        if any(len(figure) > 2 for figure in figures[:2]):
            return None
        if len(figures) == 2 and self._tokens[first + 1].text == "-":
            return None
        year = _year(figures[2]) if len(figures) == 3 else None
        return self._ordered(first, last, int(figures[0]), int(figures[1]), year)

    def _ordered(self, first: int, last: int, one: int, other: int, year: int | None) -> Mention | None:
        month_first = self._language.language == "en" and one <= 12
        day, month = (other, one) if month_first or other > 12 >= one else (one, other)
        return Mention(first, last, day, month, year)

    def _figures(self, first: int) -> list[str]:
        """Groups of digits with the same sign between, touching each other."""
        tokens = self._tokens
        if not _digits(tokens[first]) or self._touches_before(first):
            return []
        figures = [tokens[first].folded]
        index = first
        sign = tokens[first + 1].text if first + 1 < len(tokens) else ""
        while (
            sign in _SLASHES
            and index + 2 < len(tokens)
            and tokens[index + 1].text == sign
            and tokens[index].end == tokens[index + 1].start
            and tokens[index + 1].end == tokens[index + 2].start
            and _digits(tokens[index + 2])
        ):
            figures.append(tokens[index + 2].folded)
            index += 2
        following = self._raw[tokens[index].end : tokens[index].end + 1]
        return [] if following.isalnum() else figures

    def _touches_before(self, first: int) -> bool:
        before = self._raw[self._tokens[first].start - 1 : self._tokens[first].start]
        return before.isalnum() or (before in {"/", "-", "_", "."} and first > 0)

    def _dotted(self, first: int) -> Mention | None:
        """10.12.2026: the dots belong to one token."""
        figures = self._tokens[first].folded.split(".")
        if len(figures) != 3 or not all(figure.isascii() and figure.isdigit() for figure in figures):
            return None
        if [len(figure) <= 2 for figure in figures[:2]] != [True, True] or len(figures[2]) not in (2, 4):
            return None
        return self._ordered(first, first + 1, int(figures[0]), int(figures[1]), _year(figures[2]))

    # --- with a month in words --------------------------------------------------------------------------------------

    def _day_and_month(self, first: int) -> Mention | None:
        """10 de dezembro de 2026, 1º de maio, dez de dezembro, 10th of December."""
        day, position = self._day_number(first)
        if day is None:
            return None
        position = self._skip(position, self._words.joiners)
        month = self._month(position)
        if month is None:
            return None
        year, last = self._year_after(position + 1)
        return Mention(first, last, day, month, year)

    def _month_and_day(self, first: int) -> Mention | None:
        """December 10th, 2026."""
        month = self._month(first)
        day, position = self._day_number(first + 1) if month else (None, first)
        if month is None or day is None or self._spoken.get(first):
            return None
        year, last = self._year_after(position)
        return Mention(first, last, day, month, year)

    def _month(self, position: int) -> int | None:
        return self._words.months.get(self._tokens[position].folded) if position < len(self._tokens) else None

    def _day_number(self, position: int) -> tuple[int | None, int]:
        """A day of the month in figures (with the ending of an ordinal) or in words, and where it ends."""
        if position >= len(self._tokens):
            return None, position
        token = self._tokens[position]
        spoken = self._spoken.get(position)
        if spoken and 0 < spoken.value <= 31:
            return spoken.value, spoken.last
        if not _digits(token) or len(token.folded) > 2 or self._touches_before(position):
            return None, position
        following = self._tokens[position + 1] if position + 1 < len(self._tokens) else None
        ordinal = following and following.start == token.end and following.folded in {"o", "st", "nd", "rd", "th"}
        return int(token.folded), position + (2 if ordinal else 1)

    def _year_after(self, position: int) -> tuple[int | None, int]:
        index = position
        if index < len(self._tokens) and (self._tokens[index].text == "," or self._is(index, self._words.joiners)):
            index += 1
        if index < len(self._tokens) and _digits(self._tokens[index]) and len(self._tokens[index].folded) == 4:
            return int(self._tokens[index].folded), index + 1
        return None, position

    # --- counted from today -----------------------------------------------------------------------------------------

    def _counted(self, first: int) -> Mention | None:
        """daqui a 3 dias, in 3 days, há 2 dias, 2 days ago."""
        tokens = self._tokens
        position, sign = first, 0
        if self._is(first, self._words.back):
            position, sign = first + 1, -1
        elif (length := self._phrase(first, self._words.ahead)) > 0:
            position, sign = first + length, 1
        days, position = self._day_number(position)
        if days is None or not self._is(position, self._words.nouns):
            return None
        if self._is(position + 1, self._words.back_after) or (sign < 0 and position < len(tokens)):
            return Mention(first, position + (2 if self._is(position + 1, self._words.back_after) else 1), offset=-days)
        return Mention(first, position + 1, offset=days) if sign > 0 else None

    def _phrase(self, first: int, phrases: frozenset[str]) -> int:
        """Length of the phrase that stands here, the longer first."""
        words = [token.folded for token in self._tokens[first : first + 2]]
        return next((length for length in (2, 1) if " ".join(words[:length]) in phrases and len(words) >= length), 0)

    def _marked(self, first: int) -> Mention | None:
        """dia 10, the 10th."""
        if self._is(first, self._words.markers):
            day, last = self._day_number(first + 1)
            return None if day is None or not day <= 31 else Mention(first, last, day)
        day, last = self._day_number(first)
        ordinal = last == first + 2 and self._tokens[first + 1].folded in {"st", "nd", "rd", "th"}
        return Mention(first, last, day, exact=False) if ordinal else None

    def _by_name(self, first: int) -> Mention | None:
        match = self._named.get(first)
        if match is None:
            return None
        kind, value = self._words.meanings[match.labels[0]]
        if kind == "relative_days":
            return Mention(first, match.last, offset=value)
        sure = kind == "weekdays" or (first > 0 and self._is(first - 1, self._words.before_weekday))
        return Mention(first, match.last, weekday=value, exact=sure)

    # --- small things -----------------------------------------------------------------------------------------------

    def _is(self, position: int, words: frozenset[str]) -> bool:
        return position < len(self._tokens) and self._tokens[position].folded in words

    def _skip(self, position: int, words: frozenset[str]) -> int:
        return position + self._is(position, words)


def _digits(token: Token) -> bool:
    return token.kind == "number" and token.folded.isascii() and token.folded.isdigit()


def _year(figure: str) -> int:
    return int(figure) + (2000 if len(figure) <= 2 else 0)
