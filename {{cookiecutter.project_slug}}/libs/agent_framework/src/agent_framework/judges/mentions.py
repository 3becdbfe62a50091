"""The places of a text that name a resource, by its id or by its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.judges.canonical import id_key
from agent_framework.judges.field_words import COPULAS, REFERENCES, FieldWords
from agent_framework.judges.index import Index
from agent_framework.judges.reading import Answer
from agent_framework.judges.values import Value

__all__ = ["Mention", "Mentions", "names_in"]

_APPOSITION: Final = frozenset("(:,-–—|*")
Name = tuple[int, int, str]
"""First and last token, and the handle."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that names a resource by its key or its folded name; `alias`: the id beside a name."""

    first: int
    last: int
    handle: str
    is_id: bool
    alias: str | None = None


def names_in(answer: Answer, index: Index) -> list[Name]:
    """Places where the text names something by its text; the longest name wins."""
    words, found, position = answer.words, list[Name](), 0
    while position < len(words):
        names = index.names_by_start.get(words[position], ())
        name = next((name for name in names if tuple(words[position : position + len(name)]) == name), None)
        if name:
            found.append((position, position + len(name), index.names[name]))
        elif (handle := index.name_words.get(words[position])) and answer.tokens[position].text[0].isupper():
            found.append((position, position + 1, handle))
        position += len(name) if name else 1
    return found


class Mentions:
    """The mentions of one text. `named` are the places of names, `values` have the ids."""

    def __init__(
        self, answer: Answer, index: Index, named: Sequence[Name], values: Sequence[Value], fields: FieldWords
    ) -> None:
        self.answer = answer
        self.index = index
        self.named = named
        self.values = values
        self.fields = fields

    @cached_property
    def all(self) -> list[Mention]:
        """Everything that names a resource, in order."""
        plain = [Mention(first, last, handle, False) for first, last, handle in self.named]
        plain += [found for value in self.values if value.kind == "id" for found in self._mention(value)]
        plain.sort(key=lambda item: item.first)
        return [self._with_alias(index, plain) for index in range(len(plain))]

    def _mention(self, value: Value) -> list[Mention]:
        handles = self.index.resource(value.keys)
        if len(handles) == 1:
            return [Mention(value.first, value.last, next(iter(handles)), True)]
        known = not value.keys.isdisjoint(self.index.keys)
        if known or len(handles) > 1 or self.fields.said(value) & REFERENCES or "-" not in value.value:
            return []
        return [Mention(value.first, value.last, id_key(value.value), True)]

    def _with_alias(self, index: int, mentions: Sequence[Mention]) -> Mention:
        """A name right beside an id ("PED-1001 (Fone)") is about the same thing, or ought to be."""
        mention = mentions[index]
        if mention.is_id:
            return mention
        for other in (*mentions[max(index - 1, 0) : index], *mentions[index + 1 : index + 2]):
            if other.is_id and (self._adjacent(mention, other) or self._is_misplaced(mention, other)):
                return Mention(mention.first, mention.last, mention.handle, False, other.handle)
        return mention

    def _is_misplaced(self, name: Mention, other: Mention) -> bool:
        """ "CON-8112 é com a Dra. Lima", who belongs to another one: in one clause that is said of this one."""
        clause = self.answer.clause_of
        return (
            other.first < name.first
            and clause[other.first] == clause[name.first]
            and self.index.is_anothers(name.handle, other.handle)
        )

    def _adjacent(self, one: Mention, other: Mention) -> bool:
        first, second = (one, other) if one.first < other.first else (other, one)
        between = range(first.last, second.first)
        words = [self.answer.words[index] for index in between]
        small = _APPOSITION | COPULAS | self.answer.sets["determiners"] | self.answer.sets["indefinite"]
        strange = [word for word in words if word not in small]
        copula = not {"é", "is", "was", "era"}.isdisjoint(words)
        close = len(words) <= 3 + copula and len(strange) <= copula
        return close and self.answer.sentence_of[first.first] == self.answer.sentence_of[second.first]

    @cached_property
    def groups(self) -> list[list[Mention]]:
        """Mentions that are coordinated ("PED-1001 e PED-1002") stand together."""
        groups: list[list[Mention]] = []
        for mention in self.all:
            named = {other.handle for other in groups[-1]} if groups else set()
            if groups and (mention.alias in named or self._continues(groups[-1], mention)):
                groups[-1].append(mention)
            else:
                groups.append([mention])
        return groups

    def _continues(self, group: Sequence[Mention], mention: Mention) -> bool:
        before = group[-1]
        if before.alias == mention.handle:
            return True
        between = self.answer.words[before.last : mention.first]
        joining = self.answer.sets["coordinators"] | {","}
        joined = bool(between) and len(between) <= 3 and between[0] in joining
        plain = all(word in joining | self.answer.sets["determiners"] for word in between)
        return before.is_id == mention.is_id and joined and plain
