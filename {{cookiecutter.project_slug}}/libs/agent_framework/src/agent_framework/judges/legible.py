"""A text as a reader sees it: what cannot be seen, and what only decorates, hides no word from the judge."""

import html
import re
import unicodedata
from functools import lru_cache
from typing import Final

__all__ = ["is_latin", "legible"]

# Cyrillic and Greek letters that look like a Latin one, for words that mix alphabets.
_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕԁһԛԝмкнтвАЕОРСУХІЈЅМКНТВαονρικυχΑΒΕΗΙΚΜΝΟΡΤΥΧΖ",
    "aeopcyxijsdhqwmkhtbAEOPCYXIJSMKHTBaovpikuxABEHIKMNOPTYXZ",
)
_HYPHENS: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2212\ufe63\uff0d"), "-")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,80}>")
_STARS: Final = re.compile(r"(?<!\d)\*{1,3}(?=\S)|(?<=\S)\*{1,3}(?!\d)|`+|~~")
_UNDERSCORES: Final = re.compile(r"(?<![^\W_])_{1,3}(?=[^\W_])(.{1,200}?)(?<=[^\W_])_{1,3}")
_SPACED: Final = re.compile(r"(?<!\w)[^\W\d_]([ .·_-])[^\W\d_](?:\1[^\W\d_]){3,}(?!\w)")
_WORD: Final = re.compile(r"\w+")


def legible(text: str) -> str:
    """The text without invisible characters, markup and letters set apart; full width and look-alikes made plain.

    "**can**celado", "c a n c e l a d o", "ｃａｎｃｅｌａｄｏ" and a Cyrillic "а" are all "cancelado"; lines stay lines.
    """
    if "&" in text:
        text = html.unescape(text)
    if not text.isascii():
        text = _visible(text)
    if "<" in text:
        text = _TAG.sub("", text)
    if "*" in text or "`" in text or "~" in text:
        text = _STARS.sub("", text)
    if "_" in text:
        text = _UNDERSCORES.sub(r"\1", text)
    return _SPACED.sub(_joined, text)


def _visible(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.translate(_HYPHENS))
    text = "".join(character for character in text if character.isascii() or not _is_invisible(character))
    return text if is_latin(text) else _WORD.sub(_one_alphabet, text)


@lru_cache(maxsize=1024)
def _is_invisible(character: str) -> bool:
    """Format characters, selectors and marks that did not compose with their letter ("c̶")."""
    return unicodedata.category(character) in ("Cf", "Mn", "Me", "Co", "Cs")


def _one_alphabet(match: re.Match[str]) -> str:
    word = match.group()
    plain = word.translate(_LOOKALIKES)
    return plain if is_latin(plain) else word


def _joined(match: re.Match[str]) -> str:
    return match.group().replace(match.group(1), "")


def is_latin(word: str) -> bool:
    """Whether all its letters are Latin ones."""
    return word.isascii() or all(character.isascii() or _is_latin(character) for character in word)


@lru_cache(maxsize=1024)
def _is_latin(character: str) -> bool:
    return not character.isalpha() or unicodedata.name(character, "").startswith("LATIN ")
