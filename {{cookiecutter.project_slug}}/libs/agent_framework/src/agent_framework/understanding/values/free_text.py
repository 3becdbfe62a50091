"""Free text: whatever the customer says, without the sentence around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text
from agent_framework.understanding.values.plain import PlainType
from agent_framework.understanding.values.verbatim import read_verbatim

__all__ = ["FreeText"]

_TOO_LONG: Final = "values.text_too_long"
_EXAMPLES: Final[Mapping[str, str]] = {"pt-BR": "texto livre", "en": "free text"}


@dataclass(frozen=True)
class FreeText(PlainType):
    """Any text of at most `max_length` characters, verbatim. Always a loose reading."""

    max_length: int = 500
    name: ClassVar[str] = "text"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. A sentence about the conversation ("um minuto", "já te falei") holds no value."""
        found = self.find_between(text, 0, len(text.tokens))
        return [found] if found else []

    def find_between(
        self, text: Text, first: int, last: int, own: frozenset[str] = frozenset(), *, introduced: bool = False
    ) -> Candidate | None:
        """The value between two tokens of a message; see `read_verbatim`."""
        place = read_verbatim(text, first, last, own, name=False, introduced=introduced)
        if place is None:
            return None
        start, end = text.tokens[place[0]].start, text.tokens[place[1] - 1].end
        if end - start > self.max_length:
            return Candidate(None, start, end, exact=False, reason=_TOO_LONG)
        return Candidate(text.raw[start:end], start, end, exact=False)

    def parse(self, raw: str) -> str:
        """See ValueType."""
        value = raw.strip()
        if not value or len(value) > self.max_length:
            raise InvalidValue(_TOO_LONG if value else "values.text_empty", maximum=self.max_length)
        return value

    def example(self, language: str) -> str:
        """See ValueType."""
        return _EXAMPLES.get(language, _EXAMPLES["en"])

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "minLength": 1, "maxLength": self.max_length}
