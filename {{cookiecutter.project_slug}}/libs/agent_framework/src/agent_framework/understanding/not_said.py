"""Replies that name the yes without saying it: "confirmar o quê", "sim é o que você quer ouvir".

They stand before the grammar of clauses, because the words of a consent are all there.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import SHOWN, STRONG, WEAK
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Reply
from agent_framework.understanding.phrases import words_of

__all__ = ["begs", "yes_not_said"]

_LONGEST_QUESTION: Final = 5
_APPROVING: Final = (STRONG - {"go", "permit"}) | WEAK | SHOWN | {"opening_yes"}


def yes_not_said(text: Text, clauses: Sequence[Clause], lexicon: Lexicon) -> tuple[Reply, str] | None:
    """Why the reply is no consent, whatever yes-words it has; None where it may be one."""
    words = [token for token in text.tokens if token.kind != "mark"]
    if words and _asks_with_its_last_word(text, words, clauses, lexicon):
        return Reply.QUESTION, "asks with its last word"
    if text.tokens[1:] and text.tokens[1].text == ":" and _is(text.tokens[0], "third_persons", lexicon):
        return Reply.UNCLEAR, "another person's words"
    # A mark between the two ("sim. é ...") starts something new.
    linked = [(word, following) for word, following in pairwise(text.tokens) if _links(following, lexicon)]
    if any(_is(word, "bare_yes", lexicon) and not _approves(after, clauses, lexicon) for word, after in linked):
        return Reply.UNCLEAR, "speaks of the yes"
    if any(_comments_on(before, clause, lexicon) for before, clause in pairwise(clauses)):
        return Reply.UNCLEAR, "speaks of the yes"
    first = next((word for word, _ in linked if _is(word, "pointing_yes", lexicon)), None)
    if first and clauses and clauses[0].question and clauses[0].start == first.start == words[0].start:
        return Reply.QUESTION, "asks about it"
    return None


def begs(text: Text, lexicon: Lexicon) -> bool:
    """ "Por favor": alone, it asks for what was offered."""
    return " ".join(words_of(text.raw.rstrip("!. "))) in lexicon.entries("please")


def _asks_with_its_last_word(text: Text, words: list[Token], clauses: Sequence[Clause], lexicon: Lexicon) -> bool:
    """ "confirma q", "sim pra quê": a short reply in one piece that ends in an interrogative, question mark or not."""
    if clauses and "courtesy" in clauses[-1].pieces[-1].labels:
        return False  # "sim, fazer o quê": resigned
    one_piece = all(token.kind != "mark" or token.start > words[-1].start for token in text.tokens)
    return one_piece and len(words) <= _LONGEST_QUESTION and words[-1].folded in lexicon.words("interrogatives")


def _comments_on(before: Clause, clause: Clause, lexicon: Lexicon) -> bool:
    """ "Sim, é o que você quer ouvir"."""
    bare = all(piece.labels & (STRONG | WEAK | {"own_verb"}) for piece in before.pieces)
    if not bare or clause.question or len(clause.pieces) < 2 or not _links(clause.tokens[0], lexicon):
        return False
    return "question_words" in clause.pieces[1].labels


def _is(word: Token, group: str, lexicon: Lexicon) -> bool:
    return word.folded in lexicon.words(group)


def _links(word: Token, lexicon: Lexicon) -> bool:
    """The "é" of "sim é ...". By the accent, for "sim e ..." only goes on."""
    return word.text.casefold() in lexicon.groups["linking_is"]


def _approves(linking: Token, clauses: Sequence[Clause], lexicon: Lexicon) -> bool:
    """ "Sim é isso", "yes is perfect": what follows approves or repeats, and so says yes once more."""
    pieces = next((clause.pieces for clause in clauses if clause.start <= linking.start < clause.end), ())
    # "É isso" may be one piece; the "is" alone says nothing.
    after = [piece for piece in pieces if piece.start > linking.start]
    described = bool(after) and ("indefinite" in after[0].labels or after[0].word in lexicon.entries("vague"))
    if described and any(piece.labels & {"own_grounds", "negator"} for piece in after):
        return True  # "sim é algo que não contratei"
    small = {"filler", "indefinite", "question_openers"}
    said = [piece for piece in pieces if piece.end > linking.start and not piece.labels <= small]
    return bool(said) and bool(said[0].labels & _APPROVING or said[0].word in lexicon.entries("complaint"))
