"""Every value in an answer: ids, amounts, dates, counts. Nothing with a digit in it is passed over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from agent_framework.domain.text import Token
from agent_framework.judges.canonical import date_key, id_key, number_key
from agent_framework.judges.reading import Answer
from agent_framework.judges.vocabulary import LANGUAGES
from agent_framework.understanding.values.numbers import cardinal, decimal_of
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Value", "scan"]

_JOINTS: Final = frozenset("-/_#:.–")
_SIGNS: Final = frozenset("$€£")
_CODES: Final = frozenset({"brl", "usd", "eur", "gbp", "rs"})
_PREFIXES: Final = frozenset({"r", "us"})
_DAY_FIRST: Final = re.compile(r"(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?")
_ISO: Final = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[Tt]\d{2}:?.*)?")
_MONTH_OF: Final = re.compile(r"d:(\d{4}|-)-(\d{2})-\d{2}$")
_MONTH_YEAR: Final = re.compile(r"(\d{1,2})/(\d{4})")
_CLOCK: Final = re.compile(r"(\d{1,2})(?::|[Hh])(\d{2})(?::\d{2}|min)?")
_QUANTITY: Final = re.compile(r"(\d{1,4}(?:[.,]\d+)*)([^\W\d_]{1,3})")
_ADDRESS: Final = re.compile(
    r"(?:https?://|www\.).+|[^@]+@[^@]+\.\w+|[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|app|io|br)(?:[/.?].*)?", re.I
)
_ORDINALS: Final = frozenset({"o", "a", "os", "as", "st", "nd", "rd", "th"})
_MEASURES: Final = frozenset(
    [
        "b",
        "kb",
        "mb",
        "gb",
        "tb",
        "h",
        "hs",
        "hrs",
        "min",
        "s",
        "g",
        "kg",
        "mg",
        "mm",
        "cm",
        "m",
        "km",
        "l",
        "ml",
        "w",
        "kw",
        "v",
        "x",
        "k",
        "ghz",
        "mhz",
    ]
)
_ID_DIGITS: Final = 5
_YEARS: Final = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class Value:
    """A value on the tokens `first` to `last`. Any of its `keys` in the facts supports it; `unit` follows a number;
    `is_relative`: told from today."""

    kind: str  # "id" | "amount" | "date" | "count" | "percent"
    first: int
    last: int
    value: str
    keys: frozenset[str]
    unit: str = ""
    is_relative: bool = False


def scan(answer: Answer, named: frozenset[int] = frozenset()) -> list[Value]:
    """The values in order, without overlaps. `named` are tokens of names that the facts know."""
    return sorted(_Scanner(answer).values(named), key=lambda value: value.first)


class _Scanner:
    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.tokens = answer.tokens
        self.words = answer.words
        self.sets = answer.sets
        spoken = [words_of_language(language) for language in LANGUAGES]
        self.numbers = words_of_language(answer.vocabulary.language)
        self.months = {name: number for item in spoken for name, number in item.months.items() if len(name) > 3}
        self.months |= self.numbers.months
        self.currency = frozenset().union(*(item.sets["currency"] for item in spoken))
        self.cents = frozenset().union(*(item.sets["cents"] for item in spoken))

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
        dated = self._date(written)
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

    def _date(self, written: str) -> frozenset[str]:
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

    def _quantity(self, first: int, last: int, match: re.Match[str]) -> Value:
        unit = match[2].casefold()
        ordinal = (unit in _ORDINALS and match[2].islower()) or unit in "ºª°"
        if ordinal and (day := self._worded_date(first, last)):
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
        if day := self._worded_date(first, first + 1):
            return day
        if day := self._spanned(first):
            return day
        if dated := self._date(token.text):
            return Value("date", first, first + 1, min(dated).removeprefix("d:"), dated)
        number = decimal_of(token.text)
        if number is None:
            return Value("id", first, first + 1, token.text, frozenset({id_key(token.text)}))
        if amount := self._amount(number, first, first + 1, written=token.text):
            return amount
        if self._is_list_mark(first):
            return None
        return self._id_or_count(first, token, number)

    def _id_or_count(self, first: int, token: Token, number: Decimal) -> Value:
        key = number_key(number)
        if self._word(first + 1) in self.sets["percent"] or self._pair(first + 1) in self.sets["percent"]:
            return Value(
                "percent",
                first,
                first + 2,
                f"{key}%",
                frozenset({f"p:{key}", f"n:{key}", f"n:{number_key(number / 100)}"}),
            )
        digits = token.text
        if digits.isdigit():
            before = self._word(first - 1 - (self._word(first - 1) in (".", ":")))
            signed = before in self.sets["number_signs"]
            long = len(digits) >= _ID_DIGITS or (digits[0] == "0" and len(digits) > 2)
            year = len(digits) == 4 and int(digits) in _YEARS
            if signed or long or (len(digits) == 4 and not year):
                caps = self._capitals(first)
                keys = {id_key(digits), id_key(f"{before}{digits}") if caps else f"tail:{digits}"}
                return Value(
                    "id", first - caps, first + 1, self.answer.said(first - caps, first + 1).upper(), frozenset(keys)
                )
            if year:
                return Value("date", first, first + 1, digits, frozenset({f"d:{digits}", f"n:{key}"}))
        return Value("count", first, first + 1, key, frozenset({f"n:{key}"}), self._word(first + 1))

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
        if day := self._month_alone(first):
            return day
        read = cardinal(self.tokens, first, self.numbers)
        if read is None or read[0] < 2:
            return None
        number, last = Decimal(read[0]), read[1]
        if amount := self._amount(number, first, last, written=""):
            return amount
        key = number_key(number)
        return Value("count", first, last, key, frozenset({f"n:{key}"}), self._word(last))

    def _amount(self, number: Decimal, first: int, last: int, written: str) -> Value | None:
        start, marked = self._currency_before(first)
        if self._word(last) in self.sets["thousands"]:
            number, last = number * 1000, last + 1
        if self._word(last) in self.cents:
            return self._money(number / 100, start, last + 1)
        joined = self._word(last) == "de" and self._word(last + 1) in self.currency
        if self._word(last + joined) in self.currency:
            marked, last = True, last + joined + 1
            number, last = self._with_cents(number, last)
        cents = written[-3:-2] in (",", ".") and len(written) > 3
        return self._money(number, start, last) if marked or cents else None

    def _money(self, number: Decimal, first: int, last: int) -> Value:
        key = number_key(number)
        return Value("amount", first, last, str(number.quantize(Decimal("0.01"))), frozenset({f"n:{key}"}))

    def _with_cents(self, number: Decimal, last: int) -> tuple[Decimal, int]:
        """ "71 reais e 99 centavos"."""
        at = last + (self._word(last) in self.sets["and"])
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is None or number != int(number):
            return number, last
        read = (int(token.text), at + 1) if token.text.isdigit() else cardinal(self.tokens, at, self.numbers)
        if read and read[0] < 100 and self._word(read[1]) in self.cents:
            return number + Decimal(read[0]) / 100, read[1] + 1
        return number, last

    def _currency_before(self, first: int) -> tuple[int, bool]:
        before = self._word(first - 1)
        if before in _SIGNS:
            return first - 1 - (self._word(first - 2) in _PREFIXES), True
        return (first - 1, True) if before in _CODES else (first, False)

    # --- dates in words ---------------------------------------------------------------------------------------------

    def _worded_date(self, first: int, last: int) -> Value | None:
        """ "1º de dezembro de 2026", "December 1st, 2026", "dia 10"; the day stands on `first` to `last`."""
        day = self.words[first]
        if not day.isdigit() or not 0 < int(day) < 32:
            return None
        after = last + (self._word(last) in ("de", "of"))
        if month := self.months.get(self._word(after), 0):
            year, end = self._year(after + 1)
            return self._day(year, month, int(day), first, end)
        if month := self.months.get(self._word(first - 1), 0):
            year, end = self._year(last)
            return self._day(year, month, int(day), first - 1, end)
        if self._word(first - 1) in ("dia", "day"):
            return Value("date", first, last, f"dia {day}", frozenset({f"d:day-{int(day):02}"}))
        return None

    def _spanned(self, first: int) -> Value | None:
        """The day of a span that shares its month with the other: "de 20 a 27 de dezembro", "December 20 to 27"."""
        digits, spans = self.words[first], self.sets["spans"]
        if not digits.isdigit() or not 0 < int(digits) < 32:
            return None
        if self._word(first + 1) in spans and self._word(first + 2).isdigit():
            other = self._worded_date(first + 2, first + 3)
        elif self._word(first - 1) in spans and self._word(first - 2).isdigit():
            other = self._worded_date(first - 2, first - 1)
        else:
            return None
        month = _MONTH_OF.search(min(other.keys)) if other else None
        if month is None:
            return None
        year, _ = self._year(first + 1)
        year = year or (int(month[1]) if month[1] != "-" else None)
        return self._day(year, int(month[2]), int(digits), first, first + 1)

    def _month_alone(self, first: int) -> Value | None:
        month = self.months.get(self.words[first], 0)
        if not month or (self._word(first + 1)[:2].isdigit() and len(self._word(first + 1)) < 3):
            return None  # "December 1": the day reads the month before it
        year, end = self._year(first + 1)
        opened = self._word(first - 1) in self.sets["month_openers"] and len(self.words[first]) > 3
        return (
            self._day(year, month, None, first, end) if year or (opened and self.tokens[first].text != "may") else None
        )

    def _year(self, index: int) -> tuple[int | None, int]:
        at = index + (self._word(index) in ("de", "of", ","))
        digits = self._word(at)
        if len(digits) == 4 and digits.isdigit() and int(digits) in _YEARS:
            return int(digits), at + 1
        return None, index

    def _day(self, year: int | None, month: int, day: int | None, first: int, last: int) -> Value:
        keys = _valid({date_key(year, month, day)}) or frozenset({"d:none"})
        return Value("date", first, last, min(keys).removeprefix("d:"), keys)

    def _word(self, index: int) -> str:
        return self.words[index] if 0 <= index < len(self.words) else ""

    def _pair(self, index: int) -> str:
        return f"{self._word(index)} {self._word(index + 1)}"


def _valid(readings: set[str | None]) -> frozenset[str]:
    return frozenset(reading for reading in readings if reading)
