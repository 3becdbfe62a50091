"""Statuses and deeds in a text: "está em preparação", "foi cancelado", "acabei de cancelar", "falhou"."""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from agent_framework.judges.binding import Scene
from agent_framework.judges.promises import SMALL_MODALS
from agent_framework.judges.reading import VerbGroup
from agent_framework.judges.scanning import Value
from agent_framework.judges.spans import ANY_TOOL, PARTICIPLE, PAST, Assertion, Phrase
from agent_framework.understanding.word_forms import Form

__all__ = ["TELLING", "Deeds"]

_INFINITIVE: Final = Form.INFINITIVE.value
_GERUND: Final = Form.GERUND.value
_PLAIN: Final = PAST | {PARTICIPLE, "word", "phrase"}
TELLING: Final = ("state", "weak", "action", "done", "failed", "goods", "pledge")
_KINDS: Final = ("state", "weak", "action", "done", "light")
_OPENER_REACH: Final = 2
_DATE_REACH: Final = 6
_SHORTEST_PARTICIPLE: Final = 5


class Deeds:
    """Reads the statuses and deeds of one text."""

    def __init__(self, scene: Scene, phrases: Sequence[Phrase]) -> None:
        self.scene = scene
        self.answer = scene.answer
        self.sets = scene.answer.sets
        self.phrases = phrases

    def read(self, phrase: Phrase, group: VerbGroup) -> Iterator[Assertion]:
        """What a phrase tells, if it does."""
        if phrase.has("failed") or self._is_refusal(phrase, group):
            yield self._assertion(phrase, self._deed_keys(phrase), group, positive=False)
        elif self._is_in_progress(phrase):
            yield self._in_progress(phrase)
        elif self._is_told(phrase, group):
            yield from self._told(phrase, group)

    def unknown(self, covered: Set[int]) -> Iterator[Assertion]:
        """What no table knows: a form of being with a participle tells a status, a verb with "I" a deed."""
        light = [phrase for phrase in self.phrases if phrase.has("light")]
        backing = [phrase for phrase in light if any(other.has("action") for other in self._in_sentence(phrase))]
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
        return self._is_being(group) and group.words.isdisjoint(self.sets["modals"] | self.sets["future"])

    def _is_unknown_deed(self, index: int, word: str) -> bool:
        """ "aumentei", "I raised": something done by who answers."""
        if word in self.sets["idle_deeds"] or len(word) < _SHORTEST_PARTICIPLE - 1:
            return False
        shaped = word.endswith(tuple(self.sets["deed_endings"])) and len(word) >= _SHORTEST_PARTICIPLE
        if self.answer.vocabulary.language != "en":
            return shaped or word in self.sets["deeds"]
        group = self.answer.verb_group(index)
        first = self._is_own(group) and group.words.isdisjoint(self.sets["passives"])
        return first and group.words.isdisjoint(self.sets["modals"]) and (shaped or word in self.sets["deeds"])

    def _is_refusal(self, phrase: Phrase, group: VerbGroup) -> bool:
        """ "o sistema recusou o cancelamento" """
        active = "rejected" in phrase.of("state") and bool(phrase.forms(("state",)) & PAST)
        passive = bool(group.words & (self.sets["passives"] | self.sets["copulas"]))
        return active and not passive and bool(self._actions_named(phrase))

    def _is_own(self, group: VerbGroup) -> bool:
        """ "I raised", "I blocked it and ordered ..." """
        if group.words & self.sets["first_person"]:
            return True
        start = group.start
        if not start or self.answer.words[start - 1] not in self.sets["and"] or not self.answer.clause_of[start]:
            return False
        before = self.answer.clauses[self.answer.clause_of[start - 1] - 1]
        return not self.sets["first_person"].isdisjoint(self.answer.words[before.start : before.stop])

    # --- whether anything is told -----------------------------------------------------------------------------------

    def _is_finite(self, group: VerbGroup) -> bool:
        return bool(group.words & (self.sets["copulas"] | self.sets["events"]))

    def _is_being(self, group: VerbGroup) -> bool:
        """ "está ...", "foi ..." before a participle; "tem" with one is having ("tem chegada prevista")."""
        having = self.answer.vocabulary.language == "en" and bool(group.words & self.sets["events"])
        return having or bool(group.words & (self.sets["copulas"] | self.sets["passives"]))

    def _agrees(self, phrase: Phrase) -> bool:
        """ "Fechado!": all right."""
        sentence = self.answer.sentence(phrase.first)
        words = [word for word in self.answer.words[sentence.start : sentence.stop] if word.isalpha()]
        return len(words) == 1 and words[0] in self.sets["agreements"]

    def _is_told(self, phrase: Phrase, group: VerbGroup) -> bool:
        if self._agrees(phrase):
            return False
        forms = phrase.forms(_KINDS)
        if not forms:
            return False
        if phrase.has("action") and _INFINITIVE in forms and self._is_led_by(phrase.first, "accomplished", "thwarted"):
            return True
        if self._is_led_by(phrase.first, "accomplished") and group.words & self.sets["infinitives"]:
            return True
        if group.words & self.sets["modals"]:
            return False
        if forms.isdisjoint(_PLAIN):
            if _GERUND in forms and group.words & self.sets["copulas"]:
                return True
            return _INFINITIVE in forms and bool(group.words & {"did", "didn't"})
        return self._stands(phrase, group)

    def _stands(self, phrase: Phrase, group: VerbGroup) -> bool:
        finite = self._is_finite(group)
        if group.words & self.sets["infinitives"] and not finite:
            return False
        if (
            phrase.of("state").keys() | phrase.of("weak").keys() == {"scheduled"}
            and self._days_after(phrase)
            and not group.words & self.sets["events"]
        ):
            return False  # "a entrega está marcada para 7 de dezembro": the date's own check covers it
        if phrase.has("weak") and not phrase.has("state", "action"):
            named = phrase.has("light") and bool(self._actions_named(phrase))
            own = bool(phrase.forms(("weak",)) & PAST) and self._is_own(group)
            return finite or named or own or self.answer.is_labelled(group.start)
        forms = phrase.forms()
        bare = bool(forms & {PARTICIPLE, "word"})
        return finite or not bare or not self._is_attribute(group.start)

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

    def _is_led_by(self, first: int, *labels: str) -> bool:
        """ "acabei de cancelar", "não consegui cancelar", "couldn't cancel"."""
        return any(
            label in labels and 0 <= first - last <= _OPENER_REACH and self.answer.sentence_of[start] == here
            for here in (self.answer.sentence_of[first],)
            for label, start, last in self.answer.openers
        )

    def _is_in_progress(self, phrase: Phrase) -> bool:
        """ "em contestação", "under dispute": the name of an action as a status."""
        named = phrase.forms(("action",)) & {Form.NOUN.value, _INFINITIVE}
        return bool(named) and phrase.first > 0 and self.answer.words[phrase.first - 1] in self.sets["in_progress_of"]

    def _in_progress(self, phrase: Phrase) -> Assertion:
        group = self.answer.verb_group(phrase.first - 1)
        keys = frozenset(f"tool:{tool}" for tool in phrase.of("action"))
        about = self.scene.about(group.start, phrase.last)
        return Assertion("status", phrase.first - 1, phrase.last, keys, about, not group.is_denied)

    # --- what is told -----------------------------------------------------------------------------------------------

    def _told(self, phrase: Phrase, group: VerbGroup) -> Iterator[Assertion]:
        if not phrase.has("action") and self._is_customers(group):
            return
        positive = not (group.is_denied or self._is_led_by(phrase.first, "thwarted"))
        if phrase.has("action") or not phrase.has("done", "light"):
            yield self._assertion(phrase, _plain_keys(phrase), group, positive=positive)
        elif keys := self._deed_keys(phrase):
            yield self._assertion(phrase, keys, group, positive=positive)

    def _deed_keys(self, phrase: Phrase) -> set[str]:
        """A deed named by a noun of the sentence ("o cancelamento foi concluído"), or by nothing ("feito")."""
        if nouns := self._actions_named(phrase):
            states = _plain_keys(phrase) if self._is_dated(phrase) else set()  # "opened_on" of a record tells it, too
            return states | {f"tool:{tool}" for tool in nouns}
        if self._announces(phrase):
            return set()
        keys = _plain_keys(phrase)
        beside = self._is_dated(phrase) or self._repeats(phrase)
        if phrase.has("failed") or (phrase.has("done") and not beside):
            keys.add(f"tool:{ANY_TOOL}")
        return keys

    def _assertion(self, phrase: Phrase, keys: set[str], group: VerbGroup, *, positive: bool) -> Assertion:
        forms, finite = phrase.forms(), self._is_finite(group)
        active = bool(forms & PAST) and (PARTICIPLE not in forms or bool(group.words & self.sets["first_person"]))
        acting = any(key.startswith("tool:") for key in keys)
        own = (active and not self._is_customers(group)) or self._is_led_by(phrase.first, "accomplished")
        alone = own and not self.answer.words[phrase.first].endswith("mos") and not self._is_plural(group)
        doer = (acting and (own or self._succeeds(phrase))) or (bool(keys) and alone)
        bare = not finite and bool(forms & (PAST | {PARTICIPLE}))
        event = active or bare or bool(group.words & self.sets["events"])
        opens = group.start == self.answer.sentence(group.start).start
        about = self.scene.about(group.start, phrase.last, object_after=active or (not finite and opens))
        kind = "action" if acting and (event or doer or not phrase.has("state")) else "status"
        anterior = bool(group.words & self.sets["anterior"])
        return Assertion(
            kind,
            phrase.first,
            phrase.last,
            frozenset(keys),
            about,
            positive,
            doer,
            event,
            anterior,
            universal=self._is_universal(phrase),
        )

    def _is_plural(self, group: VerbGroup) -> bool:
        """ "we shipped": the company did, which a record may show; "I shipped" is told of this conversation."""
        return bool(group.words & {"we", "we've", "nos"}) or (
            self.answer.vocabulary.language == "en" and "i" not in group.words
        )

    def _is_universal(self, phrase: Phrase) -> bool:
        """ "todos foram entregues" """
        clause = self.answer.clause(phrase.first)
        return not self.sets["universal"].isdisjoint(self.answer.words[clause.start : phrase.first])

    def _is_customers(self, group: VerbGroup) -> bool:
        """ "você pagou": the customer's own deed."""
        if group.words & (self.sets["copulas"] | self.sets["passives"]):
            return False
        before = self.answer.words[group.start - 1] if group.start else ""
        return before in self.sets["you"] or not group.words.isdisjoint(self.sets["you"])

    def _is_dated(self, phrase: Phrase) -> bool:
        """ "feito em 24/11": when it began, which the date's own check covers where a field says when something was."""
        return any(self.scene.index.dates_event(day.keys) for day in self._days_after(phrase))

    def _days_after(self, phrase: Phrase) -> list[Value]:
        return [
            value
            for value in self.scene.values
            if value.kind == "date" and 0 <= value.first - phrase.last <= _DATE_REACH
        ]

    def _announces(self, phrase: Phrase) -> bool:
        """ "Confirmado: ..." """
        opens = phrase.first == self.answer.sentence(phrase.first).start
        return opens and self.answer.words[phrase.last : phrase.last + 1] == [":"] and not phrase.has("done")

    def _beside(self, phrase: Phrase) -> Iterator[Phrase]:
        clause = self.answer.clause(phrase.first)
        return (other for other in self.phrases if other is not phrase and other.first in clause)

    def _in_sentence(self, phrase: Phrase) -> Iterator[Phrase]:
        sentence = self.answer.sentence(phrase.first)
        return (other for other in self.phrases if other is not phrase and other.first in sentence)

    def _succeeds(self, phrase: Phrase) -> bool:
        """ "cancelado com sucesso" """
        return phrase.has("success") or any(other.has("success") for other in self._beside(phrase))

    def _repeats(self, phrase: Phrase) -> bool:
        """ "com sucesso" beside another deed of the clause adds nothing to it."""
        return phrase.has("success") and any(
            other.has("action", "state", "done", "light") for other in self._beside(phrase)
        )

    def _actions_named(self, phrase: Phrase) -> Set[str]:
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


def _plain_keys(phrase: Phrase) -> set[str]:
    tools = {f"tool:{tool}" for tool in phrase.of("action")}
    return tools | {f"state:{concept}" for kind in ("state", "weak") for concept in phrase.of(kind)}


def _covers(phrases: Sequence[Phrase], index: int) -> bool:
    return any(phrase.first <= index < phrase.last for phrase in phrases)


def _stem(word: str) -> str:
    """A participle without its gender and number."""
    return word.removesuffix("s")[:-1] if word.removesuffix("s")[-1] in "oa" else word
