"""Free text, choices, integers and yes or no."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rapidfuzz import fuzz

from agent_framework.domain.parameters import Candidate, InvalidValue, ValueType
from agent_framework.domain.text import Text, Token, fold
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.values.numbers import cardinal
from agent_framework.understanding.values.words import Words, words_of_language

__all__ = ["Boolean", "Choice", "FreeText", "Integer"]

SIMILAR = 84


class Plain(ValueType):
    """A value that is its own canonical form."""

    def parse(self, raw: str) -> str:
        """See ValueType."""
        if not raw.strip():
            raise InvalidValue("values.empty")
        return raw.strip()

    def load(self, canonical: str) -> Any:
        """See ValueType."""
        return canonical

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return canonical

    def example(self, language: str) -> str:
        """See ValueType."""
        return "…"

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string"}


class FreeText(Plain):
    """What the customer writes, without the sentence around it. Always a loose reading."""

    name = "text"

    def __init__(self, max_length: int = 200) -> None:
        self.max_length = max_length

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. A sentence of conversation is no value."""
        words = words_of_language(text.language)
        tokens = _trimmed(text.tokens, words)
        if not tokens or text.raw.rstrip().endswith("?") or not any(token.kind != "mark" for token in tokens):
            return []
        conversational = words.sets["conversation"]
        if sum(token.folded in conversational for token in tokens) > len(tokens) // 5:
            return []
        start, end = tokens[0].start, tokens[-1].end
        return [Candidate(text.raw[start:end], start, end, exact=False)] if end - start <= self.max_length else []


def _trimmed(tokens: Sequence[Token], words: Words) -> Sequence[Token]:
    """Without introduction ("o endereço é"), courtesy and marks at the edges."""
    first, last = 0, len(tokens)
    edges = words.edges.find(tuple(tokens))
    starting = {match.first: match.last for match in edges if "introducers" in match.labels}
    ending = {match.last: match.first for match in edges if "courtesies" in match.labels}
    while first < last and ((tokens[first].kind == "mark" and tokens[first].text not in '("') or first in starting):
        first = starting.get(first, first + 1)
    while last > first and ((tokens[last - 1].kind == "mark" and tokens[last - 1].text not in ')"') or last in ending):
        last = ending.get(last, last - 1)
    return tokens[first:last]


class Choice(Plain):
    """One of several, by name, part of the name, or position. `open` also takes other text, verbatim.

    Args:
        choices: canonical value to the words for it, per language; or none where a Parameter has `options`.
        open: whether what is not among the options is taken as well.
    """

    name = "choice"

    def __init__(self, choices: Mapping[str, Mapping[str, Sequence[str]]] | None = None, *, open: bool = False) -> None:
        self.choices = choices or {}
        self.open = open
        self._free = FreeText()

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        names = {name: [name, *words.get(text.language, ())] for name, words in self.choices.items()}
        names |= {option: [option] for option in options}
        if named := self._named(text, names):
            return named
        if similar := list(self._similar(text, names)):
            return similar
        return list(self._by_position(text, list(names))) or (self._free.find(text) if self.open else [])

    def _named(self, text: Text, names: Mapping[str, Sequence[str]]) -> list[Candidate]:
        table = PhraseTable(dict(names))
        return [
            Candidate(match.labels[0], text.tokens[match.first].start, text.tokens[match.last - 1].end)
            for match in table.find(text.tokens)
        ]

    def _similar(self, text: Text, names: Mapping[str, Sequence[str]]) -> Iterator[Candidate]:
        """By words that belong to few options only: "o de redes sociais"; with typing errors."""
        words = {
            name: {word for phrase in phrases for word in words_of(phrase) if len(word) > 2}
            for name, phrases in names.items()
        }
        shared = set.intersection(*words.values()) if len(words) > 1 else set()
        hits: dict[str, list[Token]] = {}
        for token in text.tokens:
            for name, own in words.items():
                if (
                    token.kind == "word"
                    and len(token.folded) > 2
                    and any(_alike(token.folded, word) for word in own - shared)
                ):
                    hits.setdefault(name, []).append(token)
        most = max((len(tokens) for tokens in hits.values()), default=0)
        for name, tokens in hits.items():
            if len(tokens) == most:
                yield Candidate(name, tokens[0].start, tokens[-1].end, exact=most > 1)

    def _by_position(self, text: Text, names: Sequence[str]) -> Iterator[Candidate]:
        words = words_of_language(text.language)
        meaningful = [token for token in text.tokens if token.kind != "mark"]
        if len(meaningful) > 4:
            return
        for token in meaningful:
            position = words.maps["ordinals"].get(token.folded, int(token.folded) if token.folded.isdecimal() else 0)
            position = len(names) if token.folded in words.sets["last"] else position
            if 0 < position <= len(names):
                yield Candidate(names[position - 1], token.start, token.end, exact=False)

    def parse(self, raw: str) -> str:
        """See ValueType."""
        found = [name for name in self.choices if fold(name) == fold(raw.strip())]
        if not found and self.choices and not self.open:
            raise InvalidValue("values.not_a_choice", value=raw, options=list(self.choices))
        return found[0] if found else super().parse(raw)

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        words = self.choices.get(canonical, {}).get(language, ())
        return words[0] if words else canonical

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.display(next(iter(self.choices)), language) if self.choices else "…"

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        closed = self.choices and not self.open
        return {"type": "string", "enum": list(self.choices)} if closed else {"type": "string"}


def _alike(word: str, other: str) -> bool:
    return word == other or (min(len(word), len(other)) > 3 and fuzz.ratio(word, other) >= SIMILAR)


class Boolean(Plain):
    """Yes or no; canonical "true" or "false". Only where it was asked for."""

    name = "boolean"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType."""
        words = words_of_language(text.language)
        for token in text.tokens:
            for value, group in (("false", "no"), ("true", "yes")):
                if token.folded in words.sets[group]:
                    return [Candidate(value, token.start, token.end, exact=False)]
        return []

    def parse(self, raw: str) -> str:
        """See ValueType."""
        if raw not in ("true", "false"):
            raise InvalidValue("values.not_a_boolean", value=raw)
        return raw

    def load(self, canonical: str) -> Any:
        """See ValueType: a bool."""
        return canonical == "true"

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        yes, no = ("sim", "não") if language == "pt-BR" else ("yes", "no")
        return yes if canonical == "true" else no

    def example(self, language: str) -> str:
        """See ValueType."""
        return self.display("true", language)

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "enum": ["true", "false"]}


class Integer(Plain):
    """A whole number in a range; canonical in digits."""

    name = "integer"

    def __init__(self, minimum: int = 0, maximum: int = 999_999) -> None:
        self.minimum, self.maximum = minimum, maximum

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. Always a loose reading: any number may be one."""
        words, tokens = words_of_language(text.language), text.tokens
        found, position = list[Candidate](), 0
        while position < len(tokens):
            token = tokens[position]
            read = (int(token.folded), position + 1) if token.folded.isdecimal() else cardinal(tokens, position, words)
            if read:
                inside = self.minimum <= read[0] <= self.maximum
                reason = None if inside else "values.out_of_range"
                value = str(read[0]) if inside else None
                found.append(Candidate(value, token.start, tokens[read[1] - 1].end, exact=False, reason=reason))
            position = read[1] if read else position + 1
        return found

    def parse(self, raw: str) -> str:
        """See ValueType."""
        if not raw.strip().isdecimal() or not self.minimum <= int(raw) <= self.maximum:
            raise InvalidValue("values.out_of_range", value=raw, minimum=self.minimum, maximum=self.maximum)
        return str(int(raw))

    def load(self, canonical: str) -> Any:
        """See ValueType: an int."""
        return int(canonical)

    def example(self, language: str) -> str:
        """See ValueType."""
        return str(max(self.minimum, min(2, self.maximum)))

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "pattern": r"^\d+$"}
