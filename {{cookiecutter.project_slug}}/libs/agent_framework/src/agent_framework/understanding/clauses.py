"""A message cut into clauses, each a row of pieces that are labelled with what their words do."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Cue
from agent_framework.understanding.pending import NOTHING_PENDING, Pending
from agent_framework.understanding.phrases import Match
from agent_framework.understanding.pieces import Labels, Piece, read_pieces
from agent_framework.understanding.questions import opens_question

__all__ = ["SMALL", "Clause", "read_clauses", "read_segments"]

_REMEMBERED: Final = 64
_BREAKS: Final = frozenset(".!?;…,:()[]–—|/")
_LINKS: Final = ("contrast", "condition", "reason", "addition")
# After one of these a question may follow without any mark: "sim qual o prazo", "yes where is it".
_TURNS: Final = frozenset(
    {"yes", "opening_yes", "acknowledgement", "approval", "praise", "performative", "go", "courtesy", "no"}
    | {"own_verb", "object", "value", "shown"}
)
SMALL: Final = frozenset(
    {"courtesy", "filler", "laughter", "addition", "acknowledgement", "yes", "no", "negator", "permit", "contrast"}
)
"""Labels of words that stand around anything without changing it."""
_ORDERS: Final = frozenset({"own_verb", "object", "value", "go", "performative"})
_ASIDE: Final = frozenset({"filler", "courtesy"})
_LOOK_AHEAD: Final = 4
_OPENER: Final = frozenset({"question_openers", "filler", "inform_verbs", "obtain"})


@dataclass(frozen=True)
class Clause:
    """Pieces that say one thing.

    Args:
        pieces: never empty.
        link: how it hangs on the clause before: a group of connectives, or "" (a pause, or nothing).
        joined: no mark stands before it.
        question: a question mark closes it.
        trailing: dots close it ("sim...").
    """

    pieces: tuple[Piece, ...]
    link: str = ""
    joined: bool = False
    question: bool = False
    trailing: bool = False

    @cached_property
    def labels(self) -> Labels:
        """All labels of its pieces."""
        return frozenset().union(*(piece.labels for piece in self.pieces))

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of its pieces."""
        return tuple(token for piece in self.pieces for token in piece.tokens)

    @cached_property
    def labels_at(self) -> dict[int, Labels]:
        """The labels of the piece that a token belongs to, by the token's start."""
        return {token.start: piece.labels for piece in self.pieces for token in piece.tokens}

    def cue(self, name: str, match: Match, text: Text) -> Cue:
        """What a phrase found among its tokens stands on."""
        start, end = self.tokens[match.first].start, self.tokens[match.last - 1].end
        return Cue(name, text.raw[start:end], start, end)

    @property
    def start(self) -> int:
        return self.pieces[0].start

    @property
    def end(self) -> int:
        return self.pieces[-1].end


# Abandonment, consent, questions and pointers are read from the same clauses.
@lru_cache(_REMEMBERED)
def read_clauses(
    text: Text, lexicon: Lexicon, pending: Pending = NOTHING_PENDING, spans: tuple[tuple[int, int], ...] = ()
) -> tuple[Clause, ...]:
    """The clauses of a message. `spans` are places of values that were shown: they say nothing new."""
    return tuple(clause for run in _runs(text, lexicon, pending, spans) for clause in _cut(run, lexicon))


def read_segments(text: Text, lexicon: Lexicon) -> tuple[Clause, ...]:
    """What stands between the marks of a message, uncut."""
    runs = _runs(text, lexicon, NOTHING_PENDING, ())
    return tuple(Clause(tuple(run.pieces), question="?" in run.closing) for run in runs)


@dataclass
class _Run:
    """What stands between two marks, and the marks that close it."""

    pieces: list[Piece] = field(default_factory=list)
    closing: str = ""


@lru_cache(_REMEMBERED)
def _runs(text: Text, lexicon: Lexicon, pending: Pending, spans: tuple[tuple[int, int], ...]) -> tuple[_Run, ...]:
    raw, pieces = text.raw, read_pieces(text, lexicon, pending, spans)
    runs = [_Run()]
    previous = 0
    for piece in pieces:
        mark = _breaks(raw, piece)
        if (runs[-1].closing and not mark) or "\n" in raw[previous : piece.start]:
            runs.append(_Run())
        previous = piece.end
        if mark:
            runs[-1].closing += piece.tokens[0].text
        elif piece.word != "-":
            runs[-1].pieces.append(piece)
    return tuple(run for run in runs if run.pieces)


def _breaks(raw: str, piece: Piece) -> bool:
    if "mark" not in piece.labels:
        return False
    # As typed: folded, an ellipsis is three dots.
    mark = piece.tokens[0].text
    # A hyphen inside a word ("confirmá-lo") joins; between spaces it is a dash.
    dash = mark == "-" and not raw[max(0, piece.start - 1) : piece.end + 1].strip("- ")
    return dash or mark in _BREAKS


def _cut(run: _Run, lexicon: Lexicon) -> list[Clause]:
    """The clauses of a run: a connective, a question without a mark before it, or a lone "no" starts a new one."""
    parts: list[tuple[str, list[Piece]]] = [("", [])]
    for index, piece in enumerate(run.pieces):
        before, rest = parts[-1][1], run.pieces[index : index + _LOOK_AHEAD]
        link = _link(piece, before, lexicon)
        if link and before and all(_link(item, (), lexicon) for item in before):
            link = ""  # "mas e ...": still a contrast
        alone = _alone(piece) and not any(item.labels & {"own_grounds", "negator"} for item in before)
        if link or alone or _explains(before, rest, lexicon) or _turns(before, rest, lexicon):
            parts.append((link, []))
        if link != "addition":
            parts[-1][1].append(piece)
        if alone and piece.tokens[-1].folded not in lexicon.words("negator"):
            parts.append(("", []))  # "claro que não" may still deny what follows: "... quero"
    return _as_clauses(parts, run.closing)


def _as_clauses(parts: Sequence[tuple[str, list[Piece]]], closing: str) -> list[Clause]:
    clauses: list[Clause] = []
    pending_link = ""
    for link, pieces in parts:
        pending_link = link or pending_link
        if pieces:
            clauses.append(Clause(tuple(pieces), pending_link, joined=bool(clauses)))
            pending_link = ""
    if clauses:
        trailing = "…" in closing or ".." in closing
        clauses[-1] = replace(clauses[-1], question="?" in closing, trailing=trailing)
    return clauses


def _link(piece: Piece, before: Sequence[Piece], lexicon: Lexicon) -> str:
    """The group of connectives the piece belongs to. "pq" opens a question where nothing stands before it."""
    if "question_words" in piece.labels and not before:
        return ""
    if piece.word in lexicon.entries("explaining") and before and before[-1].labels & (_ORDERS - {"performative"}):
        return "reason"  # "pode cancelar que eu não uso mais"
    return next((label for label in _LINKS if label in piece.labels), "")


def _alone(piece: Piece) -> bool:
    """A refusal that denies nothing else ("nope", "claro que não") is a clause of its own."""
    return "no" in piece.labels and "negator" not in piece.labels


def _explains(before: Sequence[Piece], rest: Sequence[Piece], lexicon: Lexicon) -> bool:
    """A reason starts without a mark: "cancela não quero mais", "pode cancelar comprei sem querer"."""
    if rest[0].labels & {"grounds", "regret"}:
        return not (before and before[-1].labels & {"negator", "reason"})
    said = next((item for item in reversed(before) if not item.labels & _ASIDE), None)
    if said is None or not said.labels & (_ORDERS | {"yes"}) or before[-1].labels & {"negator"}:
        return False
    if rest[0].word in lexicon.entries("story_subjects") | lexicon.entries("addressed_subjects"):
        return len(rest) > 1 and bool(rest[1].labels & {"unknown", "negator", "inform_verbs", "obtain"})
    if (said is before[-1] or "courtesy" in before[-1].labels) and _starts_remark(rest, lexicon):
        return True
    leading = next((index for index, item in enumerate(rest) if not item.labels & {"filler", "negator"}), len(rest))
    return leading < len(rest) and rest[leading].tells_of_the_past(lexicon)


def _starts_remark(rest: Sequence[Piece], lexicon: Lexicon) -> bool:
    """ "Sim estou cansada", "sim não uso", "sim que absurdo", "sim faz 15 dias"."""
    first, second = rest[0], rest[1] if len(rest) > 1 else None
    main = next((item for item in rest if not item.labels & {"filler", "indefinite"}), first)
    if main.word in lexicon.entries("complaint"):
        return True
    if second is None:
        return False
    if "negator" in first.labels and any("objection" in item.labels for item in rest):
        return True
    opens = "negator" in first.labels or first.word in lexicon.entries("being")
    since = first.word in lexicon.entries("since") and second.labels & {"number", "number_words"}
    return bool(since) or (opens and "unknown" in second.labels)


def _turns(before: Sequence[Piece], rest: Sequence[Piece], lexicon: Lexicon) -> bool:
    """A question or request starts here although no mark stands before it."""
    piece, following = rest[0], rest[1] if len(rest) > 1 else None
    if not before or not opens_question(piece, following, lexicon):
        return False
    if before[-1].labels & _TURNS:
        return True
    if piece.labels <= _OPENER or before[-1].word in lexicon.entries("copulas"):
        return False
    said = next((item for item in reversed(before) if "filler" not in item.labels), None)
    return said is not None and bool(said.labels & _TURNS)
