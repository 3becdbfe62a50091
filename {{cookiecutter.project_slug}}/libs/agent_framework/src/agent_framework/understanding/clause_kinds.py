"""What one clause of a reply to a confirmation question amounts to: a grammar over the labels of its pieces."""

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece
from agent_framework.understanding.questions import future_at, opening_of

__all__ = ["Kind", "kind_of"]


class Kind(StrEnum):
    """What a clause does. Only `CONSENT`, `WEAK` and (beside them) `BARE_VERB` speak for an execution."""

    CONSENT = "consent"
    WEAK = "acknowledgement"
    BARE_VERB = "bare verb"  # "cancela" in a cancellation: the order, or this conversation?
    REFUSAL = "refusal"
    CORRECTION = "correction"
    PROPOSAL = "proposal"
    CONDITION = "condition"
    QUESTION = "question"
    FACTS = "question of fact"  # when, where, who: the answer cannot change the customer's mind
    DOUBTED = "consent in question"  # "sim?"
    HESITATION = "hesitation"
    IRONY = "irony"
    REPORTED = "reported"
    ORDER = "order to the assistant"
    SHOWN = "shown"  # repeats what was shown
    NEUTRAL = "neutral"  # courtesy, "não tem problema", a reason
    STATEMENT = "statement"  # says something that the grammar does not cover


_STRONG: Final = frozenset({"yes", "approval", "performative", "go", "permit"})
_WEAK: Final = frozenset({"acknowledgement", "praise"})
_SHOWN: Final = frozenset({"shown", "value", "object"})
_SILENT: Final = frozenset({"filler", "courtesy", "laughter", "addition", "reason", "contrast", "question_openers", "no_objection"})
_CHANGE: Final = frozenset({"change", "change_verbs"})
_NEW_VALUE: Final = frozenset({"number", "number_words", "date_words", "denied"})
_COVERED: Final = (
    _STRONG | _WEAK | _SHOWN | _SILENT
    | {"opening_yes", "want", "own_verb", "own_imperative", "negator", "limit", "everything", "emphatic", "objection"}
)  # fmt: skip
_ABOUT_CONSENT: Final = _COVERED - _SILENT - {"emphatic", "negator", "limit", "objection"}
_DISQUALIFY_A_REASON: Final = (
    _CHANGE | _NEW_VALUE | {"wrong", "limit", "condition", "delay", "doubt", "irony", "quoted", "report", "instruct"}
)


def kind_of(clause: Clause, before: Kind | None, lexicon: Lexicon) -> Kind:
    """The kind of a clause. `before` is the kind of the clause before it."""
    labels = clause.labels
    if "instruct" in labels:
        return Kind.ORDER
    if "quoted" in labels:
        return Kind.REPORTED
    if clause.link == "condition" and clause.joined and before in (Kind.QUESTION, Kind.FACTS):
        return before  # "tell me *if* they do"
    opening = opening_of(clause.pieces, clause.question, lexicon)
    if opening is not None or clause.question:
        return _question(clause, opening, before, lexicon)
    if "report" in labels:
        return Kind.REPORTED
    if "condition" in labels or any(future_at(clause.pieces, index, lexicon) for index in range(len(clause.pieces))):
        return Kind.CONDITION
    if len(clause.pieces) > 1 and clause.pieces[-1].word in lexicon.words("prepositions"):
        return Kind.STATEMENT  # unfinished: "pode para"
    return next((kind for rule in _RULES if (kind := rule(clause, before))), Kind.STATEMENT)


# --- questions and requests -----------------------------------------------------------------------------------------


def _question(clause: Clause, opening: int | None, before: Kind | None, lexicon: Lexicon) -> Kind:
    labels = clause.labels
    if "proposals" in labels or labels & _CHANGE and not labels & {"own_verb"}:
        return Kind.PROPOSAL
    if opening is None:
        return _tagged(clause, before)
    pieces = clause.pieces[opening:]
    if "question_words" in pieces[0].labels and not labels & {"permit"}:
        return Kind.FACTS
    asks_agent = labels & {"inform", "modal_requests"} or " " in pieces[0].word
    if asks_agent and (labels & _NEW_VALUE - {"denied"} or _asks_for_another(pieces)):
        return Kind.PROPOSAL
    if _appoints(pieces, lexicon):
        return Kind.PROPOSAL
    if "inform" in labels:
        return Kind.FACTS
    return _request(clause, pieces) if asks_agent else Kind.QUESTION


def _appoints(pieces: tuple[Piece, ...], lexicon: Lexicon) -> bool:
    """A value that is asked for ("is there one at 5 pm", "is it for 3"), not asked about ("is it from 2019")."""
    values = [index for index, piece in enumerate(pieces) if piece.labels & _NEW_VALUE - {"denied"}]
    near = [piece for index in values for piece in pieces[max(0, index - 2) : index + 2]]
    dated = any("date_words" in pieces[index].labels for index in values)
    return bool(values) and (dated or any(piece.word in lexicon.words("appointing") for piece in near))


def _tagged(clause: Clause, before: Kind | None) -> Kind:
    """A question by its mark alone: "sim?" doubts the consent, "o valor volta?" asks."""
    if _is_covered(clause):
        silent = not clause.labels & (_ABOUT_CONSENT - _SHOWN)
        return before if silent and before in (Kind.QUESTION, Kind.FACTS) else Kind.DOUBTED
    if "stop_verbs" in clause.labels:
        return Kind.DOUBTED  # "pode cancelar?", of a transaction that does something else
    return Kind.PROPOSAL if clause.labels & _NEW_VALUE else Kind.QUESTION


def _request(clause: Clause, pieces: tuple[Piece, ...]) -> Kind:
    """ "Can you tell me ..." asks for information, "can you do it" for the transaction, "can you play it ..." for a change;
    "can I bring ..." asks for a change only where its verb was shown."""
    if "limit" in clause.labels and clause.labels & _SHOWN:
        return Kind.PROPOSAL
    main = next((piece for piece in pieces[1:] if piece.labels - _SILENT), None)
    if main is None or main.labels & {"inform_verbs"}:
        return Kind.QUESTION
    if main.labels & {"own_verb", "go"}:
        return Kind.DOUBTED
    return Kind.PROPOSAL if "modal_requests" in pieces[0].labels or "shown" in main.labels else Kind.QUESTION


def _is_covered(clause: Clause, *others: str) -> bool:
    """Every word has a meaning in a reply to a confirmation question."""
    return all(piece.labels & _COVERED or piece.labels.intersection(others) for piece in clause.pieces)


def _asks_for_another(pieces: tuple[Piece, ...]) -> bool:
    """ "Get me *a* bigger one" is a new wish, "get me *their* number" is not, nor "may I have a receipt": a single new noun."""
    for index, (piece, following) in enumerate(zip(pieces, pieces[1:], strict=False)):
        if piece.labels & {"obtain"} and following.labels & {"indefinite"}:
            noun, rest = pieces[index + 2 : index + 3], pieces[index + 3 :]
            mine = "question_openers" in pieces[0].labels and bool(noun) and "unknown" in noun[0].labels
            return not mine or not all(item.labels & _SILENT for item in rest)
    return False


# --- the rules of a clause that asks nothing, first match wins --------------------------------------------------------


def _reason(clause: Clause, before: Kind | None) -> Kind | None:
    consented = before in (Kind.CONSENT, Kind.WEAK)
    return Kind.NEUTRAL if clause.link == "reason" and consented and not clause.labels & _DISQUALIFY_A_REASON else None


def _thanks_for(clause: Clause, before: Kind | None) -> Kind | None:
    """ "Obrigado pela ajuda", "thanks for your help"."""
    thanks = "courtesy" in clause.pieces[0].labels and len(clause.pieces) > 2 and "filler" in clause.pieces[1].labels
    unknown = all(piece.labels & (_SILENT | {"unknown"}) for piece in clause.pieces)
    return Kind.NEUTRAL if thanks and unknown and clause.pieces[1].word in ("for", "por", "pelo", "pela", "pelos", "pelas") else None


def _no_objection(clause: Clause, before: Kind | None) -> Kind | None:
    denied = clause.labels & {"negator", "without"} or clause.pieces[0].labels & {"no"}
    small = _SILENT | {"negator", "without", "no", "objection", "yes"}
    bare = all(piece.labels & small for piece in clause.pieces)
    return Kind.NEUTRAL if "objection" in clause.labels and denied and bare else None


def _marked(clause: Clause, before: Kind | None) -> Kind | None:
    """Words that decide by being there."""
    labels = clause.labels
    if "irony" in labels:
        return Kind.IRONY
    if "doubt" in labels:
        return Kind.HESITATION
    if "wrong" in labels or labels & _CHANGE and "own_verb" not in labels:
        return Kind.CORRECTION
    if "delay" in labels:
        return Kind.HESITATION
    if "reconsider" in labels:
        return _reconsidered(clause, before)
    return None


def _reconsidered(clause: Clause, before: Kind | None) -> Kind | None:
    """ "Yes, that actually works", "yes, that is better": a second thought that agrees."""
    if not _is_covered(clause, "reconsider") or clause.labels & {"negator", "limit", *_SHOWN}:
        return Kind.CORRECTION
    if clause.labels & _STRONG:
        return None
    return Kind.NEUTRAL if before is Kind.CONSENT else Kind.CORRECTION


def _narrowed(clause: Clause, before: Kind | None) -> Kind | None:
    labels = clause.labels
    if "limit" in labels and labels & (_SHOWN | _NEW_VALUE | {"unknown", "indefinite"}):
        return Kind.CORRECTION
    if "everything" in labels and not labels & {"approval", "performative", *_WEAK}:
        return Kind.STATEMENT
    return None


def _stopped(clause: Clause, before: Kind | None) -> Kind | None:
    """A verb that stops something other than the transaction."""
    if "stop_verbs" not in clause.labels or "own_verb" in clause.labels:
        return None
    bare = _is_covered(clause, "stop_verbs", "no") and "negator" not in clause.labels
    return Kind.REFUSAL if bare else Kind.STATEMENT


def _negated(clause: Clause, before: Kind | None) -> Kind | None:
    """Negation governs its whole clause, also from its end ("quero não")."""
    labels = clause.labels
    if not labels & {"no", "negator"}:
        return None
    if not _is_covered(clause, "no"):
        return Kind.STATEMENT
    if not labels & _ABOUT_CONSENT:
        return Kind.REFUSAL
    if labels & {"approval", *_WEAK, "shown", "value"} and not labels & {"want", "permit", "go", "own_verb", "yes"}:
        return Kind.CORRECTION
    return Kind.REFUSAL


def _covered(clause: Clause, before: Kind | None) -> Kind | None:
    """Every word is accounted for: a consent where one of them says so."""
    labels = clause.labels
    if not _is_covered(clause, "reconsider"):
        return None
    first = next((piece for piece in clause.pieces if piece.labels & _ABOUT_CONSENT), None)
    if labels & _STRONG or "opening_yes" in clause.pieces[0].labels or "want" in labels and _wants_it(labels):
        return Kind.CONSENT
    if "own_verb" in labels:
        return _own_verb(labels, first)
    if labels & _WEAK:
        return Kind.WEAK
    return Kind.SHOWN if labels & _SHOWN else Kind.NEUTRAL


def _wants_it(labels: frozenset[str]) -> bool:
    return "own_verb" in labels or not labels & _SHOWN


def _own_verb(labels: frozenset[str], first: Piece | None) -> Kind:
    if "stop_verbs" in labels:
        return Kind.CONSENT if labels & _SHOWN else Kind.BARE_VERB
    return Kind.CONSENT if first and "own_imperative" in first.labels else Kind.BARE_VERB


_RULES: Final[tuple[Callable[[Clause, Kind | None], Kind | None], ...]] = (
    _reason,
    _thanks_for,
    _no_objection,
    _marked,
    _narrowed,
    _stopped,
    _negated,
    _covered,
)
