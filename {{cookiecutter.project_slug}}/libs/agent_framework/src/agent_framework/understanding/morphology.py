"""The forms of a verb or noun that is declared once: "cancelar" also finds "cancelei", "cancele" and "cancelá-lo"."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding import conjugation_en, conjugation_pt
from agent_framework.understanding.phrases import words_of
from agent_framework.understanding.word_forms import Form, Forms, Words, forms_data, plural_of

__all__ = ["Form", "classify_form", "inflect", "inflections", "noun_forms", "split_negation"]

_REFLEXIVE: Final = ("-", "se")
_NEGATED: Final = frozenset({Form.INFINITIVE, Form.PARTICIPLE, Form.GERUND})


@lru_cache(maxsize=2048)
def inflect(phrase: str, language: str) -> frozenset[Words]:
    """All forms of an action as folded tokens.

    A verb in the infinitive is conjugated, its first word where it has several ("desistir de"); a negation of its own
    stays with it ("não reconhecer"); a noun of action gets its plural. In a language without rules, the phrase itself.
    """
    return frozenset(inflections(phrase, language))


@lru_cache(maxsize=2048)
def inflections(phrase: str, language: str) -> Mapping[Words, frozenset[Form]]:
    """As `inflect`, each form with what it says about who acts and when."""
    negated, rest = split_negation(phrase, language)
    forms = _affirmative(rest, language)
    return MappingProxyType(_negate(forms, language) if negated else forms)


def classify_form(words: Words, phrase: str, language: str) -> frozenset[Form]:
    """What a form of an action says; empty where it is none of its forms."""
    return inflections(phrase, language).get(words, frozenset())


@lru_cache(maxsize=2048)
def noun_forms(phrase: str, language: str) -> frozenset[Words]:
    """Singular and plural of what an action is about ("nota fiscal": "notas fiscais"), as folded tokens."""
    words = words_of(phrase)
    return frozenset({words, *plural_of(words, language)}) if _known(language) else frozenset({words})


def split_negation(phrase: str, language: str) -> tuple[bool, str]:
    """Whether an action carries its own negation ("não reconhecer", "did not hire"), and the action without it."""
    tokens = Text(phrase).tokens
    if not _known(language):
        return False, phrase
    data = forms_data(language)
    negators = {words_of(word)[0] for word in data["negators"]}
    opening = negators | set(data.get("auxiliaries", ()))
    start = next((index for index, token in enumerate(tokens) if _plain(token.folded) not in opening), 0)
    if not any(_plain(token.folded) in negators for token in tokens[:start]):
        return False, phrase
    return True, phrase[tokens[start].start :]


def _plain(word: str) -> str:
    return word.replace("’", "'")


def _known(language: str) -> bool:
    return language in (conjugation_pt.LANGUAGE, conjugation_en.LANGUAGE)


def _affirmative(phrase: str, language: str) -> Forms:
    words = words_of(phrase)
    if language == conjugation_pt.LANGUAGE:
        return _portuguese(phrase, words)
    if language == conjugation_en.LANGUAGE and conjugation_en.is_verb(words[0]):
        return conjugation_en.conjugate(words)
    return {form: frozenset({Form.NOUN}) for form in noun_forms(phrase, language)}


def _portuguese(phrase: str, words: Words) -> Forms:
    first, rest = Text(phrase).tokens[0].text if words[0].isalpha() else words[0], words[1:]
    if not conjugation_pt.is_verb(first):
        return {form: frozenset({Form.NOUN}) for form in noun_forms(phrase, conjugation_pt.LANGUAGE)}
    if rest[:2] == _REFLEXIVE:
        rest = rest[2:]  # the pronoun stands before the verb as often as after it: "me inscrevo", "inscrever-se"
    forms = conjugation_pt.conjugate(first)
    if not rest:
        return forms
    # What follows the verb stands where an enclitic would.
    endings = _melted(rest)
    return {(*verb, *ending): kinds for verb, kinds in forms.items() if "-" not in verb for ending in endings}


def _melted(rest: Words) -> list[Words]:
    """A preposition at the end with everything it melts into."""
    contractions = forms_data(conjugation_pt.LANGUAGE)["contractions"]
    return [(*rest[:-1], last) for last in contractions.get(rest[-1], [rest[-1]])]


def _negate(forms: Forms, language: str) -> Forms:
    data = forms_data(language)
    if language == conjugation_pt.LANGUAGE:
        negators = [words_of(word) for word in data["negators"]]
        return {(*negator, *words): kinds for words, kinds in forms.items() for negator in negators}
    before = {kind: [words_of(phrase) for phrase in data[f"negated_{kind}"]] for kind in _NEGATED}
    return {
        (*negation, *words): kinds
        for words, kinds in forms.items()
        for kind in kinds & _NEGATED
        for negation in before[kind]
    }
