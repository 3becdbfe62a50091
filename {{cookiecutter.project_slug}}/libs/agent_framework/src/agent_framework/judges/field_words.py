"""What the words near a value say it is: "total de R$ 50", "protocolo: X"."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from agent_framework.judges.index import Index
from agent_framework.judges.reading import Answer
from agent_framework.judges.values import Value
from agent_framework.understanding.phrases import Match

__all__ = ["COPULAS", "REFERENCES", "FieldWords"]

REFERENCES: Final = frozenset({"protocol", "tracking"})
COPULAS: Final = frozenset({":", "=", "(", "*", "é", "is", "was", "foi", "are", "sao", "#"})
_REACH: Final = 10
_SMALL_REACH: Final = 3
_FIELDS: Final = {
    "amount": frozenset({"total", "subtotal", "discount", "fee", "balance", "limit", "installment", "shipping"}),
    "date": frozenset({"due", "delivery", "departure", "arrival", "created", "start", "end", "paid", "updated"}),
    "id": REFERENCES,
}


class FieldWords:
    """The field words of one text. `matches` are its phrases, `values` its values."""

    def __init__(self, answer: Answer, index: Index, matches: Sequence[Match], values: Sequence[Value]) -> None:
        self.answer = answer
        self.index = index
        self.matches = matches
        self.values = values

    @cached_property
    def words(self) -> list[tuple[int, int, str]]:
        """Words that say what a value is: first and last token, concept."""
        known = [
            (match.first, match.last, key if kind == "field" else f"s:{key}")
            for match in self.matches
            for kind, key, _ in (label.split("|") for label in match.labels)
            if kind in ("field", "state", "weak")
        ]
        own = [
            (index, index + 1, f"k:{word}")
            for index, word in enumerate(self.answer.words)
            if word in self.index.key_words
        ]
        return known + own + self._key_phrases()

    def _key_phrases(self) -> list[tuple[int, int, str]]:
        """The words of a key together: "check-in" is more than "check"."""
        words = self.answer.words
        places = [index for index, word in enumerate(words) if word != "-"]
        plain = [words[index] for index in places]
        return [
            (places[start], places[start + len(key) - 1] + 1, concept)
            for key, concept in self.index.key_phrases.items()
            for start in range(len(plain) - len(key) + 1)
            if plain[start] == key[0] and tuple(plain[start : start + len(key)]) == key
        ]

    def said(self, value: Value) -> frozenset[str]:
        """What the value is said to be, by the nearest words of fields of its kind."""
        if value.kind == "id":
            return self._attached(value)
        clause, sentence = self.answer.clause(value.first), self.answer.sentence(value.first)
        return self._near(value, clause) or self._near(value, sentence)

    def _near(self, value: Value, part: range) -> frozenset[str]:
        """In this part, before the value and after what the last one of its kind took; else right behind it."""
        fitting = _FIELDS.get(value.kind, frozenset())
        wanted = [item for item in self.words if item[2] in fitting or item[2][1:2] == ":"]
        others = [item for item in self.values if item.kind == value.kind and item.last <= value.first]
        taken = max((last for item in others[-1:] for _, last, _ in self._behind(item, wanted)), default=0)
        start = max(part.start, value.first - _REACH, taken, *(item.last for item in others[-1:]), 0)
        before = [item for item in wanted if start <= item[0] and item[1] <= value.first]
        return frozenset(concept for _, _, concept in before or self._behind(value, wanted))

    def _behind(self, value: Value, wanted: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """ "R$ 50 de desconto", "R$ 50 in total", "R$ 50 (total)", "R$ 50 é o saldo"."""
        small = self.answer.sets["of"] | self.answer.sets["copulas"] | self.answer.sets["determiners"] | {"("}
        start = value.last
        while start < min(len(self.answer.words), value.last + _SMALL_REACH) and self.answer.words[start] in small:
            start += 1
        return [item for item in wanted if item[0] == start]

    def _attached(self, value: Value) -> frozenset[str]:
        """ "protocolo X", "protocolo do pedido A é X", "X is your protocol": but not "protocolo do pedido X"."""
        resource = bool(self.index.resource(value.keys))
        return frozenset(
            concept
            for first, last, concept in self.words
            if concept in REFERENCES
            and (self._leads(last, value.first, resource=resource) or self._trails(value.last, first))
        )

    def _is_genitive(self, between: Sequence[str]) -> bool:
        """ "o protocolo do PED-1001": whose protocol it is, not which."""
        return (
            bool(between)
            and between[0] in self.answer.vocabulary.prepositions
            and not set(between) & (self.answer.sets["number_of"] | COPULAS)
        )

    def _leads(self, start: int, first: int, *, resource: bool) -> bool:
        if not 0 <= first - start <= _REACH or self.answer.sentence_of[start - 1] != self.answer.sentence_of[first]:
            return False
        sets, between = self.answer.sets, self.answer.words[start:first]
        small = COPULAS | sets["number_of"] | sets["number_signs"] | sets["determiners"] | sets["fillers"] | sets["of"]
        rest = [word for word in between if word not in small and word.isalpha()]
        if not rest and not any(character.isdigit() for word in between for character in word):
            return not (resource and self._is_genitive(between))
        last = next((word for word in reversed(between) if word not in small - COPULAS), "")
        return last in COPULAS and last not in ("(", "*")

    def _trails(self, last: int, first: int) -> bool:
        between = self.answer.words[last:first]
        if not between or len(between) > 3 or self.answer.sentence_of[last - 1] != self.answer.sentence_of[first]:
            return False
        small = self.answer.sets["determiners"] | self.answer.sets["number_of"]
        closed = between[0] != "(" or self.answer.words[first + 1 : first + 2] == [")"]
        return closed and between[0] in ("(", "is", "é", "as", "como") and all(word in small for word in between[1:])
