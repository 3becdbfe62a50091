"""The words of one message, cut once and read by everybody."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

__all__ = ["Text", "Token", "fold"]

# One pass, no nesting, no backtracking: a number keeps its separators and its currency apart, a word keeps an inner
# hyphen or apostrophe apart from its neighbours, every other visible character stands alone.
_TOKEN: Final = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*)|(?P<mark>[^\w\s]|_)", re.UNICODE
)


def fold(text: str) -> str:
    """Lower case without accents: `"Não"` becomes `"nao"`. Length may change; offsets do not carry over."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


class Token(NamedTuple):
    """A word, a number or a single mark. `folded` is what rules compare; `start` and `end` index the message."""

    text: str
    folded: str
    start: int
    end: int
    kind: str  # "word" | "number" | "mark"


@dataclass(frozen=True)
class Text:
    """One message of the customer's, NFC, with its tokens."""

    raw: str
    language: str = "pt-BR"

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens in order. Linear in the length of the message."""
        return tuple(
            Token(match.group(), fold(match.group()), match.start(), match.end(), match.lastgroup or "mark")
            for match in _TOKEN.finditer(self.raw)
        )

    @cached_property
    def folded(self) -> str:
        """The folded tokens with single spaces between: what phrases are looked for in."""
        return " ".join(token.folded for token in self.tokens)
