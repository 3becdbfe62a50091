"""Where a clause asks something, and where "when" sets a condition instead."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece

__all__ = ["future_at", "opening_of", "opens_question"]

_LONGEST_SUBJECT: Final = 4
_SHORTEST_WHICH: Final = 3
_NAMES: Final = frozenset({"object", "shown", "value", "unknown"})
_BEFORE_A_QUESTION: Final = frozenset({"courtesy", "addition", "contrast", "permit", "filler", "sequence"})


def opens_question(piece: Piece, following: Piece | None, lexicon: Lexicon) -> bool:
    """Whether a question or a request for information can start with this piece."""
    if piece.labels & {"question_words", "inform", "modal_requests", "proposals"}:
        return True
    if "question_openers" not in piece.labels:
        return False
    if " " in piece.word:
        return True
    return following is not None and ("unknown" in following.labels or following.word in lexicon.entries("subjects"))


def opening_of(pieces: Sequence[Piece], asked: bool, lexicon: Lexicon) -> int | None:
    """Index of the piece that opens a question; courtesy and one small word ("a que horas") may stand before it.

    `asked`: a question mark closes the clause.
    """
    fillers = 0
    for index, piece in enumerate(pieces):
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        if _asks_which(pieces[index:], lexicon):
            return index
        stated = not asked and index > 0 and _follows_subject(piece, pieces[index - 1], lexicon)
        if (
            not stated
            and opens_question(piece, following, lexicon)
            and (asked or not future_at(pieces, index, lexicon))
        ):
            return index
        fillers += "filler" in piece.labels
        if fillers > 1 or not piece.labels & _BEFORE_A_QUESTION:
            return None
    return None


def _follows_subject(piece: Piece, before: Piece, lexicon: Lexicon) -> bool:
    """ "It was higher": the subject stands first."""
    return "question_openers" in piece.labels and " " not in piece.word and before.word in lexicon.entries("subjects")


def _asks_which(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """ "Que serviço é esse", with no mark."""
    if pieces[0].word not in lexicon.entries("which") or len(pieces) < _SHORTEST_WHICH:
        return False
    links = lexicon.groups["linking_is"]
    named = bool(pieces[1].labels & _NAMES)
    return named and any(token.text.casefold() in links for piece in pieces[2:] for token in piece.tokens)


def future_at(pieces: Sequence[Piece], index: int, lexicon: Lexicon) -> bool:
    """ "quando chegar", "when I get paid": sets a condition."""
    if "when" not in pieces[index].labels:
        return False
    following = pieces[index + 1 : index + 1 + _LONGEST_SUBJECT]
    if following and following[0].word in lexicon.entries("subjects"):
        return True  # a question would have its auxiliary here: "when *does* it"
    future, endings = lexicon.words("future_subjunctive"), tuple(lexicon.words("future_endings"))
    auxiliaries = lexicon.entries("modals") | lexicon.entries("prepositions")
    return any(
        piece.word in future or (piece.word.endswith(endings) and before.word not in auxiliaries)
        for before, piece in pairwise(pieces[index : index + 1 + _LONGEST_SUBJECT])
    )
