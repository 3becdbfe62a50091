"""Finding fixed phrases in a message, longest first, in one pass."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agent_framework.domain.text import Text, Token, fold

__all__ = ["Match", "PhraseTable", "words_of"]


def words_of(phrase: str) -> tuple[str, ...]:
    """The folded tokens of a phrase, as a message that contains it would have them."""
    return tuple(token.folded for token in Text(phrase).tokens) or (fold(phrase),)


@dataclass(frozen=True, slots=True)
class Match:
    """A phrase found: its labels, and the tokens `first` to `last` (exclusive) it covers."""

    labels: tuple[str, ...]
    first: int
    last: int


class PhraseTable:
    """A set of labelled phrases. Built once; looking through a message costs its length times the longest phrase."""

    def __init__(self, phrases: Mapping[str, Iterable[str]]) -> None:
        table: dict[tuple[str, ...], tuple[str, ...]] = {}
        for label, entries in phrases.items():
            for phrase in entries:
                words = words_of(phrase)
                if label not in table.get(words, ()):
                    table[words] = (*table.get(words, ()), label)
        self._table = table
        self._longest: dict[str, int] = {}
        for words in table:
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def find(self, tokens: tuple[Token, ...]) -> list[Match]:
        """Matches from left to right; at each place the longest wins and its tokens are used up."""
        words = tuple(token.folded for token in tokens)
        found: list[Match] = []
        position = 0
        while position < len(words):
            match = self._at(words, position)
            if match:
                found.append(match)
            position = match.last if match else position + 1
        return found

    def _at(self, words: tuple[str, ...], position: int) -> Match | None:
        longest = min(self._longest.get(words[position], 0), len(words) - position)
        for length in range(longest, 0, -1):
            labels = self._table.get(words[position : position + length])
            if labels:
                return Match(labels, position, position + length)
        return None
