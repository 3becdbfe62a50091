"""Which objects belong to an action: words and values around it, or left out and named beside it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from agent_framework.understanding.intent_message import Message, Range
from agent_framework.understanding.intent_words import Occurrence, Role
from agent_framework.understanding.request_clauses import RequestClause

__all__ = ["Bounds", "Objects", "counts", "has_object", "objects_of"]

Objects = list[tuple[str, Range]]
"""Kind ("object" or "value") and tokens."""


class Bounds:
    """How far the words around an action belong to it: to the next verb on either side."""

    def __init__(self, message: Message, verbal: Sequence[Occurrence]) -> None:
        self._message = message
        self._verbal = verbal
        self._places = [item.first for item in verbal]

    def after(self, item: Occurrence, clause: RequestClause) -> Range:
        """An action that is coordinated with the next one shares its objects: "cancelar ou devolver o livro"."""
        index = bisect_left(self._places, item.first + 1)
        end, start = clause.last, item.last
        while index < len(self._verbal) and self._verbal[index].first < clause.last:
            following = self._verbal[index]
            gap = range(start, following.first)
            if not gap or not all("coordinator" in self._message.labelled.at[place] for place in gap):
                end = following.first
                break
            start = following.last
            index += 1
        return start, end

    def acts_in(self, clause: RequestClause) -> bool:
        """Whether the clause has an action."""
        return bool(self._message.between(self._places, clause.first, clause.last))

    def before(self, item: Occurrence, clause: RequestClause) -> Range:
        index = bisect_left(self._places, item.first) - 1
        first = self._verbal[index].last if index >= 0 else 0
        return max(first, clause.first), item.first


def objects_of(message: Message, item: Occurrence, intent: int, clause: RequestClause, bounds: Bounds) -> Objects:
    """The objects of an action: after it, else before it, else one that it leaves out and a clause beside it names."""
    after, before = bounds.after(item, clause), bounds.before(item, clause)
    beside = _beside(message, clause, intent) if message.only_small_words(*after) else ()
    for first, last in (after, before, *beside):
        if objects := _words(message, intent, first, last) or _value_objects(message, intent, first, last):
            return objects
    return []


def _beside(message: Message, clause: RequestClause, intent: int) -> Iterator[Range]:
    """Where an object that is left out may be named: in the clause before ("o livro é caro, quero devolver"), or in one
    after this that has no verb ("devolve, o livro").
    """
    index = message.clause_of(clause.first)
    if index > 0:
        yield message.clauses[index - 1].first, message.clauses[index - 1].last
    if index + 1 < len(message.clauses):
        first, last = message.clauses[index + 1].first, message.clauses[index + 1].last
        same = message.clauses[index + 1].sentence == clause.sentence
        if same and message.only_small_words(first, last, message.values(intent).tokens):
            yield first, last


def has_object(item: Occurrence, intent: int) -> bool:
    """Whether the word is declared as an object of the intent."""
    return any(use.intent == intent and use.role is Role.OBJECT for use in item.uses)


def _words(message: Message, intent: int, first: int, last: int) -> Objects:
    found = [message.objects[index] for index in message.between(message.object_places, first, last)]
    return [("object", (item.first, item.last)) for item in found if counts(message, item, intent)]


def counts(message: Message, item: Occurrence, intent: int) -> bool:
    """An object that is only said of another intent's object does not count: "capa do livro" is about the cover."""
    if not has_object(item, intent):
        return False
    head = message.heads.get(item.first)
    return head is None or has_object(head, intent)


def _value_objects(message: Message, intent: int, first: int, last: int) -> Objects:
    if first >= last:
        return []
    return [("value", place) for place in message.values(intent).within(first, last)]
