"""Amounts of money, in figures and in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final

from babel.numbers import format_currency, get_currency_precision

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text
from agent_framework.understanding.values.numbers import Number, is_counted, is_labelled, read_numbers, with_places
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Money", "names_money"]

_SIGNS: Final = {"$": "any", "r$": "BRL", "rs$": "BRL", "us$": "USD", "€": "EUR", "£": "GBP"}
_CODES: Final = {"rs": "BRL", "brl": "BRL", "usd": "USD", "eur": "EUR", "gbp": "GBP", "reais": "BRL"}
_MINUS: Final = frozenset("-−–")
_LARGEST: Final = Decimal(10**9)
_LONGEST_LOOSE: Final = 7


@dataclass(frozen=True, slots=True)
class _Amount:
    """An amount in the tokens `first` to `last`; `used` numbers belong to it. `currency` is None where none is named."""

    value: Decimal
    first: int
    last: int
    used: int
    currency: str | None
    exact: bool
    negative: bool = False


@dataclass(frozen=True)
class Money(ValueType):
    """An amount in one currency, never negative. Canonical with the currency's decimals: "71.99"; loaded as a Decimal.

    An amount without decimals and without a word or sign of money ("71") is a loose reading. An amount in another currency is
    none.
    """

    currency: str = "BRL"
    name: ClassVar[str] = "money"

    # --- finding ----------------------------------------------------------------------------------------------------

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        return [item for amount in read_amounts(text) if (item := self._candidate(text, amount))]

    def _candidate(self, text: Text, amount: _Amount) -> Candidate | None:
        tokens = text.tokens
        start, end = tokens[amount.first].start, tokens[amount.last - 1].end
        if amount.currency not in (None, "any", self.currency):
            return Candidate(None, start, end, reason="values.money_currency")
        if amount.negative:
            return Candidate(None, start, end, amount.exact, reason="values.money_negative")
        if amount.value >= _LARGEST:
            return None
        return Candidate(self._canonical(amount.value), start, end, amount.exact)

    def _canonical(self, value: Decimal) -> str:
        return str(value.quantize(Decimal(1).scaleb(-get_currency_precision(self.currency))))

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType. Also takes what `display` writes."""
        written = "".join(character for character in raw if character in "0123456789.,-")
        try:
            read = with_places(written) if written[:1].isdigit() and written[-1:].isdigit() else None
        except InvalidOperation:
            read = None
        if read is None or read[0] >= _LARGEST:
            reason = "values.money_negative" if written.startswith("-") else "values.money_malformed"
            raise InvalidValue(reason, value=raw, example=self.example("en"))
        return self._canonical(read[0])

    def load(self, canonical: str) -> Any:
        """See ValueType: a Decimal."""
        return Decimal(canonical)

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        written = format_currency(Decimal(canonical), self.currency, locale=language.replace("-", "_"))
        return written.replace("\xa0", " ")

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.display("71.99", language)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        places = get_currency_precision(self.currency)
        pattern = rf"^[0-9]+\.[0-9]{{{places}}}$" if places else "^[0-9]+$"
        return {"type": "string", "pattern": pattern, "description": f"An amount in {self.currency}."}


def names_money(text: Text, number: Number) -> bool:
    """Whether a sign or word of money stands beside the number."""
    words, tokens = words_of_language(text.language), text.tokens
    after = tokens[number.last].folded if number.last < len(tokens) else ""
    return _prefix(text, number.first)[1] is not None or after in words.currencies or after in words.set("cents")


# --- reading amounts --------------------------------------------------------------------------------------------------


def read_amounts(text: Text) -> Iterator[_Amount]:
    """The amounts of a message, in order and without overlaps."""
    numbers = read_numbers(text)
    position = 0
    while position < len(numbers):
        amount = _amount(text, numbers, position) if numbers[position].free else None
        if amount:
            yield amount
        position += amount.used if amount else 1


def _amount(text: Text, numbers: Sequence[Number], index: int) -> _Amount | None:
    number = numbers[index]
    first, signed = _prefix(text, number.first)
    unit, last = _unit(text, number.last)
    if signed is None and unit is None and last == number.last and _is_cents(text, last):
        return _Amount(number.value / 100, number.first, last + 1, 1, "any", exact=True)
    currency = signed if signed not in (None, "any") else unit or signed
    cents, end, used = _cents(text, numbers, index, last, named=unit is not None)
    if cents is not None:
        sure = currency is not None or (number.spoken and numbers[index + 1].spoken)
        return _Amount(number.value + cents, first, end, used, currency, sure, _is_negative(text, first, number))
    exact = currency is not None or number.places == 2
    if not exact and not _may_be_amount(text, number):
        return None
    return _Amount(number.value, first, last, 1, currency, exact, _is_negative(text, first, number))


def _may_be_amount(text: Text, number: Number) -> bool:
    """Whether a bare number can be an amount at all."""
    written_oddly = len(number.digits) > _LONGEST_LOOSE or (len(number.digits) > 1 and number.digits.startswith("0"))
    hashed = number.start > 0 and text.raw[number.start - 1] == "#"
    return not (number.article or written_oddly or hashed or is_labelled(text, number) or is_counted(text, number))


def _prefix(text: Text, first: int) -> tuple[int, str | None]:
    """The token where a sign or code of money before a number starts, and the currency it names."""
    tokens = text.tokens
    index = first - 1 - _minus_at(text, first - 1, tokens[first].start)
    if index < 0:
        return first, None
    token = tokens[index]
    if token.text in _SIGNS:
        letters = tokens[index - 1].folded if index and tokens[index - 1].end == token.start else ""
        joined = f"{letters}{token.text}"
        return (index - 1, _SIGNS[joined]) if letters and joined in _SIGNS else (index, _SIGNS[token.text])
    return (index, _CODES[token.folded]) if token.folded in _CODES else (first, None)


def _is_negative(text: Text, first: int, number: Number) -> bool:
    """A minus before the figures or before the sign of money, or the word for it."""
    tokens = text.tokens
    signed = any(_minus_at(text, place - 1, tokens[place].start) for place in (first, number.first))
    return signed or (first > 0 and tokens[first - 1].folded in words_of_language(text.language).set("minus"))


def _unit(text: Text, position: int) -> tuple[str | None, int]:
    """The currency named after a number ("reais", "de reais"), and where its name ends."""
    tokens, words = text.tokens, words_of_language(text.language)
    for index in (position, position + 1):
        if index < len(tokens) and (index == position or tokens[position].folded == "de"):
            currency = words.currencies.get(tokens[index].folded) or _SIGNS.get(tokens[index].text)
            if tokens[index].text == "$":
                currency = None
            if currency:
                return currency, index + 1
    return None, position


def _cents(
    text: Text, numbers: Sequence[Number], index: int, last: int, *, named: bool
) -> tuple[Decimal | None, int, int]:
    """What stands after the whole part: cents, where they end, and how many numbers the amount has used."""
    tokens, words = text.tokens, words_of_language(text.language)
    whole = numbers[index]
    following = numbers[index + 1] if index + 1 < len(numbers) else None
    none = (None, last, 1)
    if following is None or whole.places or following.places or following.value >= 100 or not following.free:
        return none
    between = [token.folded for token in tokens[last : following.first]]
    said = _is_cents(text, following.last)
    if len(between) == 1 and between[0] in words.set("decimal_points") and not named:
        return _after_point(text, numbers, index)
    joined = len(between) == 1 and between[0] in (words.set("number_joiners") | {","})
    if between and not joined:
        return none
    paired = joined and between[0] != "," and (following.spoken or len(following.digits) == 2) and not following.article
    juxtaposed = not between and whole.spoken and following.spoken and following.value >= 10
    if said or (paired and (named or _pairs(text, whole, following))) or (juxtaposed and not whole.article):
        return following.value / 100, following.last + said, 2
    return none


def _pairs(text: Text, whole: Number, following: Number) -> bool:
    """ "71 e 99" without any word of money: two figures for the cents, and nothing that says otherwise."""
    return not (whole.article or is_labelled(text, whole) or is_counted(text, following) or len(whole.digits) > 5)


def _after_point(text: Text, numbers: Sequence[Number], index: int) -> tuple[Decimal | None, int, int]:
    """ "setenta e um vírgula noventa e nove", "71 point 9", "vírgula zero cinco"."""
    following = numbers[index + 1]
    later = numbers[index + 2] if index + 2 < len(numbers) else None
    if following.value == 0 and following.spoken and later and later.first == following.last and later.value < 10:
        return later.value / 100, later.last, 3
    two = len(following.digits) == 2 or following.value >= 10
    return following.value / (100 if two else 10), following.last + _is_cents(text, following.last), 2


def _is_cents(text: Text, position: int) -> bool:
    tokens = text.tokens
    return position < len(tokens) and tokens[position].folded in words_of_language(text.language).set("cents")


def _minus_at(text: Text, index: int, before: int) -> bool:
    """Whether the token is a minus: it touches what starts at `before`, and no word or number touches it."""
    token = text.tokens[index] if index >= 0 else None
    if token is None or token.text not in _MINUS or token.end != before:
        return False
    return token.start == 0 or not text.raw[token.start - 1].isalnum()
