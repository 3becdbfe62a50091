"""Moves in a conversation that are neither a value nor a consent: small talk, questions, pointing back."""

from collections.abc import Sequence
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.abandonment import reads_abandonment
from agent_framework.understanding.clauses import SMALL, Clause, read_clauses, read_segments
from agent_framework.understanding.lexicon import Lexicon, default_lexicon
from agent_framework.understanding.model import Asked, Cue, Dialogue, Pattern
from agent_framework.understanding.phrases import Match
from agent_framework.understanding.questions import opening_of
from agent_framework.understanding.values.words import words_of_language

__all__ = ["is_question", "read_pattern", "reads_abandonment", "refers_to_another", "refers_to_last"]

# Where several moves are made in one message, the first of these is answered.
_PRECEDENCE: Final = (
    Pattern.PERSON,
    Pattern.REPEAT,
    Pattern.SKIP,
    Pattern.HOLD,
    Pattern.LATER,
    Pattern.WHERE,
    Pattern.WHY,
    Pattern.WHAT,
    Pattern.RESUME,
    Pattern.HELP,
    Pattern.CHITCHAT,
    Pattern.THANKS,
    Pattern.GREETING,
)
_WHOLE_MESSAGE: Final = frozenset({Pattern.CHITCHAT, Pattern.THANKS, Pattern.GREETING})
_OPENS_CLAUSE: Final = frozenset({Pattern.HOLD, Pattern.REPEAT, Pattern.WHY, Pattern.WHAT, Pattern.RESUME})
_LONG_CHARS: Final = 600  # about a hundred words: more than a person reads twice on a phone
_SHORT: Final = frozenset({Pattern.LATER, Pattern.WHY, Pattern.WHAT})


# --- named patterns -------------------------------------------------------------------------------------------------


def read_pattern(
    text: Text, dialogue: Dialogue, lexicon: Lexicon | None = None
) -> tuple[Pattern | None, tuple[Cue, ...]]:
    """The move a message makes, with the words it stands on; (None, ()) where it makes none."""
    lexicon = lexicon or default_lexicon(text.language)
    segments = read_segments(text, lexicon)
    if not segments:
        return (Pattern.REPEAT if "?" in text.raw else Pattern.SILENCE), ()
    found = [
        (pattern, segment.cue(pattern.value, match, text))
        for segment in segments
        for match in lexicon.patterns.find(segment.tokens)
        for pattern in map(Pattern, match.labels)
        if _holds(pattern, match, segment)
    ]
    if dialogue.asked is Asked.CONFIRMATION:
        # "Wait, make it the red one": who goes on to say something does not ask for a moment only.
        found = [(pattern, cue) for pattern, cue in found if pattern is not Pattern.HOLD or _covers(segments, [cue])]
    only_small_talk = _covers(segments, [cue for _, cue in found])
    found = [(pattern, cue) for pattern, cue in found if only_small_talk or pattern not in _WHOLE_MESSAGE]
    if not found:
        return (Pattern.LONG if len(text.raw) > _LONG_CHARS else None), ()
    pattern, cue = min(found, key=lambda item: _PRECEDENCE.index(item[0]))
    return pattern, (cue,)


def _holds(pattern: Pattern, match: Match, clause: Clause) -> bool:
    """Neither denied, nor part of something longer."""
    before, after = clause.tokens[: match.first], clause.tokens[match.last :]
    labels = clause.labels_at
    if any("negator" in labels[token.start] for token in before):
        return False
    opens = all(labels[token.start] & SMALL for token in before)
    following = [token for token in after if not labels[token.start] <= SMALL]
    if pattern is Pattern.SKIP and match.last - match.first == 1:
        return opens and not following
    if pattern in _SHORT:
        return opens and (len(following) <= 2 if clause.question else not following)
    return opens or pattern not in _OPENS_CLAUSE


def _covers(clauses: Sequence[Clause], cues: Sequence[Cue]) -> bool:
    """Nothing but the cues and small words."""
    return all(
        piece.labels <= SMALL or any(cue.start <= piece.start < cue.end for cue in cues)
        for clause in clauses
        for piece in clause.pieces
    )


# --- questions and pointers -------------------------------------------------------------------------------------------


def is_question(text: Text, lexicon: Lexicon | None = None) -> bool:
    """Whether the message asks for information, with or without a question mark."""
    lexicon = lexicon or default_lexicon(text.language)
    return any(
        clause.question or opening_of(clause.pieces, clause.question, lexicon) is not None
        for clause in read_clauses(text, lexicon)
    )


def refers_to_last(text: Text, lexicon: Lexicon | None = None) -> bool:
    """Whether the message points to what was handled last ("esse pedido", "o mesmo", "cancel it")."""
    lexicon = lexicon or default_lexicon(text.language)
    return any(_points(clause, lexicon) for clause in read_clauses(text, lexicon))


def refers_to_another(text: Text) -> bool:
    """Whether the message asks for one that was not spoken of yet ("outro pedido", "another order")."""
    other = words_of_language(text.language).set("other")
    return any(token.folded in other for token in text.tokens)


def _points(clause: Clause, lexicon: Lexicon) -> bool:
    if lexicon.pointers.find(clause.tokens):
        return True
    pairs = list(zip(clause.pieces, clause.pieces[1:], strict=False))
    nouns = any(
        first.word in lexicon.entries("demonstrative") and "unknown" in second.labels for first, second in pairs
    )
    verbs = {"unknown", "stop_verbs", "change_verbs"}
    return nouns or any(
        first.labels & verbs and second.word in lexicon.entries("object_pronoun") for first, second in pairs
    )
