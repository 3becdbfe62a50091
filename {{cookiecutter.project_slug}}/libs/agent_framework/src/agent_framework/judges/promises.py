"""Promises in a text: futures, performatives ("garantimos"), things of value ("um bônus")."""

from collections.abc import Iterator, Set
from typing import Final

from agent_framework.domain.text import Token
from agent_framework.judges.binding import Scene
from agent_framework.judges.reading import VerbGroup
from agent_framework.judges.spans import PARTICIPLE, PAST, Assertion, Phrase
from agent_framework.understanding.word_forms import Form

__all__ = ["SMALL_MODALS", "Promises"]

SMALL_MODALS: Final = frozenset({"to", "para", "pra"})
_INFINITIVE: Final = Form.INFINITIVE.value
_FIRST: Final = Form.PRESENT_FIRST.value
_PRESENT: Final = frozenset({Form.ASKING.value, Form.PRESENT_OTHER.value, _INFINITIVE})
_TOLD: Final = PAST | {PARTICIPLE}
_PROMISED_PRESENT: Final = frozenset({"receive", "refund", "discount"})
_SUBJECT_REACH: Final = 3
_SHORTEST_FUTURE: Final = 6


class Promises:
    """Reads the promises of one text."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.answer = scene.answer
        self.sets = scene.answer.sets

    def read(self, phrase: Phrase, group: VerbGroup) -> Iterator[Assertion]:
        """What a phrase promises, if it does."""
        if phrase.has("goods") and self._is_granted(phrase):
            yield self._make(phrase, {f"goods:{key}" for key in phrase.of("goods")}, phrase.first)
        if phrase.has("pledge") and not group.is_denied:
            yield self._make(phrase, {f"promise:{key}" for key in phrase.of("pledge")}, group.start)
        promised = self._promised(phrase, group)
        if promised and not group.is_denied:
            conditional = self.answer.sentence_of[phrase.first] in self.answer.conditional_sentences
            yield self._make(phrase, promised, group.start, offered=conditional and phrase.has("action"))

    def unknown(self, covered: Set[int]) -> Iterator[Assertion]:
        """A future of any other verb promises too: the harmless ones are listed, the rest is not known to be so."""
        for index, token in enumerate(self.answer.tokens):
            if index in covered or token.kind != "word" or self.answer.untold[index]:
                continue
            group = self.answer.verb_group(index)
            if self._is_future(index, token, group) and not group.negated and not self._is_possible(group):
                yield self._make(Phrase(index, index + 1), {f"promise:{self.answer.words[index]}"}, group.start)

    def promises(self, phrase: Phrase, group: VerbGroup) -> bool:
        """Whether the phrase is a promise, so that it tells no deed."""
        return phrase.has("pledge") or bool(self._promised(phrase, group))

    def _make(self, phrase: Phrase, keys: set[str], start: int, *, offered: bool = False) -> Assertion:
        about = self.scene.about(start, phrase.last)
        return Assertion("commitment", start, phrase.last, frozenset(keys), about, offered=offered)

    def _is_granted(self, phrase: Phrase) -> bool:
        """The mention of a thing of value promises it, unless it is denied or merely possible."""
        before = frozenset(self.answer.words[self.answer.clause(phrase.first).start : phrase.first])
        denied = before & (self.sets["negators"] | self.sets["none"])
        possible = before & (self.sets["modals"] - SMALL_MODALS)
        return "free" in phrase.of("goods") or not (denied or possible)

    def _looks_ahead(self, group: VerbGroup) -> bool:
        return bool(group.words & self.sets["future"]) or group.words >= {"going", "to"}

    def _is_possible(self, group: VerbGroup) -> bool:
        return bool(group.words & (self.sets["modals"] - SMALL_MODALS))

    def _promised(self, phrase: Phrase, group: VerbGroup) -> set[str]:
        """The keys of what a future or a performative present promises."""
        if self._is_possible(group):
            return set()
        kinds = {"promise": "promise", "performative": "promise", "action": "tool", "state": "promise", "weak": "state"}
        return {
            f"{name}:{key}"
            for kind, name in kinds.items()
            for key, forms in phrase.of(kind).items()
            if self._forecasts(phrase, kind, key, forms, group)
        }

    def _forecasts(self, phrase: Phrase, kind: str, key: str, forms: Set[str], group: VerbGroup) -> bool:
        if Form.FUTURE.value in forms:
            return True
        if self._looks_ahead(group) or (_INFINITIVE in forms and self._goes_on(phrase.first, group)):
            return not forms.isdisjoint({_INFINITIVE, PARTICIPLE, "word"})
        if kind == "action":
            alone = not self.answer.words_before(group.start)
            return alone and _FIRST in forms and forms.isdisjoint(_TOLD | {Form.NOUN.value})
        if kind == "performative" and self._performs(phrase, forms, group):
            return True
        if _FIRST in forms and group.words & self.sets["first_person"] and forms.isdisjoint(_TOLD):
            return True
        return kind in ("promise", "performative") and key in _PROMISED_PRESENT and self._is_promised_to(phrase, forms)

    def _goes_on(self, first: int, group: VerbGroup) -> bool:
        """ "vamos buscar e reembolsar": an infinitive that shares the future before it."""
        if group.start != first or not first or self.answer.words[first - 1] not in self.sets["and"]:
            return False
        clause = self.answer.clauses[max(0, self.answer.clause_of[first] - 1)]
        before = self.answer.words[clause.start : clause.stop]
        return not self.sets["future"].isdisjoint(before) and self.sets["modals"].isdisjoint(before)

    def _performs(self, phrase: Phrase, forms: Set[str], group: VerbGroup) -> bool:
        """ "garanto", "garantimos", "we guarantee"."""
        plural = Form.PAST_FIRST.value in forms and self.answer.words[phrase.first].endswith("mos")
        if plural or _FIRST in forms:
            return PARTICIPLE not in forms
        return _INFINITIVE in forms and bool(group.words & self.sets["first_person"]) and "to" not in group.words

    def _is_promised_to(self, phrase: Phrase, forms: Set[str]) -> bool:
        """ "você recebe", "you get", "o valor volta"."""
        if forms.isdisjoint(_PRESENT) or not forms.isdisjoint(_TOLD):
            return False
        start = max(self.answer.clause(phrase.first).start, phrase.first - _SUBJECT_REACH)
        before = self.answer.words[start : phrase.first]
        return bool(before) and before[-1] not in SMALL_MODALS and not self.sets["promised_to"].isdisjoint(before)

    def _is_future(self, index: int, token: Token, group: VerbGroup) -> bool:
        word = self.answer.words[index]
        if word in self.sets["harmless"] or word in self.answer.vocabulary.group:
            return False
        if ending := self._future_ending(token):
            return word[: -len(ending)] not in self.sets["harmless"]
        endings = tuple(self.sets["infinitive_endings"])
        return self._looks_ahead(group) and (not endings or word.endswith(endings))

    def _future_ending(self, token: Token) -> str:
        """The ending of a simple future ("resolveremos"); the accent tells it from other words."""
        written = token.text.casefold()
        if len(written) < _SHORTEST_FUTURE:
            return ""
        endings = self.answer.vocabulary.data["future_endings"]
        return next((ending[1:] for ending in endings if written.endswith(ending)), "")
