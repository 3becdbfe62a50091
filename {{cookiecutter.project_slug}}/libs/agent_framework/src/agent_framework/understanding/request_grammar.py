"""Whether an action is asked for: the rules, in order."""

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from agent_framework.understanding.request_action import BEFORE_NOUN, Action
from agent_framework.understanding.word_forms import Form

__all__ = ["Support", "phrase_support", "support_of"]


class Support(IntEnum):
    """What an action does for its intent."""

    IGNORED = 0  # as though the word were not there
    BLOCKED = 1  # the message denies it, or tells of it: its objects do not count either
    WEAK = 2  # a question or an uncertain wish: not enough for an unequivocal request
    FULL = 3


_PAST: Final = frozenset({Form.PAST_FIRST, Form.PAST_OTHER})
_UNREAL: Final = frozenset({Form.FUTURE, Form.CONDITIONAL, Form.GERUND})

Rule = Callable[[Action], Support | None]


def support_of(action: Action, transactional: bool) -> Support:
    """What the action does for its intent: what the first rule says that applies; where none does, full support."""
    rules = _TRANSACTION_RULES if transactional else _READING_RULES
    return next((support for rule in rules if (support := rule(action)) is not None), Support.FULL)


def phrase_support(action: Action, transactional: bool) -> Support:
    """A fixed expression is strong wherever it stands, unless it is denied or supposed."""
    place = action.labelled.last("negator", action.clause.first, action.first)
    if place is not None and (place == action.first - 1 or action.labelled.within(("wish",), place, action.first)):
        return Support.BLOCKED
    return Support.BLOCKED if transactional and action.hypothesis is not None and not action.embedded else Support.FULL


def _mere_object(action: Action) -> Support | None:
    return Support.IGNORED if action.mere_object else None


def _own_negation(action: Action) -> Support | None:
    """Declared with a negation, it is nothing without one, and may tell of the past: "não contratei"."""
    if not action.use.negated:
        return None
    if action.nominal or not action.has_negation:
        return Support.IGNORED
    if action.hypothesis is not None and not action.embedded:
        return Support.BLOCKED
    return Support.WEAK if action.asked_about or action.conditional else Support.FULL


def _noun(action: Action) -> Support | None:
    """A noun of action is asked for where a wish governs it or it opens the clause; elsewhere it is talked about."""
    if not action.nominal:
        return None
    if not action.forms & {Form.NOUN, Form.INFINITIVE}:
        return Support.IGNORED  # "minha reserva" is no form of the verb
    if action.done or action.denied:
        return Support.BLOCKED
    return _governed_noun(action)


def _governed_noun(action: Action) -> Support:
    labelled, first = action.labelled, action.clause.first
    index = labelled.back(BEFORE_NOUN, first, action.first)
    carried = labelled.within(("light", "courtesy", "polite"), index + 1, action.first)
    if index >= first:
        if labelled.at[index] & {"wish", "asks_you"}:
            return Support.WEAK if action.before("question_words") else Support.FULL
        return Support.WEAK if "possibility" in labelled.at[index] else Support.BLOCKED
    bare = not labelled.within(("determiner",), first, action.first)
    told = labelled.within(("be",), action.last, action.clause.last)
    if not (carried or bare) or told:
        return Support.BLOCKED
    return Support.WEAK if action.asked_about else Support.FULL


def _denied(action: Action) -> Support | None:
    return Support.BLOCKED if action.denied else None


def _thanked(action: Action) -> Support | None:
    return Support.BLOCKED if action.thanked else None


def _told(action: Action) -> Support | None:
    if action.wished_done:
        return Support.FULL
    return Support.BLOCKED if action.told or action.done else None


def _of_others(action: Action) -> Support | None:
    if action.before("other_wish", "asks_you") and action.of_others:
        return Support.WEAK
    return Support.BLOCKED if action.of_others else None


def _supposed(action: Action) -> Support | None:
    if action.hypothesis is not None:
        return Support.WEAK if action.embedded else Support.BLOCKED
    return Support.WEAK if action.conditional else None


def _uncertain(action: Action) -> Support | None:
    if action.forms <= {Form.SUBJUNCTIVE}:
        return None if action.before("wish") else Support.BLOCKED
    if action.forms <= {Form.PRESENT_OTHER}:
        return Support.WEAK if action.clause.question else Support.BLOCKED
    if action.asked_about or action.unable or action.before("other_wish"):
        return Support.WEAK
    return Support.WEAK if action.forms <= _UNREAL and not action.before("wish", "asks_you") else None


def _not_wanted_reading(action: Action) -> Support | None:
    """ "Meu livro não chega" denies what happens, not what is asked."""
    if action.forms & _PAST or not action.denied:
        return None
    return Support.BLOCKED if Form.INFINITIVE in action.forms else Support.IGNORED


def _told_reading(action: Action) -> Support | None:
    """ "Chegou?" and "não chegou" ask for the reading, "recebi o livro" does not."""
    if not action.told:
        return None
    asks = action.clause.question or action.before("question_words") or action.denied
    return Support.FULL if asks and action.forms & {Form.PAST_OTHER, Form.PARTICIPLE} else Support.IGNORED


def _noun_reading(action: Action) -> Support | None:
    if not action.nominal:
        return None
    return Support.FULL if action.forms & {Form.NOUN, Form.INFINITIVE} else Support.IGNORED


_TRANSACTION_RULES: Final[tuple[Rule, ...]] = (
    _mere_object, _own_negation, _thanked, _noun, _denied, _told, _of_others, _supposed, _uncertain,
)  # fmt: skip
_READING_RULES: Final[tuple[Rule, ...]] = (
    _mere_object, _own_negation, _thanked, _not_wanted_reading, _noun_reading, _told_reading,
)  # fmt: skip
