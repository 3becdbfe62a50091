"""What a clause that asks something amounts to: information, a proposal, or a doubt about the consent itself."""

from collections.abc import Sequence
from itertools import pairwise

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import ABOUT_CONSENT, ASKS, CHANGE, NEW_VALUE, SHOWN, SILENT, Kind, is_covered
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece

__all__ = ["question_kind"]

_NEW: frozenset[str] = NEW_VALUE - {"denied"}


def question_kind(clause: Clause, opening: int | None, before: Kind | None, lexicon: Lexicon) -> Kind:
    """The kind of a clause that asks. `opening` is the piece that opens the question; None: only its mark asks."""
    labels = clause.labels
    if "proposals" in labels or (labels & CHANGE and "own_verb" not in labels):
        return Kind.PROPOSAL
    if opening is None:
        return _tagged(clause, before)
    if " ".join(piece.word for piece in clause.pieces) in lexicon.entries("why") | lexicon.entries("what"):
        return Kind.DOUBTED  # "sim, por quê?"
    pieces = clause.pieces[opening:]
    if "own_verb" in labels and not clause.question and "question_words" in pieces[0].labels:
        return Kind.DOUBTED  # "quem quer cancelar é minha mãe"
    if "question_words" in pieces[0].labels and "permit" not in labels:
        return Kind.FACTS
    asks_agent = labels & {"inform", "modal_requests"} or " " in pieces[0].word
    if asks_agent and (labels & _NEW or _asks_for_another(pieces)):
        return Kind.PROPOSAL
    if _appoints(pieces, lexicon):
        return Kind.PROPOSAL
    if "inform" in labels:
        return Kind.FACTS
    return _request(clause, pieces) if asks_agent else Kind.QUESTION


def _tagged(clause: Clause, before: Kind | None) -> Kind:
    """A question by its mark alone: "sim?" doubts the consent, "o valor volta?" asks."""
    if is_covered(clause):
        silent = not clause.labels & (ABOUT_CONSENT - SHOWN)
        return before if silent and before in ASKS else Kind.DOUBTED
    if "without" in clause.labels or "doubt" in clause.labels:
        return Kind.DOUBTED  # "sim, sem multa?"
    if "stop_verbs" in clause.labels:
        return Kind.DOUBTED  # "pode cancelar?", of a transaction that does something else
    return Kind.PROPOSAL if clause.labels & NEW_VALUE else Kind.QUESTION


def _request(clause: Clause, pieces: Sequence[Piece]) -> Kind:
    """ "Can you tell me" asks for information, "can you do it" for the transaction, "can you play it" for a change.

    "Can I bring" asks for a change only where its verb was shown.
    """
    if "limit" in clause.labels and clause.labels & SHOWN:
        return Kind.PROPOSAL
    main = next((piece for piece in pieces[1:] if piece.labels - SILENT), None)
    if main is None or "inform_verbs" in main.labels:
        return Kind.QUESTION
    if main.labels & {"own_verb", "go"}:
        return Kind.DOUBTED
    return Kind.PROPOSAL if "modal_requests" in pieces[0].labels or "shown" in main.labels else Kind.QUESTION


def _asks_for_another(pieces: Sequence[Piece]) -> bool:
    """ "Get me *a* bigger one" is a new wish; "get me *their* number" is not, nor "may I have a receipt"."""
    for index, (piece, following) in enumerate(pairwise(pieces)):
        if "obtain" in piece.labels and "indefinite" in following.labels:
            noun, rest = pieces[index + 2 : index + 3], pieces[index + 3 :]
            mine = "question_openers" in pieces[0].labels and bool(noun) and "unknown" in noun[0].labels
            return not mine or not all(item.labels & SILENT for item in rest)
    return False


def _appoints(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """A value that is asked for ("is there one at 5 pm", "is it for 3"), not asked about ("is it from 2019")."""
    values = [index for index, piece in enumerate(pieces) if piece.labels & _NEW]
    near = [piece for index in values for piece in pieces[max(0, index - 2) : index + 2]]
    dated = any("date_words" in pieces[index].labels for index in values)
    return bool(values) and (dated or any(piece.word in lexicon.entries("appointing") for piece in near))
