"""The words that agents declare, compiled: what each of them stands for, and where declarations clash."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.text import Token, fold
from agent_framework.understanding.morphology import inflect, inflections, noun_forms, split_negation
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.request_cues import request_cues
from agent_framework.understanding.spelling import Spelling
from agent_framework.understanding.word_forms import Form, Words

__all__ = ["IntentWords", "Occurrence", "Role", "Use", "ambiguities", "verbs_of"]

_SHORTEST_REPAIRED: Final = 6


class Role(StrEnum):
    """What a word does for an intent."""

    ACTION = "action"
    OBJECT = "object"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class Use:
    """One reading of a declared word.

    Args:
        intent: index of the intent among all.
        role: what the word does for it.
        forms: of an action.
        negated: the action is declared with a negation, which has to stand in the message too.
        generic: a verb too general to stand for the intent without its object.
    """

    intent: int
    role: Role
    forms: frozenset[Form] = frozenset()
    negated: bool = False
    generic: bool = False


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A declared word or phrase in a message: its uses, and the tokens `first` to `last` (exclusive)."""

    uses: tuple[Use, ...]
    first: int
    last: int


class IntentWords:
    """Finds the declared words of one language in a message. Built once."""

    def __init__(self, intents: Sequence[Intent], language: str) -> None:
        uses: dict[Use, list[str]] = {}
        for index, intent in enumerate(intents):
            for use, words in _uses(index, intent, language):
                uses.setdefault(use, []).append(" ".join(words))
        self._uses = {str(number): use for number, use in enumerate(uses)}
        self._table = PhraseTable(dict(zip(self._uses, uses.values(), strict=True)))
        self._words = frozenset(word for phrases in uses.values() for phrase in phrases for word in phrase.split())
        long = {word for word in self._words if len(word) >= _SHORTEST_REPAIRED}
        self._spelling = Spelling(long, request_cues(language).real_words - long)

    def repair(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The tokens with mistyped declared words of six letters and more put right; no declared word becomes another."""
        return self._spelling.read(tokens, self._words)

    def find(self, tokens: tuple[Token, ...]) -> list[Occurrence]:
        """Declared words from left to right, the longest at each place."""
        return [
            Occurrence(tuple(self._uses[label] for label in match.labels), match.first, match.last)
            for match in self._table.find(tokens)
        ]


def _uses(index: int, intent: Intent, language: str) -> Iterator[tuple[Use, Words]]:
    generic = request_cues(language).generic
    for action in intent.actions.get(language, ()):
        negated, affirmative = split_negation(action, language)
        for words, forms in inflections(affirmative, language).items():
            yield Use(index, Role.ACTION, forms, negated, words in generic), words
    for noun in intent.objects.get(language, ()):
        yield from ((Use(index, Role.OBJECT), words) for words in noun_forms(noun, language))
    for phrase in intent.phrases.get(language, ()):
        yield Use(index, Role.PHRASE), words_of(phrase)


def verbs_of(intent: Intent, language: str) -> frozenset[Words]:
    """Every form of the intent's actions, as folded tokens."""
    return frozenset(words for action in intent.actions.get(language, ()) for words in inflect(action, language))


def ambiguities(agents: Sequence[Agent], language: str) -> list[str]:
    """One sentence for each pair of intents that a customer cannot tell apart: same action and object, or same phrase."""
    intents = [intent for agent in agents for intent in agent.intents]
    return [
        f"app/agents: {shared!r} ({language}) asks for {one.name} as well as for {other.name}; {cure}"
        for one, other in combinations(intents, 2)
        for shared, cure in _shared(one, other, language)
    ]


def _shared(one: Intent, other: Intent, language: str) -> Iterator[tuple[str, str]]:
    phrases = _common(one.phrases.get(language, ()), other.phrases.get(language, ()))
    if phrases:
        yield ", ".join(phrases), "take the phrase from one of them"
    actions = _common(one.actions.get(language, ()), other.actions.get(language, ()))
    objects = _common(one.objects.get(language, ()), other.objects.get(language, ()))
    bare = not one.objects.get(language) and not other.objects.get(language)
    if actions and (objects or bare):
        words = " + ".join(["/".join(actions), *(["/".join(objects)] if objects else [])])
        yield words, "take the action or the object from one of them, or make one of them more exact"


def _common(one: Sequence[str], other: Sequence[str]) -> list[str]:
    folded = {fold(phrase) for phrase in other}
    return [phrase for phrase in dict.fromkeys(one) if fold(phrase) in folded]
