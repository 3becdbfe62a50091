"""What may be said beside a clear yes where no tool could read a value: orders about what was shown, and comments.

Only for a transaction whose verb nobody declared; verbs of stopping, changing and refusing are known from the lexicon.
"""

from collections.abc import Sequence
from typing import Final

from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pieces import Piece

__all__ = ["comments", "elaborates"]

_SAID_BEFORE: Final = frozenset({"shown", "value", "object", "filler", "courtesy", "laughter"})
_VERBS: Final = frozenset({"shown", "go", "performative"})
_BEFORE_A_VERB: Final = frozenset({"courtesy", "permit", "want"})
_PRAISING: Final = frozenset({"approval", "praise"})
_SMALL: Final = _PRAISING | {"filler", "courtesy", "laughter", "yes", "acknowledgement", "indefinite"}
_KNOWN: Final = _SMALL | {"unknown", "question_openers", "inform_verbs"}
_MOST_NEW_WORDS: Final = 2


def elaborates(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """An order about what was shown: "please play it", "you can book the ticket", "start already please".

    At most two words are new: the verb, first in its clause, and the noun of its object.
    """
    polite = any(piece.labels & {"courtesy", "permit"} for piece in pieces)
    start = next((index for index, piece in enumerate(pieces) if not piece.labels & _BEFORE_A_VERB), len(pieces))
    verb, after = pieces[start : start + 1], pieces[start + 1 :]
    if not verb or not (_is_new(verb[0]) or verb[0].labels & _VERBS):
        return False
    pointing = bool(after) and after[0].word in lexicon.entries("determiners")
    after = after[_length_of_object(after, pointing, polite and bool(verb[0].labels & _VERBS)) :]
    return (pointing or polite) and all(piece.labels & _SAID_BEFORE for piece in after)


def _length_of_object(after: Sequence[Piece], pointing: bool, bare: bool) -> int:
    """Pieces of an object with a new noun ("the ticket"; `bare`: "tickets"), which does not qualify a shown one."""
    noun = 1 if pointing else 0
    if noun >= len(after) or not _is_new(after[noun]) or not (pointing or bare):
        return 0
    qualifies = len(after) > noun + 1 and "shown" in after[noun + 1].labels
    return 0 if qualifies or not after[noun].tokens[0].text.islower() else noun + 1


def comments(pieces: Sequence[Piece], lexicon: Lexicon) -> bool:
    """A remark that brings up nothing which could be a value: "that is lovely", "it works with my schedule".

    A value would be a name (capital letter), stand before a shown word ("kitchen speaker") or after a preposition.
    """
    labels = frozenset[str]().union(*(piece.labels for piece in pieces))
    named = [index for index, piece in enumerate(pieces) if "indefinite" in piece.labels]
    if any(not index or pieces[index - 1].word not in lexicon.words("copulas") for index in named):
        return False
    new = [index for index, piece in enumerate(pieces) if not piece.labels & _SMALL]
    if not pieces or len(new) > _MOST_NEW_WORDS or not labels <= _KNOWN:
        return False
    praises = bool(labels & _PRAISING)
    if not praises and pieces[0].word not in lexicon.entries("sentence_openers"):
        return False
    return all(pieces[index].tokens[0].text.islower() for index in new) and (
        praises or not any(_governed(pieces, index, lexicon) for index in new)
    )


def _governed(pieces: Sequence[Piece], index: int, lexicon: Lexicon) -> bool:
    """By a preposition, with at most one small word between."""
    return any(piece.word in lexicon.entries("prepositions") for piece in pieces[max(0, index - 2) : index])


def _is_new(piece: Piece) -> bool:
    return "unknown" in piece.labels or piece.labels <= {"obtain"}
