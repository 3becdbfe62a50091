"""What supports a count: the length of a list in the facts, a quantity, or what the answer itself lists."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from agent_framework.judges.assertions import Assertion
from agent_framework.judges.binding import About, Scene
from agent_framework.judges.index import Index, field_concepts, fields_of
from agent_framework.judges.records import Field, Record
from agent_framework.judges.statuses import Statuses
from agent_framework.judges.values import Value

__all__ = ["Counts", "looks_like_money"]


class Counts:
    """Looks for the support of counts."""

    def __init__(self, index: Index, statuses: Statuses) -> None:
        self.index = index
        self.statuses = statuses

    def support(self, scene: Scene, value: Value, about: About, told: Sequence[Assertion]) -> str | None:
        """What supports a count, or None. `told` is what else the text asserts: "3 pedidos em preparação"."""
        number = value.value.split()[0]
        if self._in_names(value, number):
            return "stated"
        if number.isdigit() and (source := self._lengths(scene, value, int(number), told)):
            return source
        records = [record for handle in about.handles for record in self.index.about(handle)] or self.index.all
        fields = [(record, item) for record, item in fields_of(records) if not looks_like_money(item)]
        named = [(record, item) for record, item in fields if field_concepts(item.words) & _called(value.unit)]
        key = f"n:{number}"
        return next((record.source for record, item in named or fields if key in item.keys), None)

    def _in_names(self, value: Value, number: str) -> bool:
        """ "20 GB" of "Plano Controle 20GB"."""
        return bool(value.unit) and any(
            pair == (number, value.unit) for name in self.index.names for pair in pairwise(name)
        )

    def _lengths(self, scene: Scene, value: Value, number: int, told: Sequence[Assertion]) -> str | None:
        clause = scene.answer.clause(value.first)
        here = [item for item in told if item.first in clause and item.kind != "commitment"]
        for source, held in self._collections:
            if number in self._sizes(scene, value, held, here):
                return source
        if here and any(states for _, held in self._collections for states in held):
            return None
        near = scene.answer.sentence_of[value.first]
        named = (group for group in scene.groups if 0 <= scene.answer.sentence_of[group[0].first] - near <= 1)
        return "answer" if any(len(group) == number for group in named) else None

    def _sizes(self, scene: Scene, value: Value, held: Sequence[frozenset[str]], here: Sequence[Assertion]) -> set[int]:
        """How many there are; of the status that the clause tells; or, where it tells what they may do, of any."""
        told = frozenset(key for item in here if item.positive for key in item.keys)
        if told:
            return {sum(1 for states in held if states & told)}
        words, sets = scene.answer.words, scene.answer.sets
        if not sets["others"].isdisjoint(words[max(0, value.first - 2) : value.last + 1]):
            named = {mention.handle for mention in scene.mentions if mention.first < value.first}
            return {len(held) - number for number in range(1, len(named) + 1)}
        clause = scene.answer.clause(value.first)
        possible = not sets["modals"].isdisjoint(words[clause.start : clause.stop])
        return {len(held), *(sum(1 for other in held if other & states) for states in held if possible)}

    @cached_property
    def _collections(self) -> list[tuple[str, list[frozenset[str]]]]:
        """What can be counted, each thing with its statuses: the rows of every list, the resources of every kind."""
        lists = [
            (listing.records[0].source if listing.records else "tool", [self._states([row]) for row in listing.records])
            for listing in self.index.listings
        ]
        kinds = self.index.resources_by_kind.values()
        known = [
            [(handle, self.index.about(handle)) for handle in sorted(handles)] for handles in kinds if len(handles) > 1
        ]
        return lists + [
            (things[0][1][0].source, [self._states(records) | self._done_to(handle) for handle, records in things])
            for things in known
        ]

    def _states(self, records: Sequence[Record]) -> frozenset[str]:
        fields = (item for _, item in fields_of(records) if item.is_status)
        return frozenset(state for item in fields for state in self.statuses.held(item))

    def _done_to(self, handle: str) -> frozenset[str]:
        done = (proof for proof in self.index.proofs if proof.status == "COMPLETED" and handle in proof.handles)
        return frozenset(f"tool:{proof.tool}" for proof in done)


def _called(unit: str) -> frozenset[str]:
    """What a field would be called that counts this: "6 parcelas", "14 places"."""
    return field_concepts((unit,)) if unit else frozenset()


def looks_like_money(item: Field) -> bool:
    """Two decimals: an amount rather than a number of things."""
    return "." in item.text and len(item.text.rsplit(".", 1)[-1]) == 2
