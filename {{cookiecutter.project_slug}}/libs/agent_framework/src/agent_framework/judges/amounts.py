"""Amounts of money in a text: "R$ 71,99", "71 reais e 99 centavos", "2 mil reais"."""

from decimal import Decimal
from typing import Final

from agent_framework.judges.canonical import number_key
from agent_framework.judges.reading import Answer
from agent_framework.judges.values import Cursor, Value
from agent_framework.judges.vocabulary import LANGUAGES
from agent_framework.understanding.values.numbers import cardinal
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Amounts"]

_SIGNS: Final = frozenset("$€£")
_CODES: Final = frozenset({"brl", "usd", "eur", "gbp", "rs"})
_PREFIXES: Final = frozenset({"r", "us"})


class Amounts(Cursor):
    """Reads amounts."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer)
        spoken = [words_of_language(language) for language in LANGUAGES]
        self.numbers = words_of_language(answer.vocabulary.language)
        self.currency = frozenset().union(*(item.sets["currency"] for item in spoken))
        self.cents = frozenset().union(*(item.sets["cents"] for item in spoken))

    def read(self, number: Decimal, first: int, last: int, written: str) -> Value | None:
        """The amount that a number is, if a currency, cents or two decimals make it one."""
        start, marked = self._currency_before(first)
        if self.word(last) in self.sets["thousands"]:
            number, last = number * 1000, last + 1
        if self.word(last) in self.cents:
            return self._money(number / 100, start, last + 1)
        joined = self.word(last) == "de" and self.word(last + 1) in self.currency
        if self.word(last + joined) in self.currency:
            marked, last = True, last + joined + 1
            number, last = self._with_cents(number, last)
        cents = written[-3:-2] in (",", ".") and len(written) > 3
        return self._money(number, start, last) if marked or cents else None

    def _money(self, number: Decimal, first: int, last: int) -> Value:
        key = number_key(number)
        return Value("amount", first, last, f"{number:.2f}", frozenset({f"n:{key}"}))

    def _with_cents(self, number: Decimal, last: int) -> tuple[Decimal, int]:
        """ "71 reais e 99 centavos"."""
        at = last + (self.word(last) in self.sets["and"])
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is None or number != int(number):
            return number, last
        figure = token.text.isdecimal() and len(token.text) < 3
        read = (int(token.text), at + 1) if figure else cardinal(self.tokens, at, self.numbers)
        if read and read[0] < 100 and self.word(read[1]) in self.cents:
            return number + Decimal(read[0]) / 100, read[1] + 1
        return number, last

    def _currency_before(self, first: int) -> tuple[int, bool]:
        before = self.word(first - 1)
        if before in _SIGNS:
            return first - 1 - (self.word(first - 2) in _PREFIXES), True
        return (first - 1, True) if before in _CODES else (first, False)
