"""The vocabulary of morphology: kinds of word forms, and the data of a language."""

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

__all__ = ["Form", "Forms", "Words", "forms_data", "particles_of", "plural_of"]

Words = tuple[str, ...]
"""Folded tokens, as a message has them."""
Forms = dict[Words, frozenset["Form"]]

_FOLDER: Final = Path(__file__).parent / "lexicons" / "morphology"


class Form(StrEnum):
    """What a form of a verb says about who acts and when. One spelling may be several ("pago")."""

    INFINITIVE = "infinitive"  # cancelar, cancel
    ASKING = "asking"  # cancela, cancele, cancelem: imperative, though "ele cancela" has the same form
    PRESENT_FIRST = "present first"  # cancelo
    PRESENT_OTHER = "present other"  # cancelam, cancels
    PAST_FIRST = "past first"  # cancelei, cancelled
    PAST_OTHER = "past other"  # cancelou, cancelava, cancelled
    FUTURE = "future"  # cancelarei
    CONDITIONAL = "conditional"  # cancelaria
    SUBJUNCTIVE = "subjunctive"  # cancelasse, fizer
    GERUND = "gerund"  # cancelando, cancelling
    PARTICIPLE = "participle"  # cancelado, cancelled
    NOUN = "noun"  # cancelamento, cancellation


@cache
def forms_data(language: str) -> dict[str, Any]:
    """What the file of a language says; see its comments. Scalars are strings."""
    file = _FOLDER / f"{language}.yaml"
    # Every scalar is a string here: YAML would otherwise read "no" as a boolean.
    data: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return data


def particles_of(language: str) -> frozenset[str]:
    """Words that make another verb of the one they follow and may stand behind its object ("off")."""
    return frozenset(forms_data(language).get("particles", ()))


def plural_of(phrase: Words, language: str) -> list[Words]:
    """The plural forms of a noun phrase: every word before its first preposition takes the plural."""
    data = forms_data(language)
    stop = next((index for index, word in enumerate(phrase) if word in data["prepositions"]), len(phrase))
    # In English only the last word of a compound takes it ("gift cards").
    first = max(0, stop - 1) if language == "en" else 0
    plurals: list[Words] = [()]
    for index, word in enumerate(phrase):
        ways = _plurals(word, data) if first <= index < stop else [word]
        plurals = [(*before, way) for before in plurals for way in ways]
    return plurals


def _plurals(word: str, data: dict[str, Any]) -> list[str]:
    if not word.isalpha():
        return [word]
    for rule in data["plurals"]:
        if word.endswith(rule["singular"]):
            stem = word.removesuffix(rule["singular"])
            return [stem + ending for ending in rule["plural"]]
    return [f"{word}s"]
