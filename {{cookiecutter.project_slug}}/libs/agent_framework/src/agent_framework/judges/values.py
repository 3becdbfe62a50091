"""A value found in a text, and the place to look for one."""

from dataclasses import dataclass

from agent_framework.judges.reading import Answer

__all__ = ["Cursor", "Value"]


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


class Cursor:
    """Reads words by their place; beyond the ends there is nothing."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.tokens = answer.tokens
        self.words = answer.words
        self.sets = answer.sets

    def word(self, index: int) -> str:
        """The word at a place."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def pair(self, index: int) -> str:
        """The word at a place and the one after it."""
        return f"{self.word(index)} {self.word(index + 1)}"
