"""The parameter values of one message: which are given, taken back, corrected, or left open between several."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from agent_framework.domain.parameters import Candidate, Parameter
from agent_framework.domain.text import Text, Token
from agent_framework.understanding.model import Asked, Cue, Dialogue, ValueReadings
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.values.free_text import Choice, FreeText
from agent_framework.understanding.values.words import Words, words_of_language

__all__ = ["read_values"]

REACH = 4


@dataclass
class Draft:
    """What has been found so far."""

    values: dict[str, str] = field(default_factory=dict)
    competing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)
    withdrawn: list[str] = field(default_factory=list)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    cues: list[Cue] = field(default_factory=list)

    def finished(self) -> ValueReadings:
        return ValueReadings(
            self.values, self.competing, self.rejected, tuple(self.withdrawn), self.spans, tuple(self.cues)
        )


def read_values(text: Text, dialogue: Dialogue) -> ValueReadings:
    """The values for the parameters of `dialogue.tool`.

    Exact readings claim their words first, so that a number inside a name is no amount. A loose one counts only for the
    parameter that was asked for or named beside it.
    """
    draft = Draft()
    if dialogue.tool is None or not text.tokens:
        return draft.finished()
    words = words_of_language(text.language)
    readers = {
        name: _ParameterReader(text, dialogue, words, name, parameter)
        for name, parameter in dialogue.tool.parameters.items()
    }
    found = {name: reader.candidates() for name, reader in readers.items()}
    claimed = _claims(found, readers)
    for name, reader in readers.items():
        reader.read([item for item in found[name] if not _taken(item, name, claimed)], draft)
    return draft.finished()


def _claims(
    found: Mapping[str, Sequence[Candidate]], readers: Mapping[str, "_ParameterReader"]
) -> list[tuple[str, Candidate]]:
    """What free text cannot swallow: exact readings, and any reading of a parameter whose values have a form."""
    return [
        (name, item)
        for name, items in found.items()
        for item in items
        if item.value is not None and (item.exact or not readers[name].free)
    ]


def _taken(candidate: Candidate, name: str, claimed: Iterable[tuple[str, Candidate]]) -> bool:
    """Whether its words belong to a longer or more certain reading of another parameter."""
    length = candidate.end - candidate.start
    return any(
        owner != name
        and candidate.start < other.end
        and other.start < candidate.end
        and (not candidate.exact or other.end - other.start > length)
        for owner, other in claimed
    )


@dataclass(frozen=True)
class _ParameterReader:
    """Reads one parameter."""

    text: Text
    dialogue: Dialogue
    words: Words
    name: str
    parameter: Parameter

    # --- which candidates count -------------------------------------------------------------------------------------

    @property
    def free(self) -> bool:
        """Whether any words at all may be its value."""
        return isinstance(self.parameter.type, FreeText | Choice)

    def candidates(self) -> list[Candidate]:
        """The readings that count in this dialogue state."""
        found = self.parameter.type.find(self.text, self.dialogue.options.get(self.name, ()))
        return [item for item in found if self._takes(item)]

    def _takes(self, candidate: Candidate) -> bool:
        if candidate.exact:
            return True
        asked = self.dialogue.asked is Asked.PARAMETER and self.dialogue.missing[:1] == (self.name,)
        if asked or self._named_before(candidate):
            return True
        if self.dialogue.asked is Asked.NOTHING or self.free:
            return False
        return self.name in self.dialogue.arguments and self._introduced(candidate)

    def _named_before(self, candidate: Candidate) -> bool:
        """ "o valor é 50": the parameter's own word stands right before."""
        before = self._tokens_before(candidate, REACH)
        return bool(PhraseTable({"name": self.parameter.words.get(self.text.language, ())}).find(before))

    def _introduced(self, candidate: Candidate) -> bool:
        """ "é 1002", "só 50", "para 1002": stated, not just mentioned."""
        before = self._tokens_before(candidate, 2)
        alone = len([token for token in self.text.tokens if token.kind != "mark"]) == 1
        return alone or any(token.folded in self.words.sets["copulas"] for token in before)

    def _tokens_before(self, candidate: Candidate, count: int) -> tuple[Token, ...]:
        return tuple(token for token in self.text.tokens if token.end <= candidate.start)[-count:]

    # --- what they amount to ----------------------------------------------------------------------------------------

    def read(self, candidates: Sequence[Candidate], draft: Draft) -> None:
        """Add this parameter's reading to the draft."""
        valid = [item for item in candidates if item.value is not None]
        affirmed = [item for item in valid if not self._denied(item)]
        values = self._settle(affirmed)
        for item in valid:
            draft.cues.append(Cue(f"value:{self.name}", self.text.raw[item.start : item.end], item.start, item.end))
        if valid:
            draft.spans[self.name] = (valid[0].start, valid[-1].end)
        if len(values) == 1:
            draft.values[self.name] = values[0]
        elif values:
            draft.competing[self.name] = values
        elif self._taken_back(valid):
            draft.withdrawn.append(self.name)
        elif malformed := [item for item in candidates if item.value is None and not self._denied(item)]:
            draft.rejected[self.name] = self.text.raw[malformed[0].start : malformed[0].end]

    def _settle(self, affirmed: Sequence[Candidate]) -> tuple[str, ...]:
        """The one value, or those between which the message does not choose."""
        values = tuple(dict.fromkeys(str(item.value) for item in affirmed))
        if len(values) < 2:
            return values
        marks = [
            (self.text.tokens[match.first].start, match.labels) for match in self.words.marks.find(self.text.tokens)
        ]
        last_start = affirmed[-1].start
        if any("corrections" in labels and affirmed[0].start < start < last_start for start, labels in marks):
            return values[-1:]
        present = self.dialogue.arguments.get(self.name)
        between = any("alternatives" in labels and affirmed[0].start < start < last_start for start, labels in marks)
        others = tuple(value for value in values if value != present)
        return others if len(others) == 1 and not between else values

    def _denied(self, candidate: Candidate) -> bool:
        """ "não é o 1001", "e não 71,99": a negation with nothing but small words between. "não contratei X" denies no X."""
        for token in reversed(self._tokens_before(candidate, REACH)):
            if token.folded in self.words.sets["negators"]:
                return True
            if token.folded not in self._small_words:
                return False
        return False

    @cached_property
    def _small_words(self) -> frozenset[str]:
        own = {word for phrase in self.parameter.words.get(self.text.language, ()) for word in words_of(phrase)}
        return self.words.sets["articles"] | self.words.sets["copulas"] | self.words.sets["demonstratives"] | own

    def _taken_back(self, valid: Sequence[Candidate]) -> bool:
        """The present value is refused and no other given: "não é 71,99", "o valor está errado", "não é esse pedido"."""
        present = self.dialogue.arguments.get(self.name)
        if present is None:
            return False
        if any(item.value == present for item in valid):
            return True
        tokens = self.text.tokens
        named = PhraseTable({"name": self.parameter.words.get(self.text.language, ())}).find(tokens)
        labels = {label for match in self.words.marks.find(tokens) for label in match.labels}
        if named and labels & {"wrong", "change"}:
            return True
        return any(self._demonstrated_and_denied(match.first) for match in named)

    def _demonstrated_and_denied(self, index: int) -> bool:
        before = self.text.tokens[max(0, index - REACH) : index]
        pointing = before and before[-1].folded in self.words.sets["demonstratives"]
        return bool(pointing and any(token.folded in self.words.sets["negators"] for token in before))
