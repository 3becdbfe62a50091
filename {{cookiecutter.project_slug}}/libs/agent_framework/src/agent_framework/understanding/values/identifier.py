"""Identifiers by a mask: "PED-####"."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values.numbers import (
    figures,
    is_counted,
    read_numbers,
    spoken_digits,
)
from agent_framework.understanding.values.places import Places
from agent_framework.understanding.values.plain import PlainType
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Identifier"]

_DIGIT: Final = "#"
_LETTER: Final = "@"
_BETWEEN: Final = frozenset(" -_.:/#–—°\t\xa0")
_JOINS: Final = frozenset("-_/#:")
_MOST_BETWEEN: Final = 3
_LONGEST_ATTEMPT: Final = 24
MALFORMED: Final = "values.identifier_malformed"


@dataclass(frozen=True, slots=True)
class _Character:
    """A letter or figure of the message, in ASCII where it can be. `gap` is what stands before it."""

    folded: str
    start: int
    end: int
    gap: str


@dataclass(frozen=True)
class Identifier(PlainType):
    """An identifier written by a mask: `#` is a figure, `@` a letter, everything else stands for itself.

    Found in every spelling: "ped1001", "PED 1001", "P E D 1 0 0 1", "PED nº 1001", in full-width figures, in words. Without
    its letters ("1001", "final 1001") it is a loose reading.
    """

    mask: str
    name: ClassVar[str] = "identifier"

    def __post_init__(self) -> None:
        if _DIGIT not in self.mask and _LETTER not in self.mask:
            raise ValueError(f"the mask {self.mask!r} holds nothing to fill in: write # for a figure, @ for a letter")

    # --- finding ----------------------------------------------------------------------------------------------------

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. `options` help where only the end of a number is said."""
        found: list[Candidate] = []
        for reading in (self._whole(text), self._in_words(text), self._meant(text), self._bare(text, options)):
            taken = Places((item.start, item.end) for item in found)
            found += [item for item in reading if not taken.overlap(item.start, item.end)]
        return sorted(found, key=lambda item: item.start)

    def _whole(self, text: Text) -> Iterator[Candidate]:
        """With every letter and figure of the mask."""
        slots = self._slots
        if not self._head:
            return
        characters = _characters(text)
        position = 0
        while position < len(characters):
            length = len(slots) if _fits(characters, position, slots) else 0
            if length and not _goes_on(characters, position, length):
                value = self._written([item.folded for item in characters[position : position + length]])
                yield Candidate(value, characters[position].start, characters[position + length - 1].end)
            position += length or 1

    def _in_words(self, text: Text) -> Iterator[Candidate]:
        """ "PED mil e um", "um zero zero um"."""
        if set(self._tail) != {_DIGIT}:
            return
        tokens, words = text.tokens, words_of_language(text.language)
        whole = [(str(item.value), item.first, item.last) for item in read_numbers(text) if item.spoken and item.free]
        for digits, first, last in [*spoken_digits(text), *whole]:
            if len(digits) != len(self._tail):
                continue
            before = first - 1
            while before >= 0 and (
                tokens[before].kind == "mark" or tokens[before].folded in words.set("number_markers")
            ):
                before -= 1
            named = bool(self._head) and before >= 0 and tokens[before].folded == self._head.lower()
            start = tokens[before if named else first].start
            yield Candidate(self._written([*self._head, *digits]), start, tokens[last - 1].end, exact=named)

    def _meant(self, text: Text) -> Iterator[Candidate]:
        """Begun like one, and none: "PED-ABC", "PED-10"."""
        if not self._head.isalpha():
            return
        tokens = text.tokens
        for token, following in zip(tokens, [*tokens[1:], None], strict=False):
            if token.folded != self._head.lower() or following is None:
                continue
            end = _chunk_end(text.raw, token.end)
            joined = token.end == following.start and (following.kind == "number" or following.text in _JOINS)
            spaced = following.kind == "number" and token.end < following.start
            if spaced:
                end = following.end
            if (joined and end > token.end + 1) or (spaced and len(self._head) > 1):
                yield Candidate(None, token.start, end, reason=MALFORMED)

    def _bare(self, text: Text, options: Sequence[str]) -> Iterator[Candidate]:
        """Without the letters that every one of them starts with."""
        if not self._tail:
            return
        if set(self._tail) == {_DIGIT}:
            yield from self._bare_figures(text, options)
            return
        characters, slots = _characters(text), self._tail
        position = 0
        while position < len(characters):
            fits = _fits(characters, position, slots, tight=True) and not _goes_on(characters, position, len(slots))
            if fits:
                filled = characters[position : position + len(slots)]
                value = self._written([*self._head, *(item.folded for item in filled)])
                yield Candidate(value, filled[0].start, filled[-1].end, exact=False)
            position += len(slots) if fits else 1

    def _bare_figures(self, text: Text, options: Sequence[str]) -> Iterator[Candidate]:
        length, amounts = len(self._tail), _money_places(text)
        for number in read_numbers(text):
            if not number.digits or (number.start, number.end) in amounts or not self._stands_alone(text, number.start):
                continue
            if not number.free and len(number.digits) != length:
                continue
            if not number.free and not self._is_hashed(text, number.start):
                continue
            if len(number.digits) == length:
                value = self._written([*self._head, *number.digits])
                yield Candidate(value, number.start, number.end, exact=False)
            elif endings := self._ending_in(text, number.first, number.digits, options):
                yield from (Candidate(item, number.start, number.end, exact=False) for item in endings)
            elif len(number.digits) > 1 and not is_counted(text, number):
                yield Candidate(None, number.start, number.end, exact=False, reason=MALFORMED)
        yield from self._spaced_figures(text)

    def _stands_alone(self, text: Text, start: int) -> bool:
        return start == 0 or not (text.raw[start - 1].isalpha() and text.raw[start - 1].isascii())

    def _is_hashed(self, text: Text, start: int) -> bool:
        """ "#1001", which no other kind of number looks like."""
        return start > 0 and text.raw[start - 1] == _DIGIT

    def _spaced_figures(self, text: Text) -> Iterator[Candidate]:
        """ "1 0 0 1"."""
        run: list[tuple[str, int, int]] = []
        for token in [*text.tokens, None]:
            if token and len(figures(token)) == 1:
                run.append((token.folded, token.start, token.end))
                continue
            if len(run) == len(self._tail) > 1:
                yield Candidate(
                    self._written([*self._head, *(figure for figure, _, _ in run)]), run[0][1], run[-1][2], exact=False
                )
            run = []

    def _ending_in(self, text: Text, first: int, digits: str, options: Sequence[str]) -> list[str]:
        """ "final 01" among the options."""
        before = text.tokens[max(0, first - 3) : first]
        said = words_of_language(text.language).table("endings").find(before)
        return [item for item in options if item.endswith(digits)] if said else []

    # --- the mask ---------------------------------------------------------------------------------------------------

    @cached_property
    def _slots(self) -> str:
        """The mask without what only separates."""
        return "".join(mark for mark in self.mask if mark.isalnum() or mark in (_DIGIT, _LETTER))

    @cached_property
    def _head(self) -> str:
        """What every identifier of this mask starts with."""
        slots = self._slots
        return slots[: next(index for index, mark in enumerate(slots) if mark in (_DIGIT, _LETTER))]

    @cached_property
    def _tail(self) -> str:
        return self._slots[len(self._head) :]

    def _written(self, characters: Sequence[str]) -> str:
        rest = iter(characters)
        return "".join(_fill(mark, rest) for mark in self.mask)

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType."""
        characters = _characters(Text(raw))
        if len(characters) != len(self._slots) or not _fits(characters, 0, self._slots):
            raise InvalidValue(MALFORMED, value=raw, example=self.example("en"))
        return self._written([item.folded for item in characters])

    def example(self, language: str) -> str:
        """See ValueType."""
        samples = {_DIGIT: cycle("1234567890"), _LETTER: cycle("ABCDEFGHIJ")}
        return "".join(next(samples[mark]) if mark in samples else mark for mark in self.mask)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        classes = {_DIGIT: "[0-9]", _LETTER: "[A-Z]"}
        pattern = "".join(classes.get(mark) or (mark if mark.isalnum() else f"\\{mark}") for mark in self.mask)
        return {"type": "string", "pattern": f"^{pattern}$", "examples": [self.example("en")]}


def _fill(mark: str, rest: Iterator[str]) -> str:
    if mark in (_DIGIT, _LETTER):
        return next(rest).upper()
    if mark.isalnum():
        next(rest)
    return mark


def _characters(text: Text) -> list[_Character]:
    """The letters and figures of a message without the words that only announce a number ("nº")."""
    markers = words_of_language(text.language).set("number_markers")
    found: list[_Character] = []
    previous = 0
    for token, following in zip(text.tokens, [*text.tokens[1:], None], strict=False):
        if token.kind == "mark":
            continue
        if (
            token.folded in markers
            and following is not None
            and found
            and text.raw[token.start - 1] in _BETWEEN
            and _number_next(text, token.end)
        ):
            previous = token.end
            continue
        for index in range(token.start, token.end):
            folded = unicodedata.normalize("NFKC", text.raw[index]).lower()
            if folded.isalnum():
                gap = unicodedata.normalize("NFKC", text.raw[previous:index])
                found.append(_Character(folded, index, index + 1, gap))
                previous = index + 1
    return found


def _number_next(text: Text, position: int) -> bool:
    rest = text.raw[position : position + _MOST_BETWEEN + 1].lstrip(" -.:#°")
    return rest[:1].isdigit()


def _fits(characters: Sequence[_Character], first: int, slots: str, *, tight: bool = False) -> bool:
    """Whether the slots are filled from here on, from the start of a word, with nothing but separators between."""
    if first + len(slots) > len(characters):
        return False
    if first and not characters[first].gap:
        return False
    for offset, mark in enumerate(slots):
        item = characters[first + offset]
        if not _accepts(mark, item.folded):
            return False
        if offset and (
            len(item.gap) > _MOST_BETWEEN or not _BETWEEN.issuperset(item.gap) or (tight and " " in item.gap)
        ):
            return False
    return True


def _accepts(mark: str, character: str) -> bool:
    if mark == _DIGIT:
        return character.isascii() and character.isdigit()
    if mark == _LETTER:
        return character.isascii() and character.isalpha()
    return character == mark.lower()


def _goes_on(characters: Sequence[_Character], first: int, length: int) -> bool:
    """Whether another letter or figure follows that belongs to the same thing: "PED-10012", "P E D 1 0 0 1 2"."""
    if first + length >= len(characters):
        return False
    last, following = characters[first + length - 1], characters[first + length]
    spaced = last.gap == " " == following.gap and following.folded.isdigit()
    alone = first + length + 1 >= len(characters) or bool(characters[first + length + 1].gap)
    return not following.gap or (following.gap in ("-", "/", ".") and following.folded.isdigit()) or (spaced and alone)


def _chunk_end(raw: str, start: int) -> int:
    """Where the letters, figures and hyphens that hang on a place end."""
    end = start
    while (
        end < len(raw)
        and end - start < _LONGEST_ATTEMPT
        and (raw[end].isalnum() or raw[end] in _JOINS or raw[end] in ".,")
    ):
        end += 1
    while end > start and raw[end - 1] in ".,:-_/#":
        end -= 1
    return end


def _money_places(text: Text) -> set[tuple[int, int]]:
    """Numbers with a sign or word of money beside them."""
    found: set[tuple[int, int]] = set()
    words, tokens = words_of_language(text.language), text.tokens
    for number in read_numbers(text):
        before = tokens[number.first - 1] if number.first else None
        after = tokens[number.last] if number.last < len(tokens) else None
        signed = before is not None and (before.text in "$€£" or before.folded in ("rs", "brl", "usd"))
        named = after is not None and (after.folded in words.currencies or after.folded in words.set("cents"))
        if signed or named:
            found.add((number.start, number.end))
    return found
