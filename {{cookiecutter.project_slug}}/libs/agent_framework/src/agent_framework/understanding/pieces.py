"""The words of a message as pieces, each labelled with what it does: the lexicon laid over the pending transaction."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pending import Pending

__all__ = ["Labels", "Piece", "read_pieces"]

Labels: TypeAlias = frozenset[str]

_QUOTES: Final = {'"': '"', "“": "”", "«": "»", "‘": "’", "'": "'", "`": "`"}
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th", "º", "ª", "o", "a"})
_NEW_VALUE: Final = frozenset({"number_words", "date_words"})
# Labels of words that say something else where the agent used them first.
_SOFT: Final = _NEW_VALUE | {"obtain", "inform_verbs", "indefinite"}
_SHORTEST_PAST: Final = 3
_DENYING: Final = frozenset({"negator", "without"})
_UNKNOWN: Final = frozenset({"unknown"})
_VALUE: Final = frozenset({"value"})
_ADDITION: Final = frozenset({"addition"})


@dataclass(frozen=True)
class Piece:
    """A word or phrase and its labels: lexicon groups, value, shown, denied, object, number, mark, unknown."""

    labels: Labels
    tokens: tuple[Token, ...]

    @cached_property
    def word(self) -> str:
        """The folded words with single spaces between."""
        return " ".join(token.folded for token in self.tokens)

    def tells_of_the_past(self, lexicon: Lexicon) -> bool:
        """Whether it looks like a verb in the past ("comprei", "ordered") that says nothing else in a reply."""
        endings = tuple(lexicon.words("past_endings"))
        return (
            bool(self.labels & {"unknown", "wrong"}) and len(self.word) > _SHORTEST_PAST and self.word.endswith(endings)
        )

    @property
    def start(self) -> int:
        return self.tokens[0].start

    @property
    def end(self) -> int:
        return self.tokens[-1].end


def read_pieces(text: Text, lexicon: Lexicon, pending: Pending, spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """The pieces of a message. `spans` are places of values that were shown: they say nothing new."""
    tokens = pending.spelling.read(lexicon.spelling.read(text.tokens, pending.words), lexicon.known | pending.words)
    return list(_quoted(list(_pieces(tokens, lexicon, pending, _inside(tokens, spans)))))


def _inside(tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> list[bool]:
    return [any(start < token.end and token.start < end for start, end in spans) for token in tokens]


def _pieces(tokens: tuple[Token, ...], lexicon: Lexicon, pending: Pending, values: Sequence[bool]) -> Iterator[Piece]:
    """Lexicon, verb of the transaction and shown words laid over each other: the longer reading wins, then the verb."""
    found = {match.first: (match.last, frozenset(match.labels)) for match in lexicon.reply.find(tokens)}
    for match in pending.verbs.find(tokens):
        last, labels = found.get(match.first, (match.first, frozenset()))
        if match.last >= last:
            stop = labels & {"stop_verbs"} if match.last == last else frozenset()
            found[match.first] = (match.last, frozenset(match.labels) | stop)
    for match in lexicon.ownership.find(tokens) if pending.denies else ():
        if match.last >= found.get(match.first, (match.first, _UNKNOWN))[0]:
            found[match.first] = (match.last, frozenset({"own_denial"}))  # "é minha", of what is denied
    position, after_verb = 0, False
    while position < len(tokens):
        last, labels = found.get(position, (position + 1, frozenset()))
        if values[position]:
            last, labels = position + 1, _VALUE
        elif labels & _DENYING and last < len(tokens) and tokens[last].folded in pending.denied:
            last, labels = last + 1, frozenset({"shown"})  # "without subtitles", as it was shown
        elif labels <= _SOFT:
            last, labels = _single(tokens, position, last, labels, lexicon, pending)
        if last == position + 1 and tokens[position].folded in pending.objects:
            labels = labels - _UNKNOWN | {"object"}
        if after_verb and "addition" in labels and last > position + 1:
            labels = labels - _ADDITION | {"change"}  # "cancelar outra coisa"
        if "indefinite" in labels and "own_noun" in found.get(last, (0, _UNKNOWN))[1]:
            labels |= {"filler"}  # "abre uma contestação"
        if after_verb and tokens[position].folded in lexicon.words("object_pronoun"):
            thing = tokens[position].folded in lexicon.words("third_persons")
            labels |= {"filler", "object"} if thing else {"filler"}  # "cancela ele"
        if "addition" in labels and tokens[position].text.casefold() in lexicon.groups["linking_is"]:
            labels = labels - _ADDITION | {"filler"}  # "é", which folds to "e"
        after_verb = "own_verb" in labels
        yield Piece(labels, tokens[position:last])
        position = last


def _single(
    tokens: Sequence[Token], first: int, last: int, labels: Labels, lexicon: Lexicon, pending: Pending
) -> tuple[int, Labels]:
    """A word that the lexicon does not know, or knows as a number or a date: was it shown?"""
    token = tokens[first]
    following = tokens[first + 1] if first + 1 < len(tokens) else None
    if token.kind == "number":
        ordinal = following is not None and following.folded in _ORDINALS and following.start == token.end
        before = tokens[first - 1].folded if first else ""
        shown = pending.has_number(token.folded, _unit(following, lexicon), before in lexicon.words("appointing"))
        return first + (2 if ordinal else 1), frozenset({"shown" if shown else "number"})
    if pending.has_shown(token.folded):
        return last, labels - _NEW_VALUE | {"shown"}
    if labels:
        return last, labels
    if token.folded in pending.denied:
        return last, frozenset({"denied"})
    return last, _UNKNOWN if token.kind == "word" else frozenset({"mark"})


def _unit(following: Token | None, lexicon: Lexicon) -> str:
    """The noun that a number counts, as far as one follows."""
    counts = following is not None and following.kind == "word" and following.folded not in lexicon.known
    return following.folded if following and counts else ""


def _quoted(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Words between quotation marks are somebody's words, unless they are the name of what was shown."""
    closing: dict[int, int] = {}
    opened: dict[str, int] = {}
    for index, piece in enumerate(pieces):
        if "mark" not in piece.labels:
            continue
        if piece.word in opened:
            closing[opened.pop(piece.word)] = index
        elif piece.word in _QUOTES:
            opened[_QUOTES[piece.word]] = index
    until = -1
    for index, piece in enumerate(pieces):
        if index in closing:
            until = closing[index]
        elif index == until:
            until = -1
        elif until > index and not piece.labels & {"value", "shown"}:
            yield Piece(piece.labels | {"quoted"}, piece.tokens)
        elif piece.word not in _QUOTES or "mark" not in piece.labels:
            yield piece
