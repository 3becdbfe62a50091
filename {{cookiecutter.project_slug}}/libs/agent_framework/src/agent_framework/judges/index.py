"""The records of a turn, ready to be asked: by handle, by key, by field."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Final

from agent_framework.domain.text import Text, fold
from agent_framework.judges.records import Field, Record, Records
from agent_framework.judges.vocabulary import LANGUAGES, assertion_table, vocabulary

__all__ = ["Index", "field_concepts"]

_SHORTEST_NAME_WORD: Final = 4
# Words of keys that say nothing of the value.
_VAGUE: Final = frozenset(
    {"id", "on", "at", "by", "of", "date", "data", "value", "valor", "name", "nome", "key", "code", "number"}
)


@cache
def _concepts_of() -> Mapping[str, frozenset[str]]:
    concepts: dict[str, frozenset[str]] = {}
    for language in LANGUAGES:
        for concept, words in vocabulary(language).data["fields"].items():
            for word in map(fold, words):
                concepts[word] = concepts.get(word, frozenset()) | {concept}
    return concepts


@cache
def field_concepts(words: tuple[str, ...]) -> frozenset[str]:
    """What a field is, by the words of its key: known concepts ("total") and the words themselves ("k:warranty")."""
    known = {concept for word in words for concept in _concepts_of().get(word, ())}
    own = {f"k:{word}" for word in words if word not in _VAGUE and len(word) > 2}
    own |= {f"k:{'_'.join(words)}"} if len(words) > 1 else set()
    return frozenset(known | own | {f"s:{state}" for state in states_in(" ".join(words))})


def states_in(text: str) -> frozenset[str]:
    """The known statuses that some words tell: "paid on" tells when it was paid."""
    labels = (label.split("|") for match in assertion_table().find(Text(text).tokens) for label in match.labels)
    return frozenset(key for kind, key, _ in labels if kind in ("state", "weak"))


class Index:
    """Looks records up."""

    def __init__(self, records: Records) -> None:
        self.all = records.records
        self.listings = records.listings
        self.proofs = records.proofs
        self.texts = records.texts
        self._by_handle: dict[str, list[Record]] = {}
        self._children: dict[int, list[Record]] = {}
        self.names: dict[tuple[str, ...], str] = {}
        self._kinds: dict[str, frozenset[str]] = {}
        self._event_days: set[str] = set()
        self.tails: dict[str, set[str]] = {}
        self.keys: set[str] = set()
        self.key_phrases: dict[tuple[str, ...], str] = {}
        self.key_words: set[str] = set()
        for record in self.all:
            self._add(record)

    def _add(self, record: Record) -> None:
        for handle in record.handles:
            self._by_handle.setdefault(handle, []).append(record)
        self.names |= record.names
        for ancestor in record.lineage():
            self._children.setdefault(id(ancestor), []).append(record)
        for item in record.fields:
            self.keys |= item.keys
            self._event_days |= item.keys if item.name.endswith(("_on", "_at")) else frozenset()
            if len(item.words) > 1 and not item.name.endswith("_id"):
                self.key_phrases[item.words] = f"k:{'_'.join(item.words)}"
            if not item.name.endswith("_id"):
                self.key_words |= {
                    concept[2:]
                    for concept in field_concepts(item.words)
                    if concept.startswith("k:") and "_" not in concept
                }
            for handle in item.keys & record.handles:
                self._kinds[handle] = self._kinds.get(handle, frozenset()) | {item.name}
            if item.keys & record.handles:
                for key in item.keys:
                    self.tails.setdefault(key, set()).update(item.keys & record.handles)

    @property
    def resources_by_kind(self) -> dict[str, set[str]]:
        """The handles of every kind of id."""
        kinds: dict[str, set[str]] = {}
        for handle, names in self._kinds.items():
            for name in names:
                kinds.setdefault(name, set()).add(handle)
        return kinds

    @cached_property
    def names_by_start(self) -> dict[str, list[tuple[str, ...]]]:
        """The names by their first word, the longest first."""
        names: dict[str, list[tuple[str, ...]]] = {}
        for name in sorted(self.names, key=len, reverse=True):
            names.setdefault(name[0], []).append(name)
        return names

    @cached_property
    def name_words(self) -> dict[str, str]:
        """Words that stand in one name only: "Visa" is enough for "Visa Platinum"."""
        words: dict[str, set[str]] = {}
        for name, handle in self.names.items():
            for word in name:
                if len(word) >= _SHORTEST_NAME_WORD and word.isalpha():
                    words.setdefault(word, set()).add(handle)
        return {word: next(iter(handles)) for word, handles in words.items() if len(handles) == 1}

    def others(self, named: Iterable[str]) -> tuple[str, ...]:
        """The rows of the lists in which these are rows, without them: one handle each."""
        known = set(named)
        lists = [listing.records for listing in self.listings if any(row.handles & known for row in listing.records)]
        return tuple(min(row.handles) for rows in lists for row in rows if row.handles and not row.handles & known)

    def dates_event(self, keys: Iterable[str]) -> bool:
        """Whether a field that tells when something happened ("ordered_on", "paid_at") has this day."""
        return not self._event_days.isdisjoint(keys)

    def resource(self, keys: Iterable[str]) -> frozenset[str]:
        """The handles of the resource that an id names, by its whole or by its last digits."""
        found: set[str] = set()
        for key in keys:
            if key in self._by_handle:
                return frozenset({key})
            found |= self.tails.get(key, set())
        return frozenset(found)

    def about(self, handle: str) -> list[Record]:
        """The records about a resource, with those that are part of them and have no id of their own."""
        records = self._by_handle.get(handle, [])
        parts = (part for record in records for part in self._children.get(id(record), ()))
        return [*records, *(part for part in parts if part not in records)]

    def knows(self, handle: str) -> bool:
        """Whether any record is about it."""
        return handle in self._by_handle

    def is_name_of(self, name: str, handle: str) -> bool:
        """Whether a record is called so and has this id."""
        return any(name in record.handles for record in self._by_handle.get(handle, ()))

    def is_anothers(self, name: str, handle: str) -> bool:
        """Whether a name belongs to another resource of the same kind, and not to this one."""
        kinds = self._kinds.get(handle, frozenset())
        owners = [
            other for record in self._by_handle.get(name, ()) for other in record.handles if other.startswith("id:")
        ]
        return not self.together(name, handle) and any(self._kinds.get(other, frozenset()) & kinds for other in owners)

    def together(self, name: str, handle: str) -> bool:
        """Whether a named thing belongs to a resource."""
        return any(name in record.handles for record in self.about(handle)) or any(
            name in ancestor.handles for record in self.about(handle) for ancestor in record.lineage()
        )


def fields_of(records: Iterable[Record]) -> Iterator[tuple[Record, Field]]:
    """Every field with its record."""
    return ((record, item) for record in records for item in record.fields)
