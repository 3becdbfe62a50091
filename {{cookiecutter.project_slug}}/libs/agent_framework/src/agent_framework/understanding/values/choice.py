"""One of several: by name, by part of the name, by position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final

from agent_framework.domain.parameters import Candidate, InvalidValue
from agent_framework.domain.text import Text, Token, fold
from agent_framework.understanding.values.numbers import figures
from agent_framework.understanding.values.option_names import Names, find_names
from agent_framework.understanding.values.plain import PlainType
from agent_framework.understanding.values.verbatim import read_verbatim, small_words
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Choice"]

_NOT_A_CHOICE: Final = "values.choice_unknown"
_EXAMPLES: Final[Mapping[str, str]] = {
    "pt-BR": "o nome, ou a posição na lista",
    "en": "the name, or its place in the list",
}
_MOST_WORDS: Final = 8
_ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th"})

Words = Mapping[str, Mapping[str, Sequence[str]]]


@dataclass(frozen=True, eq=False)
class Choice(PlainType):
    """One of the `choices`, or of the options that belong to the customer (`Parameter(options=...)`).

    Args:
        choices: canonical value to the words for it, by language; the first one is shown.
        open: also takes other text, verbatim, as a loose reading.
    """

    choices: Words = field(default_factory=lambda: MappingProxyType({}))
    open: bool = False
    name: ClassVar[str] = "choice"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """See ValueType. Part of a name that fits several yields all of them, at one place; a position is a loose reading."""
        found = self.find_named(text, options)
        if not found and self.open:
            other = self.find_between(text, 0, len(text.tokens))
            return [other] if other else []
        return found

    def find_named(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """Only what names a choice or an option, or says its position."""
        names = self._names(text.language, options)
        if not names:
            return []
        return find_names(text, names, open_ended=self.open) or list(_positions(text, [value for value, _ in names]))

    def find_between(
        self, text: Text, first: int, last: int, own: frozenset[str] = frozenset(), *, introduced: bool = False
    ) -> Candidate | None:
        """Other text, between two tokens of a message; see `read_verbatim`."""
        place = read_verbatim(text, first, last, own, name=True, introduced=introduced)
        if place is None:
            return None
        start, end = text.tokens[place[0]].start, text.tokens[place[1] - 1].end
        return Candidate(text.raw[start:end], start, end, exact=False)

    def _names(self, language: str, options: Sequence[str]) -> Names:
        declared = {value: tuple(words.get(language, ())) for value, words in self.choices.items()}
        return tuple({**declared, **{option: declared.get(option, ()) for option in options}}.items())

    # --- the rest of the contract -----------------------------------------------------------------------------------

    def parse(self, raw: str) -> str:
        """See ValueType. Options are not known here: what only they allow is taken as it is."""
        wanted = fold(raw.strip())
        for value, words in self.choices.items():
            if wanted in {fold(value), *(fold(word) for spoken in words.values() for word in spoken)}:
                return value
        if not wanted or (self.choices and not self.open):
            raise InvalidValue(_NOT_A_CHOICE, value=raw, options=list(self.choices))
        return raw.strip()

    def display(self, canonical: str, language: str) -> str:
        """See ValueType."""
        return next(iter(self.choices.get(canonical, {}).get(language, ())), canonical)

    def example(self, language: str) -> str:
        """See ValueType."""
        first = next(iter(self.choices), None)
        return self.display(first, language) if first else _EXAMPLES.get(language, _EXAMPLES["en"])

    def json_schema(self) -> dict[str, Any]:
        """See ValueType."""
        return {"type": "string", "enum": list(self.choices)} if self.choices and not self.open else {"type": "string"}


# --- positions --------------------------------------------------------------------------------------------------------


def _positions(text: Text, values: Sequence[str]) -> Iterator[Candidate]:
    """ "o segundo", "opção 2", "2", "the last one"."""
    if len(values) < 2:
        return
    words = [token for token in text.tokens if token.kind != "mark"]
    for index, token in enumerate(words):
        place = _ordinal(text, words, index) or _figure(text, words, index)
        if place and -len(values) <= place <= len(values):
            value = values[place - 1 if place > 0 else place]
            yield Candidate(value, token.start, token.end, exact=False)


def _ordinal(text: Text, words: Sequence[Token], index: int) -> int:
    """With its article, and with nothing after it that it would count ("a segunda via")."""
    known = words_of_language(text.language)
    place = known.numbers("ordinals").get(words[index].folded, 0)
    if not place:
        return 0
    before = words[index - 1].folded if index else ""
    following = words[index + 1].folded if index + 1 < len(words) else ""
    pointed = before in known.set("definite", "positions")
    indefinite = before in known.set("indefinite")
    named = following not in small_words(text.language) | known.set("positions")
    counts = following and (named or following in known.set("counted"))
    return place if (pointed or (not indefinite and _is_alone(text, words, index))) and not counts else 0


def _figure(text: Text, words: Sequence[Token], index: int) -> int:
    """A figure with a word for a position before it, or with nothing else beside it."""
    figure = figures(words[index])
    if not 0 < len(figure) < 3:
        return 0
    pointed = index > 0 and words[index - 1].folded in words_of_language(text.language).set("positions")
    return int(figure) if pointed or _is_alone(text, words, index) else 0


def _is_alone(text: Text, words: Sequence[Token], index: int) -> bool:
    """Whether the rest of a short message says nothing."""
    if len(words) > _MOST_WORDS:
        return False
    small = small_words(text.language) | words_of_language(text.language).set("positions") | _ORDINAL_ENDINGS
    return all(token.folded in small for place, token in enumerate(words) if place != index)
