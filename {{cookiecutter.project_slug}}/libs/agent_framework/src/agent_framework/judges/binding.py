"""What a claim is about: the resource it is said of, and the field it is said to be."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.judges.canonical import id_key
from agent_framework.judges.index import Index
from agent_framework.judges.reading import Answer
from agent_framework.judges.scanning import Value, scan
from agent_framework.judges.vocabulary import assertion_table
from agent_framework.understanding.phrases import Match

__all__ = ["About", "Mention", "Scene"]

_OF_REACH: Final = 4
_FIELD_REACH: Final = 10
_APPOSITION: Final = frozenset("(:,-–—|*")
_COPULAS: Final = frozenset({":", "=", "(", "*", "é", "is", "was", "foi", "are", "sao", "#"})
_REFERENCES: Final = frozenset({"protocol", "tracking"})
_FIELDS: Final = {
    "amount": frozenset({"total", "subtotal", "discount", "fee", "balance", "limit", "installment", "shipping"}),
    "date": frozenset({"due", "delivery", "departure", "arrival", "created", "start", "end", "paid", "updated"}),
    "id": _REFERENCES,
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that names a resource by its key or its folded name; `alias`: the id beside a name."""

    first: int
    last: int
    handle: str
    is_id: bool
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class About:
    """The resources a claim is about, all of them; `carried` where they were named at some distance."""

    handles: tuple[str, ...] = ()
    carried: bool = False


class Scene:
    """One text read against the facts: its values, what it names, and which belongs to which."""

    def __init__(self, answer: Answer, index: Index) -> None:
        self.answer = answer
        self.index = index
        self._named = self._names()
        named = frozenset(token for first, last, _ in self._named for token in range(first, last))
        self.values = scan(answer, named)

    @cached_property
    def matches(self) -> list[Match]:
        """Phrases that may assert something or say what a value is."""
        return assertion_table().find(self.answer.tokens)

    def _names(self) -> list[tuple[int, int, str]]:
        """Places where the text names something by its text."""
        names, longest = self.index.names, max(map(len, self.index.names), default=0)
        words, found, position = self.answer.words, list[tuple[int, int, str]](), 0
        starts = {name[0] for name in names}
        while position < len(words):
            lengths = range(min(longest, len(words) - position), 0, -1) if words[position] in starts else ()
            length = next((n for n in lengths if tuple(words[position : position + n]) in names), 0)
            if length:
                found.append((position, position + length, names[tuple(words[position : position + length])]))
            elif (handle := self.index.name_words.get(words[position])) and self.answer.tokens[position].text[
                0
            ].isupper():
                found.append((position, position + 1, handle))
            position += length or 1
        return found

    # --- mentions ---------------------------------------------------------------------------------------------------

    @cached_property
    def mentions(self) -> list[Mention]:
        """Everything that names a resource, in order."""
        plain = [Mention(first, last, handle, False) for first, last, handle in self._named]
        plain += [found for value in self.values if value.kind == "id" for found in self._mention(value)]
        plain.sort(key=lambda item: item.first)
        return [self._with_alias(index, plain) for index in range(len(plain))]

    def _mention(self, value: Value) -> list[Mention]:
        handles = self.index.resource(value.keys)
        if len(handles) == 1:
            return [Mention(value.first, value.last, next(iter(handles)), True)]
        known = not value.keys.isdisjoint(self.index.keys)
        if known or len(handles) > 1 or self.said_fields(value) & _REFERENCES or "-" not in value.value:
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
        small = _APPOSITION | _COPULAS | self.answer.sets["determiners"] | self.answer.sets["indefinite"]
        strange = [word for word in words if word not in small]
        copula = not {"é", "is", "was", "era"}.isdisjoint(words)
        close = len(words) <= 3 + copula and len(strange) <= copula
        return close and self.answer.sentence_of[first.first] == self.answer.sentence_of[second.first]

    @cached_property
    def groups(self) -> list[list[Mention]]:
        """Mentions that are coordinated ("PED-1001 e PED-1002") stand together."""
        groups: list[list[Mention]] = []
        for mention in self.mentions:
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

    def about(self, first: int, last: int, *, object_after: bool = False) -> About:
        """The resources named nearest: before in the sentence, else after in it, else in the sentences before."""
        if following := self._belonging(last):
            return following
        if others := self._others(first):
            return About(others)
        sentence, clause = self.answer.sentence(first), self.answer.clause(first)
        here = [group for group in self.groups if sentence.start <= group[0].first < sentence.stop]
        before = [group for group in here if group[0].first < first]
        after = [group for group in here if group[0].first >= last]
        near_after = [group for group in after if group[0].first < clause.stop]
        near_before = [group for group in before if group[-1].last > clause.start]
        order = (near_after, near_before) if object_after else (near_before[::-1], near_after)
        for groups in (*order, before[::-1]):
            if groups:
                return About(self._of(groups[0], here))
        if after:
            return About(self._of(after[0], here), carried=True)
        earlier = [group for group in self.groups if group[0].first < sentence.start]
        return About(self._of(earlier[-1], earlier[::-1]), carried=True) if earlier else About()

    def _others(self, first: int) -> tuple[str, ...]:
        """ "as demais não foram ...": those of the list that the text has not named so far."""
        clause = self.answer.clause(first)
        if self.answer.sets["others"].isdisjoint(self.answer.words[clause.start : first]):
            return ()
        return self.index.others([mention.handle for mention in self.mentions if mention.first < first])

    def _of(self, group: Sequence[Mention], others: Sequence[Sequence[Mention]]) -> tuple[str, ...]:
        """The handles of a group; the id that the text gives for a thing says more than its name."""
        if len(group) > 1 or group[0].is_id or group[0].alias:
            return _handles(group)
        ids = (mention.handle for other in others for mention in other if mention.is_id)
        same = (handle for handle in ids if self.index.is_name_of(group[0].handle, handle))
        return (next(same, group[0].handle),)

    def _belonging(self, last: int) -> About | None:
        """ "R$ 50 do PED-1002", "CANCEL-2026-001 (PED-1001)": what follows says whose it is."""
        words = self.answer.words
        if words[last : last + 1] == [","] and words[last + 1 : last + 2] and words[last + 1] in self._prepositions:
            last += 1
        if last >= len(words) or words[last] not in self.answer.sets["of"] | {"("}:
            return None
        for group in self.groups:
            if last < group[0].first <= last + _OF_REACH:
                between = range(last + 1, group[0].first)
                if not any(self.answer.is_clause_mark(index) for index in between):
                    return About(_handles(group))
        return None

    @cached_property
    def _prepositions(self) -> frozenset[str]:
        return (self.answer.sets["of"] - self.answer.sets["determiners"]) | {"do", "da", "dos", "das"}

    # --- fields -----------------------------------------------------------------------------------------------------

    @cached_property
    def field_words(self) -> list[tuple[int, int, str]]:
        """Words that say what a value is: first and last token, concept."""
        known = [
            (match.first, match.last, key if kind == "field" else f"s:{key}")
            for match in self.matches
            for kind, key, _ in (label.split("|") for label in match.labels)
            if kind in ("field", "state", "weak")
        ]
        own = [
            (index, index + 1, f"k:{word}")
            for index, word in enumerate(self.answer.words)
            if word in self.index.key_words
        ]
        return known + own + self._key_phrases()

    def _key_phrases(self) -> list[tuple[int, int, str]]:
        """The words of a key together: "check-in" is more than "check"."""
        words = self.answer.words
        places = [index for index, word in enumerate(words) if word != "-"]
        plain = [words[index] for index in places]
        return [
            (places[start], places[start + len(key) - 1] + 1, concept)
            for key, concept in self.index.key_phrases.items()
            for start in range(len(plain) - len(key) + 1)
            if plain[start] == key[0] and tuple(plain[start : start + len(key)]) == key
        ]

    def said_fields(self, value: Value) -> frozenset[str]:
        """What the value is said to be, by the nearest words of fields of its kind."""
        if value.kind == "id":
            return self._attached(value)
        clause, sentence = self.answer.clause(value.first), self.answer.sentence(value.first)
        return self._near(value, clause) or self._near(value, sentence)

    def _near(self, value: Value, part: range) -> frozenset[str]:
        """In this part, before the value and after what the last one of its kind took; else right behind it."""
        fitting = _FIELDS.get(value.kind, frozenset())
        wanted = [item for item in self.field_words if item[2] in fitting or item[2][1:2] == ":"]
        others = [item for item in self.values if item.kind == value.kind and item.last <= value.first]
        taken = max((last for item in others[-1:] for _, last, _ in self._behind(item, wanted)), default=0)
        start = max(part.start, value.first - _FIELD_REACH, taken, *(item.last for item in others[-1:]), 0)
        before = [item for item in wanted if start <= item[0] and item[1] <= value.first]
        return frozenset(concept for _, _, concept in before or self._behind(value, wanted))

    def _behind(self, value: Value, wanted: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """ "R$ 50 de desconto", "R$ 50 in total", "R$ 50 (total)", "R$ 50 é o saldo"."""
        small = self.answer.sets["of"] | self.answer.sets["copulas"] | self.answer.sets["determiners"] | {"("}
        start = value.last
        while start < min(len(self.answer.words), value.last + _OF_REACH - 1) and self.answer.words[start] in small:
            start += 1
        return [item for item in wanted if item[0] == start]

    def _attached(self, value: Value) -> frozenset[str]:
        """ "protocolo X", "protocolo do pedido A é X", "X is your protocol": but not "protocolo do pedido X"."""
        resource = bool(self.index.resource(value.keys))
        return frozenset(
            concept
            for first, last, concept in self.field_words
            if concept in _REFERENCES
            and (self._leads(last, value.first, resource=resource) or self._trails(value.last, first))
        )

    def _is_genitive(self, between: Sequence[str]) -> bool:
        """ "o protocolo do PED-1001": whose protocol it is, not which."""
        return (
            bool(between)
            and between[0] in self._prepositions
            and not set(between) & (self.answer.sets["number_of"] | _COPULAS)
        )

    def _leads(self, start: int, first: int, *, resource: bool) -> bool:
        if (
            not 0 <= first - start <= _FIELD_REACH
            or self.answer.sentence_of[start - 1] != self.answer.sentence_of[first]
        ):
            return False
        sets, between = self.answer.sets, self.answer.words[start:first]
        small = _COPULAS | sets["number_of"] | sets["number_signs"] | sets["determiners"] | sets["fillers"] | sets["of"]
        rest = [word for word in between if word not in small and word.isalpha()]
        if not rest and not any(character.isdigit() for word in between for character in word):
            return not (resource and self._is_genitive(between))
        last = next((word for word in reversed(between) if word not in small - _COPULAS), "")
        return last in _COPULAS and last not in ("(", "*")

    def _trails(self, last: int, first: int) -> bool:
        between = self.answer.words[last:first]
        if not between or len(between) > 3 or self.answer.sentence_of[last - 1] != self.answer.sentence_of[first]:
            return False
        small = self.answer.sets["determiners"] | self.answer.sets["number_of"]
        closed = between[0] != "(" or self.answer.words[first + 1 : first + 2] == [")"]
        return closed and between[0] in ("(", "is", "é", "as", "como") and all(word in small for word in between[1:])


def _handles(group: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.alias or mention.handle for mention in group))
