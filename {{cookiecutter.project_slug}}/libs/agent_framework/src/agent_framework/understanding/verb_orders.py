"""The forms of a verb by what they do in a reply: order it, name it, or say that one does or did it oneself."""

from typing import Final

from agent_framework.understanding.morphology import Form, inflections

__all__ = ["FIRST_PERSON", "IMPERATIVE", "NAMED_OR_ORDERED", "ORDERED", "noun_forms", "order_forms"]

IMPERATIVE: Final = frozenset({Form.ASKING})
ORDERED: Final = frozenset({Form.ASKING, Form.INFINITIVE})
NAMED_OR_ORDERED: Final = ORDERED | {Form.NOUN, Form.PRESENT_FIRST, Form.SUBJUNCTIVE}
FIRST_PERSON: Final = frozenset({Form.PRESENT_FIRST, Form.PAST_FIRST})


def order_forms(action: str, language: str, kinds: frozenset[Form]) -> list[str]:
    """The forms of an action, given in the infinitive, that are of these kinds.

    Where a language has no form of its own for an order (English), the infinitive stands for it.
    """
    forms = inflections(action, language)
    wanted = [" ".join(form) for form, says in forms.items() if says & kinds]
    return wanted or [" ".join(form) for form, says in forms.items() if Form.INFINITIVE in says]


def noun_forms(action: str, language: str) -> list[str]:
    """The nouns of an action ("cancelamento"), without the forms that order it as well."""
    return [
        " ".join(form)
        for form, says in inflections(action, language).items()
        if Form.NOUN in says and not says & ORDERED
    ]
