"""An answer cut into sentences and clauses, with what is asked or supposed in it set apart from what is told."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.judges.vocabulary import Vocabulary, plain

__all__ = ["Answer", "VerbGroup"]

_SENTENCE_ENDS: Final = frozenset(".!?…;")
_CLAUSE_MARKS: Final = frozenset(",:()[]—–|")
_LABEL_MARKS: Final = frozenset(":(-–—|*")
_NONE_REACH: Final = 4


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """What stands right before a verb. `start` is its first token; empty groups start at the verb."""

    start: int
    words: frozenset[str]
    negated: bool
    denied_from_afar: bool = False

    @property
    def is_denied(self) -> bool:
        """Denied by its own words or by its subject."""
        return self.negated or self.denied_from_afar


class Answer:
    """One answer. Token indexes are used throughout."""

    def __init__(self, text: Text, vocabulary: Vocabulary) -> None:
        self.text = text
        self.tokens = text.tokens
        self.words = [plain(token.text) if token.kind == "word" else token.folded for token in text.tokens]
        self.vocabulary = vocabulary
        self.sets = vocabulary.sets

    def said(self, first: int, last: int) -> str:
        """The words of the answer from `first` to `last` (exclusive)."""
        return self.text.raw[self.tokens[first].start : self.tokens[last - 1].end]

    # --- sentences and clauses --------------------------------------------------------------------------------------

    @cached_property
    def sentence_of(self) -> list[int]:
        """The sentence of each token; a line is a sentence of its own."""
        numbers, number = [], 0
        for index, token in enumerate(self.tokens):
            before = index - 1
            if index and (
                self._ends_sentence(before, self.tokens[before]) or self._breaks_line(self.tokens[before], token)
            ):
                number += 1
            numbers.append(number)
        return numbers

    def _breaks_line(self, before: Token, token: Token) -> bool:
        return "\n" in self.text.raw[before.end : token.start]

    def _ends_sentence(self, index: int, token: Token) -> bool:
        if token.text not in _SENTENCE_ENDS or index + 1 == len(self.tokens):
            return False
        following = self.tokens[index + 1]
        if following.text in _SENTENCE_ENDS or following.start == token.end:
            return False
        abbreviated = index and self.words[index - 1] in self.sets["number_signs"] and following.kind == "number"
        shortened = index and self.words[index - 1] in self.sets["abbreviations"]
        return not (token.text == "." and (abbreviated or shortened))

    @cached_property
    def clause_of(self) -> list[int]:
        """The clause of each token. A conjunction belongs to the clause it opens, a mark to the one it closes."""
        numbers, number = [], 0
        for index in range(len(self.tokens)):
            if index and (self._opens_clause(index) or self.sentence_of[index] != self.sentence_of[index - 1]):
                number += 1
            numbers.append(number)
        return numbers

    def _opens_clause(self, index: int) -> bool:
        return self.words[index] in self.sets["conjunctions"] or self.is_clause_mark(index - 1)

    def is_clause_mark(self, index: int) -> bool:
        """A mark that parts clauses; a hyphen does only between spaces."""
        token = self.tokens[index]
        if token.text == "-" and 0 < index < len(self.tokens) - 1:
            return token.start > self.tokens[index - 1].end and self.tokens[index + 1].start > token.end
        return token.text in _CLAUSE_MARKS

    @cached_property
    def sentences(self) -> list[range]:
        """The token range of each sentence."""
        return list(_runs(self.sentence_of))

    @cached_property
    def clauses(self) -> list[range]:
        """The token range of each clause."""
        return list(_runs(self.clause_of))

    def sentence(self, index: int) -> range:
        """The sentence around a token."""
        return self.sentences[self.sentence_of[index]]

    def clause(self, index: int) -> range:
        """The clause around a token."""
        return self.clauses[self.clause_of[index]]

    def words_before(self, first: int) -> list[str]:
        """The words of the clause before a token, without the conjunction that opens it."""
        words = self.words[self.clause(first).start : first] if first < len(self.words) else []
        return words[1:] if words and words[0] in self.sets["conjunctions"] else words

    # --- what is not told -------------------------------------------------------------------------------------------

    @cached_property
    def openers(self) -> list[tuple[str, int, int]]:
        """Phrases that turn what follows into a condition, a question or a report: label, first and last token."""
        found = self.vocabulary.clause_openers.find(self.tokens)
        return [(label, match.first, match.last) for match in found for label in match.labels]

    @cached_property
    def untold(self) -> list[bool]:
        """For each token, whether it is asked or supposed and so asserts nothing."""
        untold = [False] * len(self.tokens)
        for part in (*self._supposed(), *self._asked()):
            untold[part.start : part.stop] = [True] * len(part)
        return untold

    @cached_property
    def conditional_sentences(self) -> frozenset[int]:
        """Sentences with a condition: what they promise is an offer."""
        return frozenset(self.sentence_of[part.start] for part in self._supposed())

    def _supposed(self) -> Iterator[range]:
        for label, first, last in self.openers:
            scope = range(first, self._scope_end(first))
            opened = {"conditions": self._is_condition, "whens": self._awaits, "doubts": self._is_doubted}.get(label)
            if opened and opened(scope, last):
                yield scope

    def _is_doubted(self, scope: range, last: int) -> bool:
        """ "não tenho confirmação de que ..." """
        before = self.words[self.sentence(scope.start).start : last]
        return not (self.sets["negators"] | self.sets["none"]).isdisjoint(before)

    def _awaits(self, scope: range, last: int) -> bool:
        """A time not yet come: "quando for enviado", and not "quando foi enviado"."""
        return self._opens(scope.start) and self.sets["pasts"].isdisjoint(self.words[scope.start : scope.stop])

    def _scope_end(self, first: int) -> int:
        stop = self.sentence(first).stop
        return next((index for index in range(first, stop) if self.is_clause_mark(index)), stop)

    def _is_condition(self, scope: range, last: int) -> bool:
        """ "se" opens a condition or an indirect question, but where it is a pronoun ("encontra-se", "se encontra")."""
        first = scope.start
        if last - first > 1 or self.words[first] != "se" or self._opens(first):
            return True
        following = self.words[last] if last < len(self.words) else ""
        return self.words[first - 1] != "-" and following not in self.sets["reflexives"]

    def _opens(self, first: int) -> bool:
        opening = self.clause(first).start
        return first == opening or (first == opening + 1 and self.words[opening] in self.sets["conjunctions"])

    def _asked(self) -> Iterator[range]:
        for sentence in self.sentences:
            if self.tokens[sentence.stop - 1].text == "?":
                yield range(self._question_start(sentence), sentence.stop)

    def _question_start(self, sentence: range) -> int:
        """Where the asking begins: at the first asking word that opens a clause, else with the last clause."""
        for label, first, _ in self.openers:
            if label == "askers" and first in sentence and self._asks(first, sentence):
                return first
        marks = [index for index in sentence if self.is_clause_mark(index) and index < sentence.stop - 2]
        return marks[-1] + 1 if marks else sentence.start

    def _asks(self, first: int, sentence: range) -> bool:
        leading = next((index for index in sentence if self.tokens[index].kind == "word"), first)
        if first == leading:
            return True
        if not self.is_clause_mark(first - 1) or self.words[first] in self.sets["conjunctions"]:
            return False
        inverted = first + 1 < len(self.words) and self.words[first + 1] in self.sets["subjects"]
        return inverted or self.words[first] not in self.sets["copulas"] | self.sets["events"]

    # --- verb groups ------------------------------------------------------------------------------------------------

    def verb_group(self, first: int, last: int | None = None) -> VerbGroup:
        """The auxiliaries, negations and small words right before the verb on `first` to `last`."""
        opening, index = self.sentence(first).start, first
        inside, none = self.vocabulary.group, self.sets["none"]
        while index > opening and (self.words[index - 1] in inside or self.words[index - 1] in none):
            index -= 1
        words = frozenset(self.words[index:first])
        negated = not words.isdisjoint(self.sets["negators"] | none)
        return VerbGroup(index, words, negated, self._denied_from_afar(index, last or first + 1))

    def _denied_from_afar(self, start: int, last: int) -> bool:
        """ "nenhum pedido foi ...", "cancelled nothing", "there was no": denied in the subject or right behind."""
        none = self.sets["none"]
        if last < len(self.words) and self.words[last] in none and self.clause_of[last] == self.clause_of[last - 1]:
            return True
        opening = max(self.clause(start).start if start < len(self.words) else 0, start - _NONE_REACH)
        return any(word in none and word not in self.sets["without"] for word in self.words[opening:start])

    def is_labelled(self, first: int) -> bool:
        """After a mark that sets a label ("Status: aberto", "(aberto)") or at the start of its line or clause."""
        if first == self.sentence(first).start:
            return True
        before = self.words[first - 1]
        return before in self.sets["status_fields"] or self.tokens[first - 1].text in _LABEL_MARKS or before == ","


def _runs(numbers: list[int]) -> Iterator[range]:
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[start]:
            yield range(start, index)
            start = index
