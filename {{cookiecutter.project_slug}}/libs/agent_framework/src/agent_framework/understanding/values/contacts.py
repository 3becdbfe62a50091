"""E-mail addresses, telephone numbers, postal codes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text, fold
from agent_framework.understanding.values.plain import PlainType
from agent_framework.understanding.values.shapes import CEP, find_phones, national_number
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Cep", "Email", "Phone"]

_ADDRESS: Final = re.compile(r"[a-z0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}", re.IGNORECASE | re.ASCII)
_ABROAD: Final = re.compile(r"\+[1-9]\d{7,14}")
_LOCAL_SIGNS: Final = frozenset("._%+-")
_DOMAIN_SIGNS: Final = frozenset(".-")
# RFC 5321, section 4.5.3.1.
_LONGEST_LOCAL: Final = 64
_LONGEST_DOMAIN: Final = 255
_EXAMPLE_EMAIL: Final = "ana@example.com"


@dataclass(frozen=True)
class Email(PlainType):
    """An e-mail address. Canonical in lower case."""

    name: ClassVar[str] = "email"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. Also with spaces around the @, and read out ("ana arroba exemplo ponto com")."""
        return list(self._candidates(text))

    def _candidates(self, text: Text) -> Iterator[Candidate]:
        written, places = _joined(text)
        position = 0
        while (at := written.find("@", position)) >= 0:
            start = max(position, _local_start(written, at))
            end = _domain_end(written, at)
            address = written[start:end].lower()
            if start < at or end > at + 1:
                value = address if _is_address(address) else None
                reason = None if value else "values.email_malformed"
                yield Candidate(value, places[start], places[end - 1] + 1, reason=reason)
            position = max(end, at + 1)

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType."""
        address = raw.strip().lower()
        if not _is_address(address):
            raise InvalidValue("values.email_malformed", value=raw, example=_EXAMPLE_EMAIL)
        return address

    def example(self, language: str) -> str:
        """See ValueType."""
        return _EXAMPLE_EMAIL

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "format": "email"}


def _is_address(address: str) -> bool:
    local, _, domain = address.partition("@")
    dotted = any(part.startswith(".") or part.endswith(".") or ".." in part for part in (local, domain))
    return bool(_ADDRESS.fullmatch(address)) and not dotted


def _joined(text: Text) -> tuple[str, list[int]]:
    """The message with what is read out as signs ("arroba") and without spaces beside the @; each sign's place.

    The words for signs only count in a message that reads an address out.
    """
    spoken = _spoken_signs(text)
    pieces: list[str] = []
    places: list[int] = []
    previous = 0
    for token in text.tokens:
        sign = spoken.get(token.start, token.text)
        glued = sign == "@" or token.start in spoken or previous < 0
        gap = "" if glued else text.raw[previous : token.start]
        pieces += [gap, sign]
        places += range(previous, previous + len(gap))
        places += range(token.start, token.start + len(sign))
        previous = -1 if sign == "@" or token.start in spoken else token.end
    return "".join(pieces), places


def _spoken_signs(text: Text) -> dict[int, str]:
    signs = words_of_language(text.language).signs
    said = {token.start: signs[token.folded] for token in text.tokens if token.folded in signs}
    return said if "@" in said.values() else {}


def _local_start(written: str, at: int) -> int:
    start = at
    while start > 0 and at - start < _LONGEST_LOCAL and _belongs(written[start - 1], _LOCAL_SIGNS):
        start -= 1
    return start


def _domain_end(written: str, at: int) -> int:
    end = at + 1
    while end < len(written) and end - at < _LONGEST_DOMAIN and _belongs(written[end], _DOMAIN_SIGNS):
        end += 1
    while end > at + 1 and written[end - 1] in _DOMAIN_SIGNS:
        end -= 1
    return end


def _belongs(character: str, signs: frozenset[str]) -> bool:
    return character.isascii() and (character.isalnum() or character in signs)


@dataclass(frozen=True)
class Phone(PlainType):
    """A telephone number with its area code, Brazilian unless it starts with + and another country. Canonical E.164."""

    name: ClassVar[str] = "phone"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. A number without its area code is meant as one and is none."""
        found = [
            Candidate(value, start, end, exact=bool(value), reason=None if value else "values.phone_area_code")
            for value, start, end in find_phones(text.raw)
        ]
        return sorted(found, key=lambda item: item.start)

    def parse(self, raw: str) -> str:
        """See ValueType."""
        digits = re.sub(r"\D", "", raw)
        abroad = raw.strip().startswith("+") and not digits.startswith("55")
        if abroad and _ABROAD.fullmatch(f"+{digits}"):
            return f"+{digits}"
        country = len(digits) > 11 and digits.startswith("55")
        number = national_number(digits.removeprefix("55") if country else digits)
        if number is None or abroad:
            raise InvalidValue("values.phone_malformed", value=raw, example=self.example("pt-BR"))
        return f"+55{number}"

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        if not canonical.startswith("+55"):
            return canonical
        area, number = canonical[3:5], canonical[5:]
        return f"({area}) {number[:-4]}-{number[-4:]}"

    def example(self, language: str) -> str:
        """See ValueType."""
        return "(11) 98765-4321"

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": r"^\+[1-9][0-9]{7,14}$"}


@dataclass(frozen=True)
class Cep(PlainType):
    """A Brazilian postal code. Canonical "01310-100"."""

    name: ClassVar[str] = "cep"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. Eight figures without a hyphen are a loose reading, unless "cep" stands before them."""
        return [
            Candidate(_hyphenated(match.group()), match.start(), match.end(), exact=self._is_sure(text, match))
            for match in CEP.finditer(text.raw)
        ]

    def _is_sure(self, text: Text, match: re.Match[str]) -> bool:
        before = fold(text.raw[max(0, match.start() - 12) : match.start()]).rstrip(" :-eh").split()
        named = bool(before) and before[-1] in words_of_language(text.language).set("postal_codes")
        return named or "-" in match.group()

    def parse(self, raw: str) -> str:
        """See ValueType."""
        if not CEP.fullmatch(raw.strip()):
            raise InvalidValue("values.cep_malformed", value=raw, example=self.example("pt-BR"))
        return _hyphenated(raw)

    def example(self, language: str) -> str:
        """See ValueType."""
        return "01310-100"

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": "^[0-9]{5}-[0-9]{3}$"}


def _hyphenated(written: str) -> str:
    digits = re.sub(r"\D", "", written)
    return f"{digits[:5]}-{digits[5:]}"
