"""The words around values, by language: data in `words.<language>.yaml`."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from agent_framework.domain.text import fold
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["Words", "words_of_language"]


class Words:
    """One language's words, folded. Groups are sets, numbers are mappings."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._content = content

    def group(self, name: str) -> Sequence[str]:
        return tuple(fold(str(word)) for word in self._content.get(name, ()))

    @cached_property
    def sets(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(self.group(name)) for name, value in self._content.items() if isinstance(value, list)}

    @cached_property
    def maps(self) -> Mapping[str, Mapping[str, int]]:
        return {
            name: {fold(word): number for word, number in value.items()}
            for name, value in self._content.items()
            if isinstance(value, dict)
        }

    @cached_property
    def months(self) -> Mapping[str, int]:
        names = self.group("months")
        return {name: index for index, name in enumerate(names, 1)} | {name[:3]: i for i, name in enumerate(names, 1)}

    @cached_property
    def marks(self) -> PhraseTable:
        """Corrections, alternatives and words of wrongness, for the reading of several values."""
        return PhraseTable({name: self.group(name) for name in ("corrections", "alternatives", "wrong", "change")})

    @cached_property
    def edges(self) -> PhraseTable:
        """What stands around a value and is no part of it."""
        return PhraseTable({name: self.group(name) for name in ("introducers", "courtesies")})


@lru_cache
def words_of_language(language: str) -> Words:
    """The words of a language; English ones where there are none of its own."""
    path = Path(__file__).with_name(f"words.{language}.yaml")
    if not path.exists():
        path = Path(__file__).with_name("words.en.yaml")
    return Words(yaml.safe_load(path.read_text(encoding="utf-8")))
