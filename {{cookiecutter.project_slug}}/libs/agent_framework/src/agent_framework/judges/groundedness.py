"""Whether an answer says only what the facts of the turn support (I6, I7). Deterministic: no model can talk it round.

Every id, protocol, amount, date and status in a sentence is looked for in the records about the resource that the sentence
names; a claim of action needs the successful call of that very tool on that very resource.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import yaml

from agent_framework.domain.text import Text, Token, fold
from agent_framework.judges.model import Claim, Facts, Verdict
from agent_framework.judges.records import Record, records_of, strings_in
from agent_framework.understanding.morphology import inflections
from agent_framework.understanding.phrases import PhraseTable
from agent_framework.understanding.values import Date, Money
from agent_framework.understanding.word_forms import Form

__all__ = ["judge"]

ID: Final = re.compile(r"\b[A-Za-z]{2,10}-[A-Za-z0-9]+(?:-[A-Za-z0-9]+){0,3}\b|\b\d{5,}\b")
SENTENCE: Final = re.compile(r"[^.!?\n;]+(?:[.,](?=\d)[^.!?\n;]+)*[.!?;\n]?")
REACH: Final = 6


def judge(answer: str, facts: Facts, language: str) -> Verdict:
    """The verdict on an answer: every claim with what supports it, or with the objection to it."""
    bench = _Bench(facts, language)
    return Verdict(tuple(claim for sentence in bench.sentences(answer) for claim in bench.claims(sentence)))


@lru_cache
def _words(language: str) -> PhraseTable:
    path = Path(__file__).with_name(f"words.{language}.yaml")
    content = yaml.safe_load((path if path.exists() else path.with_name("words.en.yaml")).read_text(encoding="utf-8"))
    return PhraseTable({group: [str(word) for word in words] for group, words in content.items()})


@lru_cache(maxsize=64)
def _done_forms(actions: tuple[tuple[str, tuple[str, ...]], ...], language: str) -> PhraseTable:
    """The forms that tell an action as done, by tool."""
    told = {Form.PARTICIPLE, Form.PAST_FIRST, Form.PAST_OTHER}
    return PhraseTable(
        {
            tool: [" ".join(words) for verb in verbs for words, forms in inflections(verb, language).items() if forms & told]
            for tool, verbs in actions
        }
    )


@dataclass(frozen=True)
class _Sentence:
    """A sentence with the ids it names, or the nearest named before it."""

    text: Text
    ids: tuple[str, ...]
    resource: str | None
    asks: bool


class _Bench:
    """Judges sentences against the facts of one turn."""

    def __init__(self, facts: Facts, language: str) -> None:
        self.facts = facts
        self.language = language
        self.records = records_of(facts)
        self.stated = frozenset(fold(value) for value in strings_in(list(facts.stated)))
        self.stated_text = "\n".join(strings_in(list(facts.stated)))
        self.message_ids = frozenset(fold(found) for found in ID.findall(facts.message))

    @cached_property
    def resources(self) -> frozenset[str]:
        """Values of `*_id` keys: what a sentence may be about."""
        return frozenset(
            fold(value)
            for record in self.records
            for key, value in record.values.items()
            if key.endswith("_id") or key == "resource_key"
        )

    def sentences(self, answer: str) -> Iterator[_Sentence]:
        resource: str | None = None
        for match in SENTENCE.finditer(answer):
            raw = match.group().strip()
            ids = tuple(ID.findall(raw))
            named = [found for found in ids if fold(found) in self.resources]
            resource = named[0] if named else resource
            if raw:
                yield _Sentence(Text(raw, self.language), ids, resource, raw.endswith("?"))

    def claims(self, sentence: _Sentence) -> Iterator[Claim]:
        if sentence.text.raw.rstrip(".!?;") in self.stated_text:
            return
        yield from self._ids(sentence)
        yield from self._amounts(sentence)
        yield from self._dates(sentence)
        if not sentence.asks:
            yield from self._statuses(sentence)
            yield from self._actions(sentence)
            yield from self._commitments(sentence)

    # --- values -----------------------------------------------------------------------------------------------------

    def _ids(self, sentence: _Sentence) -> Iterator[Claim]:
        for found in sentence.ids:
            folded = fold(found)
            protocol = any(folded in record.protocols for record in self.records) or self._called_protocol(sentence, found)
            kind = "protocol" if protocol else "id"
            about = self._about(sentence) if protocol else self.records
            support = next((r.source for r in about if folded in (r.protocols if protocol else r.folded)), None)
            if support is None and not protocol:
                support = "stated" if self._is_stated(folded) else "message" if folded in self.message_ids else None
            yield _claim(kind, found, found, support, f"no evidence of this turn has the {kind} {found}")

    def _called_protocol(self, sentence: _Sentence, found: str) -> bool:
        before = sentence.text.raw[: sentence.text.raw.find(found)]
        matches = _words(self.language).find(Text(before, self.language).tokens)
        return bool(matches) and "protocol" in matches[-1].labels and ID.search(before[-40:]) is None

    def _is_stated(self, folded: str) -> bool:
        return folded in self.stated or folded in fold(self.stated_text)

    def _about(self, sentence: _Sentence) -> Sequence[Record]:
        """The records about the resource that the sentence names; all of them where it names none."""
        if sentence.resource is None:
            return self.records
        return [record for record in self.records if record.names(sentence.resource)]

    def _amounts(self, sentence: _Sentence) -> Iterator[Claim]:
        money = Money()
        for candidate in money.find(sentence.text):
            if not candidate.exact or candidate.value is None:
                continue
            text = sentence.text.raw[candidate.start : candidate.end]
            support = self._support(sentence, lambda value, wanted=candidate.value: _same_amount(value, wanted))
            yield _claim("amount", text, candidate.value, support, f"no evidence of this turn has the amount {text}")

    def _dates(self, sentence: _Sentence) -> Iterator[Claim]:
        for candidate in Date().find(sentence.text):
            if not candidate.exact or candidate.value is None:
                continue
            text = sentence.text.raw[candidate.start : candidate.end]
            support = self._support(sentence, lambda value, wanted=candidate.value: value[:10] == wanted)
            yield _claim("date", text, candidate.value, support, f"no evidence of this turn has the date {text}")

    def _support(self, sentence: _Sentence, matches: Any) -> str | None:
        for record in self._about(sentence):
            if any(matches(value) for value in record.values.values()):
                return record.source
        if any(matches(value) for value in strings_in(list(self.facts.stated))):
            return "stated"
        money = [item.value or "" for item in Money().find(Text(self.facts.message, self.language))]
        days = [item.value or "" for item in Date().find(Text(self.facts.message, self.language))]
        return "message" if any(matches(value) for value in (*money, *days)) else None

    # --- statuses and actions ---------------------------------------------------------------------------------------

    def _statuses(self, sentence: _Sentence) -> Iterator[Claim]:
        table = PhraseTable({value: words for value, words in self.facts.labels.items()})
        for match in table.find(sentence.text.tokens):
            if self._open(sentence.text.tokens, match.first):
                continue
            text = _said(sentence.text, match.first, match.last)
            holding = [r.source for r in self._about(sentence) if any(label in r.values.values() for label in match.labels)]
            denied = self._denied(sentence.text.tokens, match.first)
            support = (None if holding else "facts") if denied else next(iter(holding), None)
            support = support or (self._done(sentence, match.labels) if not denied else None)
            yield _claim("status", text, match.labels[0], support, f"no evidence of this turn has the status {text!r}")

    def _done(self, sentence: _Sentence, labels: Sequence[str]) -> str | None:
        """A status word that is also the participle of a tool that ran: "cancelled" after cancelling."""
        table = _done_forms(self._verbs(), self.language)
        words = {word for label in labels for word in self.facts.labels.get(label, ())}
        tools = {tool for word in words for match in table.find(Text(word).tokens) for tool in match.labels}
        return self._executed(sentence, tools)

    def _actions(self, sentence: _Sentence) -> Iterator[Claim]:
        tokens = sentence.text.tokens
        for match in _done_forms(self._verbs(), self.language).find(tokens):
            if self._open(tokens, match.first):
                continue
            text = _said(sentence.text, match.first, match.last)
            executed = self._executed(sentence, set(match.labels)) or self._shown_as(sentence, text)
            if self._denied(tokens, match.first):
                support = None if executed else "facts"
            else:
                support = executed
            yield _claim("action", text, match.labels[0], support, f"no evidence shows the outcome {text!r} for this")

    def _executed(self, sentence: _Sentence, tools: set[str]) -> str | None:
        return next((r.source for r in self._about(sentence) if r.succeeded and r.tool in tools), None)

    def _shown_as(self, sentence: _Sentence, word: str) -> str | None:
        """A reading that shows this very status: "cancelado" for an order whose status is so."""
        values = {value for value, words in self.facts.labels.items() if fold(word) in {fold(item) for item in words}}
        return next((r.source for r in self._about(sentence) if values & set(r.values.values())), None)

    def _commitments(self, sentence: _Sentence) -> Iterator[Claim]:
        tokens = sentence.text.tokens
        actions = _done_forms(self._verbs(), self.language).find(tokens)
        for match in _words(self.language).find(tokens):
            promised = "future" in match.labels and any(match.last <= action.first < match.last + REACH for action in actions)
            if promised or "commitments" in match.labels:
                text = _said(sentence.text, match.first, match.last)
                yield _claim("commitment", text, text, None, f"the promise {text!r} rests on nothing")

    def _verbs(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple((tool, tuple(verbs.get(self.language, ()))) for tool, verbs in self.facts.actions.items())

    def _before(self, tokens: Sequence[Token], first: int) -> set[str]:
        before = tuple(tokens[max(0, first - REACH) : first])
        cut = max((index for index, token in enumerate(before) if token.text in ",:"), default=-1)
        return {label for match in _words(self.language).find(before[cut + 1 :]) for label in match.labels}

    def _open(self, tokens: Sequence[Token], first: int) -> bool:
        return bool(self._before(tokens, first) & {"possibility", "future"})

    def _denied(self, tokens: Sequence[Token], first: int) -> bool:
        return "negators" in self._before(tokens, first)


def _claim(kind: str, text: str, value: str, support: str | None, objection: str) -> Claim:
    return Claim(kind, text, value, support, None if support else objection)


def _said(text: Text, first: int, last: int) -> str:
    return text.raw[text.tokens[first].start : text.tokens[last - 1].end]


def _same_amount(value: str, wanted: str) -> bool:
    return value == wanted or (value.replace(".", "", 1).isdigit() and float(value) == float(wanted))
