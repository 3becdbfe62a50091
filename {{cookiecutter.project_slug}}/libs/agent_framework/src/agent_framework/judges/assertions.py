"""What an answer asserts beside values: statuses, deeds and promises, with their negation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from agent_framework.judges.binding import About, Scene
from agent_framework.judges.reading import Answer, VerbGroup
from agent_framework.understanding.phrases import Match, PhraseTable
from agent_framework.understanding.word_forms import Form

__all__ = ["ANY_TOOL", "Assertion", "assertions"]

ANY_TOOL: Final = "*"
_PARTICIPLE: Final = Form.PARTICIPLE.value
_PAST: Final = frozenset({Form.PAST_FIRST.value, Form.PAST_OTHER.value})
_TOLD: Final = _PAST | {_PARTICIPLE}
_SMALL_MODALS: Final = frozenset({"to", "para", "pra", "da"})
_PRESENT: Final = frozenset({Form.ASKING.value, Form.PRESENT_OTHER.value, Form.INFINITIVE.value})
_PROMISED_PRESENT: Final = frozenset({"receive", "refund", "discount"})
_SUBJECT_REACH: Final = 3

Labels = Mapping[str, Mapping[str, frozenset[str]]]
"""Kind to key to forms: what a phrase may be."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing told on the tokens `first` to `last`.

    Args:
        kind: "action", "status" or "commitment".
        keys: tools (`tool:cancelar_pedido`), statuses (`state:shipped`), promises (`promise:refund`, `goods:bonus`).
        positive: False where it is denied.
        doer: told as the deed of who answers, or as a success: only an execution supports it.
        event: told as something that happened, not as how things are.
        anterior: told as having been so before.
        offered: what a tool would do, under a condition ("se você confirmar, cancelo").
    """

    kind: str
    first: int
    last: int
    keys: frozenset[str]
    about: About
    positive: bool = True
    doer: bool = False
    event: bool = False
    anterior: bool = False
    offered: bool = False


def assertions(scene: Scene, tables: tuple[PhraseTable, ...]) -> list[Assertion]:
    """The assertions of a text in order. `tables` find the words of the tools and of the statuses in the facts."""
    return list(_Reader(scene, tables).read())


class _Reader:
    def __init__(self, scene: Scene, tables: tuple[PhraseTable, ...]) -> None:
        self.scene = scene
        self.answer: Answer = scene.answer
        self.sets = self.answer.sets
        found = [*scene.matches, *(match for table in tables for match in table.find(self.answer.tokens))]
        self.spans = _merge(found)

    def read(self) -> Iterator[Assertion]:
        """Every assertion; a participle that no table knows counts as a status."""
        named = {index for mention in self.scene.mentions for index in range(mention.first, mention.last)}
        for (first, last), labels in self.spans.items():
            if first not in named:
                yield from self._read(first, last, labels)
        covered = named | {index for first, last in self.spans for index in range(first, last)}
        yield from self._unknown_participles(covered)

    def _read(self, first: int, last: int, labels: Labels) -> Iterator[Assertion]:
        if self.answer.untold[first]:
            return
        group = self.answer.verb_group(first)
        if goods := labels.get("goods"):
            yield from self._goods(first, last, frozenset(goods), group)
        if pledge := labels.get("pledge"):
            if not group.negated:
                yield self._make(first, last, {f"promise:{key}" for key in pledge}, group)
        elif promised := self._promised(first, labels, group):
            if not group.negated:
                offered = "action" in labels and self.answer.sentence_of[first] in self.answer.conditional_sentences
                yield self._make(first, last, promised, group, offered=offered)
        elif "failed" in labels:
            yield self._deed(first, last, labels, group, positive=False)
        elif self._is_told(first, last, labels, group):
            yield from self._told(first, last, labels, group)

    def _make(self, first: int, last: int, keys: set[str], group: VerbGroup, *, offered: bool = False) -> Assertion:
        about = self.scene.about(group.start, last)
        return Assertion("commitment", group.start, last, frozenset(keys), about, offered=offered)

    # --- promises ---------------------------------------------------------------------------------------------------

    def _goods(self, first: int, last: int, goods: frozenset[str], group: VerbGroup) -> Iterator[Assertion]:
        """The mention of a thing of value, unless it is denied or merely possible."""
        clause = self.answer.clause(first)
        before = {self.answer.words[index] for index in range(clause.start, first)}
        denied = before & (self.sets["negators"] | self.sets["none"])
        possible = before & (self.sets["modals"] - _SMALL_MODALS)
        if "free" in goods or not (denied or possible):
            keys = {f"goods:{key}" for key in goods}
            yield self._make(first, last, keys, VerbGroup(first, group.words, False))

    def _promised(self, first: int, labels: Labels, group: VerbGroup) -> set[str]:
        """What a future or a performative present promises."""
        if group.words & (self.sets["modals"] - _SMALL_MODALS):
            return set()
        future = bool(group.words & self.sets["future"])
        keys: set[str] = set()
        for kind in ("promise", "performative", "action", "state", "weak"):
            for key, forms in labels.get(kind, {}).items():
                if self._forecasts(first, kind, key, forms, group, future):
                    keys.add(f"{'tool' if kind == 'action' else 'promise' if kind != 'weak' else 'state'}:{key}")
        return keys

    def _forecasts(
        self, first: int, kind: str, key: str, forms: frozenset[str], group: VerbGroup, future: bool
    ) -> bool:
        if Form.FUTURE.value in forms:
            return True
        if future:
            return Form.INFINITIVE.value in forms or _PARTICIPLE in forms or "word" in forms
        if kind == "action":
            first_person = Form.PRESENT_FIRST.value in forms and not forms & (_TOLD | {Form.NOUN.value})
            return first_person and self._opens_alone(first)
        if kind == "performative" and self._performs(first, forms, group):
            return True
        return kind in ("promise", "performative") and key in _PROMISED_PRESENT and self._promised_to(first, forms)

    def _opens_alone(self, first: int) -> bool:
        return self.answer.verb_group(first).start == self.answer.clause(first).start

    def _performs(self, first: int, forms: frozenset[str], group: VerbGroup) -> bool:
        """ "garanto", "we guarantee"."""
        if Form.PRESENT_FIRST.value in forms or (
            Form.PAST_FIRST.value in forms and self.answer.words[first].endswith("mos")
        ):
            return _PARTICIPLE not in forms
        return (
            Form.INFINITIVE.value in forms and bool(group.words & self.sets["first_person"]) and "to" not in group.words
        )

    def _promised_to(self, first: int, forms: frozenset[str]) -> bool:
        """ "você recebe", "you get", "o valor volta"."""
        if not forms & _PRESENT or forms & _TOLD:
            return False
        before = self.answer.words[max(self.answer.clause(first).start, first - _SUBJECT_REACH) : first]
        return (
            bool(before)
            and not frozenset(before).isdisjoint(self.sets["promised_to"])
            and before[-1] not in _SMALL_MODALS
        )

    # --- statuses and deeds -----------------------------------------------------------------------------------------

    def _is_told(self, first: int, last: int, labels: Labels, group: VerbGroup) -> bool:
        """Whether a status or deed is asserted here at all, done or denied."""
        forms = _forms(labels, ("state", "weak", "action", "done", "light"))
        if not forms:
            return False
        if Form.INFINITIVE.value in forms and "action" in labels and self._accomplished(first, group):
            return True
        if group.words & (self.sets["modals"] - {"to", "da"}):
            return False
        if not forms & (_TOLD | {"word", "phrase", Form.GERUND.value}):
            return Form.INFINITIVE.value in forms and bool(group.words & {"did", "didn't"})
        if Form.GERUND.value in forms and not forms & (_TOLD | {"word", "phrase"}):
            return bool(group.words & self.sets["copulas"])
        return self._stands(first, last, labels, group)

    def _stands(self, first: int, last: int, labels: Labels, group: VerbGroup) -> bool:
        finite = bool(group.words & (self.sets["copulas"] | self.sets["events"]))
        if group.words & self.sets["infinitives"] and not finite:
            return False
        weak = labels.get("weak") and not labels.keys() & {"state", "action"}
        if weak and not (finite or self.answer.is_labelled(group.start)):
            return False
        if finite or not self._is_bare(labels):
            return True
        return not self._is_attribute(group.start)

    def _is_bare(self, labels: Labels) -> bool:
        """A participle or a status word, without anything that makes it a verb."""
        forms = _forms(labels, labels)
        return bool(forms & {_PARTICIPLE, "word"}) and not (forms & _PAST and _PARTICIPLE not in forms)

    def _is_attribute(self, first: int) -> bool:
        """ "pedidos enviados não podem ...": any order at all, not this one."""
        words, clause = self.answer.words, self.answer.clause(first)
        before = words[first - 1] if first > clause.start else ""
        if before in self.sets["determiners"] and self.answer.vocabulary.language != "en":
            return True
        possible = {words[index] for index in clause} & (self.sets["modals"] - _SMALL_MODALS)
        definite = any(words[index] in self.sets["determiners"] for index in range(clause.start, first))
        named = any(clause.start <= mention.first < first for mention in self.scene.mentions)
        return bool(possible) and not definite and not named

    def _accomplished(self, first: int, group: VerbGroup) -> bool:
        """ "acabei de cancelar", "não consegui cancelar", "couldn't cancel"."""
        return any(
            label in ("accomplished", "thwarted") and opener_last <= first and opener_first >= group.start - 4
            for label, opener_first, opener_last in self.answer.openers
            if self.answer.sentence_of[opener_first] == self.answer.sentence_of[first] and first - opener_last <= 2
        )

    def _told(self, first: int, last: int, labels: Labels, group: VerbGroup) -> Iterator[Assertion]:
        if "action" not in labels and self._is_customers(group, first):
            return
        keys = {f"tool:{tool}" for tool in labels.get("action", ())}
        keys |= {f"state:{concept}" for kind in ("state", "weak") for concept in labels.get(kind, ())}
        negative = group.negated or group.denied_from_afar or self._thwarted(first)
        nouns = (
            self._actions_named(first, last) if labels.keys() & {"done", "light"} and "action" not in labels else set()
        )
        if "action" not in labels and labels.keys() & {"done", "light"}:
            if not nouns and not keys and ("done" not in labels or self._is_dated(last) or self._is_success_of(first)):
                return
            yield self._deed(first, last, labels, group, positive=not negative)
            return
        if keys:
            yield self._assertion(first, last, keys, labels, group, positive=not negative)

    def _deed(self, first: int, last: int, labels: Labels, group: VerbGroup, *, positive: bool) -> Assertion:
        """Something done, named by a noun of the sentence ("o cancelamento foi concluído") or not at all ("feito")."""
        nouns = self._actions_named(first, last)
        keys = {f"tool:{tool}" for tool in nouns}
        keys |= {f"state:{concept}" for kind in ("state", "weak") for concept in labels.get(kind, ()) if not nouns}
        if not nouns and labels.keys() & {"done", "failed"}:
            keys.add(f"tool:{ANY_TOOL}")
        return self._assertion(first, last, keys, labels, group, positive=positive)

    def _assertion(
        self, first: int, last: int, keys: set[str], labels: Labels, group: VerbGroup, *, positive: bool
    ) -> Assertion:
        forms = _forms(labels, labels)
        finite = bool(group.words & (self.sets["copulas"] | self.sets["events"]))
        active = bool(forms & _PAST) and (_PARTICIPLE not in forms or bool(group.words & self.sets["first_person"]))
        acting = any(key.startswith("tool:") for key in keys)
        doer = acting and (
            (active and not self._is_customers(group, first))
            or self._accomplished(first, group)
            or self._succeeds(first, last)
        )
        event = active or bool(group.words & self.sets["events"]) or (not finite and bool(forms & _TOLD))
        about = self.scene.about(group.start, last, object_after=active or (not finite and self._starts(group.start)))
        kind = "action" if acting and (event or doer or "state" not in labels) else "status"
        anterior = bool(group.words & self.sets["anterior"])
        return Assertion(kind, first, last, frozenset(keys), about, positive, doer, event, anterior)

    def _starts(self, first: int) -> bool:
        return first == self.answer.sentence(first).start

    def _is_customers(self, group: VerbGroup, first: int) -> bool:
        """ "você pagou": the customer's own deed."""
        before = self.answer.words[group.start - 1] if group.start else ""
        return before in self.sets["you"] or not group.words.isdisjoint(self.sets["you"] | {"you've"})

    def _thwarted(self, first: int) -> bool:
        return any(label == "thwarted" and 0 <= first - last <= 2 for label, _, last in self.answer.openers)

    def _is_dated(self, last: int) -> bool:
        """ "feito em 24/11": when it began, which the date's own check covers."""
        return any(value.kind == "date" and last <= value.first <= last + 2 for value in self.scene.values)

    def _succeeds(self, first: int, last: int) -> bool:
        """ "cancelado com sucesso" """
        clause = self.answer.clause(first)
        return any("success" in labels and start in clause for (start, _), labels in self.spans.items())

    def _is_success_of(self, first: int) -> bool:
        """ "com sucesso" beside another deed of the clause adds nothing to it."""
        clause = self.answer.clause(first)
        return "success" in self.spans.get(next((s for s in self.spans if s[0] == first), (0, 0)), {}) and any(
            start in clause and start != first and labels.keys() & {"action", "state", "done", "light"}
            for (start, _), labels in self.spans.items()
        )

    def _actions_named(self, first: int, last: int) -> set[str]:
        """Tools whose action the sentence names, the nearest before, else the first after."""
        sentence = self.answer.sentence(first)
        found = [
            (start, frozenset(labels["action"]))
            for (start, _), labels in self.spans.items()
            if "action" in labels and start in sentence and start != first
        ]
        before = [tools for start, tools in found if start < first]
        after = [tools for start, tools in found if start >= last and start in self.answer.clause(first)]
        return set(before[-1] if before else after[0] if after else ())

    def _unknown_participles(self, covered: set[int]) -> Iterator[Assertion]:
        endings = tuple(self.sets["participle_endings"])
        for index, word in enumerate(self.answer.words):
            if index in covered or not word.endswith(endings) or word in self.sets["neutral"] or len(word) < 5:
                continue
            group = self.answer.verb_group(index)
            modal = group.words & (self.sets["modals"] | self.sets["future"])
            if (
                group.words & (self.sets["copulas"] | self.sets["events"])
                and not modal
                and not self.answer.untold[index]
            ):
                stem = word[:-1] if word[-1] in "oa" else word[:-2] if word[-2:] in ("os", "as") else word
                positive = not (group.negated or group.denied_from_afar)
                yield Assertion(
                    "status",
                    index,
                    index + 1,
                    frozenset({f"word:{stem}"}),
                    self.scene.about(group.start, index + 1),
                    positive,
                )


def _forms(labels: Labels, kinds: Iterable[str]) -> frozenset[str]:
    """The forms that a phrase may be as one of these kinds."""
    return frozenset(form for kind in kinds for forms in labels.get(kind, {}).values() for form in forms)


def _merge(matches: list[Match]) -> dict[tuple[int, int], dict[str, dict[str, frozenset[str]]]]:
    """The longest phrase at each place, with the labels of all tables."""
    spans: dict[tuple[int, int], dict[str, dict[str, frozenset[str]]]] = {}
    taken = -1
    for match in sorted(matches, key=lambda item: (item.first, -item.last)):
        span = (match.first, match.last)
        if span not in spans and match.first < taken:
            continue
        labels = spans.setdefault(span, {})
        for label in match.labels:
            kind, key, form = (*label.split("|"), "word")[:3]
            keys = labels.setdefault(kind, {})
            keys[key] = keys.get(key, frozenset()) | {form}
        taken = max(taken, match.last)
    return spans
