"""Amounts of money, in digits and in words."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from babel.numbers import format_currency

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.values.numbers import cardinal, decimal_of
from agent_framework.understanding.values.words import Words, words_of_language

__all__ = ["Money"]

CENT = Decimal("0.01")
LARGEST = Decimal(1_000_000_000)


class Money(ValueType):
    """An amount in one currency; canonical with two decimals: `"71.99"`. Never negative."""

    name = "money"

    def __init__(self, currency: str = "BRL") -> None:
        self.currency = currency

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. A whole number without a word of money is a loose reading."""
        words, tokens = words_of_language(text.language), text.tokens
        found, position = list[Candidate](), 0
        while position < len(tokens):
            read = self._read(tokens, position, words)
            if read:
                candidate, last = read
                found.append(candidate)
                position = max(last, position + 1)
            else:
                position += 1
        return found

    def _read(self, tokens: Sequence[Token], first: int, words: Words) -> tuple[Candidate, int] | None:
        whole = self._whole(tokens, first, words)
        if whole is None:
            return None
        amount, exact, last = whole
        marked = _currency_before(tokens, first, words)
        if last < len(tokens) and tokens[last].folded in words.sets["thousand"]:
            amount, last = amount * 1000, last + 1
        if last < len(tokens) and tokens[last].folded in words.sets["currency"]:
            marked, last = True, last + 1
        if amount == int(amount):
            cents = self._cents(tokens, last, words, spoken=not exact)
            if cents:
                amount, last, exact = amount + cents[0] * CENT, cents[1], exact or cents[2]
        start = tokens[_sign_start(tokens, first)].start
        if first and tokens[first - 1].text == "-" and tokens[first - 1].end == tokens[first].start:
            return Candidate(None, start, tokens[last - 1].end, reason="values.amount_negative"), last
        if amount >= LARGEST:
            return None
        value = str(Decimal(amount).quantize(CENT))
        return Candidate(value, start, tokens[last - 1].end, exact=bool(marked or exact)), last

    def _whole(self, tokens: Sequence[Token], first: int, words: Words) -> tuple[Decimal, bool, int] | None:
        """The amount without words after it; exact where it has two decimals."""
        token = tokens[first]
        if token.kind == "number":
            amount = None if _inside_other(tokens, first) else decimal_of(token.folded)
            if amount is None:
                return None
            decimals = -int(amount.as_tuple().exponent)
            return (amount, decimals == 2, first + 1) if decimals <= 2 else None
        spoken = cardinal(tokens, first, words) if token.kind == "word" else None
        if spoken is None or (spoken[1] == first + 1 and spoken[0] < 3):
            return None
        return Decimal(spoken[0]), False, spoken[1]

    def _cents(self, tokens: Sequence[Token], last: int, words: Words, *, spoken: bool) -> tuple[int, int, bool] | None:
        """ "e 99", "e noventa e nove centavos", "ninety-nine": the cents, where they end, and whether they are said so."""
        index = last + 1 if last < len(tokens) and tokens[last].folded in words.sets["cents_joins"] else last
        if index == last and not (spoken and words.sets.get("hundred")):
            return None
        if index >= len(tokens):
            return None
        token = tokens[index]
        if token.kind == "number" and len(token.folded) == 2 and token.folded.isdigit():
            read: tuple[int, int] | None = (int(token.folded), index + 1)
        else:
            read = cardinal(tokens, index, words)
        if read is None or not 0 < read[0] < 100:
            return None
        named = read[1] < len(tokens) and tokens[read[1]].folded in words.sets["cents"]
        return read[0], read[1] + named, True

    def parse(self, raw: str) -> str:
        """See ValueType."""
        try:
            amount = Decimal(raw) if raw.replace(".", "", 1).isdigit() else decimal_of(raw.strip().lstrip("R$ "))
        except InvalidOperation:
            amount = None
        if amount is None or amount < 0:
            raise InvalidValue("values.amount_malformed", value=raw, example=self.example("en"))
        return str(amount.quantize(CENT))

    def load(self, canonical: str) -> Any:
        """See ValueType: a Decimal."""
        return Decimal(canonical)

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        locale = language.replace("-", "_")
        return format_currency(Decimal(canonical), self.currency, locale=locale).replace("\xa0", " ")

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.display("49.90", language)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": r"^\d+\.\d{2}$", "description": f"Amount in {self.currency}, like 71.99."}


def _currency_before(tokens: Sequence[Token], first: int, words: Words) -> bool:
    before = tokens[first - 1] if first else None
    return before is not None and (before.text in "$€£" or before.folded in words.sets["currency_before"])


def _sign_start(tokens: Sequence[Token], first: int) -> int:
    """Where "R$" or "$" before the number starts."""
    if first and tokens[first - 1].text in "$€£":
        first -= 1
        if first and tokens[first - 1].end == tokens[first].start and tokens[first - 1].folded in ("r", "us"):
            first -= 1
    return first


def _inside_other(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number belongs to an id, a date, a percentage or a time."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    touching = before if before and before.end == token.start else None
    if touching and ((touching.kind == "word" and touching.folded not in {"r", "rs"}) or touching.text in "/:_+"):
        return True
    if before and before.text == "-" and before.end == token.start and before.start and index > 1:
        return tokens[index - 2].end == before.start
    return bool(after and after.start == token.end and (after.text in "/:%-" or after.kind == "word"))
