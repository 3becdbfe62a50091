"""Every value in an answer: ids, amounts, dates, counts. Nothing with a digit in it is passed over."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from agent_framework.domain.text import Token
from agent_framework.judges.amounts import Amounts
from agent_framework.judges.canonical import id_key, number_key
from agent_framework.judges.days import YEARS, Days
from agent_framework.judges.reading import Answer
from agent_framework.judges.values import Cursor, Value
from agent_framework.understanding.values.numbers import cardinal, decimal_of

__all__ = ["scan"]

_JOINTS: Final = frozenset("-/_#:.–")
_CLOCK: Final = re.compile(r"(\d{1,2})(?::|[Hh])(\d{2})(?::\d{2}|min)?")
_QUANTITY: Final = re.compile(r"(\d{1,4}(?:[.,]\d+)*)([^\W\d_]{1,3})")
_ADDRESS: Final = re.compile(
    r"(?:https?://|www\.).+|[^@]+@[^@]+\.\w+|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|app|io|br)(?:[/.?].*)?", re.I
)
_ORDINALS: Final = frozenset({"o", "a", "os", "as", "st", "nd", "rd", "th"})
_MEASURES: Final = frozenset(
    re.findall(r"\w+", "b kb mb gb tb h hs hrs min s g kg mg mm cm m km l ml w kw v x k ghz mhz kwh")
)
_ID_DIGITS: Final = 5


def scan(answer: Answer, named: frozenset[int] = frozenset()) -> list[Value]:
    """The values in order, without overlaps. `named` are tokens of names that the facts know."""
    return sorted(_Scanner(answer).values(named), key=lambda value: value.first)


class _Scanner(Cursor):
    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        self.days = Days(answer)
        self.amounts = Amounts(answer)

    def values(self, named: frozenset[int]) -> Iterator[Value]:
        covered = named | frozenset(index for value in self._told() for index in range(value.first, value.last))
        index = 0
        while index < len(self.tokens):
            value = None if index in covered else self._at(index)
            if value and value.kind:
                yield value
            index = value.last if value else index + 1
        yield from (value for value in self._told() if value.first not in named)

    def _told(self) -> Iterator[Value]:
        """Addresses, and days told from today."""
        for match in re.finditer(r"\S+", self.answer.text.raw):
            word = match.group().strip(".,;:!?()[]<>\"'*")
            if ("." in word) and _ADDRESS.fullmatch(word):
                start = match.start() + match.group().find(word)
                span = [i for i, token in enumerate(self.tokens) if start <= token.start < start + len(word)]
                yield Value("id", span[0], span[-1] + 1, word, frozenset({f"a:{word.casefold()}"}))
        for found in self.answer.vocabulary.times.find(self.tokens):
            key = found.labels[0]
            yield Value("date", found.first, found.last, key, frozenset({f"d:{key}"}), is_relative=True)

    def _at(self, index: int) -> Value | None:
        token = self.tokens[index]
        if token.kind == "mark":
            return None
        run = self._run(index)
        written = self.answer.said(index, run)
        if not any(character.isdigit() for character in written):
            return self._spoken(index) if token.kind == "word" else None
        if run == index + 1 and token.kind == "number":
            return self._number(index)
        return self._compound(index, run, written)

    def _run(self, first: int) -> int:
        """Where the unbroken piece of writing that starts here ends."""
        last = first + 1
        while last < len(self.tokens) and self.tokens[last].start == self.tokens[last - 1].end:
            if self.tokens[last].kind != "mark":
                last += 1
            elif self._joins(last):
                last += 2
            else:
                break
        return last

    def _joins(self, index: int) -> bool:
        if self.tokens[index].text not in _JOINTS or index + 1 >= len(self.tokens):
            return False
        before, after = self.tokens[index - 1], self.tokens[index + 1]
        if after.kind == "mark" or after.start != self.tokens[index].end:
            return False
        return self.tokens[index].text not in ".:" or (before.kind == after.kind == "number")

    # --- pieces with more than digits -------------------------------------------------------------------------------

    def _compound(self, first: int, last: int, written: str) -> Value:
        dated = self.days.numeric(written)
        if dated:
            return Value("date", first, last, min(dated).removeprefix("d:"), dated)
        if clock := _CLOCK.fullmatch(written):
            key = f"{int(clock[1]):02}:{clock[2]}"
            return Value("date", first, last, key, frozenset({f"t:{key}"}))
        if quantity := _QUANTITY.fullmatch(written):
            return self._quantity(first, last, quantity)
        slash = self.words[first:last].index("/") if "/" in self.words[first:last] else 0
        if slash and self.tokens[first].kind == "word":
            last = first + slash  # "PED-1001/PED-1002": two ids
            written = self.answer.said(first, last)
        return Value("id", first, last, written.upper(), frozenset({id_key(written)}))

    def _quantity(self, first: int, last: int, match: re.Match[str]) -> Value:
        unit = match[2].casefold()
        ordinal = (unit in _ORDINALS and match[2].islower()) or unit in "ºª°"
        if ordinal and (day := self.days.worded(first, last)):
            return day
        number = decimal_of(match[1])
        if number is None:
            return Value("id", first, last, match[0].upper(), frozenset({id_key(match[0])}))
        key = number_key(number)
        if not ordinal and unit not in _MEASURES:
            return Value("id", first, last, match[0].upper(), frozenset({id_key(match[0])}))
        return Value("" if ordinal else "count", first, last, f"{key} {unit}", frozenset({f"n:{key}"}), unit)

    # --- numbers ----------------------------------------------------------------------------------------------------

    def _number(self, first: int) -> Value | None:
        token = self.tokens[first]
        if day := self.days.worded(first, first + 1):
            return day
        if day := self.days.spanned(first):
            return day
        if dated := self.days.numeric(token.text):
            return Value("date", first, first + 1, min(dated).removeprefix("d:"), dated)
        number = decimal_of(token.text)
        if number is None:
            return Value("id", first, first + 1, token.text, frozenset({id_key(token.text)}))
        if amount := self.amounts.read(number, first, first + 1, written=token.text):
            return amount
        if self._is_list_mark(first):
            return None
        return self._id_or_count(first, token, number)

    def _id_or_count(self, first: int, token: Token, number: Decimal) -> Value:
        key = number_key(number)
        if self.word(first + 1) in self.sets["percent"] or self.pair(first + 1) in self.sets["percent"]:
            return Value(
                "percent",
                first,
                first + 2,
                f"{key}%",
                frozenset({f"p:{key}", f"n:{key}", f"n:{number_key(number / 100)}"}),
            )
        digits = token.text
        if digits.isdigit():
            before = self.word(first - 1 - (self.word(first - 1) in (".", ":")))
            signed = before in self.sets["number_signs"]
            long = len(digits) >= _ID_DIGITS or (digits[0] == "0" and len(digits) > 2)
            year = len(digits) == 4 and int(digits) in YEARS
            if signed or long or (len(digits) == 4 and not year):
                caps = self._capitals(first)
                keys = {id_key(digits), id_key(f"{before}{digits}") if caps else f"tail:{digits}"}
                return Value(
                    "id", first - caps, first + 1, self.answer.said(first - caps, first + 1).upper(), frozenset(keys)
                )
            if year:
                return Value("date", first, first + 1, digits, frozenset({f"d:{digits}", f"n:{key}"}))
        return Value("count", first, first + 1, key, frozenset({f"n:{key}"}), self.word(first + 1))

    def _capitals(self, first: int) -> int:
        """1 where a word in capitals stands right before ("PED 1001")."""
        before = self.tokens[first - 1] if first else None
        return int(before is not None and before.kind == "word" and len(before.text) > 1 and before.text.isupper())

    def _is_list_mark(self, index: int) -> bool:
        """ "1." or "1)" at the start of a line."""
        starts = index == 0 or "\n" in self.answer.text.raw[self.tokens[index - 1].end : self.tokens[index].start]
        follows = index + 2 < len(self.tokens) and self.words[index + 1] in (".", ")")
        return starts and follows and len(self.words[index]) < 3 and self.words[index].isdigit()

    def _spoken(self, first: int) -> Value | None:
        """A number in words; one is mostly an article."""
        if day := self.days.month_alone(first):
            return day
        read = cardinal(self.tokens, first, self.amounts.numbers)
        if read is None or read[0] < 2:
            return None
        number, last = Decimal(read[0]), read[1]
        if amount := self.amounts.read(number, first, last, written=""):
            return amount
        key = number_key(number)
        return Value("count", first, last, key, frozenset({f"n:{key}"}), self.word(last))
