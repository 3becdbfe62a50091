"""Numbers in a message, in figures and in words, each with what its surroundings allow it to be."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.values.calendar import read_days
from agent_framework.understanding.values.shapes import shaped_spans
from agent_framework.understanding.values.spoken import (
    NumberWords,
    Spoken,
    cardinal,
    number_words,
    read_below_thousand,
    read_spoken,
)
from agent_framework.understanding.values.words import every_language, words_of_language

__all__ = [
    "Number",
    "cardinal",
    "decimal_of",
    "figures",
    "is_counted",
    "is_labelled",
    "read_numbers",
    "spoken_digits",
    "with_places",
]

_LONGEST: Final = 15
_THOUSAND_SIGNS: Final = {"k": 1000, "mi": 1_000_000}


@dataclass(frozen=True, slots=True)
class Number:
    """A number in the tokens `first` to `last` (exclusive).

    Args:
        value: what it says.
        places: decimal places, as they are written.
        digits: the figures, where it is written with nothing but figures.
        spoken: in words.
        article: the word says "a" as often as "one".
        free: belongs to nothing longer: no date, telephone, document, time, code.
        counts_days: is part of a count of days from today ("em 3 dias").
    """

    first: int
    last: int
    start: int
    end: int
    value: Decimal
    places: int = 0
    digits: str = ""
    spoken: bool = False
    article: bool = False
    free: bool = True
    counts_days: bool = False


def figures(token: Token) -> str:
    """The figures of a token that is nothing but figures, in ASCII; else nothing."""
    return token.folded if token.kind == "number" and token.folded.isascii() and token.folded.isdigit() else ""


def decimal_of(written: str) -> Decimal | None:
    """The value of "1.234,56", "1,234.56", "71,9", "1.234"; None for "10.12.2026".

    The last separator is the decimal one, unless exactly three figures follow and nothing says otherwise.
    """
    read = with_places(written)
    return read[0] if read else None


def with_places(written: str) -> tuple[Decimal, int] | None:
    """As `decimal_of`, with the decimal places that are written."""
    written = unicodedata.normalize("NFKC", written)
    if not written.isascii() or len(written) > 2 * _LONGEST:
        return None
    signs = [character for character in written if character in ".,"]
    if not signs:
        return (Decimal(written), 0) if len(written) <= _LONGEST else None
    groups = written.replace(",", ".").split(".")
    if len(set(signs)) == 1 and _grouped(groups) and not (len(signs) == 1 and groups[0] == "0"):
        return Decimal("".join(groups)), 0
    whole, places = groups[:-1], len(groups[-1])
    if signs[-1] in signs[:-1] or (len(whole) > 1 and not _grouped(whole)):
        return None
    return Decimal(f"{''.join(whole)}.{groups[-1]}"), places


def _grouped(groups: Sequence[str]) -> bool:
    return len(groups) > 1 and 1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])


@lru_cache(maxsize=32)
def read_numbers(text: Text) -> tuple[Number, ...]:
    """The numbers of a message, in order and without overlaps. Linear in its length."""
    return tuple(_Numbers(text).read())


class _Numbers:
    """One message on its way through the rules."""

    def __init__(self, text: Text) -> None:
        self._raw = text.raw
        self._tokens = text.tokens
        self._spoken = {item.first: item for item in read_spoken(text.tokens)}
        spans = [(self._tokens[day.first].start, self._tokens[day.last - 1].end) for day in read_days(text)]
        self._day_counts = {
            self._tokens[day.first].start
            for day in read_days(text)
            if day.offset is not None and day.last > day.first + 1
        }
        self._occupied = sorted([*spans, *shaped_spans(text)])
        self._starts = [start for start, _ in self._occupied]

    def read(self) -> Iterator[Number]:
        position = 0
        while position < len(self._tokens):
            number = self._written(position) or self._in_words(position)
            if number:
                yield number
            position = number.last if number else position + 1

    # --- in words ---------------------------------------------------------------------------------------------------

    def _in_words(self, first: int) -> Number | None:
        spoken = self._spoken.get(first)
        if spoken is None or spoken.only_digit:
            return None
        start, end = self._tokens[first].start, self._tokens[spoken.last - 1].end
        occupied, counts = self._occupation(start, end)
        glued = self._raw[start - 1 : start] in ("@", "_", "/") and start > 0
        named = f"{self._tokens[first - 1].folded if first else ''} {self._tokens[first].folded}"
        return Number(
            first,
            spoken.last,
            start,
            end,
            Decimal(spoken.value),
            spoken=True,
            article=spoken.article,
            free=not (occupied or glued or named in _percentages()),
            counts_days=counts,
        )

    # --- in figures -------------------------------------------------------------------------------------------------

    def _written(self, first: int) -> Number | None:
        token = self._tokens[first]
        if token.kind != "number":
            return None
        read, last = self._spaced(first) or (with_places(token.folded), first + 1)
        if read is None or read[1] > 2:
            return None
        value, places = read
        value, last = self._scaled(value, places, last)
        start, end = token.start, self._tokens[last - 1].end
        occupied, counts = self._occupation(start, end)
        plain = figures(token) if last == first + 1 else ""
        free = not occupied and self._free_before(first) and self._free_after(last - 1)
        scaled = last > first + 1
        return Number(first, last, start, end, value, 0 if scaled else places, plain, free=free, counts_days=counts)

    def _spaced(self, first: int) -> tuple[tuple[Decimal, int], int] | None:
        """ "1 234,56": a space between the thousands."""
        tokens = self._tokens
        if first + 1 >= len(tokens) or not figures(tokens[first]) or len(tokens[first].folded) > 3:
            return None
        following = tokens[first + 1]
        touching = self._raw[tokens[first].end : following.start] in (" ", "\xa0")
        head = following.folded[:-3]
        if not touching or following.kind != "number" or len(head) != 3 or not head.isdigit():
            return None
        read = with_places(tokens[first].folded + following.folded)
        return (read, first + 2) if read and read[1] == 2 else None

    def _scaled(self, value: Decimal, places: int, last: int) -> tuple[Decimal, int]:
        """ "2 mil", "1,5 mil", "2k", "2 mil e quinhentos"."""
        tokens = self._tokens
        if last >= len(tokens):
            return value, last
        word = tokens[last].folded
        touching = tokens[last - 1].end == tokens[last].start
        words = number_words().get(word)
        scale = words.scales.get(word, 0) if words else (_THOUSAND_SIGNS.get(word, 0) if touching else 0)
        if not scale or value >= 1000 or places == 2:
            return value, last
        value, last = value * scale, last + 1
        rest, end = self._rest(last, words) if words and scale == 1000 and not places else (None, last)
        return (value, last) if rest is None else (value + rest, end)

    def _rest(self, position: int, words: NumberWords) -> tuple[int | None, int]:
        """What follows a thousand: "e quinhentos", "500"."""
        tokens = self._tokens
        start = position + (position < len(tokens) and tokens[position].folded in words.joiners)
        if start < len(tokens) and len(figures(tokens[start])) == 3 and self._free_after(start):
            return int(tokens[start].folded), start + 1
        return read_below_thousand(tokens, start, words)

    # --- surroundings -----------------------------------------------------------------------------------------------

    def _occupation(self, start: int, end: int) -> tuple[bool, bool]:
        """Whether something longer covers the place, and whether that counts days."""
        index = bisect_right(self._starts, start) - 1
        if index < 0:
            return False, False
        other_start, other_end = self._occupied[index]
        covers = other_end >= end and other_end - other_start > end - start
        return covers, covers and other_start in self._day_counts

    def _free_before(self, first: int) -> bool:
        start = self._tokens[first].start
        sign = self._raw[start - 1 : start] if start else " "
        earlier = self._raw[start - 2 : start - 1] if start > 1 else " "
        if sign in "@_+" and sign:
            return False
        if sign in "-/:.," and earlier.isdigit():
            return False
        if sign == "-" and earlier.isalpha() and figures(self._tokens[first]):
            return False  # the number of a code
        if sign in "/.":
            return not earlier.isalnum() or self._is_money_sign(first - 2)
        return not sign.isalpha() or self._is_money_sign(first - 1)

    def _is_money_sign(self, index: int) -> bool:
        return index >= 0 and self._tokens[index].folded in _money_words()

    def _free_after(self, last: int) -> bool:
        end = self._tokens[last].end
        sign, later = self._raw[end : end + 1], self._raw[end + 1 : end + 2]
        if sign in ("@", "_", "%"):
            return False
        if sign in ("-", "/", ":") and later.isdigit():
            return False
        following = self._tokens[last + 1] if last + 1 < len(self._tokens) else None
        if sign.isalpha() and following is not None:
            return following.folded in _money_words() | _joining_words()
        return not (following and following.text == "%")


@cache
def _money_words() -> frozenset[str]:
    named = (words.set("cents") | words.currencies.keys() for words in every_language())
    return frozenset({"r", "rs", "us"}).union(*named)


@cache
def _percentages() -> frozenset[str]:
    return frozenset().union(*(words.set("percent") for words in every_language()))


@cache
def _joining_words() -> frozenset[str]:
    return frozenset().union(*(words.set("number_joiners") for words in every_language()))


def is_labelled(text: Text, number: Number) -> bool:
    """Whether the word before says that it is neither an amount nor a quantity: "conta 50", "número 2"."""
    tokens, index = text.tokens, number.first - 1
    while index >= 0 and tokens[index].text in (":", "#", "°", ".", "-"):
        index -= 1
    return index >= 0 and tokens[index].folded in words_of_language(text.language).set("labels")


def is_counted(text: Text, number: Number) -> bool:
    """Whether the word after it is what it counts: "3 vezes", "2 days", "10 por cento"."""
    words, tokens = words_of_language(text.language), text.tokens
    following = tokens[number.last] if number.last < len(tokens) else None
    if following is None or following.kind != "word":
        return False
    word = following.folded
    if word in words.set("counted") or " ".join(
        token.folded for token in tokens[number.last : number.last + 2]
    ) in words.set("percent"):
        return True
    if word in words.set("percent"):
        return True
    plural = len(word) > 2 and word.endswith("s") and word not in words.set("not_counted", "closers", "determiners")
    return plural and word not in words.set("prepositions", "copulas")


def spoken_digits(text: Text) -> Iterator[tuple[str, int, int]]:
    """Runs of digits that are said one by one, and where they stand: ("1001", first, last)."""
    run: list[Spoken] = []
    for item in [*read_spoken(text.tokens), None]:
        if item and item.digit and (not run or item.first == run[-1].last):
            run.append(item)
            continue
        if len(run) > 1:
            yield "".join(str(part.value) for part in run), run[0].first, run[-1].last
        run = [item] if item and item.digit else []
