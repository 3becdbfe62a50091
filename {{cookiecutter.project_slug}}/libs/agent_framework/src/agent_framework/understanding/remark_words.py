"""The words of one clause beside a yes: what the lexicon of remarks says of each, and what its place makes of it."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import CHANGE, NEW_VALUE, SHOWN
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.pieces import Labels, Piece

__all__ = ["DECIDING", "OTHERS", "SMALL", "VALUES", "RemarkWords"]

OTHERS: Final = CHANGE | {"wrong", "reconsider"}
"""Labels of what may be another thing, or an error in what was shown."""
VALUES: Final = NEW_VALUE - {"denied"}
"""Labels of what may be a new value."""
SMALL: Final = frozenset({"filler", "courtesy", "laughter", "addition", "reason", "contrast"})
"""Labels of what says nothing."""
DECIDING: Final = frozenset({"settled_verbs", "naming_verbs"})
"""Marks of what makes the transaction pointless where it has happened, or says what was meant."""
_COUNTS: Final = frozenset({"number", "number_words"})
_NOTHING: Labels = frozenset()


class RemarkWords:
    """One clause with the marks of its words (the groups of remarks in the lexicon) beside their labels."""

    def __init__(self, clause: Clause, pending: Pending, lexicon: Lexicon) -> None:
        self._clause, self._pending, self._lexicon = clause, pending, lexicon
        self._labels = clause.labels
        self._pieces = clause.pieces
        self._marks: dict[int, frozenset[str]] = {
            clause.tokens[index].start: frozenset(match.labels)
            for match in lexicon.remarks.find(clause.tokens)
            for index in range(match.first, match.last)
        }
        # What a set reason is made of means nothing by itself.
        self._open: Labels = frozenset().union(*(self._open_labels(index) for index in range(len(clause.pieces))))

    def _open_labels(self, index: int) -> Labels:
        piece, before = self._pieces[index], self._pieces[:index]
        following = self._pieces[index + 1 : index + 2]
        if "excuse" in self._mark(piece):
            return _NOTHING
        labels = piece.labels
        if any(self._mark(other) & {"nobody", "ignorance"} or "negator" in other.labels for other in before):
            labels -= {"own_denial"}  # "ninguém assinou", "não lembro de ter assinado"
        if piece.word in self._lexicon.entries("earlier") and any(self._is_past(other) for other in before):
            labels -= {"delay"}  # "já reclamei antes"
        if self._is_pending(piece) and any(self._is_past(other) for other in self._pieces[index:]):
            labels -= {"delay"}  # "ainda não enviaram"
        if before[-1:] and "negator" in before[-1].labels:
            labels -= {"report"}  # "nunca respondeu"
        if any(self._is_past(other) for other in (*before[-1:], *following)):
            labels -= {"limit"}  # "só vi agora", "descobri só agora"
        if self._is_of_life(index):
            labels -= OTHERS | {"want"}
        return labels

    def _is_of_life(self, index: int) -> bool:
        """Change and error that are not of what was shown: "mudei de cidade", "em outra loja", "a cor errada"."""
        piece, before, following = self._pieces[index], self._pieces[:index], self._pieces[index + 1 :]
        if not piece.labels & OTHERS or (not following and not before):
            return False
        if self._plans(index):
            return True  # "prefiro comprar"
        last, first = before[-1:], following[:1]
        if "change_verbs" in piece.labels:
            moves = bool(last) and last[0].word in self._entries("reflexive")
            of = bool(first) and first[0].word in self._entries("of")
            return moves or (of and self._is_thing(following[1:2])) or self._is_others_change(before)
        if piece.word in self._entries("another") and "wrong" not in piece.labels:
            return bool(last) and last[0].word in self._entries("prepositions") and self._is_thing(first)
        if "wrong" in piece.labels:
            if any("life_verbs" in self._mark(other) for other in following):
                return True  # "me enganei na hora de comprar"
            missed = bool(first) and first[0].word in self._entries("determiners") and self._is_thing(following[1:2])
            described = bool(last) and last[0].word in self._entries("copulas") and not self._pending.denies
            return missed or self._is_thing(before[-2:-1] if described else last)
        return False

    def _is_others_change(self, before: Sequence[Piece]) -> bool:
        """ "O prazo mudou", "não consigo alterar o endereço": nothing that was shown is to be changed."""
        shown = any(piece.labels & SHOWN or piece.word in self._pending.parameters for piece in self._pieces)
        denied = any("negator" in piece.labels for piece in before)
        anothers = self._has_subject_in(before) and not self._is_mine(before)
        return not shown and (denied or anothers)

    def _is_thing(self, pieces: Sequence[Piece]) -> bool:
        """A noun that names neither what was shown nor one of the parameters."""
        return bool(pieces) and "unknown" in pieces[0].labels and pieces[0].word not in self._pending.named

    def _plans(self, index: int) -> bool:
        """ "Resolvi comprar": what is decided is said by the infinitive that follows."""
        following = self._pieces[index + 1 : index + 2]
        if "planning_verbs" not in self._mark(self._pieces[index]) or not following:
            return False
        plain = "unknown" in following[0].labels and not self._mark(following[0]) & DECIDING
        return plain and following[0].word.endswith(self._endings("infinitive_endings"))

    @property
    def _errs_in_things(self) -> bool:
        """ "Escolhi a cor errada"."""
        wrong = [index for index, piece in enumerate(self._pieces) if "wrong" in piece.labels]
        return bool(wrong) and all(self._is_of_life(index) for index in wrong)

    def _is_past(self, piece: Piece) -> bool:
        changed = "change_verbs" in piece.labels and piece.word.endswith(self._endings("past_endings"))
        return changed or piece.tells_of_the_past(self._lexicon) or piece.word in self._lexicon.entries("past_words")

    def _denied(self, index: int) -> bool:
        return any(
            piece.labels & {"negator", "own_grounds"} or self._is_pending(piece) or "unfulfilled" in self._mark(piece)
            for piece in self._pieces[: index + 1]
        )

    def _is_pending(self, piece: Piece) -> bool:
        """ "Ainda não"."""
        negators = self._lexicon.words("negator")
        return "delay" in piece.labels and any(token.folded in negators for token in piece.tokens)

    def _has_subject_in(self, before: Sequence[Piece]) -> bool:
        """A pronoun, or a noun with its determiner, that is not what the transaction is about."""
        if any(piece.labels & SHOWN for piece in before):
            return False
        if any(piece.word in self._subjects or "nobody" in self._mark(piece) for piece in before):
            return True
        if before[-1:] and "courtesy" in before[-1].labels and before[-1].word.split()[0] in self._determiners:
            return True  # "minha filha", which may address the agent as well
        nouns = [index for index, piece in enumerate(before) if "unknown" in piece.labels]
        return bool(nouns) and nouns[0] > 0 and before[nouns[0] - 1].word in self._determiners

    def _is_mine(self, before: Sequence[Piece]) -> bool:
        return any(piece.word in self._lexicon.entries("first_persons") for piece in before)

    @cached_property
    def _subjects(self) -> frozenset[str]:
        return self._entries("story_subjects", "addressed_subjects", "sentence_openers")

    @cached_property
    def _determiners(self) -> frozenset[str]:
        return self._entries("determiners", "possessives", "demonstrative", "indefinite")

    @property
    def _counts_only(self) -> bool:
        """Numbers say how often or how long: "três vezes", "faz 15 dias", "desde março"."""
        return all(self._is_count(index) for index, piece in enumerate(self._pieces) if piece.labels & _COUNTS)

    def _is_count(self, index: int) -> bool:
        before = self._pieces[index - 1].word if index else ""
        after = self._pieces[index + 1].word if index + 1 < len(self._pieces) else ""
        if after in self._lexicon.entries("times") and "indefinite" not in self._pieces[index].labels:
            return True
        since = before in self._lexicon.entries("since")
        if "number_words" in self._pieces[index].labels and before in self._lexicon.entries("determiners"):
            return after in self._lexicon.entries("units")  # "é o terceiro mês"
        return since and (after in self._lexicon.entries("units") or "date_words" in self._pieces[index].labels)

    def _has_mark(self, mark: str) -> bool:
        return any(mark in labels for labels in self._marks.values())

    def _mark(self, piece: Piece) -> Labels:
        return self._marks.get(piece.start, _NOTHING)

    def _covers(self, *marks: str, until: int | None = None) -> bool:
        """Every word is of these marks, or small and nothing besides."""
        wanted = frozenset(marks)
        small = SMALL | {"indefinite"}
        return all(self._mark(piece) & wanted or piece.labels <= small for piece in self._pieces[:until])

    def _entries(self, *groups: str) -> frozenset[str]:
        return frozenset().union(*(self._lexicon.entries(group) for group in groups))

    def _endings(self, group: str) -> tuple[str, ...]:
        return tuple(self._lexicon.words(group))
