"""Words beside a yes that leave it open: what is still to be seen, asked of the thing itself, taken back, or owned up to.

The grammar of clauses lets much stand beside a yes. This is the last look before an execution, and it only ever takes a
consent away. It is for declared tools: what they do may not be undone.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import ASKS, SILENT
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Reply
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.phrases import Match
from agent_framework.understanding.pieces import Piece
from agent_framework.understanding.said import Said

__all__ = ["second_thought"]

_ORDERS: Final = frozenset({"own_verb", "performative", "go", "permit", "approval"})
_POINTS: Final = SILENT | {"object", "shown", "value", "same", "question_words", "indefinite", "opening_yes"}


def second_thought(text: Text, said: Said, pending: Pending, lexicon: Lexicon) -> tuple[Reply, str] | None:
    """Why a reply that reads as a consent is none after all; None where nothing speaks against it."""
    found = {label for match in lexicon.open_ends.find(text.tokens) for label in match.labels}
    if "retraction" in found:
        return Reply.UNCLEAR, "takes it back"
    if "earlier" in found and any(_wants_to_know(clause) for clause in said.clauses):
        return Reply.HESITATION, "something comes first"
    if any(_asks_somebody(match, text, lexicon) for match in lexicon.open_ends.find(text.tokens)):
        return Reply.HESITATION, "asks somebody first"
    if any(_confirms_a_fact(clause, lexicon) for clause in said.clauses) or _tells_what_it_was(text, lexicon):
        return Reply.UNCLEAR, "tells how things are"
    if any(_gives_the_verb_up(clause, pending, lexicon) for clause in said.clauses):
        return Reply.UNCLEAR, "gives up what the transaction does"
    for clause, kind in zip(said.clauses, said.kinds, strict=True):
        if kind in ASKS and (reason := _about_the_thing(clause, lexicon)):
            return Reply.QUESTION, reason
    ordered = any(clause.labels & _ORDERS for clause in said.clauses)
    if not ordered and "perceiving" in found:
        return Reply.UNCLEAR, "says that it was understood, or whose it is"
    return None


def _wants_to_know(clause: Clause) -> bool:
    return bool(clause.labels & {"want", "inform", "inform_verbs"})


def _asks_somebody(match: Match, text: Text, lexicon: Lexicon) -> bool:
    """ "Preciso confirmar com meu chefe": a need, a verb, and with whom."""
    following = [token.folded for token in text.tokens[match.last : match.last + 3]]
    return "needing" in match.labels and not lexicon.words("company").isdisjoint(following[1:])


def _confirms_a_fact(clause: Clause, lexicon: Lexicon) -> bool:
    """ "Confirmo que o pedido é meu"."""
    rows = pairwise(piece for piece in clause.pieces if not piece.labels <= {"yes", "filler"})
    told = any(
        "performative" in first.labels and after.tokens[0].folded in lexicon.words("explaining")
        for first, after in rows
    )
    return told and "own_verb" not in clause.labels and "want" not in clause.labels


def _tells_what_it_was(text: Text, lexicon: Lexicon) -> bool:
    """ "Isso foi o que eu pedi"."""
    first = [token.folded for token in text.tokens[:2]]
    return len(first) > 1 and first[0] in lexicon.words("pointing_yes") and first[1] in lexicon.words("past_words")


def _gives_the_verb_up(clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    """ "Desisto de cancelar"."""
    own = {match.first for match in pending.forms.find(clause.tokens)}
    stops = {match.last for match in lexicon.abandonment.find(clause.tokens) if "stop_verbs" in match.labels}
    stops |= {index + 1 for index, token in enumerate(clause.tokens) if token.folded in lexicon.quitting}
    of = lexicon.words("of")
    return any(clause.tokens[last].folded in of and last + 1 in own for last in stops if last < len(clause.tokens))


def _about_the_thing(clause: Clause, lexicon: Lexicon) -> str | None:
    """A question whose answer may change the customer's mind: which one, how, on what terms, more of it."""
    words = {token.folded for token in clause.tokens}
    if not words.isdisjoint(lexicon.words("terms")):
        return "asks for the terms"
    if clause.question and clause.pieces[0].word in lexicon.entries("demonstrative"):
        return "asks which one"
    asks = not words.isdisjoint(lexicon.words("matters"))
    if asks and all(
        piece.labels & _POINTS or piece.word in lexicon.entries("object_pronoun") for piece in clause.pieces
    ):
        return "asks about it"
    if _orders_the_object(clause.pieces):
        return "orders something else"
    deeper = lexicon.words("depth")
    wants = _wants_to_know(clause) and "question_words" not in clause.labels
    return "wants to know more of it" if wants and not words.isdisjoint(deeper) else None


def _orders_the_object(pieces: tuple[Piece, ...]) -> bool:
    """ "Manda o pedido", where the order is to be cancelled."""
    rows: Iterator[tuple[Piece, Piece]] = pairwise(piece for piece in pieces if not piece.labels <= SILENT)
    return any(first.labels & {"inform", "inform_verbs"} and "object" in after.labels for first, after in rows)
