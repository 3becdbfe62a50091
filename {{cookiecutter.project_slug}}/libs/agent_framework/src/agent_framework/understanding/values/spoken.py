"""Whole numbers in words: "mil duzentos e trinta e quatro", "seventy-one"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from agent_framework.domain.text import Token
from agent_framework.understanding.values.words import ValueWords, every_language

__all__ = ["NumberWords", "Spoken", "cardinal", "number_words", "read_below_thousand", "read_spoken"]


@dataclass(frozen=True)
class NumberWords:
    """The number words of one language."""

    cardinals: Mapping[str, int]
    hundreds: Mapping[str, int]
    scales: Mapping[str, int]
    joiners: frozenset[str]
    articles: frozenset[str]
    digits: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A number in the tokens `first` to `last` (exclusive). `digit` is set for one word that names a digit.

    `article` marks a word that says "a" as often as "one"; `only_digit` one that is a number only among digits ("meia").
    """

    first: int
    last: int
    value: int
    digit: bool = False
    article: bool = False
    only_digit: bool = False


@cache
def number_words() -> Mapping[str, NumberWords]:
    """Each word that can open a number, with the words of its language."""
    found: dict[str, NumberWords] = {}
    for words in every_language():
        own = _of_language(words)
        opening = [*own.cardinals, *own.scales, *own.digits, *(["a"] if own.hundreds else [])]
        found |= {word: own for word in opening if word not in found}
    return found


def cardinal(tokens: Sequence[Token], first: int, words: ValueWords) -> tuple[int, int] | None:
    """The number in one language's words that starts at a token, and where it ends: "setenta e um" is 71."""
    spoken = _read(tokens, first, _of_language(words))
    return None if spoken is None or spoken.only_digit else (spoken.value, spoken.last)


@cache
def _of_language(words: ValueWords) -> NumberWords:
    return NumberWords(
        words.numbers("cardinals"),
        words.numbers("hundreds"),
        words.numbers("scales"),
        words.set("number_joiners"),
        words.set("articles"),
        words.numbers("digits"),
    )


def read_spoken(tokens: Sequence[Token]) -> Iterator[Spoken]:
    """The numbers in words, from left to right, each as long as it can be."""
    known = number_words()
    position = 0
    while position < len(tokens):
        words = known.get(tokens[position].folded)
        spoken = _read(tokens, position, words) if words else None
        if spoken:
            yield spoken
        position = spoken.last if spoken else position + 1


def _read(tokens: Sequence[Token], first: int, words: NumberWords) -> Spoken | None:
    """Groups below a thousand, each with its scale, in falling order."""
    total, last, limit = 0, first, 10**12
    while True:
        start = _after_joiner(tokens, last, words) if last > first else last
        group, end = read_below_thousand(tokens, start, words)
        scale = words.scales.get(tokens[end].folded, 0) if end < len(tokens) else 0
        if not 0 < scale < limit:
            scale = 0
        if (group is None and not (scale and last == first)) or (limit == 1):
            break
        total += (1 if group is None else group) * (scale or 1)
        last, limit = end + (1 if scale else 0), scale or 1
        if not scale:
            break
    if last == first:
        return _single_digit(tokens, first, words)
    single = tokens[first].folded if last == first + 1 else ""
    return Spoken(first, last, total, digit=bool(single) and total < 10, article=single in words.articles)


def _single_digit(tokens: Sequence[Token], first: int, words: NumberWords) -> Spoken | None:
    value = words.digits.get(tokens[first].folded)
    return None if value is None else Spoken(first, first + 1, value, digit=True, only_digit=True)


def _after_joiner(tokens: Sequence[Token], position: int, words: NumberWords) -> int:
    return position + (position < len(tokens) and tokens[position].folded in words.joiners)


def read_below_thousand(tokens: Sequence[Token], first: int, words: NumberWords) -> tuple[int | None, int]:
    """The number below a thousand that starts at a token, and where it ends; (None, first) where there is none."""
    total: int | None = None
    limit, last = 1000, first
    while limit > 1:
        start = _after_joiner(tokens, last, words) if total is not None else last
        value, end = _word(tokens, start, words, opening=total is None)
        if value is None or value >= limit or (total is not None and value == 0):
            break
        total = (total or 0) + value
        last = end
        limit = 100 if value >= 100 else 10 if value >= 20 else 1
    return (None, first) if total is None else (total, last)


def _word(tokens: Sequence[Token], position: int, words: NumberWords, *, opening: bool) -> tuple[int | None, int]:
    """One word, with the "hundred" after it."""
    if position >= len(tokens):
        return None, position
    word = tokens[position].folded
    following = tokens[position + 1].folded if position + 1 < len(tokens) else ""
    value = words.cardinals.get(word)
    if following in words.hundreds and opening and (word == "a" or (value and value < 100)):
        return (value or 1) * words.hundreds[following], position + 2
    if word == "a" and following in words.scales and words.hundreds:
        return 1, position + 1
    return value, position + 1
