"""What a claim is about: the resource that it is said of."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.judges.field_words import FieldWords
from agent_framework.judges.index import Index
from agent_framework.judges.mentions import Mention, Mentions, names_in
from agent_framework.judges.reading import Answer
from agent_framework.judges.scanning import scan
from agent_framework.judges.vocabulary import assertion_table
from agent_framework.understanding.phrases import Match

__all__ = ["About", "Scene"]

_OF_REACH: Final = 4


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
        self._named = names_in(answer, index)
        named = frozenset(token for first, last, _ in self._named for token in range(first, last))
        self.values = scan(answer, named)

    @cached_property
    def matches(self) -> list[Match]:
        """Phrases that may assert something or say what a value is."""
        return assertion_table().find(self.answer.tokens)

    @cached_property
    def fields(self) -> FieldWords:
        """What its values are said to be."""
        return FieldWords(self.answer, self.index, self.matches, self.values)

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self.answer, self.index, self._named, self.values, self.fields)

    @property
    def mentions(self) -> list[Mention]:
        """Everything that names a resource, in order."""
        return self._mentions.all

    @property
    def groups(self) -> list[list[Mention]]:
        """Mentions that are coordinated ("PED-1001 e PED-1002") stand together."""
        return self._mentions.groups

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
        if (
            words[last : last + 1] == [","]
            and words[last + 1 : last + 2]
            and words[last + 1] in self.answer.vocabulary.prepositions
        ):
            last += 1
        if last >= len(words) or words[last] not in self.answer.sets["of"] | {"("}:
            return None
        for group in self.groups:
            if last < group[0].first <= last + _OF_REACH:
                between = range(last + 1, group[0].first)
                if not any(self.answer.is_clause_mark(index) for index in between):
                    return About(_handles(group))
        return None


def _handles(group: Sequence[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.alias or mention.handle for mention in group))
