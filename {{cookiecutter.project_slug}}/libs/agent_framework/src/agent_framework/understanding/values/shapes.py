"""Written forms with a fixed number of digits: telephones, documents, postal codes, cards.

Every pattern has a bounded length, so that searching one costs the message's length and no more.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from agent_framework.domain.text import Text

__all__ = ["AREA_CODES", "CEP", "CNPJ", "CPF", "find_phones", "national_number", "shaped_spans"]

_OPEN: Final = r"(?<![\w.,/+-])"
_CLOSE: Final = r"(?![\w/])(?![.,-]\d)"

CPF: Final = re.compile(rf"{_OPEN}\d{{3}}[. ]?\d{{3}}[. ]?\d{{3}}[-. ]?\d{{2}}{_CLOSE}")
CNPJ: Final = re.compile(
    rf"{_OPEN}[\dA-Z]{{2}}[. ]?[\dA-Z]{{3}}[. ]?[\dA-Z]{{3}}[/ ]?[\dA-Z]{{4}}[- ]?\d{{2}}{_CLOSE}", re.IGNORECASE
)
CEP: Final = re.compile(rf"{_OPEN}\d{{2}}[. ]?\d{{3}}(?P<dash> ?- ?| )?\d{{3}}{_CLOSE}")
_PHONE: Final = re.compile(
    r"(?<![\w.,/+-])(?P<country>\+\s?\d{1,3}[ .-]?|(?:00)?55[ .-]?)?"
    r"(?P<number>\(? ?0?\d{2} ?\)?[ .-]{0,2}(?:9[ .-]?)?\d{4}[ .-]?\d{4})(?![\w/])(?![.,-]\d)"
)
_ABROAD: Final = re.compile(r"(?<![\w.,/+-])\+\d(?:[ .()-]{0,2}\d){6,14}(?!\w)")
_WITHOUT_AREA: Final = re.compile(rf"{_OPEN}(?:9[ .-]?\d{{4}}[ .-]?\d{{4}}|[2-5]\d{{3}}-\d{{4}}){_CLOSE}")
_CARD: Final = re.compile(rf"{_OPEN}\d{{4}}([ .-]?)\d{{4}}\1\d{{4}}\1\d{{4}}{_CLOSE}")

# Plano de numeração of Anatel: the area codes in use, by their first digit.
_SECOND_DIGITS: Final = {
    "1": "123456789", "2": "12478", "3": "1234578", "4": "123456789", "5": "1345", "6": "123456789", "7": "134579",
    "8": "123456789", "9": "123456789",
}  # fmt: skip
AREA_CODES: Final = frozenset(first + second for first, seconds in _SECOND_DIGITS.items() for second in seconds)


def national_number(digits: str) -> str | None:
    """A Brazilian number with its area code, without the zero of long distance; None where there is no such number."""
    digits = digits.removeprefix("0")
    if digits[:2] not in AREA_CODES:
        return None
    mobile = len(digits) == 11 and digits[2] == "9"
    landline = len(digits) == 10 and digits[2] in "2345"
    return digits if mobile or landline else None


def find_phones(raw: str) -> Iterator[tuple[str | None, int, int]]:
    """Telephone numbers in E.164 with their places; None where the area code is missing."""
    taken: list[tuple[int, int]] = []
    for match in _PHONE.finditer(raw):
        country = _digits(match["country"] or "").removeprefix("00")
        number = national_number(_digits(match["number"])) if country in ("", "55") else None
        if number:
            taken.append(match.span())
            yield f"+55{number}", match.start(), match.end()
    for pattern, known in ((_ABROAD, True), (_WITHOUT_AREA, False)):
        for match in pattern.finditer(raw):
            if not any(start < match.end() and match.start() < end for start, end in taken[-64:]):
                taken.append(match.span())
                yield (f"+{_digits(match.group())}" if known else None), match.start(), match.end()


@lru_cache(maxsize=32)
def shaped_spans(text: Text) -> tuple[tuple[int, int], ...]:
    """Where a message holds a telephone, a CPF, a CNPJ, a CEP or a card: digits that are no amount and no quantity."""
    raw = text.raw
    spans = [(start, end) for _, start, end in find_phones(raw)]
    spans += [
        match.span() for pattern in (CPF, CNPJ, _CARD) for match in pattern.finditer(raw) if _mostly_digits(match)
    ]
    spans += [match.span() for match in CEP.finditer(raw) if (match["dash"] or "").strip()]
    return tuple(sorted(spans))


def _mostly_digits(match: re.Match[str]) -> bool:
    return sum(character.isdigit() for character in match.group()) >= 11


def _digits(written: str) -> str:
    return "".join(character for character in written if character.isdigit())
