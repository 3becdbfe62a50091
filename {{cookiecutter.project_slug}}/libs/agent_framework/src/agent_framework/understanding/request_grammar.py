"""Whether an action in a clause is asked for: negation, who acts, when, and how certain it is."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from agent_framework.understanding.intent_words import Use
from agent_framework.understanding.request_cues import Labelled, Labels
from agent_framework.understanding.request_clauses import RequestClause, is_nominal
from agent_framework.understanding.word_forms import Form

__all__ = ["Action", "Support", "phrase_support", "support_of"]


class Support(IntEnum):
    """What an action does for its intent."""

    IGNORED = 0  # as though the word were not there
    BLOCKED = 1  # the message denies it, or tells of it: its objects do not count either
    WEAK = 2  # a question or an uncertain wish: not enough for an unequivocal request
    FULL = 3


_PAST: Final = frozenset({Form.PAST_FIRST, Form.PAST_OTHER})
_TOLD: Final = _PAST | {Form.PARTICIPLE}
_UNREAL: Final = frozenset({Form.FUTURE, Form.CONDITIONAL, Form.GERUND})
_REQUESTS: Final = frozenset({"wish", "asks_you", "polite", "courtesy"})
_CHAIN: Final[Labels] = frozenset({"preverb", "negator", "modal", "preposition", "inability"})
_AUXILIARIES: Final[Labels] = frozenset({"preverb", "modal", "be"})
_BETWEEN_WISH_AND_PARTICIPLE: Final[Labels] = frozenset({"determiner", "preverb", "be_wished", "article_or_pronoun", "modal"})
_BEFORE_NOUN: Final[Labels] = frozenset({"determiner", "preposition", "light", "light_noun", "preverb", "courtesy", "polite", "modal"})
_TELLING: Final[Labels] = frozenset({"preposition", "preverb", "determiner", "relative", "third", "light_noun"})


@dataclass(frozen=True)
class Action:
    """An action in its clause: tokens `first` to `last` (exclusive), read as `use`.

    Args:
        conditional: the sentence has a condition somewhere.
        objects: whether the tokens of a range are objects, values and small words only.
    """

    labelled: Labelled
    clause: RequestClause
    first: int
    last: int
    use: Use
    conditional: bool
    objects: Callable[[int, int], bool]

    @property
    def forms(self) -> frozenset[Form]:
        return self.use.forms

    @property
    def nominal(self) -> bool:
        return is_nominal(self.labelled, self.forms, self.first)

    @property
    def told(self) -> bool:
        """Past or participle. A form that may also be present ("pago") is a participle after "foi"."""
        if not self.forms & _TOLD:
            return False
        return self.forms <= _TOLD or Form.PARTICIPLE in self.forms and self._after({"be"}, skip=_AUXILIARIES - {"be"})

    def before(self, *names: str) -> bool:
        """Whether a token before it in the clause has one of these labels."""
        return self.labelled.within(names, self.clause.first, self.first)

    def _after(self, names: set[str], skip: Labels) -> bool:
        """Whether one of these comes right before it, over tokens labelled `skip`."""
        index = self.labelled.back(skip, self.clause.first, self.first)
        return index >= self.clause.first and bool(self.labelled.at[index] & names)

    # --- negation ---------------------------------------------------------------------------------------------------

    @property
    def negator(self) -> int | None:
        """The negator that governs it. One that denies knowing how, or being able to, denies nothing of it."""
        place = self.labelled.last("negator", self.clause.first, self.first)
        if place is None:
            return None
        known_how = self.labelled.within(("question_words",), place + 1, self.first)
        return None if known_how or self.labelled.within(("inability",), place, self.first) else place

    @property
    def unable(self) -> bool:
        """ "Não consigo ...", "I can't ...", "I tried to ..."."""
        place = self.labelled.last("negator", self.clause.first, self.first)
        return self.before("attempt") or place is not None and self.labelled.within(("inability",), place, self.first)

    @property
    def without(self) -> bool:
        """ "Sem ...", "instead of ...": right before it."""
        return self._after({"negating_preposition"}, skip=_AUXILIARIES)

    @property
    def denied(self) -> bool:
        return self.negator is not None or self.without or self._denied_after()

    def _denied_after(self) -> bool:
        """ "Cancela não": a negator that closes the clause, unless it offers the alternative ("... ou não")."""
        end = self.clause.last - 1
        closes = end >= self.last and "negator" in self.labelled.at[end]
        return closes and not (end > self.last and "coordinator" in self.labelled.at[end - 1])

    @property
    def has_negation(self) -> bool:
        """Any negation before it: what an action declared with its own asks for."""
        return self.before("negator") or self.without

    # --- who and when -----------------------------------------------------------------------------------------------

    @property
    def of_others(self) -> bool:
        """Somebody else acts ("ele cancela"), or somebody's words are reported."""
        if self._after({"third"}, skip=_CHAIN) and not self.before("wish"):
            return True
        wish = self.labelled.last("wish", self.clause.first, self.first)
        report = self.labelled.last("report", self.clause.first, self.first)
        return report is not None and (wish is None or wish < report)

    @property
    def done(self) -> bool:
        """Done already, or asked for earlier: "acabei de ...", "pedi para ..."."""
        if self.nominal:
            return self._after({"done"}, skip=_BEFORE_NOUN)
        return self._after({"done"}, skip=_TELLING) and not self.unable

    @property
    def wished_done(self) -> bool:
        """ "Quero meu pedido cancelado", "preciso que seja cancelado"."""
        wish = self.labelled.last("wish", self.clause.first, self.first)
        return Form.PARTICIPLE in self.forms and wish is not None and self.objects(wish + 1, self.first)

    # --- unreal and uncertain -----------------------------------------------------------------------------------------

    @property
    def hypothesis(self) -> int | None:
        return self.labelled.last("hypothetical", self.clause.first, self.first)

    @property
    def embedded(self) -> bool:
        """The "if" before it is a "whether": "quero saber se ...", "como se ..."."""
        place = self.hypothesis
        if place is None:
            return False
        return self.labelled.within(("embedding", "question_words"), self.clause.first, place)

    @property
    def requested(self) -> bool:
        return self.labelled.within(_REQUESTS, self.clause.first, self.clause.last)

    @property
    def asked_about(self) -> bool:
        """A question what, how or whether, and no request in the form of a question."""
        if self.before("question_words", "possibility"):
            return True
        return self.clause.question and not self.requested


Rule = Callable[[Action], Support | None]


def support_of(action: Action, transactional: bool) -> Support:
    """What the action does for its intent: the first rule that says something. An action without a caveat is full support."""
    rules = _TRANSACTION_RULES if transactional else _READING_RULES
    return next((support for rule in rules if (support := rule(action)) is not None), Support.FULL)


def phrase_support(action: Action, transactional: bool) -> Support:
    """A fixed expression is strong wherever it stands, unless it is denied or supposed."""
    place = action.labelled.last("negator", action.clause.first, action.first)
    if place is not None and (place == action.first - 1 or action.labelled.within(("wish",), place, action.first)):
        return Support.BLOCKED
    return Support.BLOCKED if transactional and action.hypothesis is not None and not action.embedded else Support.FULL


def _own_negation(action: Action) -> Support | None:
    """Declared with a negation, it is nothing without one, and may tell of the past: "não contratei"."""
    if not action.use.negated:
        return None
    if not action.has_negation:
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
    index = labelled.back(_BEFORE_NOUN, first, action.first)
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
    """ "Chegou?" and "não chegou" ask for the reading, "recebi a fatura" does not."""
    if not action.told:
        return None
    asks = action.clause.question or action.before("question_words") or action.denied
    return Support.FULL if asks and action.forms & {Form.PAST_OTHER, Form.PARTICIPLE} else Support.IGNORED


def _noun_reading(action: Action) -> Support | None:
    if not action.nominal:
        return None
    return Support.FULL if action.forms & {Form.NOUN, Form.INFINITIVE} else Support.IGNORED


_TRANSACTION_RULES: Final[tuple[Rule, ...]] = (_own_negation, _noun, _denied, _told, _of_others, _supposed, _uncertain)
_READING_RULES: Final[tuple[Rule, ...]] = (_own_negation, _not_wanted_reading, _noun_reading, _told_reading)
