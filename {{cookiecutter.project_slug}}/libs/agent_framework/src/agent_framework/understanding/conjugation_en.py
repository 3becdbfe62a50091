"""Conjugation of English verbs, phrasal verbs included."""

from collections.abc import Iterator
from typing import Final

from agent_framework.understanding.word_forms import Form, Forms, Words, forms_data

__all__ = ["LANGUAGE", "conjugate", "is_verb"]

LANGUAGE: Final = "en"
_PAST: Final = (Form.PAST_FIRST, Form.PAST_OTHER)
_VOWELS: Final = "aeiou"


def is_verb(word: str) -> bool:
    """ "cancel", not "cancellation". A verb that is spelt like a noun ("refund") counts as a verb."""
    return word.replace("'", "").isalpha() and not word.endswith(tuple(forms_data(LANGUAGE)["noun_endings"]))


def conjugate(phrase: Words) -> Forms:
    """Every form of a verb, with the words that follow it. A pronoun may part it from its particle."""
    forms: dict[Words, frozenset[Form]] = {}
    for base in _spellings(phrase[0]):
        for form, word in _forms(base):
            for rest in _rests(phrase[1:]):
                words = (word, *rest)
                forms[words] = forms.get(words, frozenset()) | {form}
    return forms


def _rests(rest: Words) -> Iterator[Words]:
    data = forms_data(LANGUAGE)
    yield rest
    if rest and rest[0] in data["particles"]:
        yield from ((pronoun, *rest) for pronoun in data["parted_by"])


def _spellings(verb: str) -> list[str]:
    """British and American: "recognise", "recognize"."""
    if verb.endswith(("ise", "ize")) and len(verb) > 5:
        return [f"{verb[:-3]}ise", f"{verb[:-3]}ize"]
    return [verb]


def _forms(base: str) -> Iterator[tuple[Form, str]]:
    yield Form.INFINITIVE, base
    yield Form.PRESENT_OTHER, _third(base)
    yield from ((Form.GERUND, f"{stem}ing") for stem in _stems(base, "ing"))
    past, participle = _irregular(base)
    if past:
        yield from ((form, past) for form in _PAST)
        yield Form.PARTICIPLE, participle
        return
    for stem in _stems(base, "ed"):
        yield from ((form, f"{stem}ed") for form in (*_PAST, Form.PARTICIPLE))


def _irregular(base: str) -> tuple[str, str]:
    data = forms_data(LANGUAGE)
    for prefix in ("", *data["prefixes"]):
        if base.startswith(prefix) and (forms := data["irregular"].get(base.removeprefix(prefix))):
            return prefix + forms[0], prefix + forms[1]
    return "", ""


def _third(base: str) -> str:
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{base}es"
    return f"{base[:-1]}ies" if _consonant_y(base) else f"{base}s"


def _stems(base: str, ending: str) -> list[str]:
    """What "ed" and "ing" are written onto.

    Whether the last consonant is doubled hangs on stress and country ("cancelled", "canceled"): both are read.
    """
    if base.endswith("ie") and ending == "ing":
        return [f"{base[:-2]}y"]
    if base.endswith("e") and (ending == "ed" or not base.endswith(("ee", "oe", "ye"))):
        return [base[:-1]]
    if _consonant_y(base) and ending == "ed":
        return [f"{base[:-1]}i"]
    return [base, base + base[-1]] if _ends_in_one_consonant(base) else [base]


def _consonant_y(base: str) -> bool:
    return base.endswith("y") and base[-2:-1] not in _VOWELS


def _ends_in_one_consonant(base: str) -> bool:
    return len(base) > 2 and base[-1] not in "aeiouwxyh" and base[-2] in _VOWELS and base[-3] not in _VOWELS
