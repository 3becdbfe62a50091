"""The clauses of a whole reply with their kinds, each read in its place among the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from agent_framework.understanding.abandonment import orders_stop
from agent_framework.understanding.clause_kinds import kind_of
from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.comments import comments, elaborates
from agent_framework.understanding.kinds import ASKS, CHANGE, CONSENTS, NEW_VALUE, STRONG, WEAK, Kind
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Cue, Dialogue, IntentReading
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.remarks import is_remark, unsettles
from agent_framework.understanding.stories import tells, tells_of_an_error

__all__ = ["Said", "read_said"]

_OF_GROUNDS: Final = frozenset({"grounds", "regret", "filler", "courtesy", "object", "shown"})
_BRINGS_UP: Final = NEW_VALUE | {"limit", "exception", "negator", "want", "everything"}
_ORDERING: Final = frozenset({"own_verb", "go", "performative"})
_COULD_BE_REMARK: Final = frozenset({Kind.STATEMENT, Kind.CORRECTION, Kind.HESITATION, Kind.REPORTED, Kind.REFUSAL})
_COULD_BE_REQUEST: Final = frozenset({Kind.STATEMENT, Kind.PROPOSAL, Kind.CORRECTION})


@dataclass(frozen=True)
class Said:
    """The clauses of a reply with their kinds.

    Args:
        clauses: in order.
        kinds: one for each.
        typed: a declared tool reads values. Else texts were shown, and whatever a reply says may differ from them.
        more: index of the first clause that asks for something more after a consent; values from there on are its own.
        again: it asks for the same again, for another thing ("e cancela o outro também").
    """

    clauses: tuple[Clause, ...]
    kinds: tuple[Kind, ...]
    typed: bool
    more: int | None = None
    again: bool = False

    def has(self, *kinds: Kind) -> bool:
        return any(kind in kinds for kind in self.kinds)

    def first(self, *kinds: Kind) -> int:
        """Index of the first clause of these kinds; the number of clauses where there is none."""
        return next((index for index, kind in enumerate(self.kinds) if kind in kinds), len(self.kinds))

    def last(self, *kinds: Kind) -> int:
        """Index of the last clause of these kinds; -1 where there is none."""
        return max((index for index, kind in enumerate(self.kinds) if kind in kinds), default=-1)

    def any(self, holds: Callable[[Clause, Kind], bool]) -> bool:
        """Whether something holds for one of the clauses."""
        return any(holds(clause, kind) for clause, kind in zip(self.clauses, self.kinds, strict=True))

    @property
    def asks(self) -> bool:
        return self.has(*ASKS, Kind.DOUBTED) or any(clause.question for clause in self.clauses)

    @property
    def sneers(self) -> bool:
        """Laughter beside nothing but an emphatic yes: "claro kkk"."""
        if not any("laughter" in clause.labels for clause in self.clauses):
            return False
        consents = [clause for clause, kind in zip(self.clauses, self.kinds, strict=True) if kind in CONSENTS]
        said = [piece.labels for clause in consents for piece in clause.pieces if piece.labels & (STRONG | WEAK)]
        return bool(said) and all("emphatic" in labels for labels in said)


def read_said(
    clauses: Sequence[Clause],
    dialogue: Dialogue,
    pending: Pending,
    abandonment: Cue | None,
    intents: Sequence[IntentReading],
    lexicon: Lexicon,
) -> Said:
    """Each clause in its place. `intents` are those that the message clearly expresses."""
    own = dialogue.intent.name if dialogue.intent else None
    others = [item for item in intents if item.intent != own]
    claims = [item for item in intents if item.intent == own]
    typed = dialogue.tool is not None or not dialogue.shown
    kinds: list[Kind] = []
    more: int | None = None
    again = False
    ordered, stops = False, pending.stops(lexicon)
    for clause in clauses:
        kind = kind_of(clause, kinds[-1] if kinds else None, lexicon)
        if abandonment and clause.start <= abandonment.start < clause.end:
            kind = Kind.REFUSAL
        elif (ordered or (Kind.CONSENT in kinds and "grounds" in clause.labels and stops)) and _is_ground(clause):
            kind = Kind.NEUTRAL
        elif kind in _COULD_BE_REQUEST and _asks_again(clause, kinds, lexicon):
            kind, again = Kind.FACTS, True
        elif kind in _COULD_BE_REQUEST and _requests(clause, others):
            kind = Kind.FACTS
        elif kind is Kind.STATEMENT:
            kind = _placed(clause, kinds, typed, lexicon)
        elif kind is Kind.QUESTION and kinds and kinds[-1] is Kind.STATEMENT and clause.link == "addition":
            kinds[-1] = kind  # "the fee and the deadline?"
        if kind is Kind.FACTS and more is None and Kind.CONSENT in kinds and (again or _requests(clause, others)):
            more = len(kinds)
        kinds.append(kind)
        ordered |= orders_stop(clause, pending, lexicon)
    if typed:
        kinds = [
            Kind.STATEMENT if kind is Kind.CONSENT and pending.denies and _approves_the_denied(clause) else kind
            for clause, kind in zip(clauses, kinds, strict=True)
        ]
        kinds = _with_explanations(clauses, kinds, claims, pending, lexicon)
        kinds = _with_remarks(clauses, kinds, pending, lexicon)
    return Said(tuple(clauses), tuple(kinds), typed, more, again)


def _with_explanations(
    clauses: Sequence[Clause],
    kinds: Sequence[Kind],
    claims: Sequence[IntentReading],
    pending: Pending,
    lexicon: Lexicon,
) -> list[Kind]:
    """What explains an order, or says again what the transaction is about, neither adds to it nor takes away."""
    consents = [clause for clause, kind in zip(clauses, kinds, strict=True) if kind is Kind.CONSENT]
    ordered = any(clause.labels & _ORDERING for clause in consents)
    return [
        Kind.NEUTRAL
        if consents
        and _is_explanation(clause, kind, ordered, claims, lexicon)
        and not unsettles(clause, pending, lexicon)
        and not (pending.denies and _approves_the_denied(clause))
        else kind
        for clause, kind in zip(clauses, kinds, strict=True)
    ]


def _approves_the_denied(clause: Clause) -> bool:
    """ "Sim a cobrança tá certa", "sim aceito a cobrança", of a charge that is to be disputed."""
    approved = bool(clause.labels & (WEAK | {"approval", "performative"}))
    return approved and "object" in clause.labels and "own_verb" not in clause.labels


def _with_remarks(clauses: Sequence[Clause], kinds: Sequence[Kind], pending: Pending, lexicon: Lexicon) -> list[Kind]:
    """Beside a clear yes, what only comments on it."""
    kinds = [_with_its_remark(clause, kind, pending, lexicon) for clause, kind in zip(clauses, kinds, strict=True)]
    if Kind.CONSENT not in kinds:
        return kinds
    read: list[Kind] = []
    within_story = False
    for clause, kind in zip(clauses, kinds, strict=True):
        within_story = kind in _COULD_BE_REMARK and is_remark(clause, pending, lexicon, within_story=within_story)
        read.append(Kind.NEUTRAL if within_story else kind)
    return read


def _with_its_remark(clause: Clause, kind: Kind, pending: Pending, lexicon: Lexicon) -> Kind:
    """ "Sim finalmente alguém me atende": a yes and its remark, with no mark between them."""
    rest = clause.pieces[1:]
    said = "yes" in clause.pieces[0].labels and clause.link in ("", "addition") and bool(rest)
    if not said or kind not in _COULD_BE_REMARK:
        return kind
    return Kind.CONSENT if is_remark(replace(clause, pieces=rest, link=""), pending, lexicon) else kind


def _is_explanation(
    clause: Clause, kind: Kind, ordered: bool, claims: Sequence[IntentReading], lexicon: Lexicon
) -> bool:
    if kind not in (Kind.STATEMENT, Kind.CORRECTION) or clause.link == "contrast":
        return False
    claimed = any(clause.start <= item.start < clause.end for item in claims)
    if kind is Kind.STATEMENT:
        return (ordered or claimed) and tells(clause, lexicon)
    restated = claimed and not clause.labels & (CHANGE | _BRINGS_UP)
    return "wrong" in clause.labels and (restated or (ordered and tells_of_an_error(clause, lexicon)))


def _is_ground(clause: Clause) -> bool:
    """A reason to stop, and nothing else."""
    told = bool(clause.labels & {"grounds", "regret"})
    return told and all(piece.labels & _OF_GROUNDS for piece in clause.pieces)


def _requests(clause: Clause, others: Sequence[IntentReading]) -> bool:
    """A second request of its own ("e me mostra a fatura"), not one that qualifies the consent."""
    if clause.link == "contrast" and clause.labels & {"limit", "exception", "change", "wrong"}:
        return False
    return any(clause.start <= item.start < clause.end for item in others)


def _asks_again(clause: Clause, before: Sequence[Kind], lexicon: Lexicon) -> bool:
    """ "E cancela o 1002 também", after a consent."""
    also = any(piece.word in lexicon.entries("also") for piece in clause.pieces)
    ordered = "own_verb" in clause.labels and not clause.labels & (
        CHANGE | {"negator", "no", "limit", "exception", "wrong"}
    )
    return also and ordered and Kind.CONSENT in before and clause.link in ("", "addition")


def _placed(clause: Clause, before: Sequence[Kind], typed: bool, lexicon: Lexicon) -> Kind:
    """What a clause that the grammar does not cover is in its place."""
    if clause.link not in ("", "addition"):
        return Kind.STATEMENT
    if before and before[-1] in ASKS and not clause.labels & _BRINGS_UP:
        return before[-1]  # "what is the price, and the address": the question goes on
    if typed:
        return Kind.STATEMENT
    said_yes = "yes" in clause.pieces[0].labels
    rest = clause.pieces[said_yes:]
    if not elaborates(rest, lexicon) and not comments(rest, lexicon):
        return Kind.STATEMENT
    if said_yes or "performative" in clause.pieces[0].labels:
        return Kind.CONSENT
    return Kind.NEUTRAL if Kind.CONSENT in before else Kind.STATEMENT
