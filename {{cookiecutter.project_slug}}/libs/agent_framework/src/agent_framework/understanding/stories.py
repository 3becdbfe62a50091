"""What people tell beside an order, to explain it: "pode cancelar, achei mais barato", "go ahead, it took too long"."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import CHANGE, NEW_VALUE, SHOWN
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece

__all__ = ["identifies", "tells", "tells_of_an_error"]

# With one of these a clause may change what is to be done, for what, or on what terms.
_MAY_CHANGE: Final = (
    CHANGE
    | NEW_VALUE
    | {
        "limit",
        "exception",
        "without",
        "everything",
        "reconsider",
        "condition",
        "quoted",
        "report",
        "instruct",
        "irony",
    }
    | {"doubt", "delay", "stop_verbs", "keep_verbs", "own_verb", "own_denial", "want", "mark", "proposals"}
)


def tells(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether the clause is a sentence about the world: it has a verb, and nothing that could change the order.

    A bare noun ("pode cancelar, o frete") is none; it may be another object. A denial tells only of the past, or is a
    known reason: "não pago multa" sets terms.
    """
    if clause.link not in ("", "addition", "reason") or clause.labels & (_MAY_CHANGE | {"wrong"}):
        return False
    if identifies(clause.pieces, lexicon):
        return False
    finite = lexicon.entries("finite_verbs") | lexicon.entries("story_subjects")
    told = "negator" not in clause.labels and any(piece.word in finite for piece in clause.pieces)
    return told or bool(clause.labels & {"grounds", "regret"}) or _is_narrative(clause.pieces, lexicon)


def tells_of_an_error(clause: Clause, lexicon: Lexicon) -> bool:
    """ "Comprei errado": the error is in what happened, not in what was shown."""
    return not clause.labels & (_MAY_CHANGE | SHOWN) and _is_narrative(clause.pieces, lexicon)


def identifies(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """ "Era o vermelho", "it's the red one": says which, and so perhaps another."""
    copulas, determiners = lexicon.entries("copulas"), lexicon.entries("determiners")
    return any(piece.word in copulas and after.word in determiners for piece, after in pairwise(pieces))


def _is_narrative(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    return any(piece.tells_of_the_past(lexicon) for piece in pieces)
