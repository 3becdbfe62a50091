"""Moves in a conversation that are neither a value nor a consent: abandonment, questions, pointing back, and the like."""

from collections.abc import Sequence
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.clauses import Clause, read_clauses, read_segments
from agent_framework.understanding.lexicon import Lexicon, default_lexicon
from agent_framework.understanding.model import Cue, Dialogue, Pattern
from agent_framework.understanding.pending import Pending, pending_of
from agent_framework.understanding.phrases import Match
from agent_framework.understanding.questions import opening_of

__all__ = ["abandonment_in", "is_question", "orders_stop", "read_pattern", "reads_abandonment", "refers_to_last"]

# Where several moves are made in one message, the first of these is answered.
_PRECEDENCE: Final = (
    Pattern.PERSON,
    Pattern.REPEAT,
    Pattern.SKIP,
    Pattern.HOLD,
    Pattern.WHERE,
    Pattern.WHY,
    Pattern.WHAT,
    Pattern.HELP,
    Pattern.CHITCHAT,
    Pattern.THANKS,
    Pattern.GREETING,
)
_WHOLE_MESSAGE: Final = frozenset({Pattern.CHITCHAT, Pattern.THANKS, Pattern.GREETING})
_OPENS_CLAUSE: Final = frozenset({Pattern.HOLD, Pattern.REPEAT, Pattern.WHY, Pattern.WHAT})
_SHORT: Final = frozenset({Pattern.WHY, Pattern.WHAT})
_SMALL: Final = frozenset(
    {"courtesy", "filler", "laughter", "addition", "acknowledgement", "yes", "no", "negator", "permit", "contrast"}
)
_AFTERWARDS: Final = _SMALL | {"want", "inform", "question_words", "question_openers"}
_ADDRESSED: Final = _SMALL - {"no", "negator"} | {"want", "go", "delay"}


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
        (pattern, _cue(pattern.value, text, _tokens_of(segment, match)))
        for segment in segments
        for match in lexicon.patterns.find(segment.tokens)
        for pattern in map(Pattern, match.labels)
        if _holds(pattern, match, segment)
    ]
    only_small_talk = _covers(segments, [cue for _, cue in found])
    found = [(pattern, cue) for pattern, cue in found if only_small_talk or pattern not in _WHOLE_MESSAGE]
    if not found:
        return None, ()
    pattern, cue = min(found, key=lambda item: _PRECEDENCE.index(item[0]))
    return pattern, (cue,)


def _holds(pattern: Pattern, match: Match, clause: Clause) -> bool:
    """Neither denied, nor part of something longer."""
    before, after = clause.tokens[: match.first], clause.tokens[match.last :]
    labels = _labels_at(clause)
    if any("negator" in labels[token.start] for token in before):
        return False
    opens = all(labels[token.start] & _SMALL for token in before)
    following = [token for token in after if not labels[token.start] <= _SMALL]
    if pattern is Pattern.SKIP and match.last - match.first == 1:
        return opens and not following
    if pattern in _SHORT:
        return opens and (len(following) <= 2 if clause.question else not following)
    return opens or pattern not in _OPENS_CLAUSE


def _labels_at(clause: Clause) -> dict[int, frozenset[str]]:
    return {token.start: piece.labels for piece in clause.pieces for token in piece.tokens}


def _covers(clauses: Sequence[Clause], cues: Sequence[Cue]) -> bool:
    """Nothing but the cues and small words."""
    return all(
        piece.labels <= _SMALL or any(cue.start <= piece.start < cue.end for cue in cues)
        for clause in clauses
        for piece in clause.pieces
    )


# --- abandonment ----------------------------------------------------------------------------------------------------


def reads_abandonment(text: Text, dialogue: Dialogue, lexicon: Lexicon | None = None) -> Cue | None:
    """Where a message gives the pending business up ("esquece", "deixa pra lá", "forget it"), or None.

    Not where the phrase is denied ("não esquece de ..."), asked or quoted, and not where its verb is what the transaction
    does: a bare "cancela" in a cancellation may mean either.
    """
    lexicon = lexicon or default_lexicon(text.language)
    pending = pending_of(dialogue, text.language, lexicon.words("negator"))
    return abandonment_in(text, read_clauses(text, lexicon, pending), pending, lexicon)


def abandonment_in(text: Text, clauses: Sequence[Clause], pending: Pending, lexicon: Lexicon) -> Cue | None:
    """The same, for clauses that have been read."""
    ordered = False
    for clause in clauses:
        if clause.question or clause.labels & {"quoted", "report", "condition"}:
            continue
        matches = lexicon.abandonment.find(clause.tokens)
        for match in matches:
            if _abandons(match, matches, clause, pending, lexicon) and not (ordered and match.labels != ("abandon",)):
                return _cue("abandonment", text, _tokens_of(clause, match))
        ordered |= orders_stop(clause, pending, lexicon)
    return None


def orders_stop(clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    """The transaction stops something and the clause orders it: a reason to stop that follows gives nothing up."""
    ordered = "own_verb" in clause.labels and not clause.labels & {"negator", "no"}
    return ordered and pending.stops(lexicon.words("stop_verbs"))


def _abandons(match: Match, matches: Sequence[Match], clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    if "abandon" in match.labels:
        return _gives_up(match, clause, pending, lexicon)
    return "stop_verbs" in match.labels and _stops(match, matches, clause, pending)


def _gives_up(match: Match, clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    words = [token.folded for token in clause.tokens]
    own = pending.forms.find(clause.tokens)
    if any(form.first < match.last and match.first < form.last for form in own):
        return False
    if lexicon.words("negator").intersection(words[: match.first]):
        return False
    following = words[match.last] if match.last < len(words) else ""
    if following in lexicon.words("abandon_continues"):
        return False
    before_own = any(form.first == match.last for form in own)
    if "grounds" in match.labels and not before_own:
        # "I don't want it any more" is a reason to stop a thing as well as a wish to leave this conversation's business.
        return not pending.stops(lexicon.words("stop_verbs")) and _is_small(clause, match.last)
    denies = lexicon.words("negator").intersection(words[match.first : match.last])
    return not denies or before_own or _is_small(clause, match.last)


def _is_small(clause: Clause, index: int) -> bool:
    """Nothing, a small word or another request follows."""
    rest = clause.tokens[index:]
    return not rest or bool(_labels_at(clause)[rest[0].start] & _AFTERWARDS)


def _stops(match: Match, matches: Sequence[Match], clause: Clause, pending: Pending) -> bool:
    """A verb of stopping with nothing beside it but courtesy and words for this very business."""
    tokens = clause.tokens
    if any(form.first < match.last and match.first < form.last for form in pending.forms.find(tokens)):
        return False
    business = {i for item in matches if "this_business" in item.labels for i in range(item.first, item.last)}
    labels = _labels_at(clause)
    others = [i for i in range(len(tokens)) if not match.first <= i < match.last and i not in business]
    return all(labels[tokens[i].start] <= _ADDRESSED for i in others)


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


def _points(clause: Clause, lexicon: Lexicon) -> bool:
    if lexicon.pointers.find(clause.tokens):
        return True
    pairs = list(zip(clause.pieces, clause.pieces[1:], strict=False))
    nouns = any(
        first.word in lexicon.words("demonstrative") and "unknown" in second.labels for first, second in pairs
    )
    verbs = {"unknown", "stop_verbs", "change_verbs"}
    return nouns or any(
        first.labels & verbs and second.word in lexicon.words("object_pronoun") for first, second in pairs
    )


def _tokens_of(clause: Clause, match: Match) -> tuple[Token, ...]:
    return clause.tokens[match.first : match.last]


def _cue(name: str, text: Text, tokens: Sequence[Token]) -> Cue:
    return Cue(name, text.raw[tokens[0].start : tokens[-1].end], tokens[0].start, tokens[-1].end)
