"""Statuses and deeds in a text: "está em preparação", "foi cancelado", "acabei de cancelar", "falhou"."""

from collections.abc import Iterator
from typing import Final

from agent_framework.judges.reading import VerbGroup
from agent_framework.judges.spans import ANY_TOOL, PARTICIPLE, PAST, Assertion, Phrase
from agent_framework.judges.telling import Telling
from agent_framework.understanding.word_forms import Form

__all__ = ["TELLING", "Deeds"]

_INFINITIVE: Final = Form.INFINITIVE.value
TELLING: Final = ("state", "weak", "action", "done", "failed", "goods", "pledge")


class Deeds(Telling):
    """Reads the statuses and deeds of one text."""

    def read(self, phrase: Phrase, group: VerbGroup) -> Iterator[Assertion]:
        """What a phrase tells, if it does."""
        if phrase.has("failed") or self._is_refusal(phrase, group):
            yield self._assertion(phrase, self._deed_keys(phrase), group, positive=False)
        elif self._is_in_progress(phrase):
            yield self._in_progress(phrase)
        elif self.is_told(phrase, group):
            yield from self._told(phrase, group)

    def _is_refusal(self, phrase: Phrase, group: VerbGroup) -> bool:
        """ "o sistema recusou o cancelamento" """
        active = "rejected" in phrase.of("state") and bool(phrase.forms(("state",)) & PAST)
        passive = bool(group.words & (self.sets["passives"] | self.sets["copulas"]))
        return active and not passive and bool(self.actions_named(phrase))

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
        if not phrase.has("action") and self.is_customers(group):
            return
        positive = not (group.is_denied or self.is_led_by(phrase.first, "thwarted"))
        if phrase.has("action") or not phrase.has("done", "light"):
            yield self._assertion(phrase, _plain_keys(phrase), group, positive=positive)
        elif keys := self._deed_keys(phrase):
            yield self._assertion(phrase, keys, group, positive=positive)

    def _deed_keys(self, phrase: Phrase) -> set[str]:
        """A deed named by a noun of the sentence ("o cancelamento foi concluído"), or by nothing ("feito")."""
        if nouns := self.actions_named(phrase):
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
        forms, finite = phrase.forms(), self.is_finite(group)
        active = bool(forms & PAST) and (PARTICIPLE not in forms or bool(group.words & self.sets["first_person"]))
        acting = any(key.startswith("tool:") for key in keys)
        own = (active and not self.is_customers(group)) or self.is_led_by(phrase.first, "accomplished")
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

    def _is_dated(self, phrase: Phrase) -> bool:
        """ "feito em 24/11": when it began, which the date's own check covers where a field says when something was."""
        return any(self.scene.index.dates_event(day.keys) for day in self.days_after(phrase))

    def _announces(self, phrase: Phrase) -> bool:
        """ "Confirmado: ..." """
        opens = phrase.first == self.answer.sentence(phrase.first).start
        return opens and self.answer.words[phrase.last : phrase.last + 1] == [":"] and not phrase.has("done")

    def _beside(self, phrase: Phrase) -> Iterator[Phrase]:
        clause = self.answer.clause(phrase.first)
        return (other for other in self.phrases if other is not phrase and other.first in clause)

    def _succeeds(self, phrase: Phrase) -> bool:
        """ "cancelado com sucesso" """
        return phrase.has("success") or any(other.has("success") for other in self._beside(phrase))

    def _repeats(self, phrase: Phrase) -> bool:
        """ "com sucesso" beside another deed of the clause adds nothing to it."""
        return phrase.has("success") and any(
            other.has("action", "state", "done", "light") for other in self._beside(phrase)
        )


def _plain_keys(phrase: Phrase) -> set[str]:
    tools = {f"tool:{tool}" for tool in phrase.of("action")}
    return tools | {f"state:{concept}" for kind in ("state", "weak") for concept in phrase.of(kind)}
