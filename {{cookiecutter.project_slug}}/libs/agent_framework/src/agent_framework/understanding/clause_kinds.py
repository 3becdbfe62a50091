"""What one clause of a reply to a confirmation question amounts to: a grammar over the labels of its pieces."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import (
    ABOUT_CONSENT,
    ASKS,
    CHANGE,
    CONSENTS,
    NEW_VALUE,
    SHOWN,
    SILENT,
    STRONG,
    WEAK,
    Kind,
    is_covered,
)
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece
from agent_framework.understanding.question_kinds import question_kind
from agent_framework.understanding.questions import future_at, opening_of

__all__ = ["kind_of"]

_DISQUALIFY_A_REASON: Final = (
    CHANGE
    | NEW_VALUE
    | {
        "wrong",
        "exception",
        "limit",
        "condition",
        "delay",
        "doubt",
        "irony",
        "quoted",
        "report",
        "instruct",
        "own_denial",
    }
)
_REPEATED: Final = SHOWN | {"filler"}
_THANKED_FOR: Final = SILENT | {"unknown", "shown", "obtain", "inform_verbs"}


def kind_of(clause: Clause, before: Kind | None, lexicon: Lexicon) -> Kind:
    """The kind of a clause. `before` is the kind of the clause before it."""
    labels = clause.labels
    if "instruct" in labels:
        return Kind.ORDER
    if "quoted" in labels:
        return Kind.REPORTED
    if clause.link == "condition" and clause.joined and before in ASKS:
        return before  # "tell me *if* they do"
    opening = None if _gives_reason(clause) else opening_of(clause.pieces, clause.question, lexicon)
    if opening is not None or clause.question:
        return question_kind(clause, opening, before, lexicon)
    if "report" in labels:
        return Kind.REPORTED
    if "condition" in labels or any(future_at(clause.pieces, index, lexicon) for index in range(len(clause.pieces))):
        return Kind.CONDITION
    if clause.link == "addition" and before not in CONSENTS and clause.pieces[0].word in lexicon.entries("promising"):
        return Kind.CONDITION  # "refund me and I'll confirm"
    if _thanks_for(clause, lexicon):
        return Kind.NEUTRAL
    if len(clause.pieces) > 1 and clause.pieces[-1].word in lexicon.entries("prepositions"):
        return Kind.STATEMENT  # unfinished: "pode para"
    if _is_aside(clause, lexicon):
        return Kind.STATEMENT
    return next((kind for rule in _RULES if (kind := rule(clause, before))), Kind.STATEMENT)


def _gives_reason(clause: Clause) -> bool:
    """ "Sim pq não uso mais": after a yes, "pq" gives the reason where more follows and no mark asks."""
    return clause.link == "reason" and clause.joined and not clause.question and len(clause.pieces) > 1


def _is_aside(clause: Clause, lexicon: Lexicon) -> bool:
    """ "Ao confirmar", "pra cancelar", "vai cancelar": names what is to be done, and does not order it."""
    if _undoes_itself(clause) or _supposes(clause, lexicon):
        return True
    if clause.labels & {"yes", "want", "approval"} or clause.link:
        return False
    if "permit" in clause.labels:
        # "Meu filho pode": he may, or he is spoken to?
        return (
            "permit" in clause.pieces[1].labels and _is_mine(clause.pieces[0], lexicon) if clause.pieces[1:] else False
        )
    if _is_passed_on(clause, lexicon):
        return True
    for before, piece in pairwise(clause.pieces):
        if piece.labels & {"go", "own_verb"} and "own_imperative" not in piece.labels:
            if before.word in lexicon.entries("addressed_subjects"):
                return True  # "você confirma"
            named = before.word in lexicon.entries("auxiliaries") or before.word in lexicon.entries(
                "naming_prepositions"
            )
            return named and piece.word.endswith(tuple(lexicon.words("infinitive_endings")))
    return False


def _is_passed_on(clause: Clause, lexicon: Lexicon) -> bool:
    """ "Confirma você": the customer wants the other to say it."""
    verb, last = clause.pieces[-2:-1], clause.pieces[-1]
    return bool(verb) and "go" in verb[0].labels and last.word in lexicon.entries("addressed_subjects")


def _supposes(clause: Clause, lexicon: Lexicon) -> bool:
    """ "I would cancel"."""
    return any(
        before.word in lexicon.entries("hypothetical") and piece.labels & {"own_verb", "go"}
        for before, piece in pairwise(clause.pieces)
    )


def _undoes_itself(clause: Clause) -> bool:
    """ "Cancela o cancelamento"."""
    verbs = [piece for piece in clause.pieces if "own_verb" in piece.labels]
    return len(verbs) > 1 and "stop_verbs" in verbs[0].labels and "own_noun" in verbs[-1].labels


def _is_mine(piece: Piece, lexicon: Lexicon) -> bool:
    return "courtesy" in piece.labels and piece.tokens[0].folded in lexicon.entries("possessives")


def _thanks_for(clause: Clause, lexicon: Lexicon) -> bool:
    """ "Obrigado pela ajuda", "thanks for your help"."""
    if "courtesy" not in clause.pieces[0].labels or len(clause.pieces) < 3:
        return False
    small = all(piece.labels & _THANKED_FOR for piece in clause.pieces)
    return small and clause.pieces[1].word in lexicon.entries("prepositions")


# --- the rules of a clause that asks nothing, first match wins --------------------------------------------------------


def _reason(clause: Clause, before: Kind | None) -> Kind | None:
    bare = clause.labels <= SILENT | {"no", "negator"}
    harmless = before in CONSENTS and not clause.labels & _DISQUALIFY_A_REASON and not bare
    return Kind.NEUTRAL if clause.link == "reason" and harmless else None


def _no_objection(clause: Clause, before: Kind | None) -> Kind | None:
    """ "Não tem problema", "without any doubt"."""
    denied = clause.labels & {"negator", "without"} or "no" in clause.pieces[0].labels
    small = SILENT | {"negator", "without", "no", "objection", "yes"}
    bare = all(piece.labels & small for piece in clause.pieces)
    return Kind.NEUTRAL if "objection" in clause.labels and denied and bare else None


def _marked(clause: Clause, before: Kind | None) -> Kind | None:
    """Words that decide by being there."""
    labels = clause.labels
    if "irony" in labels:
        return Kind.IRONY
    if _doubts(clause):
        return Kind.HESITATION
    if labels & {"wrong", "exception"} or (labels & CHANGE and "own_verb" not in labels):
        return Kind.CORRECTION
    if "delay" in labels:
        return Kind.HESITATION
    return _reconsidered(clause, before) if "reconsider" in labels else None


def _doubts(clause: Clause) -> bool:
    """ "Sim, pode ser" is less of a doubt than "pode ser"."""
    doubts = [piece for piece in clause.pieces if "doubt" in piece.labels]
    return bool(doubts) and not ("yes" in clause.labels and all("mild" in piece.labels for piece in doubts))


def _reconsidered(clause: Clause, before: Kind | None) -> Kind | None:
    """ "Yes, that actually works", "yes, that is better": a second thought that agrees."""
    if not is_covered(clause, "reconsider") or clause.labels & {"negator", "limit", *SHOWN}:
        return Kind.CORRECTION
    if clause.labels & STRONG:
        return None
    return Kind.NEUTRAL if before is Kind.CONSENT else Kind.CORRECTION


def _narrowed(clause: Clause, before: Kind | None) -> Kind | None:
    labels = clause.labels
    if "limit" in labels and labels & (SHOWN | NEW_VALUE | {"unknown", "indefinite"}):
        return Kind.CORRECTION
    if "everything" in labels and not labels & {"approval", "performative", *WEAK}:
        return Kind.STATEMENT
    return None


def _stopped(clause: Clause, before: Kind | None) -> Kind | None:
    """A verb that stops something other than the transaction, or leaves things as they are."""
    if not clause.labels & {"stop_verbs", "keep_verbs"} or "own_verb" in clause.labels:
        return None
    bare = is_covered(clause, "stop_verbs", "keep_verbs", "no") and "negator" not in clause.labels
    if bare and "stop_verbs" in clause.labels and clause.labels & SHOWN:
        return Kind.STATEMENT  # "cancela essa cobrança", where it is to be disputed
    return Kind.REFUSAL if bare else Kind.STATEMENT


def _negated(clause: Clause, before: Kind | None) -> Kind | None:
    """Negation governs its whole clause, also from its end ("quero não")."""
    labels = clause.labels
    if not labels & {"no", "negator"}:
        return None
    if not is_covered(clause, "no", "anymore"):
        return Kind.STATEMENT
    if labels & {"approval", *WEAK, "shown", "value"} and not labels & {"want", "permit", "go", "own_verb", "yes"}:
        return Kind.CORRECTION
    return Kind.REFUSAL


def _about_the_object(clause: Clause, before: Kind | None) -> Kind | None:
    """ "Quero o pedido", "confirmo o pedido": the object is wanted or confirmed, not what is to be done to it."""
    labels = clause.labels
    if "own_verb" in labels:
        return None
    wanted = "want" in labels and labels & {"object", "value"}
    approved = "object" in labels and ((labels & (STRONG | WEAK) and "yes" not in labels) or "praise" in labels)
    return Kind.STATEMENT if wanted or approved else None


def _covered(clause: Clause, before: Kind | None) -> Kind | None:
    """Every word is accounted for: a consent where one of them says so."""
    labels = clause.labels
    if not is_covered(clause, "reconsider"):
        return None
    wants = "want" in labels and ("own_verb" in labels or not labels & SHOWN)
    if labels & STRONG or "opening_yes" in clause.pieces[0].labels or wants or _repeats(clause):
        return Kind.CONSENT
    if "own_verb" in labels:
        return _own_verb(clause)
    if labels & WEAK:
        return Kind.WEAK
    return Kind.SHOWN if labels & SHOWN else Kind.NEUTRAL


def _repeats(clause: Clause) -> bool:
    """ "O 1001 isso", "71,99 mesmo"."""
    said, last = clause.pieces[:-1], clause.pieces[-1]
    shown = any(piece.labels & SHOWN for piece in said)
    return shown and bool(last.labels & {"opening_yes", "same"}) and all(piece.labels & _REPEATED for piece in said)


def _own_verb(clause: Clause) -> Kind:
    """The transaction's verb alone: an order where it is an imperative, unless it may mean to stop the conversation."""
    if "stop_verbs" in clause.labels:
        return Kind.CONSENT if clause.labels & SHOWN else Kind.BARE_VERB
    first = next(piece for piece in clause.pieces if piece.labels & ABOUT_CONSENT)
    return Kind.CONSENT if "own_imperative" in first.labels else Kind.BARE_VERB


_RULES: Final[tuple[Callable[[Clause, Kind | None], Kind | None], ...]] = (
    _reason,
    _no_objection,
    _marked,
    _narrowed,
    _stopped,
    _negated,
    _about_the_object,
    _covered,
)
