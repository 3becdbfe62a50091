"""Whole numbers in a range."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values.money import names_money
from agent_framework.understanding.values.numbers import Number, is_labelled, read_numbers
from agent_framework.understanding.values.plain import PlainType
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Integer"]

_OUT_OF_RANGE: Final = "values.integer_out_of_range"


@dataclass(frozen=True)
class Integer(PlainType):
    """A whole number, in figures or in words. Always a loose reading: only the question says what is counted.

    Args:
        minimum: smallest value that is taken.
        maximum: largest one.
    """

    minimum: int = 0
    maximum: int = 999_999_999
    name: ClassVar[str] = "integer"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        return [self._candidate(text, number) for number in read_numbers(text) if self._is_one(text, number)]

    def _is_one(self, text: Text, number: Number) -> bool:
        whole = number.places == 0 and (number.free or number.counts_days)
        waits = number.article and _waits(text, number)
        return whole and not (waits or names_money(text, number) or is_labelled(text, number))

    def _candidate(self, text: Text, number: Number) -> Candidate:
        earlier = text.raw[max(0, number.start - 2) : number.start]
        minus = earlier.endswith("-") and not earlier[:-1].isalnum()
        value = -int(number.value) if minus else int(number.value)
        if self.minimum <= value <= self.maximum:
            return Candidate(str(value), number.start - minus, number.end, exact=False)
        return Candidate(None, number.start - minus, number.end, exact=False, reason=_OUT_OF_RANGE)

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType."""
        try:
            value = int(raw.strip())
        except ValueError:
            raise InvalidValue("values.integer_malformed", value=raw, example=self.example("en")) from None
        if not self.minimum <= value <= self.maximum:
            raise InvalidValue(_OUT_OF_RANGE, value=raw, minimum=self.minimum, maximum=self.maximum)
        return str(value)

    def load(self, canonical: str) -> Any:
        """See ValueType: an int."""
        return int(canonical)

    def example(self, language: str) -> str:
        """See ValueType."""
        return str(min(max(self.minimum, 2), self.maximum))

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": "^-?[0-9]+$", "description": f"From {self.minimum} to {self.maximum}."}


def _waits(text: Text, number: Number) -> bool:
    """ "um minuto", "uma dúvida": an article."""
    following = text.tokens[number.last] if number.last < len(text.tokens) else None
    return following is not None and following.folded in words_of_language(text.language).set("waiting")
