"""Reading lengthened and mistyped words as the words they stand for. Linear in the length of a word."""

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from agent_framework.domain.text import Token

__all__ = ["Spelling"]

# Shorter words have too many neighbours that mean something else. A letter too many is repaired only where it is
# doubled: elsewhere it makes another form of the word ("cancele", "cancelei").
_SHORTEST_SWAP: Final = 3
_SHORTEST_OMISSION: Final = 6
_SHORTEST_SUBSTITUTION: Final = 7
_LONGEST: Final = 20


class Spelling:
    """Repairs words towards a vocabulary.

    Args:
        vocabulary: folded words that are right as they stand.
        confusable: real words that resemble one of them and are never repaired.
    """

    def __init__(self, vocabulary: Iterable[str], confusable: Iterable[str]) -> None:
        self._vocabulary = frozenset(vocabulary)
        self._confusable = frozenset(confusable)
        self._gaps: dict[str, str] = {}
        for word in sorted(self._vocabulary):
            if _SHORTEST_OMISSION <= len(word) <= _LONGEST:
                for gap in _gaps(word):
                    self._gaps.setdefault(gap, word)

    def read(self, tokens: Iterable[Token], known: frozenset[str] = frozenset()) -> tuple[Token, ...]:
        """The tokens with repaired `folded` words; `known` words of the dialogue are right too. Signs that only dress a
        letter or an emoji up (skin tones, variation selectors) are left out."""
        return tuple(self._read(token, known) for token in tokens if not _decoration(token))

    def _read(self, token: Token, known: frozenset[str]) -> Token:
        word = token.folded
        if token.kind != "word" or word in self._vocabulary or word in known:
            return token
        word = word.replace("’", "'")
        word = self._shortened(word, known) or self._repaired(word) or word
        return token if word == token.folded else token._replace(folded=word)

    def _shortened(self, word: str, known: frozenset[str]) -> str | None:
        """`siiiim` is `sim`, `yess` is `yes`, `kkkkkkk` is `kkk`."""
        if word in self._vocabulary or word in known:
            return word
        runs = [(letter, len(list(run))) for letter, run in groupby(word)]
        if all(length == 1 for _, length in runs):
            return None
        for most in (3, 2, 1):
            short = "".join(letter * min(length, most) for letter, length in runs)
            if short in self._vocabulary or short in known:
                return short
        return None

    def _repaired(self, word: str) -> str | None:
        if word in self._confusable or not _SHORTEST_SWAP <= len(word) <= _LONGEST:
            return None
        swapped = next((swap for swap in _swaps(word) if swap in self._vocabulary), None)
        if swapped or len(word) < _SHORTEST_OMISSION - 1:
            return swapped
        return self._with_one_letter_off(word)

    def _with_one_letter_off(self, word: str) -> str | None:
        if (longer := self._gaps.get(word)) and longer[0] == word[0]:
            return longer
        for gap in _gaps(word):
            near = self._gaps.get(gap)
            if near and len(near) == len(word) >= _SHORTEST_SUBSTITUTION and near[0] == word[0]:
                return near
        return None


def _gaps(word: str) -> list[str]:
    return [word[:index] + word[index + 1 :] for index in range(len(word))]


def _swaps(word: str) -> list[str]:
    return [word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1) if word[i] != word[i + 1]]


def _decoration(token: Token) -> bool:
    return token.kind == "mark" and unicodedata.category(token.text[0]) in ("Mn", "Cf", "Sk")
