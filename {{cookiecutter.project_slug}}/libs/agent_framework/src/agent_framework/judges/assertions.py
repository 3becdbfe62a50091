"""What a text asserts beside values: statuses, deeds and promises, with their negation."""

from collections.abc import Iterable, Iterator

from agent_framework.judges.binding import Scene
from agent_framework.judges.deeds import TELLING, Deeds
from agent_framework.judges.promises import Promises
from agent_framework.judges.reading import Answer
from agent_framework.judges.spans import ANY_TOOL, Assertion, Phrase, merge
from agent_framework.judges.unknown_verbs import UnknownVerbs
from agent_framework.judges.vocabulary import LANGUAGES
from agent_framework.understanding.morphology import noun_forms
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["ANY_TOOL", "Assertion", "assertions"]


def assertions(scene: Scene, tables: tuple[PhraseTable, ...]) -> list[Assertion]:
    """The assertions of a text. `tables` find the words of the tools and of the statuses in the facts.

    What is asked or supposed asserts nothing; the name of a thing is no assertion either.
    """
    return list(_read(scene, tables))


def _read(scene: Scene, tables: tuple[PhraseTable, ...]) -> Iterator[Assertion]:
    answer = scene.answer
    found = [match for table in tables for match in table.find(answer.tokens)]
    phrases = merge([*scene.matches, *found])
    _join_heads(phrases, answer)
    named = {index for mention in scene.mentions for index in range(mention.first, mention.last)}
    promises, deeds, read = Promises(scene), Deeds(scene, phrases), list[Phrase]()
    for phrase in phrases:
        if phrase.first in named or answer.untold[phrase.first]:
            continue
        group = answer.verb_group(phrase.first, phrase.last)
        told = list(promises.read(phrase, group))
        if not promises.promises(phrase, group):
            told += deeds.read(phrase, group)
        read += [phrase] if told or phrase.has(*TELLING) else []
        yield from told
    yield from UnknownVerbs(scene, phrases).read(named | _tokens(read))
    yield from promises.unknown(named | _tokens(phrases))


def _join_heads(phrases: Iterable[Phrase], answer: Answer) -> None:
    """Name an action by its verb where the sentence has its object, too: "agendei", "agendada" and "visita"."""
    for phrase in phrases:
        sentence = answer.sentence(phrase.first)
        words = frozenset(answer.words[sentence.start : sentence.stop])
        for key, forms in list(phrase.of("head").items()):
            tool, thing = key.split(">")
            if not words.isdisjoint(word for language in LANGUAGES for (word,) in noun_forms(thing, language)):
                for form in forms:
                    phrase.add(f"action|{tool}|{form}")


def _tokens(phrases: Iterable[Phrase]) -> set[int]:
    return {index for phrase in phrases for index in range(phrase.first, phrase.last)}
