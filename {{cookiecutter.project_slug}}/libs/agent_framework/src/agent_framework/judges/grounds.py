"""What supports a value: the field of the right record, a text of the domain, or the customer's own words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from agent_framework.judges.assertions import Assertion
from agent_framework.judges.binding import About, Scene
from agent_framework.judges.counts import Counts, looks_like_money
from agent_framework.judges.field_words import REFERENCES
from agent_framework.judges.index import Index, field_concepts, fields_of
from agent_framework.judges.model import Claim
from agent_framework.judges.records import Field, Record
from agent_framework.judges.values import Value
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["Grounds", "Witness", "shown"]


@dataclass(frozen=True)
class Witness:
    """A text of the facts read like an answer: whose it is, and what it says."""

    source: str
    scene: Scene


class Grounds:
    """Looks for the support of values. `witnesses` reads the stated texts and the free texts of results."""

    def __init__(
        self,
        index: Index,
        counts: Counts,
        actions: PhraseTable,
        witnesses: Callable[[], Sequence[Witness]],
        message: Callable[[], Scene],
    ) -> None:
        self.index = index
        self.actions = actions
        self.counts = counts
        self.witnesses = witnesses
        self.message = message

    def claim(self, scene: Scene, value: Value, told: Sequence[Assertion]) -> Claim:
        """The claim that a value makes, supported or objected to. `told` is what else its text asserts."""
        said = _with_siblings(scene.fields.said(value))
        about = self._paired(scene, value, scene.about(value.first, value.last))
        counted = self.counts.support(scene, value, about, told) if value.kind == "count" else None
        source = counted or self._support(scene, value, about, said)
        text = scene.answer.said(value.first, value.last)
        kind = self._kind(value, said)
        objection = None if source else self._objection(kind, text, about, said)
        return Claim(kind, text, value.value, source, objection)

    def _paired(self, scene: Scene, value: Value, about: About) -> About:
        """As many values as resources, one for each: "A e B custam R$ 1 e R$ 2"."""
        if len(about.handles) < 2:
            return about
        sentence = scene.answer.sentence(value.first)
        alike = [item for item in scene.values if item.kind == value.kind and item.first in sentence]
        alike = [item for item in alike if item.kind != "id" or not self.index.resource(item.keys)]
        same = [item for item in alike if scene.about(item.first, item.last).handles == about.handles]
        if value not in same or len(same) != len(about.handles):
            return about
        return About((about.handles[same.index(value)],))

    def _kind(self, value: Value, said: frozenset[str]) -> str:
        if value.kind == "id":
            reference = "protocol" in said or any(
                "protocol" in field_concepts(item.words) and item.keys & value.keys
                for _, item in fields_of(self.index.all)
            )
            return "protocol" if reference else "id"
        return "count" if value.kind == "percent" else value.kind

    def _objection(self, kind: str, text: str, about: About, said: frozenset[str]) -> str:
        whose = f" of {' and '.join(shown(handle) for handle in about.handles)}" if about.handles else ""
        field = f" as {' or '.join(sorted(name.split(':')[-1] for name in said))}" if said else ""
        return f"No fact{whose} has the {kind} {text!r}{field}; leave it out or use the value of the facts."

    # --- where the support is looked for ----------------------------------------------------------------------------

    def _support(self, scene: Scene, value: Value, about: About, said: frozenset[str]) -> str | None:
        if value.kind == "count":
            return self._spoken(scene, value, about, said)
        if value.kind == "id" and not said & REFERENCES and self.index.resource(value.keys):
            return self._anywhere(value)
        found = self._in_records(value, about, said, self._tools_named(scene, value))
        return found or self._spoken(scene, value, about, said)

    def _anywhere(self, value: Value) -> str | None:
        handles = self.index.resource(value.keys)
        return next((record.source for handle in handles for record in self.index.about(handle)), None)

    def _tools_named(self, scene: Scene, value: Value) -> frozenset[str]:
        """Tools whose action the sentence names before an id: "o protocolo da contestação é"."""
        if value.kind != "id":
            return frozenset()
        others = [item.last for item in scene.values if item.kind == "id" and item.last <= value.first]
        named = self.actions.find(scene.answer.tokens)
        start = max(scene.answer.sentence(value.first).start, *others, 0)
        found = [match for match in named if start <= match.first and match.last <= value.first]
        tools = (label.split("|") for match in found[-1:] for label in match.labels)
        return frozenset(tool for kind, tool, _ in tools if kind == "action")

    def _in_records(
        self, value: Value, about: About, said: frozenset[str], tools: frozenset[str] = frozenset()
    ) -> str | None:
        if tools:
            executed = {proof.tool for proof in self.index.proofs}
            fitting = [item for item in self.index.all if item.tool in tools or item.tool not in executed]
            if not self._field(fitting, value, said):
                return None
        if not about.handles:
            return self._field(self.index.all, value, said)
        found = [self._field(self.index.about(handle), value, said) for handle in about.handles]
        if any(found):
            return next(source for source in found if source)
        around = [item for handle in about.handles for record in self.index.about(handle) for item in record.lineage()]
        wanted = said if not about.carried else frozenset()
        if not about.carried and not said:
            return None
        return self._field(around, value, wanted, strict=not about.carried)

    def _field(
        self, records: Iterable[Record], value: Value, said: frozenset[str], *, strict: bool = False
    ) -> str | None:
        """A field with this value, and of the kind that the answer says it is."""
        fields = list(fields_of(records))
        closest = max((_overlap(item, said) for _, item in fields if _is_alike(item, value)), default=0)
        for record, item in fields:
            if not item.keys.isdisjoint(value.keys) and _fits(item, said, closest, strict=strict):
                return record.source
        return None

    def _spoken(self, scene: Scene, value: Value, about: About, said: frozenset[str]) -> str | None:
        for witness in self.witnesses():
            if witness.source != "stated" and said & REFERENCES:
                continue
            for other in witness.scene.values:
                if _same(value, other) and self._agrees(witness.scene, other, about, said):
                    return witness.source
        return self._from_message(scene, value, about, said)

    def _agrees(self, scene: Scene, other: Value, about: About, said: frozenset[str]) -> bool:
        theirs = scene.about(other.first, other.last)
        if about.handles and theirs.handles and not set(about.handles) & set(theirs.handles) and not about.carried:
            return False
        if other.kind == "id" and self.index.resource(other.keys) and not said & REFERENCES:
            return True
        known = scene.fields.said(other)
        return bool(known & said) if said & REFERENCES else not (said and known) or bool(known & said)

    def _from_message(self, scene: Scene, value: Value, about: About, said: frozenset[str]) -> str | None:
        """The customer's words prove no protocol, and no value of a record that has one of its own."""
        if said & REFERENCES or not any(_same(value, other) for other in self.message().values):
            return None
        if value.kind == "id" or scene.answer.untold[value.first] or self._is_attributed(scene, value):
            return "message"
        records = [record for handle in about.handles for record in self.index.about(handle)] or self.index.all
        contradicted = any(_is_alike(item, value) for _, item in fields_of(records))
        return None if contradicted else "message"

    def _is_attributed(self, scene: Scene, value: Value) -> bool:
        sentence = scene.answer.sentence(value.first)
        return any(label == "attributions" and first in sentence for label, first, _ in scene.answer.openers)

    def dated(self, scene: Scene, day: Value, fields: frozenset[str]) -> str | None:
        """The support of a day as one of these fields, for a forecast."""
        about = scene.about(day.first, day.last)
        records = [record for handle in about.handles for record in self.index.about(handle)] or self.index.all
        return self._field(records, day, fields, strict=True)


def _with_siblings(said: frozenset[str]) -> frozenset[str]:
    """A term ends when it is due."""
    return said | {"due", "end"} if said & {"due", "end"} else said


def shown(handle: str) -> str:
    """A handle as a person would write it."""
    return handle.removeprefix("id:")


def _same(value: Value, other: Value) -> bool:
    if not value.keys & other.keys:
        return False
    return value.kind != "count" or value.unit == other.unit or not value.unit


def _is_alike(item: Field, value: Value) -> bool:
    """Whether the value of a field may be mistaken for this one: money for money, a day for a day."""
    if value.kind == "amount" and not looks_like_money(item):
        return False
    return not {_kind_of(key) for key in item.keys}.isdisjoint(_kind_of(key) for key in value.keys)


def _kind_of(key: str) -> str:
    kind = key.partition(":")[0]
    return "id" if kind == "tail" else kind


def _overlap(item: Field, said: frozenset[str]) -> int:
    return len(field_concepts(item.words) & said)


def _fits(item: Field, said: frozenset[str], closest: int, *, strict: bool) -> bool:
    """Whether a field may be what the answer calls it. `closest`: how well the best of its kind answers to the name."""
    if not said:
        return True
    if closest or strict:
        return 0 < _overlap(item, said) >= closest
    return not said & REFERENCES and not (_known(field_concepts(item.words)) and _known(said))


def _known(concepts: frozenset[str]) -> frozenset[str]:
    return frozenset(concept for concept in concepts if concept[1:2] != ":")
