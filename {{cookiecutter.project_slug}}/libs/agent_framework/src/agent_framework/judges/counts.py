"""What supports a count: the length of a list in the facts, a quantity, or what the answer itself lists."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from agent_framework.judges.assertions import Assertion
from agent_framework.judges.binding import About, Scene
from agent_framework.judges.index import Index, field_concepts, fields_of
from agent_framework.judges.records import Field, Listing
from agent_framework.judges.scanning import Value
from agent_framework.judges.statuses import Statuses

__all__ = ["Counts"]


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
        fields = [(record, item) for record, item in fields_of(records) if not _looks_like_money(item)]
        named = [(record, item) for record, item in fields if field_concepts(item.words) & _called(value.unit)]
        key = f"n:{number}"
        return next((record.source for record, item in named or fields if key in item.keys), None)

    def _in_names(self, value: Value, number: str) -> bool:
        """ "20 GB" of "Plano Controle 20GB"."""
        return bool(value.unit) and any(
            pair == (number, value.unit) for name in self.index.names for pair in pairwise(name)
        )

    def _lengths(self, scene: Scene, value: Value, number: int, told: Sequence[Assertion]) -> str | None:
        for listing in self.index.listings:
            if number in self._sizes(scene, value, listing, told):
                return listing.records[0].source if listing.records else "tool"
        clause = scene.answer.clause(value.first)
        if self.index.listings and any(_is_of(item, clause) for item in told):
            return None
        here = scene.answer.sentence_of[value.first]
        named = (group for group in scene.groups if 0 <= scene.answer.sentence_of[group[0].first] - here <= 1)
        return "answer" if any(len(group) == number for group in named) else None

    def _sizes(self, scene: Scene, value: Value, listing: Listing, told: Sequence[Assertion]) -> set[int]:
        """How many the list has; of the status that the clause tells; or, where it tells what they may do, of any."""
        clause = scene.answer.clause(value.first)
        held = [states for other, states in self._held if other is listing]
        told_here = frozenset(key for item in told if _is_of(item, clause) and item.positive for key in item.keys)
        if told_here:
            return {sum(1 for states in held if states & told_here)}
        if not scene.answer.sets["others"].isdisjoint(scene.answer.words[max(0, value.first - 2) : value.last + 1]):
            named = {m.handle for m in scene.mentions if m.first in scene.answer.sentence(value.first)}
            return {len(listing.records) - len(named)}
        possible = any(scene.answer.words[index] in scene.answer.sets["modals"] for index in clause)
        some = {sum(1 for other in held if other & states) for states in held} if possible else set()
        return {len(listing.records), *some}

    @cached_property
    def _held(self) -> list[tuple[Listing, frozenset[str]]]:
        """The statuses of every record of every list."""
        return [
            (
                listing,
                frozenset(state for item in record.fields if item.is_status for state in self.statuses.held(item)),
            )
            for listing in self.index.listings
            for record in listing.records
        ]


def _is_of(item: Assertion, clause: range) -> bool:
    return item.first in clause and item.kind != "commitment"


def _called(unit: str) -> frozenset[str]:
    """What a field would be called that counts this: "6 parcelas", "14 places"."""
    return field_concepts((unit,)) if unit else frozenset()


def _looks_like_money(item: Field) -> bool:
    return "." in item.text and len(item.text.rsplit(".", 1)[-1]) == 2
