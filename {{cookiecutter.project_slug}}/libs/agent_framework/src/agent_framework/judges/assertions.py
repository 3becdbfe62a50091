"""What a text asserts beside values: statuses, deeds and promises, with their negation."""

from collections.abc import Iterator

from agent_framework.judges.binding import Scene
from agent_framework.judges.deeds import Deeds
from agent_framework.judges.promises import Promises
from agent_framework.judges.spans import ANY_TOOL, Assertion, merge
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["ANY_TOOL", "Assertion", "assertions"]


def assertions(scene: Scene, tables: tuple[PhraseTable, ...]) -> list[Assertion]:
    """The assertions of a text. `tables` find the words of the tools and of the statuses in the facts.

    What is asked or supposed asserts nothing; the name of a thing is no assertion either.
    """
    return list(_read(scene, tables))


def _read(scene: Scene, tables: tuple[PhraseTable, ...]) -> Iterator[Assertion]:
    answer = scene.answer
    phrases = merge([*scene.matches, *(match for table in tables for match in table.find(answer.tokens))])
    named = {index for mention in scene.mentions for index in range(mention.first, mention.last)}
    promises, deeds = Promises(scene), Deeds(scene, phrases)
    for phrase in phrases:
        if phrase.first in named or answer.untold[phrase.first]:
            continue
        group = answer.verb_group(phrase.first)
        yield from promises.read(phrase, group)
        if not promises.promises(phrase, group):
            yield from deeds.read(phrase, group)
    covered = named | {index for phrase in phrases for index in range(phrase.first, phrase.last)}
    yield from deeds.unknown(covered)
    yield from promises.unknown(covered)
