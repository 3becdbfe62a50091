"""Yes or no."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text
from agent_framework.understanding.values.words import every_language, words_of_language

__all__ = ["Boolean"]

_CANONICAL: Final = {"yes": "true", "no": "false"}


@dataclass(frozen=True)
class Boolean(ValueType):
    """A yes or a no to the question of the parameter. Canonical "true" or "false"; loaded as a bool. Always a loose reading."""

    name: ClassVar[str] = "boolean"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. "não sei" is neither."""
        return list(self._candidates(text))

    def _candidates(self, text: Text) -> Iterator[Candidate]:
        found = words_of_language(text.language).table("yes", "no", "neither").find(text.tokens)
        if "?" in text.raw or any("neither" in match.labels for match in found):
            return
        for match in found:
            start, end = text.tokens[match.first].start, text.tokens[match.last - 1].end
            yield Candidate(_CANONICAL[match.labels[0]], start, end, exact=False)

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType. Also takes what `display` writes."""
        value = raw.strip().lower()
        shown = {self.display(item, words.language): item for words in every_language() for item in _CANONICAL.values()}
        value = shown.get(value, value)
        if value not in _CANONICAL.values():
            raise InvalidValue("values.boolean_malformed", value=raw, example="true")
        return value

    def load(self, canonical: str) -> Any:
        """See ValueType: a bool."""
        return canonical == "true"

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return words_of_language(language).first("yes" if canonical == "true" else "no")

    def example(self, language: str) -> str:
        """See ValueType."""
        return words_of_language(language).first("yes")

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "enum": ["true", "false"]}
