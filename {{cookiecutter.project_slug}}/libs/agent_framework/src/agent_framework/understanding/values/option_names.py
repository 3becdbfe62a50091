"""Finding one of several names in a message: whole, in part, joined, or with a typing error."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from agent_framework.domain.parameters import Candidate
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.values.places import Places
from agent_framework.understanding.values.verbatim import small_words
from agent_framework.understanding.values.words import words_of_language

__all__ = ["Names", "find_names"]

Names: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""Each canonical value with the phrases that name it."""

_SHORTEST_MISTYPED: Final = 4
_SHORTEST_TWICE_MISTYPED: Final = 9
_GAP: Final = 2


def find_names(text: Text, names: Names, *, open_ended: bool) -> list[Candidate]:
    """The names in a message, in order. Several candidates at one place: the words fit all of them.

    `open_ended`: other names are possible, so that one word of a longer name does not stand for it ("Plano de Saúde" is not
    "Plano Básico").
    """
    index = _index(names)
    whole = list(index.whole(text))
    taken = Places((item.start, item.end) for item in whole)
    parts = [item for item in index.parts(text, open_ended=open_ended) if not taken.overlap(item.start, item.end)]
    return sorted([*whole, *parts], key=lambda item: item.start)


@dataclass(frozen=True, slots=True)
class _Hit:
    """A token of the message that is a word of some names."""

    position: int
    word: str
    values: frozenset[str]
    mistyped: bool


class _Index:
    """The words of a set of names."""

    def __init__(self, names: Names) -> None:
        phrases = {value: list(dict.fromkeys([value, *spoken])) for value, spoken in names}
        self._table = PhraseTable(
            {value: [*items, *("".join(words_of(item)) for item in items)] for value, items in phrases.items()}
        )
        self._sizes = {value: min(len(words_of(item)) for item in items) for value, items in phrases.items()}
        self._values: dict[str, set[str]] = {}
        for value, items in phrases.items():
            for word in (word for item in items for word in words_of(item)):
                self._values.setdefault(word, set()).add(value)
        self._long = [word for word in self._values if len(word) >= _SHORTEST_MISTYPED and word.isalpha()]

    def whole(self, text: Text) -> Iterator[Candidate]:
        """Complete names."""
        for match in self._table.find(text.tokens):
            place = text.tokens[match.first].start, text.tokens[match.last - 1].end
            yield from (Candidate(value, *place, exact=len(match.labels) == 1) for value in match.labels)

    def parts(self, text: Text, *, open_ended: bool) -> Iterator[Candidate]:
        """Runs of words out of names, with small words between."""
        for run in self._runs(text):
            best = self._best(run)
            if not best or (open_ended and self._is_other_name(text, run, best)):
                continue
            place = text.tokens[run[0].position].start, text.tokens[run[-1].position].end
            sure = len(best) == 1 and (len(run) > 1 or len(run[0].word) >= _SHORTEST_MISTYPED)
            exact = sure and not any(hit.mistyped for hit in run)
            yield from (Candidate(value, *place, exact=exact) for value in best)

    def _best(self, run: Sequence[_Hit]) -> list[str]:
        """The names that share most words with a run; a figure alone names nothing."""
        if not any(hit.word.isalpha() and len(hit.word) > 1 for hit in run):
            return []
        scores: dict[str, int] = {}
        for word in {hit.word for hit in run}:
            for value in self._values[word]:
                scores[value] = scores.get(value, 0) + 1
        most = max(scores.values())
        return [value for value in self._sizes if scores.get(value) == most]

    def _is_other_name(self, text: Text, run: Sequence[_Hit], best: Sequence[str]) -> bool:
        """One word of a longer name, with a word after it that belongs to none."""
        if len({hit.word for hit in run}) > 1 or all(self._sizes[value] == 1 for value in best):
            return False
        tokens, position = text.tokens, run[-1].position + 1
        prepositions = words_of_language(text.language).set("prepositions")
        position += position < len(tokens) and tokens[position].folded in prepositions
        following = tokens[position] if position < len(tokens) else None
        if following is None or following.kind == "mark":
            return False
        return following.folded not in small_words(text.language) and following.folded not in self._values

    def _runs(self, text: Text) -> Iterator[list[_Hit]]:
        small = small_words(text.language)
        run: list[_Hit] = []
        for hit in self._hits(text.tokens, small):
            between = text.tokens[run[-1].position + 1 : hit.position] if run else ()
            connected = len(between) <= _GAP and all(token.folded in small for token in between)
            if run and not (connected and (hit.values & run[-1].values)):
                yield run
                run = []
            run.append(hit)
        if run:
            yield run

    def _hits(self, tokens: Sequence[Token], small: frozenset[str]) -> Iterator[_Hit]:
        resolved: dict[str, str | None] = {}
        for position, token in enumerate(tokens):
            word = token.folded
            if token.kind == "mark" or (word in small and word not in self._values):
                continue
            if word in small and len(word) < _SHORTEST_MISTYPED:
                continue
            if word not in resolved:
                resolved[word] = word if word in self._values else self._mistyped(word)
            known = resolved[word]
            if known is not None:
                yield _Hit(position, known, frozenset(self._values[known]), known != word)

    def _mistyped(self, word: str) -> str | None:
        """The word of a name with one letter off, two in a long one; the first letter is right."""
        if len(word) < _SHORTEST_MISTYPED or not word.isalpha():
            return None
        most = 1 if len(word) < _SHORTEST_TWICE_MISTYPED else 2
        found = process.extractOne(word, self._long, scorer=OSA.distance, score_cutoff=most)
        if found is None or found[0][0] != word[0]:
            return None
        return str(found[0])


@lru_cache(maxsize=128)
def _index(names: Names) -> _Index:
    return _Index(names)
