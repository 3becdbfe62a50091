"""The facts of a turn as records: what is known of one thing, and who says so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_framework.domain.text import fold
from agent_framework.judges.model import Facts

__all__ = ["Record", "records_of", "strings_in"]


@dataclass(frozen=True)
class Record:
    """Scalar values by key, with the source they come from. `tool` and `succeeded` where it is an execution's."""

    source: str
    values: Mapping[str, str]
    tool: str | None = None
    succeeded: bool = False

    @property
    def folded(self) -> frozenset[str]:
        return frozenset(fold(value) for value in self.values.values())

    def names(self, resource: str) -> bool:
        """Whether it is about this id."""
        return fold(resource) in self.folded

    @property
    def protocols(self) -> frozenset[str]:
        return frozenset(fold(value) for key, value in self.values.items() if "protoc" in key or "receipt" in key)


def records_of(facts: Facts) -> list[Record]:
    """Every record of the turn's facts. A nested one inherits what its surroundings say."""
    records = [
        Record(f"tool:{call['tool_name']}", values)
        for call in facts.tool_results
        for values in _scalars(call["result"], _flat(call.get("arguments", {})))
    ]
    for entry in facts.evidence:
        source = f"evidence:{entry['transaction_id']}"
        done = entry["status"] == "COMPLETED"
        inherited = _flat(entry["arguments"])
        records += [Record(source, values, entry["tool_name"], done) for values in _scalars(entry["result"] or {}, inherited)]
    if facts.transaction:
        records.append(Record("transaction", _flat(facts.transaction.get("arguments", {}))))
    return records


def _scalars(data: Any, inherited: Mapping[str, str]) -> Iterator[dict[str, str]]:
    if isinstance(data, Mapping):
        own = {**inherited, **_flat(data)}
        yield own
        for value in data.values():
            if isinstance(value, Mapping | list | tuple):
                yield from _scalars(value, own)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for item in data:
            yield from _scalars(item, inherited)


def _flat(data: Mapping[str, Any]) -> dict[str, str]:
    return {str(k): str(v) for k, v in data.items() if isinstance(v, str | int | float) and not isinstance(v, bool)}


def strings_in(data: Any) -> Iterator[str]:
    """Every scalar in nested data, as text."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from strings_in(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for item in data:
            yield from strings_in(item)
    elif data is not None:
        yield str(data)
