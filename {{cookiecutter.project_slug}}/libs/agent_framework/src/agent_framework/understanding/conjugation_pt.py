"""Conjugation of Portuguese verbs: principal parts by rule, corrected by data, then every form from the parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agent_framework.domain.text import fold
from agent_framework.understanding.word_forms import Form, Forms, Words, forms_data

__all__ = ["LANGUAGE", "conjugate", "is_verb"]

LANGUAGE: Final = "pt-BR"
_ENDINGS: Final = ("ar", "er", "ir")
_VOWELS: Final = "aeiou"


@dataclass(frozen=True)
class _Parts:
    """The forms that all others follow from; named as in the data file."""

    infinitive: str
    first: str
    third: str
    plural: str
    subjunctive: str
    past_first: str
    past_third: str
    past_stem: str
    imperfect: str
    gerund: str
    participle: str
    future: str


def is_verb(word: str) -> bool:
    """Whether a word is given as an infinitive ("cancelar", "propor"), and not as a noun."""
    folded = fold(word)
    if len(folded) < 2 or folded in forms_data(LANGUAGE)["not_verbs"]:
        return False
    return folded.endswith(_ENDINGS) or _base(folded) == "por"


def conjugate(infinitive: str) -> Forms:
    """Every form of a verb with what it says, enclitic pronouns included ("cancelá-lo")."""
    forms: dict[Words, frozenset[Form]] = {}
    for form, words in _forms(infinitive):
        forms[words] = forms.get(words, frozenset()) | {form}
    return forms


def _forms(infinitive: str) -> Iterator[tuple[Form, Words]]:
    parts = _parts(infinitive)
    for form, word in _simple(parts):
        yield form, (word,)
        yield from ((form, (*stem, "-", pronoun)) for stem, pronoun in _enclitics(form, word))
    for participle in _participles(fold(infinitive), parts):
        stem = participle.removesuffix("o")
        endings = ("o", "a", "os", "as") if stem != participle else ("", "s")
        yield from ((Form.PARTICIPLE, (stem + ending,)) for ending in endings)


def _simple(parts: _Parts) -> Iterator[tuple[Form, str]]:
    rows: dict[Form, Sequence[str]] = {
        Form.INFINITIVE: (parts.infinitive, f"{parts.infinitive}em"),
        Form.PRESENT_FIRST: (parts.first,),
        Form.ASKING: (parts.third, parts.subjunctive, f"{parts.subjunctive}m"),
        Form.PRESENT_OTHER: (parts.plural, *([f"{parts.third}s"] if parts.third[-1] in _VOWELS else [])),
        Form.PAST_FIRST: (parts.past_first, f"{parts.past_stem}mos"),
        Form.PAST_OTHER: (parts.past_third, f"{parts.past_stem}ram", f"{parts.imperfect}m", f"{parts.past_stem}ste"),
        Form.FUTURE: [f"{parts.future}{ending}" for ending in ("ei", "a", "ao", "emos")],
        Form.CONDITIONAL: [f"{parts.future}{ending}" for ending in ("ia", "iam", "iamos")],
        Form.SUBJUNCTIVE: [f"{parts.past_stem}{ending}" for ending in ("sse", "ssem", "ssemos", "r", "rem")],
        Form.GERUND: (parts.gerund,),
    }
    regular = {parts.infinitive, f"{parts.infinitive}em"}
    for form, words in rows.items():
        yield from ((form, word) for word in words if form is not Form.SUBJUNCTIVE or word not in regular)
    yield from ((form, parts.imperfect) for form in (Form.PAST_FIRST, Form.PAST_OTHER))


def _enclitics(form: Form, word: str) -> Iterator[tuple[Words, str]]:
    data = forms_data(LANGUAGE)["enclitics"]
    if form is Form.INFINITIVE and word.endswith("r"):
        yield from (((word[:-1],), pronoun) for pronoun in data["after_dropped_r"])
        yield from (((word,), pronoun) for pronoun in data["after_infinitive"])
    elif form in (Form.ASKING, Form.GERUND, Form.PRESENT_FIRST, Form.PAST_FIRST, Form.PAST_OTHER):
        after = "after_m" if word.endswith("m") else "after_vowel"
        yield from (((word,), pronoun) for pronoun in data[after])


def _participles(infinitive: str, parts: _Parts) -> set[str]:
    return {parts.participle, forms_data(LANGUAGE)["participles"].get(infinitive, parts.participle)}


# --- principal parts ------------------------------------------------------------------------------------------------


def _parts(infinitive: str) -> _Parts:
    folded = fold(infinitive)
    parts = _changed_vowel(_regular(infinitive), folded)
    base = _base(folded)
    if base is None:
        return parts
    prefix = folded.removesuffix(base)
    changes = {name: prefix + form for name, form in forms_data(LANGUAGE)["irregular"][base].items()}
    return replace(parts, **changes)


def _base(folded: str) -> str | None:
    """The irregular verb that this one is, or goes like."""
    data = forms_data(LANGUAGE)
    if folded in data["irregular"]:
        return folded
    bases = (base for base, prefixes in data["prefixes"].items() for prefix in prefixes if folded == prefix + base)
    return next(bases, None)


def _regular(infinitive: str) -> _Parts:
    folded = fold(infinitive)
    stem, theme = folded[:-2], folded[-2]
    hard, soft = _before_a(stem, theme), _before_e(stem, theme, infinitive)
    if theme == "a":
        stressed = f"{stem}i" if stem.endswith("e") else stem  # "bloqueio", "bloqueia"
        return _Parts(
            folded, f"{stressed}o", f"{stressed}a", f"{stressed}am", f"{stressed if stem.endswith('e') else soft}e",
            f"{soft}ei", f"{stem}ou", f"{stem}a", f"{stem}ava", f"{stem}ando", f"{stem}ado", folded,
        )  # fmt: skip
    past = "eu" if theme == "e" else "iu"
    return _Parts(
        folded, f"{hard}o", _third(stem, theme), f"{stem}em", f"{hard}a",
        f"{stem}i", f"{stem}{past}", f"{stem}{theme}", f"{stem}ia", f"{stem}{theme}ndo", f"{stem}ido", folded,
    )  # fmt: skip


def _third(stem: str, theme: str) -> str:
    if theme == "i" and stem.endswith("u") and not stem.endswith(("gu", "qu")):
        return f"{stem}i"  # "conclui"
    if stem.endswith("z") and stem[-2:-1] in _VOWELS:
        return stem  # "traduz"
    return f"{stem}e"


def _before_a(stem: str, theme: str) -> str:
    """The stem of a verb in -er or -ir before a and o: "corrijo", "distingo"."""
    if theme == "a":
        return stem
    if stem.endswith("gu"):
        return stem[:-1]
    return f"{stem[:-1]}j" if stem.endswith("g") else stem


def _before_e(stem: str, theme: str, infinitive: str) -> str:
    """The stem of a verb in -ar before e: "troque", "pague"; "ç" loses its cedilla, and folded it has none."""
    if theme != "a" or infinitive.casefold().endswith("çar"):
        return stem
    if stem.endswith("c"):
        return f"{stem[:-1]}qu"
    return f"{stem}u" if stem.endswith("g") else stem


def _changed_vowel(parts: _Parts, infinitive: str) -> _Parts:
    data: dict[str, Any] = forms_data(LANGUAGE)
    for group, old, new in (("raised_e", "e", "i"), ("raised_o", "o", "u")):
        if infinitive in data[group]:
            stem = _swap_last(parts.first[:-1], old, new)
            return replace(parts, first=f"{stem}o", subjunctive=f"{stem}a")
    if infinitive in data["lowered_u"]:
        stem = _swap_last(infinitive[:-2], "u", "o")
        return replace(parts, third=f"{stem}e", plural=f"{stem}em")
    return parts


def _swap_last(stem: str, old: str, new: str) -> str:
    before, _, after = stem.rpartition(old)
    return before + new + after
