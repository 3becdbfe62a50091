"""What no table knows: "está extraviado", "foi removido", "aumentei o limite". It asserts all the same."""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from agent_framework.judges.spans import Assertion, Phrase
from agent_framework.judges.telling import Telling

__all__ = ["UnknownVerbs"]

_SHORTEST_PARTICIPLE: Final = 5


class UnknownVerbs(Telling):
    """Reads the verbs that the vocabulary does not have."""

    def read(self, covered: Set[int]) -> Iterator[Assertion]:
        """What no table knows: a form of being with a participle tells a status, a verb with "I" a deed."""
        light = [phrase for phrase in self.phrases if phrase.has("light")]
        backing = [phrase for phrase in light if any(other.has("action") for other in self.in_sentence(phrase))]
        for index, word in enumerate(self.answer.words):
            if index in covered or self.answer.untold[index]:
                continue
            if self._is_unknown_deed(index, word) and not _covers(backing, index):
                yield self._unknown(index, "action", word, about_object=True)
            elif self._is_unknown_status(index, word) and not _covers(light, index):
                yield self._unknown(index, "status", _stem(word), about_object=False)

    def _unknown(self, index: int, kind: str, word: str, *, about_object: bool) -> Assertion:
        group = self.answer.verb_group(index)
        about = self.scene.about(group.start, index + 1, object_after=about_object)
        keys, own = frozenset({f"word:{word}"}), kind == "action"
        return Assertion(kind, index, index + 1, keys, about, not group.is_denied, doer=own, event=own)

    def _is_unknown_status(self, index: int, word: str) -> bool:
        endings = tuple(self.sets["participle_endings"])
        shaped = word in self.sets["participles"] or (word.endswith(endings) and len(word) >= _SHORTEST_PARTICIPLE)
        if not shaped or word in self.sets["neutral"]:
            return False
        group = self.answer.verb_group(index)
        return self.is_being(group) and group.words.isdisjoint(self.sets["modals"] | self.sets["future"])

    def _is_unknown_deed(self, index: int, word: str) -> bool:
        """ "aumentei", "I raised": something done by who answers."""
        if word in self.sets["idle_deeds"] or len(word) < _SHORTEST_PARTICIPLE - 1:
            return False
        shaped = word.endswith(tuple(self.sets["deed_endings"])) and len(word) >= _SHORTEST_PARTICIPLE
        if self.answer.vocabulary.language != "en":
            return shaped or word in self.sets["deeds"]
        group = self.answer.verb_group(index)
        first = self.is_own(group) and group.words.isdisjoint(self.sets["passives"])
        return first and group.words.isdisjoint(self.sets["modals"]) and (shaped or word in self.sets["deeds"])


def _covers(phrases: Sequence[Phrase], index: int) -> bool:
    return any(phrase.first <= index < phrase.last for phrase in phrases)


def _stem(word: str) -> str:
    """A participle without its gender and number."""
    return word.removesuffix("s")[:-1] if word.removesuffix("s")[-1] in "oa" else word
