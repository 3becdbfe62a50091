"""Replies that name the yes without saying it: "confirmar o quê", "sim é o que você quer ouvir".

They stand before the grammar of clauses, because the words of a consent are all there.
"""

from itertools import pairwise
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Reply

__all__ = ["yes_not_said"]

_LONGEST_QUESTION: Final = 5


def yes_not_said(text: Text, lexicon: Lexicon) -> tuple[Reply, str] | None:
    """Why the reply is no consent, whatever yes-words it has; None where it may be one."""
    words = [token for token in text.tokens if token.kind != "mark"]
    if words and _asks_with_its_last_word(text, words, lexicon):
        return Reply.QUESTION, "asks with its last word"
    pairs = list(pairwise(words))
    if any(_linked(pair, "bare_yes", lexicon) for pair in pairs):
        return Reply.UNCLEAR, "speaks of the yes"
    if text.raw.rstrip().endswith("?") and pairs and _linked(pairs[0], "pointing_yes", lexicon):
        return Reply.QUESTION, "asks about it"
    return None


def _asks_with_its_last_word(text: Text, words: list[Token], lexicon: Lexicon) -> bool:
    """ "confirma q", "sim pra quê": a short reply in one piece that ends in an interrogative, question mark or not."""
    one_piece = all(token.kind != "mark" or token.start > words[-1].start for token in text.tokens)
    return one_piece and len(words) <= _LONGEST_QUESTION and words[-1].folded in lexicon.words("interrogatives")


def _linked(pair: tuple[Token, Token], group: str, lexicon: Lexicon) -> bool:
    """ "sim é ...", "isso é ...": the yes is what the sentence is about. By the accent, for "sim e ..." only goes on."""
    word, following = pair
    return word.folded in lexicon.words(group) and following.text.casefold() in lexicon.groups["linking_is"]
