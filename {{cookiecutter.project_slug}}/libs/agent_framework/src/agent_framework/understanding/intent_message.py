"""One message while its intents are read: tokens, labels, clauses, declared words and values, each found once."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Final

from agent_framework.domain.agents import Intent
from agent_framework.domain.parameters import ValueType
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.intent_words import Occurrence, Role
from agent_framework.understanding.request_clauses import RequestClause, cut_clauses
from agent_framework.understanding.request_cues import Labelled, Labels

__all__ = ["Message", "Range"]

Options = Mapping[str, Sequence[str]]
Range = tuple[int, int]
"""From the first to after the last, of tokens or characters."""

_SMALL: Final[Labels] = frozenset(
    {"determiner", "preposition", "genitive", "preverb", "courtesy", "polite", "article_or_pronoun", "be_wished"}
    | {"modal", "coordinator", "relative", "pronoun"}
)


class Values:
    """Places of values in a message, as token ranges in order, each with whether it is exact."""

    def __init__(self, found: Sequence[tuple[Range, bool]]) -> None:
        self.exact = [place for place, exact in found if exact]
        self.tokens = frozenset(token for place, _ in found for token in range(*place))
        self._places = [place for place, _ in found]

    def within(self, first: int, last: int) -> list[Range]:
        """Those among tokens `first` to `last` (exclusive)."""
        start = bisect_left(self._places, (first, 0))
        return list(
            takewhile(lambda place: place[1] <= last, self._places[start : bisect_left(self._places, (last, 0))])
        )


@dataclass
class Message:
    """One message while it is read."""

    text: Text
    tokens: tuple[Token, ...]
    labelled: Labelled
    found: Sequence[Occurrence]
    intents: Sequence[Intent]
    options: Options
    _values: dict[int, Values] = field(default_factory=dict)
    _types: dict[tuple[int, tuple[str, ...]], list[tuple[Range, bool]]] = field(default_factory=dict)

    @cached_property
    def clauses(self) -> list[RequestClause]:
        return cut_clauses(self.text.raw, self.tokens, self.labelled, self.found)

    @cached_property
    def starts(self) -> list[int]:
        """The first token of each clause."""
        return [clause.first for clause in self.clauses]

    def clause_of(self, position: int) -> int:
        """Index of the clause that a token stands in."""
        return bisect_left(self.starts, position + 1) - 1

    @cached_property
    def conditional(self) -> frozenset[int]:
        """The sentences with a condition in them."""
        places = self.labelled.places("hypothetical")
        return frozenset(self.clauses[self.clause_of(place)].sentence for place in places)

    @cached_property
    def objects(self) -> list[Occurrence]:
        return [item for item in self.found if any(use.role is Role.OBJECT for use in item.uses)]

    @cached_property
    def object_places(self) -> list[int]:
        return [item.first for item in self.objects]

    @cached_property
    def object_tokens(self) -> frozenset[int]:
        return frozenset(index for item in self.objects for index in range(item.first, item.last))

    @cached_property
    def heads(self) -> dict[int, Occurrence]:
        """Objects that another one is said of: in "capa do livro" the book's is the cover."""
        ends = {item.last: item for item in self.objects}
        heads: dict[int, Occurrence] = {}
        for item in self.objects:
            before = item.first
            while before > 0 and self.labelled.at[before - 1] & {"determiner", "genitive"}:
                before -= 1
            if before < item.first and before in ends and self.labelled.at[before] & {"genitive"}:
                heads[item.first] = ends[before]
        return heads

    def between(self, places: Sequence[int], first: int, last: int) -> range:
        """Indices of the places among tokens `first` to `last` (exclusive)."""
        return range(bisect_left(places, first), bisect_left(places, last))

    def values(self, intent: int) -> Values:
        """The values of the intent's parameters."""
        if intent not in self._values:
            parameters = self.intents[intent].tool.parameters.items()
            found = {item for name, one in parameters for item in self._found(name, one.type)}
            self._values[intent] = Values(sorted(found))
        return self._values[intent]

    def _found(self, name: str, kind: ValueType) -> list[tuple[Range, bool]]:
        key = (id(kind), tuple(self.options.get(name, ())))
        if key not in self._types:
            self._types[key] = list(self._find(kind, key[1]))
        return self._types[key]

    def _find(self, kind: ValueType, options: Sequence[str]) -> Iterator[tuple[Range, bool]]:
        starts = [token.start for token in self.tokens]
        for item in kind.find(self.text, options):
            place = bisect_left(starts, item.start), bisect_left(starts, item.end)
            # Loose words ("isso aí" for a free text) are no object; a loose number is ("o 1001").
            if item.value is not None and (item.exact or self._numeric(*place)):
                yield place, item.exact

    def _numeric(self, first: int, last: int) -> bool:
        return any(token.kind == "number" for token in self.tokens[first:last])

    def place(self, first: int, last: int) -> Range:
        """The characters of tokens `first` to `last` (exclusive)."""
        return self.tokens[first].start, self.tokens[last - 1].end

    def only_small_words(self, first: int, last: int, values: Collection[int] = ()) -> bool:
        """Whether a range holds nothing but objects, numbers, function words and the tokens `values`."""
        return all(index in values or self._is_small(index) for index in range(first, last))

    def _is_small(self, index: int) -> bool:
        small = self.labelled.at[index] & _SMALL
        return bool(small) or index in self.object_tokens or self.tokens[index].kind != "word"
