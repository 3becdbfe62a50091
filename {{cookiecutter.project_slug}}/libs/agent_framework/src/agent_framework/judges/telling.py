"""Whether a phrase tells a status or a deed, or only speaks of one: "pode ser cancelado", "para cancelar"."""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from agent_framework.judges.binding import Scene
from agent_framework.judges.promises import SMALL_MODALS
from agent_framework.judges.reading import VerbGroup
from agent_framework.judges.spans import PARTICIPLE, PAST, Phrase
from agent_framework.judges.values import Value
from agent_framework.understanding.word_forms import Form

__all__ = ["Telling"]

_INFINITIVE: Final = Form.INFINITIVE.value
_GERUND: Final = Form.GERUND.value
_PLAIN: Final = PAST | {PARTICIPLE, "word", "phrase"}
_KINDS: Final = ("state", "weak", "action", "done", "light")
_OPENER_REACH: Final = 2
_DATE_REACH: Final = 6


class Telling:
    """Reads the verbs of one text."""

    def __init__(self, scene: Scene, phrases: Sequence[Phrase]) -> None:
        self.scene = scene
        self.answer = scene.answer
        self.sets = scene.answer.sets
        self.phrases = phrases

    def is_finite(self, group: VerbGroup) -> bool:
        """A form of being or having stands before it."""
        return bool(group.words & (self.sets["copulas"] | self.sets["events"]))

    def is_being(self, group: VerbGroup) -> bool:
        """ "está ...", "foi ..." before a participle; "tem" with one is having ("tem chegada prevista")."""
        having = self.answer.vocabulary.language == "en" and bool(group.words & self.sets["events"])
        return having or bool(group.words & (self.sets["copulas"] | self.sets["passives"]))

    def _agrees(self, phrase: Phrase) -> bool:
        """ "Fechado!": all right."""
        sentence = self.answer.sentence(phrase.first)
        words = [word for word in self.answer.words[sentence.start : sentence.stop] if word.isalpha()]
        return len(words) == 1 and words[0] in self.sets["agreements"]

    def is_told(self, phrase: Phrase, group: VerbGroup) -> bool:
        """Whether a status or a deed is asserted here at all, be it so or denied."""
        if self._agrees(phrase):
            return False
        forms = phrase.forms(_KINDS)
        if not forms:
            return False
        if phrase.has("action") and _INFINITIVE in forms and self.is_led_by(phrase.first, "accomplished", "thwarted"):
            return True
        if self.is_led_by(phrase.first, "accomplished") and group.words & self.sets["infinitives"]:
            return True
        if group.words & self.sets["modals"]:
            return False
        if forms.isdisjoint(_PLAIN):
            if _GERUND in forms and group.words & self.sets["copulas"]:
                return True
            return _INFINITIVE in forms and bool(group.words & {"did", "didn't"})
        return self._stands(phrase, group)

    def _stands(self, phrase: Phrase, group: VerbGroup) -> bool:
        finite = self.is_finite(group)
        if group.words & self.sets["infinitives"] and not finite:
            return False
        if self._forecasts_day(phrase, group):
            return False
        if phrase.has("weak") and not phrase.has("state", "action"):
            named = phrase.has("light") and bool(self.actions_named(phrase))
            own = bool(phrase.forms(("weak",)) & PAST) and self.is_own(group)
            return finite or named or own or self.answer.is_labelled(group.start)
        forms = phrase.forms()
        bare = bool(forms & {PARTICIPLE, "word"})
        return finite or not bare or not self._is_attribute(group.start)

    def _forecasts_day(self, phrase: Phrase, group: VerbGroup) -> bool:
        """ "a entrega está marcada para 7 de dezembro": the date's own check covers it."""
        scheduled = phrase.of("state").keys() | phrase.of("weak").keys() == {"scheduled"}
        return scheduled and not group.words & self.sets["events"] and bool(self.days_after(phrase))

    def _is_attribute(self, first: int) -> bool:
        """ "pedidos enviados não podem ...": any of them at all, not this one."""
        words, start = self.answer.words, self.answer.clause(first).start
        if first > start and words[first - 1] in self.sets["determiners"] and self.answer.vocabulary.language != "en":
            return True
        clause = self.answer.clause(first)
        possible = not (self.sets["modals"] - SMALL_MODALS).isdisjoint(words[clause.start : clause.stop])
        definite = not self.sets["determiners"].isdisjoint(words[start:first])
        named = any(start <= mention.first < first for mention in self.scene.mentions)
        return possible and not definite and not named

    def is_led_by(self, first: int, *labels: str) -> bool:
        """ "acabei de cancelar", "não consegui cancelar", "couldn't cancel"."""
        return any(
            label in labels and 0 <= first - last <= _OPENER_REACH and self.answer.sentence_of[start] == here
            for here in (self.answer.sentence_of[first],)
            for label, start, last in self.answer.openers
        )

    def is_own(self, group: VerbGroup) -> bool:
        """ "I raised", "I blocked it and ordered ..." """
        if group.words & self.sets["first_person"]:
            return True
        start = group.start
        if not start or self.answer.words[start - 1] not in self.sets["and"] or not self.answer.clause_of[start]:
            return False
        before = self.answer.clauses[self.answer.clause_of[start - 1] - 1]
        return not self.sets["first_person"].isdisjoint(self.answer.words[before.start : before.stop])

    def is_customers(self, group: VerbGroup) -> bool:
        """ "você pagou": the customer's own deed."""
        if group.words & (self.sets["copulas"] | self.sets["passives"]):
            return False
        before = self.answer.words[group.start - 1] if group.start else ""
        return before in self.sets["you"] or not group.words.isdisjoint(self.sets["you"])

    def days_after(self, phrase: Phrase) -> list[Value]:
        """The days told right after a phrase."""
        return [
            value
            for value in self.scene.values
            if value.kind == "date" and 0 <= value.first - phrase.last <= _DATE_REACH
        ]

    def in_sentence(self, phrase: Phrase) -> Iterator[Phrase]:
        """The other phrases of its sentence."""
        sentence = self.answer.sentence(phrase.first)
        return (other for other in self.phrases if other is not phrase and other.first in sentence)

    def actions_named(self, phrase: Phrase) -> Set[str]:
        """Tools whose action the sentence names, the nearest before, else the first after in the clause."""
        sentence, clause = self.answer.sentence(phrase.first), self.answer.clause(phrase.first)
        start = clause.start if self._has_subject(phrase) else sentence.start
        named = [other for other in self.phrases if other is not phrase and self._names_action(other)]
        before = [other for other in named if start <= other.first < phrase.first and not self._parted(other, phrase)]
        after = [other for other in named if phrase.last <= other.first < clause.stop]
        nearest = before[-1:] or after[:1]
        return nearest[0].of("action").keys() if nearest else frozenset()

    def _has_subject(self, phrase: Phrase) -> bool:
        """Whether the clause names what it is about itself, so that an earlier noun does not."""
        small = self.sets["conjunctions"] | self.sets["determiners"] | self.answer.vocabulary.group
        start = self.answer.clause(phrase.first).start
        before = self.answer.tokens[start : self.answer.verb_group(phrase.first).start]
        return any(token.kind == "word" and token.folded not in small for token in before)

    def _names_action(self, phrase: Phrase) -> bool:
        """A noun of action ("cancelamento"), or an English verb that stands as one ("your dispute")."""
        forms = phrase.forms(("action",))
        if Form.NOUN.value in forms or self.answer.vocabulary.language != "en":
            return Form.NOUN.value in forms
        before = self.answer.words[phrase.first - 1] if phrase.first else ""
        return _INFINITIVE in forms and before not in self.sets["modals"] | self.sets["future"]

    def _parted(self, one: Phrase, other: Phrase) -> bool:
        return not self.sets["barriers"].isdisjoint(self.answer.words[one.last : other.first])
