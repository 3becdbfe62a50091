"""The words around values: how numbers, amounts and dates are spoken, what introduces a value, what corrects it."""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import yaml

from agent_framework.understanding.phrases import PhraseTable, words_of

__all__ = ["ValueWords", "every_language", "words_of_language"]

_FOLDER: Final = Path(__file__).parent
_FALLBACK: Final = "en"


class ValueWords:
    """The words of one language, by the group they stand under in `words.<language>.yaml`. Everything is folded."""

    def __init__(self, language: str, groups: Mapping[str, Any]) -> None:
        self.language = language
        self._groups = groups

    @cached_property
    def sets(self) -> Mapping[str, frozenset[str]]:
        """The phrases of each group, with single spaces between their words; "currency" holds every word of money."""
        lists = {name: phrases for name, phrases in self._groups.items() if isinstance(phrases, list)}
        found = {name: frozenset(map(_folded, phrases)) for name, phrases in lists.items()}
        return {**found, "currency": frozenset(self.currencies)}

    @cache  # noqa: B019 - lives as long as the process
    def set(self, *groups: str) -> frozenset[str]:
        """The phrases of these groups together."""
        return frozenset[str]().union(*(self.sets[group] for group in groups))

    @property
    def months(self) -> Mapping[str, int]:
        """The months by their names and abbreviations."""
        return self.numbers("months")

    @cache  # noqa: B019
    def numbers(self, group: str) -> Mapping[str, int]:
        """What the words of a group stand for."""
        return {_folded(word): int(value) for word, value in self._groups[group].items()}

    @cache  # noqa: B019
    def table(self, *groups: str) -> PhraseTable:
        """Finds the phrases of these groups, labelled by group."""
        return PhraseTable({group: self._groups[group] for group in groups})

    @cached_property
    def currencies(self) -> Mapping[str, str]:
        """The currency that each word of money names; "any" where it names none in particular."""
        return {_folded(word): code for code, words in self._groups["money_units"].items() for word in words}

    @cached_property
    def signs(self) -> Mapping[str, str]:
        """The signs of an e-mail address by the words that read them out."""
        return {_folded(word): sign for word, sign in self._groups["spoken_email"].items()}

    def first(self, group: str) -> str:
        """The first word of a group, as it is written."""
        return str(next(iter(self._groups[group])))


def _folded(phrase: str) -> str:
    return " ".join(words_of(phrase))


@cache
def words_of_language(language: str) -> ValueWords:
    """The words of a language, loaded once; English where there is no file for it."""
    file = _FOLDER / f"words.{language}.yaml"
    if not file.is_file():
        return words_of_language(_FALLBACK)
    # Every scalar is a string here: YAML would otherwise read the words "no" and "on" as booleans.
    return ValueWords(language, yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader))


@cache
def every_language() -> tuple[ValueWords, ...]:
    """The words of all languages: a number or a month is understood in any of them."""
    names = sorted(file.stem.removeprefix("words.") for file in _FOLDER.glob("words.*.yaml"))
    return tuple(words_of_language(name) for name in names)
