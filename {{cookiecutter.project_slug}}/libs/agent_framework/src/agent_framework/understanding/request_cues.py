"""The small words around an action, found in a message: data of a language, as labels on its tokens."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from agent_framework.domain.text import Token, fold
from agent_framework.understanding.lexicon import default_lexicon
from agent_framework.understanding.morphology import inflections
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.word_forms import Form, Words

__all__ = ["Labelled", "Labels", "RequestCues", "request_cues"]

Labels = frozenset[str]

_FOLDER: Final = Path(__file__).parent / "lexicons" / "requests"
_FROM_LEXICON: Final = ("negator", "question_words", "contrast", "reason", "courtesy")
_PAST: Final = frozenset({Form.PAST_FIRST, Form.PAST_OTHER})
_NONE: Final[Labels] = frozenset()


class Labelled:
    """The tokens of a message with their labels. `last` and `within` take the logarithm of the message's length."""

    def __init__(self, labels: list[Labels]) -> None:
        self.at = labels
        self._places: dict[str, list[int]] = {}
        for index, names in enumerate(labels):
            for name in names:
                self._places.setdefault(name, []).append(index)

    def places(self, name: str) -> Sequence[int]:
        """The tokens with this label."""
        return self._places.get(name, ())

    def last(self, name: str, first: int, end: int) -> int | None:
        """The last token with this label among `first` to `end` (exclusive)."""
        places = self._places.get(name, ())
        index = bisect_left(places, end) - 1
        return places[index] if index >= 0 and places[index] >= first else None

    def within(self, names: Iterable[str], first: int, end: int) -> bool:
        """Whether a token among `first` to `end` (exclusive) has one of these labels."""
        return any(self.last(name, first, end) is not None for name in names)

    def back(self, skip: Labels, first: int, end: int) -> int:
        """The last token before `end` with none of the labels in `skip`; `first - 1` where there is none."""
        index = end - 1
        while index >= first and self.at[index] & skip:
            index -= 1
        return index


class RequestCues:
    """Labels the tokens of a message with the groups of the language's files.

    `generic` are the forms of verbs too general for an intent; `known` words that are no typing error.
    """

    def __init__(self, language: str) -> None:
        lexicon = default_lexicon(language)
        groups = {group: lexicon.groups[group] for group in _FROM_LEXICON} | _read(language)
        self.generic: frozenset[Words] = _forms(groups.pop("generic_verbs"), language)
        real_words = groups.pop("real_words")
        tables = _tables(groups, language)
        self.known = lexicon.known.union(real_words, (word for phrases in tables.values() for word in _split(phrases)))
        self._table = PhraseTable(tables)
        self._labels: dict[tuple[str, ...], Labels] = {}

    def label(self, tokens: tuple[Token, ...]) -> Labelled:
        """The labels of each token; a phrase gives its own to every word."""
        labels = [_NONE] * len(tokens)
        for match in self._table.find(tokens):
            known = self._labels.setdefault(match.labels, frozenset(match.labels))
            labels[match.first : match.last] = [known] * (match.last - match.first)
        return Labelled(labels)


@cache
def request_cues(language: str) -> RequestCues:
    """The cues of a language, built once."""
    return RequestCues(language)


def _read(language: str) -> dict[str, tuple[str, ...]]:
    # Every scalar is a string here: YAML would otherwise read "no" and "on" as booleans.
    content: Any = yaml.load((_FOLDER / f"{language}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return {group: tuple(fold(phrase) for phrase in phrases) for group, phrases in content.items()}


def _forms(verbs: Iterable[str], language: str) -> frozenset[Words]:
    return frozenset(words for verb in verbs for words in inflections(verb, language))


def _split(phrases: Iterable[str]) -> Iterator[str]:
    return (word for phrase in phrases for word in words_of(phrase))


def _tables(groups: Mapping[str, Iterable[str]], language: str) -> dict[str, list[str]]:
    tables = {group: list(phrases) for group, phrases in groups.items() if not group.endswith("_verbs")}
    tables["embedding"] = [" ".join(words) for words in _forms(groups["embedding_verbs"], language)]
    tables["light"] = []
    for verb in groups["light_verbs"]:
        for words, forms in inflections(verb, language).items():
            if group := _carries(forms):
                tables[group].append(" ".join(words))
    return tables


def _carries(forms: frozenset[Form]) -> str | None:
    """ "Fazer" carries a noun of action, "fiz" tells of one. A bare participle is as often a noun of its own."""
    if forms & _PAST and forms <= _PAST | {Form.PARTICIPLE}:
        return "done"
    return None if forms == {Form.PARTICIPLE} else "light"
