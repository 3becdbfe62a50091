"""The words that tell what an answer asserts: data of `words.<language>.yaml`, compiled to tables once."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import yaml

from agent_framework.domain.text import Text, fold
from agent_framework.understanding.morphology import inflections, split_negation
from agent_framework.understanding.phrases import PhraseTable
from agent_framework.understanding.word_forms import Form, forms_data

__all__ = ["LANGUAGES", "Actions", "Vocabulary", "action_table", "assertion_table", "hashable", "plain", "vocabulary"]

LANGUAGES: Final = ("pt-BR", "en")
_TOLD: Final = frozenset({Form.PARTICIPLE, Form.PAST_FIRST, Form.PAST_OTHER})
_PROMISED: Final = frozenset(
    {Form.INFINITIVE, Form.FUTURE, Form.PRESENT_FIRST, Form.ASKING, Form.PARTICIPLE, Form.PRESENT_OTHER}
)

Actions = tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...]
"""`Facts.actions` made hashable."""


# Without their accent these would be other words: "and", "of the".
_ACCENT_MATTERS: Final = frozenset({"é", "dá"})


def plain(word: str) -> str:
    """A word as closed classes are compared: folded, but where the accent alone tells it from another."""
    lower = word.casefold()
    return lower if lower in _ACCENT_MATTERS else fold(lower)


class Vocabulary:
    """The closed classes and phrase groups of one language, folded."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.data = _data(language)

    @cached_property
    def sets(self) -> Mapping[str, frozenset[str]]:
        """Every list of single words, by name."""
        return {name: frozenset(map(plain, words)) for name, words in self.data.items() if isinstance(words, list)}

    @cached_property
    def group(self) -> frozenset[str]:
        """All words that may stand in a verb group before its verb."""
        names = (
            "negators",
            "copulas",
            "events",
            "progress",
            "infinitives",
            "modals",
            "future",
            "fillers",
            "first_person",
        )
        return frozenset().union(*(self.sets[name] for name in names))

    @cached_property
    def prepositions(self) -> frozenset[str]:
        """Words of belonging, without the articles among them."""
        return (self.sets["of"] - self.sets["determiners"]) | {"do", "da", "dos", "das"}

    @cached_property
    def clause_openers(self) -> PhraseTable:
        """What makes a clause a condition or a time, and what asks or attributes."""
        names = ("conditions", "whens", "askers", "attributions", "doubts", "accomplished", "thwarted")
        return PhraseTable({name: self.data[name] for name in names})

    @cached_property
    def times(self) -> PhraseTable:
        """Days told from today, and days of the week."""
        weekdays = {f"w{number}": _weekday_names(name) for number, name in enumerate(self.data["weekdays"])}
        return PhraseTable({**self.data["relative_days"], **weekdays})


def _weekday_names(name: str) -> Iterator[str]:
    """ "segunda" alone is also "second": only with "na", "segunda-feira" alone is enough."""
    yield name
    if name.endswith("-feira"):
        yield from (f"{before} {name.removesuffix('-feira')}" for before in ("na", "até", "nesta", "próxima"))


@cache
def _data(language: str) -> dict[str, Any]:
    path = Path(__file__).with_name(f"words.{language}.yaml")
    # BaseLoader: "no" and "on" are words here, not truth values.
    content: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return content


@lru_cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language; English where there is none of its own."""
    return Vocabulary(language if language in LANGUAGES else "en")


# --- labels: "kind|key|form" ------------------------------------------------------------------------------------------


@cache
def assertion_table() -> PhraseTable:
    """Statuses, deeds, promises and field words of both languages: a lie may come in either."""
    labels: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for label, phrase in _entries(_data(language), language):
            labels.setdefault(label, []).append(phrase)
    return PhraseTable(labels)


def _entries(data: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    predicative = set(data["predicative"])
    unsaid = set(data["not_statuses"])
    for concept, words in data["states"].items():
        for verb in words["verbs"]:
            for label, phrase in _verb(f"state|{concept}", verb, language, _TOLD | {Form.GERUND}):
                if phrase not in unsaid:
                    yield ("weak" + label.removeprefix("state") if phrase in predicative else label), phrase
        yield from ((f"{'weak' if word in predicative else 'state'}|{concept}|word", word) for word in words["words"])
    for kind in ("done", "light"):
        yield from (entry for verb in data[kind] for entry in _verb(f"{kind}|*", verb, language, _TOLD))
        yield from ((f"{kind}|*|phrase", phrase) for phrase in data[f"{kind}_phrases"])
    yield from (("failed|*|phrase", phrase) for phrase in data["failed"])
    yield from (("success|*|phrase", phrase) for phrase in data["success"])
    for promise, verbs in data["commitments"].items():
        for verb in verbs:
            performative = verb in data["performative"]
            forms = _PROMISED | {Form.PAST_FIRST} if performative else _PROMISED  # "garantimos" is both
            yield from _verb(f"{'performative' if performative else 'promise'}|{promise}", verb, language, forms)
    for kind, group in (("pledge", "commitment_phrases"), ("goods", "goods"), ("field", "fields")):
        yield from ((f"{kind}|{key}|phrase", word) for key, words in data[group].items() for word in words)
    yield from (("field|status|phrase", word) for word in data["status_fields"])


def _verb(label: str, verb: str, language: str, wanted: frozenset[Form]) -> Iterator[tuple[str, str]]:
    for words, forms in inflections(verb, language).items():
        yield from ((f"{label}|{form.value}", " ".join(words)) for form in forms & wanted)


@lru_cache(maxsize=64)
def action_table(actions: Actions) -> PhraseTable:
    """Every form of the verbs and nouns of the tools, in both languages, labelled `action|<tool>|<form>`.

    An action with a negation of its own ("não reconhecer") is the customer's word for it; it tells no effect.
    """
    labels: dict[str, list[str]] = {}
    for tool, by_language in actions:
        for language, phrases in by_language:
            for phrase in phrases:
                if not split_negation(phrase, language)[0]:
                    _add_forms(labels, tool, phrase, language)
    return PhraseTable(labels)


def _add_forms(labels: dict[str, list[str]], tool: str, phrase: str, language: str) -> None:
    for words, forms in inflections(phrase, language).items():
        for form in forms:
            labels.setdefault(f"action|{tool}|{form.value}", []).append(" ".join(words))
    small = (
        {*forms_data(language)["prepositions"], *forms_data(language).get("particles", ())}
        if language in LANGUAGES
        else set()
    )
    head, *rest = [token.text for token in Text(phrase).tokens] or [phrase]
    things = [
        fold(word)
        for word in rest
        if word.isalpha() and fold(word) not in small | vocabulary(language).sets["determiners"]
    ]
    for words, forms in inflections(head, language).items() if things else ():
        for form in forms:
            labels.setdefault(f"head|{tool}>{things[-1]}|{form.value}", []).append(" ".join(words))


def hashable(actions: Mapping[str, Mapping[str, Sequence[str]]]) -> Actions:
    """The actions as a key of the cache."""
    return tuple((tool, tuple((k, tuple(v)) for k, v in words.items())) for tool, words in actions.items())
