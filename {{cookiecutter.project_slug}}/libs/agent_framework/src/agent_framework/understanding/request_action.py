"""An action in its clause, and what the words around it say of it: negation, who acts, when, how certain."""

from dataclasses import dataclass
from typing import Final, Protocol

from agent_framework.understanding.intent_words import Occurrence, Use
from agent_framework.understanding.request_clauses import RequestClause, is_nominal
from agent_framework.understanding.request_cues import Labelled, Labels
from agent_framework.understanding.word_forms import Form

__all__ = ["BEFORE_NOUN", "Action", "Context"]

_PAST: Final = frozenset({Form.PAST_FIRST, Form.PAST_OTHER})
_TOLD: Final = _PAST | {Form.PARTICIPLE}
_REQUESTS: Final = frozenset({"wish", "asks_you", "polite", "courtesy"})
_CHAIN: Final[Labels] = frozenset({"preverb", "negator", "modal", "preposition", "inability"})
_AUXILIARIES: Final[Labels] = frozenset({"preverb", "modal", "be"})
BEFORE_NOUN: Final[Labels] = frozenset(
    {"determiner", "preposition", "light", "light_noun", "preverb", "courtesy", "polite", "modal"}
)
_TELLING: Final[Labels] = frozenset({"preposition", "preverb", "determiner", "relative", "third", "light_noun"})


class Context(Protocol):
    """What an action has to know of the message around it."""

    labelled: Labelled

    @property
    def conditional(self) -> frozenset[int]:
        """The sentences with a condition in them."""

    def only_small_words(self, first: int, last: int) -> bool:
        """Whether a range of tokens holds objects, values and function words only."""


@dataclass(frozen=True)
class Action:
    """An action or phrase in its clause, read in one way.

    Args:
        message: the message it stands in.
        clause: its clause.
        item: where it stands.
        use: the reading.
        free_from: the end of the action before it in the clause; what denies that one stands before this token.
        is_object: the word is declared as an object too.
    """

    message: Context
    clause: RequestClause
    item: Occurrence
    use: Use
    free_from: int
    is_object: bool

    @property
    def labelled(self) -> Labelled:
        return self.message.labelled

    @property
    def first(self) -> int:
        return self.item.first

    @property
    def last(self) -> int:
        return self.item.last

    @property
    def conditional(self) -> bool:
        return self.clause.sentence in self.message.conditional

    @property
    def forms(self) -> frozenset[Form]:
        return self.use.forms

    @property
    def nominal(self) -> bool:
        return is_nominal(self.labelled, self.forms, self.first)

    @property
    def mere_object(self) -> bool:
        """A participle that names an object too ("bordado") is one only where an auxiliary makes it so."""
        return self.is_object and self.forms == {Form.PARTICIPLE} and not self._after_auxiliary

    @property
    def told(self) -> bool:
        """Past or participle. A form that may also be present ("pago") is a participle after "foi"."""
        if not self.forms & _TOLD:
            return False
        return self.forms <= _TOLD or (Form.PARTICIPLE in self.forms and self._after_auxiliary)

    @property
    def _after_auxiliary(self) -> bool:
        return self._after({"be"}, skip=_AUXILIARIES - {"be"})

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
        if place is None:
            return self.before("attempt")
        return self.labelled.within(("inability", "attempt"), place, self.first)

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
        """A negation before it that denies no other action: what an action declared with its own asks for."""
        return self.labelled.last("negator", self.free_from, self.first) is not None or self.without

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
            return self._after({"done"}, skip=BEFORE_NOUN)
        return self._after({"done"}, skip=_TELLING) and not self.unable

    @property
    def thanked(self) -> bool:
        """ "Obrigado por ..."."""
        return self._after({"gratitude"}, skip=_AUXILIARIES)

    @property
    def wished_done(self) -> bool:
        """ "Quero o livro devolvido", "preciso que seja cancelado"."""
        wish = self.labelled.last("wish", self.clause.first, self.first)
        if wish is None or Form.PARTICIPLE not in self.forms:
            return False
        return self.message.only_small_words(wish + 1, self.first)

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
        how = place > self.clause.first and "question_words" in self.labelled.at[place - 1]
        return how or self.labelled.within(("embedding",), self.clause.first, place)

    @property
    def requested(self) -> bool:
        return self.labelled.within(_REQUESTS, self.clause.first, self.clause.last)

    @property
    def asked_about(self) -> bool:
        """A question what, how or whether, and no request in the form of a question."""
        if self.before("question_words", "possibility"):
            return True
        return self.clause.question and not self.requested
