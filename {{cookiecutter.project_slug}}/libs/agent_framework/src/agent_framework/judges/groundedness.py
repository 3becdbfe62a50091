"""Whether an answer says only what the facts of the turn support (I6, I7). Deterministic: no model can talk it round.

The answer is read once: its values (`scanning`), what they are said of (`binding`) and what it asserts beside them
(`assertions`). Each of these is a claim, and each claim needs a fact about the same resource (`grounds`, `outcomes`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from agent_framework.domain.text import Text, fold
from agent_framework.judges.assertions import Assertion, assertions
from agent_framework.judges.binding import Scene
from agent_framework.judges.counts import Counts
from agent_framework.judges.grounds import Grounds, Witness, shown
from agent_framework.judges.index import Index
from agent_framework.judges.legible import legible
from agent_framework.judges.model import Claim, Facts, Verdict
from agent_framework.judges.outcomes import Dated, Outcomes
from agent_framework.judges.reading import Answer
from agent_framework.judges.records import read_records
from agent_framework.judges.statuses import Statuses, goods_in
from agent_framework.judges.vocabulary import LANGUAGES, Actions, action_table, assertion_table, hashable, vocabulary
from agent_framework.understanding.language import detect_language
from agent_framework.understanding.phrases import PhraseTable

__all__ = ["judge"]

Labels = tuple[tuple[str, tuple[str, ...]], ...]
"""`Facts.labels` made hashable."""

_ENDINGS: Final = ("o", "a", "os", "as")


def judge(answer: str, facts: Facts, language: str) -> Verdict:
    """The verdict on an answer: every claim with what supports it, or with the objection to it.

    `language` is what the answer ought to be in; one that comes in another is read in that.
    """
    court = _Court(facts, language)
    return Verdict(tuple(court.claims(answer)))


class _Court:
    """The facts of one turn, read once, before which an answer is brought."""

    def __init__(self, facts: Facts, language: str) -> None:
        self.language = language
        self.index = Index(read_records(facts))
        actions = hashable(facts.actions)
        labels = tuple((value, tuple(words)) for value, words in facts.labels.items())
        self.tables = (action_table(actions), _label_table(labels), self._status_table())
        self._facts = facts
        self._scenes: dict[str, Scene] = {}
        statuses = Statuses((assertion_table(), *self.tables), facts.labels)
        counts = Counts(self.index, statuses)
        self.grounds = Grounds(self.index, counts, self.tables[0], self._witnesses, self._message)
        self.outcomes = Outcomes(self.index, statuses, self._testimony, _grants(actions))

    # Texts are read only where the records alone do not support a claim.

    def _message(self) -> Scene:
        return self._scene(self._facts.message)

    def _witnesses(self) -> list[Witness]:
        stated = [("stated", text) for text in self._facts.stated if isinstance(text, str)]
        return [Witness(source, self._scene(text)) for source, text in (*stated, *self.index.texts)]

    def _testimony(self) -> list[tuple[str, Assertion]]:
        return [(item.source, told) for item in self._witnesses() for told in assertions(item.scene, self.tables)]

    def claims(self, answer: str) -> Iterator[Claim]:
        """The claims of an answer, values first."""
        scene = self._scene(answer)
        told = assertions(scene, self.tables)
        for value in scene.values:
            if not (value.is_relative and scene.answer.untold[value.first]):
                yield self.grounds.claim(scene, value, told)
        yield from self._misnamed(scene)
        for assertion in told:
            yield self.outcomes.claim(scene, assertion, self._forecast(scene))

    def _scene(self, raw: str) -> Scene:
        """A text read against the facts, once: an answer is often one of the texts that the domain states."""
        if raw not in self._scenes:
            language = detect_language(raw, self.language, self.language)
            language = language if language in LANGUAGES else self.language
            self._scenes[raw] = Scene(Answer(Text(legible(raw), language), vocabulary(language)), self.index)
        return self._scenes[raw]

    def _status_table(self) -> PhraseTable:
        """The statuses that the facts hold, as they stand there."""
        entries: dict[str, list[str]] = {}
        for record in self.index.all:
            for item in record.fields:
                if item.is_status and item.text:
                    entries.setdefault(f"state|v:{fold(item.text)}|word", []).append(item.text.replace("_", " "))
        return PhraseTable(entries)

    def _misnamed(self, scene: Scene) -> Iterator[Claim]:
        """ "PED-1001 (Fone)" where the facts know the name of something else."""
        for mention in scene.mentions:
            if mention.alias is None:
                continue
            text = scene.answer.said(mention.first, mention.last)
            records = self.index.about(mention.alias)
            fits = self.index.together(mention.handle, mention.alias)
            source = records[0].source if records and fits else None
            objection = None if source else f"{text!r} does not belong to {shown(mention.alias)} in the facts."
            yield Claim("id", text, mention.handle, source, objection)

    def _forecast(self, scene: Scene) -> Dated:
        def supported(assertion: Assertion, fields: frozenset[str]) -> str | None:
            sentence = scene.answer.sentence(assertion.first)
            days = [value for value in scene.values if value.kind == "date" and value.first in sentence]
            return next((source for day in days if (source := self.grounds.dated(scene, day, fields))), None)

        return supported


@lru_cache(maxsize=64)
def _label_table(labels: Labels) -> PhraseTable:
    """The words that the domain has for its statuses."""
    return PhraseTable({f"state|v:{fold(value)}|word": list(_inflected(words)) for value, words in labels})


@lru_cache(maxsize=64)
def _grants(actions: Actions) -> dict[str, frozenset[str]]:
    """Things of value that the action of a tool names: "aplicar cupom"."""
    words = {tool: [word for _, listed in by_language for word in listed] for tool, by_language in actions}
    return {tool: goods_in(" . ".join(listed)) for tool, listed in words.items()}


def _inflected(words: Sequence[str]) -> Iterator[str]:
    """A participle agrees with its noun: "enviado", "enviada"."""
    for word in words:
        yield word
        if word.endswith("o") and " " not in word:
            yield from (word[:-1] + ending for ending in _ENDINGS)
