"""What in a message speaks for an intent: actions with their objects, phrases, objects and values alone."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent_framework.understanding.intent_message import Message, Range
from agent_framework.understanding.intent_objects import Bounds, counts, has_object, objects_of
from agent_framework.understanding.intent_words import Occurrence, Role, Use
from agent_framework.understanding.model import Strength
from agent_framework.understanding.request_action import Action
from agent_framework.understanding.request_clauses import RequestClause, is_nominal
from agent_framework.understanding.request_cues import Labels
from agent_framework.understanding.request_grammar import Support, phrase_support, support_of

__all__ = ["Evidence", "evidence_of"]


@dataclass(frozen=True)
class Evidence:
    """Support for one intent. `strength` 0: none, and objects among `denied` tokens do not count for it either.

    `places` are the words it stands on, as ranges of the message; `used` their tokens and those of all its objects.
    """

    intent: int
    strength: int
    places: tuple[tuple[str, Range], ...] = ()
    used: frozenset[int] = frozenset()
    denied: Range = (0, 0)

    @property
    def start(self) -> int:
        return min(place[0] for _, place in self.places)


def evidence_of(message: Message) -> list[Evidence]:
    """All evidence in a message."""
    acting = list(_actions(message))
    bare = list(_bare_objects(message, acting))
    return [*acting, *bare] if acting or bare else list(_bare_values(message))


@dataclass(frozen=True, slots=True)
class _Judged:
    """A reading of an action or phrase that says something about its intent."""

    item: Occurrence
    use: Use
    clause: RequestClause
    support: Support


def _actions(message: Message) -> Iterator[Evidence]:
    """Evidence from every action and phrase, with its objects."""
    judged = list(_judged(message))
    verbal = {one.item.first: one.item for one in judged if not _is_noun(message, one)}
    bounds = Bounds(message, list(verbal.values()))
    return (evidence for one in judged if (evidence := _evidence(message, one, bounds)))


def _judged(message: Message) -> Iterator[_Judged]:
    previous = 0  # where the action before ends: a negation before it denies that one
    for item in message.found:
        acting = [use for use in item.uses if use.role is not Role.OBJECT]
        if not acting:
            continue
        clause = message.clauses[message.clause_of(item.first)]
        is_object = len(acting) < len(item.uses)
        for use in acting:
            action = Action(message, clause, item, use, max(previous, clause.first), is_object)
            judge = phrase_support if use.role is Role.PHRASE else support_of
            support = judge(action, message.intents[use.intent].tool.transactional)
            if support is not Support.IGNORED:
                yield _Judged(item, use, clause, support)
        previous = item.last


def _is_noun(message: Message, one: _Judged) -> bool:
    forms = one.use.forms
    return bool(forms) and is_nominal(message.labelled, forms, one.item.first)


def _evidence(message: Message, one: _Judged, bounds: Bounds) -> Evidence | None:
    item, use = one.item, one.use
    transactional = message.intents[use.intent].tool.transactional
    if one.support is Support.BLOCKED:
        return Evidence(use.intent, 0, denied=(one.clause.first, one.clause.last))
    place = (use.role.value, message.place(item.first, item.last))
    objects = objects_of(message, item, use.intent, one.clause, bounds)
    if not objects:
        elsewhere = not transactional or use.role is Role.PHRASE
        if use.generic or (elsewhere and _about_another(message, item, use.intent)):
            return None
        strength = Strength.STRONG if use.role is Role.PHRASE else Strength.ACTION
        return Evidence(use.intent, strength, (place,), frozenset(range(item.first, item.last)))
    weak = transactional and one.support is Support.WEAK
    ranges = [(item.first, item.last), *(tokens for _, tokens in objects)]
    used = frozenset(index for first, last in ranges for index in range(first, last))
    name, where = objects[0]
    # An object that belongs to the action of another clause does not move the place of this one.
    borrowed = where[0] < one.clause.first and bounds.acts_in(message.clauses[message.clause_of(where[0])])
    places = (place,) if borrowed else (place, (name, message.place(*where)))
    return Evidence(use.intent, Strength.ACTION if weak else Strength.STRONG, places, used)


def _about_another(message: Message, item: Occurrence, intent: int) -> bool:
    """Said of another intent's object: "cadê minha multa" does not ask where the book is."""
    following = item.last
    while following < len(message.tokens) and _names_directly(message.labelled.at[following]):
        following += 1
    index = bisect_left(message.object_places, following)
    found = index < len(message.objects) and message.objects[index].first == following
    return found and not has_object(message.objects[index], intent)


def _names_directly(labels: Labels) -> bool:
    return bool(labels & {"determiner", "preverb"}) and "contraction" not in labels


def _bare_objects(message: Message, evidence: Sequence[Evidence]) -> Iterator[Evidence]:
    """Objects that belong to no action."""
    used = frozenset().union(*(item.used for item in evidence))
    denied = {(item.intent, item.denied) for item in evidence if not item.strength}
    for item in message.objects:
        if item.first in used:
            continue
        clause = message.clauses[message.clause_of(item.first)]
        for intent in {use.intent for use in item.uses if use.role is Role.OBJECT}:
            if (intent, (clause.first, clause.last)) not in denied and counts(message, item, intent):
                yield Evidence(intent, Strength.OBJECT, (("object", message.place(item.first, item.last)),))


def _bare_values(message: Message) -> Iterator[Evidence]:
    """Where no word of the domain was said, a value alone counts as an object of every intent that takes it."""
    for index in range(len(message.intents)):
        for first, last in message.values(index).exact:
            yield Evidence(index, Strength.OBJECT, (("value", message.place(first, last)),))
