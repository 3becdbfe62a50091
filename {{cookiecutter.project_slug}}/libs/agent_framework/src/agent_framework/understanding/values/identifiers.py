"""Identifiers written by a mask: `PED-####`."""

from collections.abc import Iterator, Sequence
from typing import Any

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text, Token, fold

__all__ = ["Identifier"]

BETWEEN = frozenset("-./ _#")


class Identifier(ValueType):
    """An id by mask: `#` is a digit, `@` a letter, anything else stands for itself.

    Found in all spellings ("ped1001", "PED 1001", "P E D 1 0 0 1"); its digits alone are a loose reading.
    """

    name = "identifier"

    def __init__(self, mask: str) -> None:
        self.mask = mask.upper()
        self._compact = [fold(character) if character not in "#@" else character for character in self.mask]
        self._compact = [character for character in self._compact if character.isalnum() or character in "#@"]
        self._prefix = "".join(character for character in self._compact if character.isalpha())
        self._digits = self._compact.count("#")
        prefixed = self._compact == [*self._prefix, *"#" * self._digits]
        self._loose = prefixed and bool(self._prefix) and self._digits > 1

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        tokens, found, position = text.tokens, list[Candidate](), 0
        while position < len(tokens):
            candidate, last = self._read(tokens, position)
            if candidate:
                found.append(candidate)
            position = max(last, position + 1)
        return found

    def _read(self, tokens: Sequence[Token], first: int) -> tuple[Candidate | None, int]:
        value, last = self._match(tokens, first)
        if value:
            return Candidate(value, tokens[first].start, tokens[last - 1].end), last
        if not self._loose:
            return None, first
        if self._starts_with_prefix(tokens, first):
            last = self._attempt_end(tokens, first)
            wrong = Candidate(None, tokens[first].start, tokens[last - 1].end, reason="values.identifier_malformed")
            return (wrong, last) if last > first + 1 else (None, first)
        return self._bare_digits(tokens, first)

    def _match(self, tokens: Sequence[Token], first: int) -> tuple[str | None, int]:
        """Match the mask from this token on, over as many tokens as it takes; it has to end with a token."""
        characters: list[str] = []
        for index in range(first, min(len(tokens), first + 2 * len(self._compact))):
            token = tokens[index]
            if token.kind == "mark":
                if not characters or token.text not in BETWEEN:
                    break
                continue
            characters += [character for character in token.folded if character.isalnum()]
            if not self._fits(characters):
                break
            if len(characters) == len(self._compact):
                return self._shaped(characters), index + 1
        return None, first

    def _fits(self, characters: Sequence[str]) -> bool:
        return len(characters) <= len(self._compact) and all(
            character.isdigit() if mark == "#" else character.isalpha() if mark == "@" else character == mark
            for character, mark in zip(characters, self._compact, strict=False)
        )

    def _shaped(self, characters: Sequence[str]) -> str:
        rest = iter(characters)
        return "".join(next(rest).upper() if mark.isalnum() or mark in "#@" else mark for mark in self.mask)

    def _starts_with_prefix(self, tokens: Sequence[Token], first: int) -> bool:
        return tokens[first].folded == self._prefix

    def _attempt_end(self, tokens: Sequence[Token], first: int) -> int:
        """Where something that was meant as an id ends: "PED-ABC", "PED 10"."""
        index = first + 1
        hyphen = index < len(tokens) and tokens[index].text in BETWEEN
        index += hyphen
        if index < len(tokens) and (tokens[index].kind == "number" or (hyphen and tokens[index].kind == "word")):
            return index + 1
        return first

    def _bare_digits(self, tokens: Sequence[Token], first: int) -> tuple[Candidate | None, int]:
        token = tokens[first]
        if token.kind != "number" or not token.folded.isdigit() or _is_part(tokens, first):
            return None, first
        if len(token.folded) == self._digits:
            return Candidate(
                self._shaped([*self._prefix, *token.folded]), token.start, token.end, exact=False
            ), first + 1
        reason = "values.identifier_malformed"
        return Candidate(None, token.start, token.end, exact=False, reason=reason), first + 1

    def parse(self, raw: str) -> str:
        """See ValueType."""
        text = Text(raw.strip())
        value, last = self._match(text.tokens, 0) if text.tokens else (None, 0)
        if value is None or last != len(text.tokens):
            raise InvalidValue("values.identifier_malformed", value=raw, example=self.example("en"))
        return value

    def load(self, canonical: str) -> Any:
        """See ValueType."""
        return canonical

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return canonical

    def example(self, language: str) -> str:
        """See ValueType."""
        digits: Iterator[str] = iter("1234567890" * len(self.mask))
        return "".join(next(digits) if mark == "#" else "A" if mark == "@" else mark for mark in self.mask)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        pattern = "".join(
            "[0-9]" if mark == "#" else "[A-Z]" if mark == "@" else f"\\{mark}" if not mark.isalnum() else mark
            for mark in self.mask
        )
        return {"type": "string", "pattern": f"^{pattern}$", "description": f"Written {self.mask}; # is a digit."}


def _is_part(tokens: Sequence[Token], index: int) -> bool:
    """Whether a number belongs to something longer: another id, an amount, a date, a telephone."""
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    token = tokens[index]
    joined_before = before and before.end == token.start and before.text in {"-", "/", "$", "+", ")", ".", "_"}
    joined_word = before and before.end == token.start and before.kind == "word"
    joined_after = after and after.start == token.end and after.text in {"-", "/", "%"}
    return bool(joined_before or joined_word or joined_after)
