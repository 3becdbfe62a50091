"""Which intents a message expresses, and how well."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.parameters import ValueType
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.intent_words import IntentWords, Occurrence, Role, Use, ambiguities, verbs_of
from agent_framework.understanding.model import Cue, IntentReading, Strength
from agent_framework.understanding.request_clauses import RequestClause, cut_clauses, forms_of, is_nominal
from agent_framework.understanding.request_cues import Labelled, Labels, request_cues
from agent_framework.understanding.request_grammar import Action, Support, phrase_support, support_of

__all__ = ["IntentReader", "ambiguities", "verbs_of"]

Options = Mapping[str, Sequence[str]]
Range = tuple[int, int]

_NO_OPTIONS: Final[Options] = {}
_SMALL: Final[Labels] = frozenset(
    {"determiner", "preposition", "genitive", "preverb", "courtesy", "polite", "article_or_pronoun", "be_wished"}
    | {"modal", "coordinator", "relative"}
)


class IntentReader:
    """Reads the intents of agents in messages of one language. Built once; reading is linear in the message's length.

    An action and its object in one clause, or a fixed phrase, is STRONG; an action alone ACTION; an object alone OBJECT. For a
    transactional intent an action counts only where the customer asks for it: denied, past, somebody else's or supposed, it
    supports nothing; asked about, it is ACTION at most.
    """

    def __init__(self, agents: Sequence[Agent], language: str) -> None:
        self._pairs = [(agent, intent) for agent in agents for intent in agent.intents]
        self._words = IntentWords([intent for _, intent in self._pairs], language)
        self._cues = request_cues(language)

    def read(self, text: Text, options: Options = _NO_OPTIONS) -> tuple[IntentReading, ...]:
        """The intents of a message, in the order of their places, each once with its strongest support.

        `options` are what the customer may choose from, by parameter.
        """
        tokens = self._words.repair(text.tokens)
        found = self._words.find(tokens)
        intents = [intent for _, intent in self._pairs]
        message = _Message(text, tokens, self._cues.label(tokens), found, intents, options)
        evidence = [*_actions(message)]
        evidence += [*_bare_objects(message, evidence)] or ([] if evidence else [*_bare_values(message)])
        return self._readings(text, evidence)

    def _readings(self, text: Text, evidence: Sequence["_Evidence"]) -> tuple[IntentReading, ...]:
        best: dict[int, _Evidence] = {}
        for item in evidence:
            known = best.get(item.intent)
            if item.strength and (known is None or (item.strength, -item.start) > (known.strength, -known.start)):
                best[item.intent] = item
        readings = [self._reading(text, item) for item in best.values()]
        return tuple(sorted(readings, key=lambda reading: reading.start))

    def _reading(self, text: Text, item: "_Evidence") -> IntentReading:
        agent, intent = self._pairs[item.intent]
        cues = tuple(Cue(name, text.raw[start:end], start, end) for name, (start, end) in item.places)
        transactional = intent.tool.transactional
        return IntentReading(intent.name, agent.name, Strength(item.strength), transactional, item.start, cues)


@dataclass(frozen=True)
class _Evidence:
    """Support for one intent. `strength` 0: none, and objects among `denied` tokens do not count for it either.

    `places` are the words it stands on, as ranges of the message; `used` the tokens of its objects.
    """

    intent: int
    strength: int
    places: tuple[tuple[str, Range], ...] = ()
    used: frozenset[int] = frozenset()
    denied: Range = (0, 0)

    @property
    def start(self) -> int:
        return min(place[0] for _, place in self.places)


@dataclass
class _Message:
    """One message while it is read."""

    text: Text
    tokens: tuple[Token, ...]
    labelled: Labelled
    found: Sequence[Occurrence]
    intents: Sequence[Intent]
    options: Options
    _values: dict[tuple[ValueType, tuple[str, ...]], list[Range]] = field(default_factory=dict)

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

    def values(self, intent: Intent) -> list[Range]:
        """Places of values of the intent's parameters, as token ranges in order."""
        ranges = {item for name, parameter in intent.tool.parameters.items() for item in self._found(name, parameter.type)}
        return sorted(ranges)

    def _found(self, name: str, kind: ValueType) -> list[Range]:
        key = (kind, tuple(self.options.get(name, ())))
        if key not in self._values:
            self._values[key] = list(self._find(kind, key[1]))
        return self._values[key]

    def _find(self, kind: ValueType, options: Sequence[str]) -> Iterator[Range]:
        starts = [token.start for token in self.tokens]
        for item in kind.find(self.text, options):
            first, last = bisect_left(starts, item.start), bisect_left(starts, item.end)
            # Loose words ("isso aí" for a free text) are no object; a loose number is ("o 1001").
            if item.value is not None and (item.exact or self._numeric(first, last)):
                yield first, last

    def _numeric(self, first: int, last: int) -> bool:
        return any(token.kind == "number" for token in self.tokens[first:last])

    def place(self, first: int, last: int) -> Range:
        """The characters of tokens `first` to `last` (exclusive)."""
        return self.tokens[first].start, self.tokens[last - 1].end

    def only_small_words(self, first: int, last: int) -> bool:
        """Whether a range holds nothing but objects, numbers and function words."""
        return all(
            index in self.object_tokens or self.labelled.at[index] & _SMALL or self.tokens[index].kind != "word"
            for index in range(first, last)
        )


# --- actions and phrases ----------------------------------------------------------------------------------------------


def _actions(message: _Message) -> Iterator[_Evidence]:
    """Evidence from every action and phrase, with its objects."""
    acting = [item for item in message.found if any(use.role is not Role.OBJECT for use in item.uses)]
    verbal = [item for item in acting if not _is_noun(message, item)]
    bounds = _Bounds(message, verbal)
    for item in acting:
        clause = message.clauses[message.clause_of(item.first)]
        for use in item.uses:
            if use.role is not Role.OBJECT and (evidence := _evidence(message, item, use, clause, bounds)):
                yield evidence


def _is_noun(message: _Message, item: Occurrence) -> bool:
    forms = forms_of(item)
    return bool(forms) and is_nominal(message.labelled, forms, item.first)


def _evidence(
    message: _Message, item: Occurrence, use: Use, clause: RequestClause, bounds: "_Bounds"
) -> _Evidence | None:
    transactional = message.intents[use.intent].tool.transactional
    conditional = clause.sentence in message.conditional
    action = Action(
        message.labelled, clause, item.first, item.last, use, conditional, message.only_small_words
    )
    judge = phrase_support if use.role is Role.PHRASE else support_of
    support = judge(action, transactional)
    if support is Support.IGNORED:
        return None
    if support is Support.BLOCKED:
        return _Evidence(use.intent, 0, denied=(clause.first, clause.last))
    place = (use.role.value, message.place(item.first, item.last))
    objects = _objects(message, item, use.intent, clause, bounds)
    if use.role is Role.PHRASE:
        return _phrase(message, item, use, place, objects)
    if not objects:
        return None if use.generic else _Evidence(use.intent, Strength.ACTION, (place,))
    strength = Strength.STRONG if support is Support.FULL or not transactional else Strength.ACTION
    used = frozenset(index for _, (first, last) in objects for index in range(first, last))
    return _Evidence(use.intent, strength, (place, *_places(message, objects[:1])), used)


Objects = list[tuple[str, Range]]


def _places(message: _Message, objects: Objects) -> Iterator[tuple[str, Range]]:
    return ((name, message.place(*place)) for name, place in objects)


def _phrase(
    message: _Message, item: Occurrence, use: Use, place: tuple[str, Range], objects: Objects
) -> _Evidence | None:
    """A phrase that is said of another intent's object ("cadê minha multa") is not about this one."""
    following = item.last
    while following < len(message.tokens) and message.labelled.at[following] & {"determiner", "preverb"}:
        following += 1
    index = bisect_left(message.object_places, following)
    if index < len(message.objects) and message.objects[index].first == following:
        if not _has_object(message.objects[index], use.intent):
            return None
    used = frozenset(index for _, (first, last) in objects for index in range(first, last))
    return _Evidence(use.intent, Strength.STRONG, (place,), used)


def _has_object(item: Occurrence, intent: int) -> bool:
    return any(use.intent == intent and use.role is Role.OBJECT for use in item.uses)


# --- objects ----------------------------------------------------------------------------------------------------------


class _Bounds:
    """How far the words around an action belong to it: to the next verb on either side."""

    def __init__(self, message: _Message, verbal: Sequence[Occurrence]) -> None:
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

    def before(self, item: Occurrence, clause: RequestClause) -> Range:
        index = bisect_left(self._places, item.first) - 1
        first = self._verbal[index].last if index >= 0 else 0
        return max(first, clause.first), item.first


def _objects(message: _Message, item: Occurrence, intent: int, clause: RequestClause, bounds: _Bounds) -> Objects:
    """The objects of an action: after it, else before it, else in a clause beside it that is a mere noun phrase."""
    ranges = [bounds.after(item, clause), bounds.before(item, clause)]
    for first, last in ranges:
        if objects := _words(message, intent, first, last) or _value_objects(message, intent, first, last):
            return objects
    for topic in _topics(message, clause):
        if objects := _words(message, intent, *topic) or _value_objects(message, intent, *topic):
            return objects
    return []


def _words(message: _Message, intent: int, first: int, last: int) -> Objects:
    found = [message.objects[index] for index in message.between(message.object_places, first, last)]
    return [("object", (item.first, item.last)) for item in found if _counts(message, item, intent)]


def _counts(message: _Message, item: Occurrence, intent: int) -> bool:
    """An object that is only said of another intent's object does not count: "capa do livro" is about the cover."""
    if not _has_object(item, intent):
        return False
    head = message.heads.get(item.first)
    return head is None or _has_object(head, intent)


def _value_objects(message: _Message, intent: int, first: int, last: int) -> Objects:
    if first >= last:
        return []
    values = message.values(message.intents[intent])
    places = [place for place, _ in values]
    return [("value", values[index]) for index in message.between(places, first, last) if values[index][1] <= last]


def _topics(message: _Message, clause: RequestClause) -> Iterator[Range]:
    """Clauses beside this one, in its sentence, that have no verb: "o livro, quero devolver"."""
    index = message.clause_of(clause.first)
    for beside in (index - 1, index + 1):
        if 0 <= beside < len(message.clauses) and message.clauses[beside].sentence == clause.sentence:
            other = message.clauses[beside]
            if message.only_small_words(other.first, other.last):
                yield other.first, other.last


def _bare_objects(message: _Message, evidence: Sequence[_Evidence]) -> Iterator[_Evidence]:
    """Objects that belong to no action."""
    used = frozenset().union(*(item.used for item in evidence))
    denied = {(item.intent, item.denied) for item in evidence if not item.strength}
    for item in message.objects:
        if item.first in used:
            continue
        clause = message.clauses[message.clause_of(item.first)]
        for intent in {use.intent for use in item.uses if use.role is Role.OBJECT}:
            if (intent, (clause.first, clause.last)) not in denied and _counts(message, item, intent):
                yield _Evidence(intent, Strength.OBJECT, (("object", message.place(item.first, item.last)),))


def _bare_values(message: _Message) -> Iterator[_Evidence]:
    """Where no word of the domain was said, a value alone counts as an object of every intent that takes it."""
    for index, intent in enumerate(message.intents):
        for first, last in message.values(intent):
            yield _Evidence(index, Strength.OBJECT, (("value", message.place(first, last)),))
