"""The words that agents declare, compiled: what each of them stands for, and where declarations clash."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, takewhile
from typing import Final

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.text import Token, fold
from agent_framework.understanding.morphology import inflect, inflections, noun_forms, split_negation
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.request_cues import request_cues
from agent_framework.understanding.spelling import Spelling
from agent_framework.understanding.word_forms import Form, Words, particles_of

__all__ = ["IntentWords", "Occurrence", "Role", "Use", "ambiguities", "verbs_of"]

_SHORTEST_REPAIRED: Final = 6
_WIDEST_PARTING: Final = 7


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
            for use, phrase in _uses(index, intent, language):
                uses.setdefault(use, []).append(" ".join(phrase))
        self._uses = {str(number): use for number, use in enumerate(uses)}
        self._table = PhraseTable(dict(zip(self._uses, uses.values(), strict=True)))
        words = frozenset(word for phrases in uses.values() for said in phrases for word in said.split())
        self._parted = _parted(uses, language)
        long = {word for word in words if len(word) >= _SHORTEST_REPAIRED}
        self._known = words | request_cues(language).known
        self._spelling = Spelling(long, ())

    def repair(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The tokens with mistyped declared words of six letters and more put right. Declared words stay."""
        return self._spelling.read(tokens, self._known)

    def find(self, tokens: tuple[Token, ...]) -> list[Occurrence]:
        """Declared words from left to right, the longest at each place."""
        found = [
            Occurrence(tuple(self._uses[label] for label in match.labels), match.first, match.last)
            for match in self._table.find(tokens)
        ]
        return sorted([*found, *self._find_parted(tokens, found)], key=_place) if self._parted else found

    def _find_parted(self, tokens: tuple[Token, ...], found: Sequence[Occurrence]) -> Iterator[Occurrence]:
        """Verbs with their particle behind the object ("send the book back")."""
        taken = {item.first for item in found}
        for index, token in enumerate(tokens):
            if index in taken or token.folded not in self._parted:
                continue
            row = takewhile(lambda following: following.kind != "mark", tokens[index + 2 : index + _WIDEST_PARTING])
            particles = {following.folded for following in row}
            if uses := tuple(use for particle, use in self._parted[token.folded] if particle in particles):
                yield Occurrence(uses, index, index + 1)


def _place(item: Occurrence) -> int:
    return item.first


def _parted(uses: Mapping[Use, Sequence[str]], language: str) -> dict[str, list[tuple[str, Use]]]:
    """By verb form, the particles that make an action of it."""
    particles = particles_of(language)
    parted: dict[str, list[tuple[str, Use]]] = {}
    for use, phrases in uses.items():
        for phrase in phrases:
            verb, _, particle = phrase.partition(" ")
            if use.role is Role.ACTION and particle in particles:
                parted.setdefault(verb, []).append((particle, use))
    return parted


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
    """One sentence for each pair of intents that no words tell apart: same action and object, or same phrase."""
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
