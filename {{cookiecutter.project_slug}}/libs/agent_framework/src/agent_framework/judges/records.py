"""The facts of a turn as records: what is known of which resource, and who says so."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from agent_framework.domain.text import Text, fold
from agent_framework.judges.canonical import date_keys, id_key, id_keys, number_key, numeric
from agent_framework.judges.model import Facts

__all__ = ["Field", "Listing", "Proof", "Record", "Records", "read_records"]

# Ids of who asks and of the record itself name no resource an answer is about.
_NOT_RESOURCES: Final = frozenset({"tenant_id", "customer_id", "user_id", "session_id", "transaction_id", "agent_id"})
_STATUS_WORDS: Final = frozenset(
    {"status", "state", "situation", "situacao", "estado", "stage", "etapa", "phase", "fase"}
)
_LONGEST_NAME: Final = 10
_LONGEST_TEXT: Final = 120
_LONGEST_GIVEN: Final = 120


@dataclass(frozen=True, slots=True)
class Field:
    """One scalar: the words of its key, everything that supports a mention of it, and its text or truth."""

    name: str
    words: tuple[str, ...]
    keys: frozenset[str]
    text: str
    truth: bool | None = None

    @property
    def is_status(self) -> bool:
        """Whether its key says that it holds a status."""
        return not _STATUS_WORDS.isdisjoint(self.words)


@dataclass(eq=False, slots=True)
class Record:
    """What one mapping says. `handles` name what it is about: ids as keys, texts folded."""

    source: str
    parent: "Record | None" = None
    tool: str = ""
    fields: list[Field] = field(default_factory=list)
    handles: set[str] = field(default_factory=set)
    names: dict[tuple[str, ...], str] = field(default_factory=dict)

    def lineage(self) -> Iterator["Record"]:
        """The records it is part of, nearest first."""
        record = self.parent
        while record:
            yield record
            record = record.parent


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of records in a result."""

    words: tuple[str, ...]
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of a transaction: the tool, its status, and the handles of what it was about."""

    source: str
    tool: str
    status: str
    handles: frozenset[str]
    transaction_id: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """All records of a turn, its listings and its proofs; `texts` are the free texts of results, with their source."""

    records: list[Record]
    listings: list[Listing]
    proofs: list[Proof]
    texts: list[tuple[str, str]]


def read_records(facts: Facts) -> Records:
    """Lay the facts out as records."""
    reader = _Reader()
    for call in facts.tool_results:
        reader.read(f"tool:{call.get('tool_name')}", call, str(call.get("tool_name")))
    for entry in facts.evidence:
        reader.prove(entry, f"evidence:{entry.get('transaction_id')}")
    if facts.transaction:
        reader.prove(facts.transaction, "transaction")
    for stated in facts.stated:
        if not isinstance(stated, str):
            reader.walk("stated", stated, None)
    return Records(reader.records, reader.listings, reader.proofs, reader.texts)


class _Reader:
    def __init__(self) -> None:
        self.records: list[Record] = []
        self.listings: list[Listing] = []
        self.proofs: list[Proof] = []
        self.texts: list[tuple[str, str]] = []

    def read(self, source: str, entry: Mapping[str, Any], tool: str) -> Record:
        """Arguments and result of one call are one record: the result speaks of what the arguments name."""
        start = len(self.records)
        record = self._new(source, None, tool)
        arguments = entry.get("arguments") or {}
        self._fill(record, arguments)
        self._given(record, arguments)
        result = entry.get("result")
        if isinstance(result, Mapping):
            self._fill(record, result)
        else:
            self.walk(source, result, record)
        listed = {handle for part in self.records[start:] for handle in part.handles}
        resources = {id_key(str(item.get("value", ""))) for item in entry.get("resources") or ()}
        missing = resources - listed  # those of the records of a list name just these
        if len(missing) == 1 or "status" in entry:
            record.handles |= missing
        return record

    def prove(self, entry: Mapping[str, Any], source: str) -> None:
        """A transaction's record, and the proof of what became of it."""
        known = str(entry.get("transaction_id") or "")
        if source == "transaction" and any(known and known == proof.transaction_id for proof in self.proofs):
            return
        tool = str(entry.get("tool_name"))
        record = self.read(source, entry, tool)
        self.proofs.append(Proof(source, tool, str(entry.get("status")), frozenset(record.handles), known))

    def walk(self, source: str, data: Any, parent: Record | None) -> None:
        """Records of nested data."""
        if isinstance(data, Mapping):
            self._fill(self._new(source, parent, parent.tool if parent else ""), data)
        elif isinstance(data, Sequence) and not isinstance(data, str):
            record = parent or self._new(source, None, "")
            for item in data:
                if isinstance(item, Mapping | list | tuple):
                    self.walk(source, item, parent)
                else:
                    self._scalar(record, "", item)
        elif data is not None:
            self._scalar(parent or self._new(source, None, ""), "", data)

    def _new(self, source: str, parent: Record | None, tool: str) -> Record:
        record = Record(source, parent, tool)
        self.records.append(record)
        return record

    def _fill(self, record: Record, data: Mapping[str, Any]) -> None:
        if "key" in data and isinstance(data.get("params"), Mapping):
            data = data["params"]  # a text to be said: its key is no fact
        for key, value in data.items():
            if isinstance(value, Mapping):
                self._nested(record, str(key), value)
            elif isinstance(value, Sequence) and not isinstance(value, str):
                self._list(record, str(key), value)
            else:
                self._scalar(record, str(key), value)

    def _nested(self, record: Record, key: str, value: Mapping[str, Any]) -> None:
        """A mapping without an id of its own tells more about the record it is in."""
        if any(_is_resource(str(name)) for name in value):
            self._fill(self._new(record.source, record, record.tool), value)
        else:
            self._fill(record, value)

    def _list(self, record: Record, key: str, values: Sequence[Any]) -> None:
        start = len(self.records)
        for item in values:
            if isinstance(item, Mapping):
                self._fill(self._new(record.source, record, record.tool), item)
            else:
                self.walk(record.source, item, record) if isinstance(item, list) else self._scalar(record, key, item)
        own = tuple(item for item in self.records[start:] if item.parent is record)
        if own or not values:
            self.listings.append(Listing(_words(key), own))

    def _scalar(self, record: Record, key: str, value: Any) -> None:
        if value is None:
            return
        if isinstance(value, bool):
            record.fields.append(Field(key, _words(key), frozenset(), "", value))
            return
        text = str(value)
        resource = _is_resource(key)
        keys = frozenset(_keys(value, text, resource))
        record.fields.append(Field(key, _words(key), keys, text))
        self._name(record, key, text, resource=resource, known=bool(keys))
        if len(text.split()) > 2:
            self.texts.append((record.source, text))

    def _given(self, record: Record, arguments: Mapping[str, Any]) -> None:
        """Words of the customer's own ("Rua das Flores, 12"): repeated as they were given, the figures in them claim nothing."""
        for text in (value for value in arguments.values() if isinstance(value, str) and " " in value.strip()):
            words = tuple(token.folded for token in Text(text).tokens)
            if len(words) <= _LONGEST_GIVEN:
                record.names[words] = handle = " ".join(words)
                record.handles.add(handle)

    def _name(self, record: Record, key: str, text: str, *, resource: bool, known: bool = False) -> None:
        """Let the answer name the record by this value: an id, or a text that is neither status, number nor date."""
        if resource and text:
            record.handles.add(id_key(text))
            return
        if known or not 2 < len(text) < _LONGEST_TEXT or not _STATUS_WORDS.isdisjoint(_words(key)):
            return
        words = tuple(token.folded for token in Text(text).tokens)
        if len(words) <= _LONGEST_NAME and any(character.isalpha() for character in text):
            record.names[words] = handle = " ".join(words)
            record.handles.add(handle)


def _is_resource(key: str) -> bool:
    return (key.endswith("_id") or key in ("id", "resource_key")) and key not in _NOT_RESOURCES


def _keys(value: Any, text: str, resource: bool) -> Iterator[str]:
    yield from date_keys(value)
    number = None if resource else numeric(value)
    if number is not None:
        yield f"n:{number_key(number)}"
    if text.endswith("%") and (percent := numeric(text[:-1])) is not None:
        yield f"p:{number_key(percent)}"
    if resource:
        yield id_key(text)
    if resource or text.isdigit() or (number is None and not _is_date(value)):
        yield from id_keys(text)
    if "@" in text or ("." in text and "/" in text):
        yield f"a:{text.casefold()}"


def _is_date(value: Any) -> bool:
    return next(date_keys(value), None) is not None


@lru_cache(maxsize=1024)
def _words(key: str) -> tuple[str, ...]:
    return tuple(fold(part) for part in key.replace("-", "_").split("_") if part)
