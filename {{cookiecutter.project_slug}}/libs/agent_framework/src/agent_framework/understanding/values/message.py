"""A message with the parameters it may fill: where they are named, and which words hold a sentence together."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from agent_framework.domain.parameters import Candidate, Parameter
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.lexicon import built_in_languages, default_lexicon
from agent_framework.understanding.model import Asked, Dialogue
from agent_framework.understanding.morphology import inflect, noun_forms
from agent_framework.understanding.phrases import Match, PhraseTable, words_of
from agent_framework.understanding.values.integer import Integer
from agent_framework.understanding.values.words import ValueWords, words_of_language

__all__ = ["Claim", "Message"]

_REACH: Final = 8


@dataclass(frozen=True, slots=True)
class Claim:
    """A candidate for one parameter, in the tokens `first` to `last` (exclusive).

    `distance` is how far before it the parameter is named; None where it is not.
    """

    parameter: str
    candidate: Candidate
    first: int
    last: int
    distance: int | None = None

    @property
    def value(self) -> str | None:
        return self.candidate.value

    @property
    def named(self) -> bool:
        return self.distance is not None

    @property
    def sure(self) -> bool:
        """Whether it needs no question to make sense."""
        return self.candidate.exact or self.named

    def overlaps(self, other: "Claim") -> bool:
        return self.candidate.start < other.candidate.end and other.candidate.start < self.candidate.end


@dataclass(frozen=True)
class Message:
    """One message in one dialogue state, looked at as a whole once."""

    text: Text
    dialogue: Dialogue

    @property
    def tokens(self) -> tuple[Token, ...]:
        return self.text.tokens

    @cached_property
    def words(self) -> ValueWords:
        return words_of_language(self.text.language)

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        return self.dialogue.tool.parameters if self.dialogue.tool else {}

    @property
    def asked(self) -> str | None:
        """The parameter that was asked for."""
        dialogue = self.dialogue
        first = dialogue.missing[0] if dialogue.asked is Asked.PARAMETER and dialogue.missing else None
        return first if first in self.parameters else None

    def word(self, index: int) -> str:
        """The folded token; nothing outside of the message."""
        return self.tokens[index].folded if 0 <= index < len(self.tokens) else ""

    def is_mark(self, index: int) -> bool:
        """Whether a mark stands there; the edges of the message count as one."""
        return not 0 <= index < len(self.tokens) or self.tokens[index].kind == "mark"

    # --- names of parameters ----------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> Mapping[str, list[Match]]:
        """Where each parameter is named."""
        return {
            name: _table(_spoken(item, self.text.language)).find(self.tokens) for name, item in self.parameters.items()
        }

    @cached_property
    def _names_ending(self) -> Mapping[int, list[tuple[str, int]]]:
        """Parameters by the last token of their name, with its first."""
        found: dict[int, list[tuple[str, int]]] = {}
        for name, matches in self.names.items():
            for match in matches:
                found.setdefault(match.last - 1, []).append((name, match.first))
        return found

    def own_words(self, name: str) -> frozenset[str]:
        """The single words of a parameter's names."""
        return frozenset(word for phrase in _spoken(self.parameters[name], self.text.language) for word in phrase)

    @cached_property
    def object_words(self) -> frozenset[str]:
        """The single words of what the pending intent is about: "a cobrança" is no name of a charge."""
        intent = self.dialogue.intent
        phrases = intent.objects.get(self.text.language, ()) if intent else ()
        return frozenset(word for phrase in phrases for word in words_of(phrase))

    @cached_property
    def _between_name_and_value(self) -> frozenset[str]:
        groups = (
            "copulas",
            "amount_verbs",
            "prepositions",
            "determiners",
            "links",
            "number_markers",
            "towards",
            "value_nouns",
        )
        names = frozenset[str]().union(*map(self.own_words, self.parameters))
        return self.words.set(*groups, "corrections", "negators") | names | {":", "=", "-", "#", "°", "(", '"'}

    def claim(self, name: str, candidate: Candidate) -> Claim:
        """The candidate with its tokens, and whether the parameter is named before it, or counted by it ("3 pessoas")."""
        first = bisect_left(self._starts, candidate.start)
        last = bisect_left(self._starts, candidate.end)
        counted = isinstance(self.parameters[name].type, Integer) and any(
            match.first == last for match in self.names[name]
        )
        return Claim(name, candidate, first, last, 1 if counted else self._distance(name, first))

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def _distance(self, name: str, first: int) -> int | None:
        for distance in range(1, _REACH + 1):
            index = first - distance
            if index < 0:
                return None
            if any(owner == name for owner, _ in self._names_ending.get(index, ())):
                return distance
            if self.word(index) not in self._between_name_and_value:
                return None
        return None

    # --- words that turn a sentence ---------------------------------------------------------------------------------

    @cached_property
    def _turns(self) -> tuple[Match, ...]:
        return tuple(self.words.table("corrections", "instead", "alternatives").find(self.tokens))

    @cached_property
    def _instead_ends(self) -> frozenset[int]:
        return frozenset(match.last for match in self._turns if "instead" in match.labels)

    @cached_property
    def _turn_ends(self) -> frozenset[int]:
        return frozenset(match.last for match in self._turns)

    def turns_between(self, label: str, first: int, last: int) -> bool:
        """Whether a phrase of the group stands between two tokens."""
        position = bisect_left(self._turn_firsts, first)
        while position < len(self._turns) and self._turns[position].first < last:
            match = self._turns[position]
            if label in match.labels and match.last <= last:
                return True
            position += 1
        return False

    @cached_property
    def _turn_firsts(self) -> list[int]:
        return [match.first for match in self._turns]

    def instead_ends(self, index: int) -> bool:
        """Whether "em vez de" and the like end right before the token."""
        return index in self._instead_ends

    def turn_ends(self, index: int) -> bool:
        """Whether a phrase that corrects or replaces ends right before the token."""
        return index in self._turn_ends

    def in_group(self, index: int, *groups: str) -> bool:
        """Whether the token is a word of these groups."""
        return self.word(index) in self.words.set(*groups)

    def negates(self, index: int) -> bool:
        """Whether the token is a negation. "n° 1001" and "order no 1001" only announce a number."""
        if not self.in_group(index, "negators"):
            return False
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        announced = following is not None and (following.kind == "number" or following.text in "°.#")
        return not (announced and self.in_group(index, "number_markers"))

    @cached_property
    def changes(self) -> frozenset[int]:
        """Where a verb of changing stands that is not what the transaction does ("quero mudar o valor")."""
        table = _change_table(self.text.language)
        matches = table.find(self.tokens)
        if not matches:
            return frozenset()
        actions = self.dialogue.intent.actions.items() if self.dialogue.intent else ()
        own = {form[0] for language, verbs in actions for verb in verbs for form in inflect(verb, language)}
        return frozenset(match.first for match in matches if self.word(match.first) not in own)

    @cached_property
    def all_changes(self) -> frozenset[int]:
        """Where any verb of changing stands, that of the transaction too."""
        return frozenset(match.first for match in _change_table(self.text.language).find(self.tokens))


def _spoken(parameter: Parameter, language: str) -> tuple[tuple[str, ...], ...]:
    return _forms(tuple(parameter.words.get(language, ())), language)


@lru_cache(maxsize=512)
def _forms(phrases: tuple[str, ...], language: str) -> tuple[tuple[str, ...], ...]:
    """The phrases in singular and plural, as folded tokens."""
    return tuple(sorted({form for phrase in phrases for form in (*noun_forms(phrase, language), words_of(phrase))}))


@lru_cache(maxsize=512)
def _table(phrases: tuple[tuple[str, ...], ...]) -> PhraseTable:
    return PhraseTable({"name": [" ".join(phrase) for phrase in phrases]})


@lru_cache(maxsize=8)
def _change_table(language: str) -> PhraseTable:
    known = language if language in built_in_languages() else "en"
    verbs: Iterable[str] = default_lexicon(known).groups["change_verbs"]
    return PhraseTable({"change": [" ".join(form) for verb in verbs for form in inflect(verb, known)]})
