"""A message cut into clauses of one request each: at marks, at connectives, and where a finite verb starts anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from agent_framework.domain.text import Token
from agent_framework.understanding.intent_words import Occurrence, Role
from agent_framework.understanding.request_cues import Labelled, Labels
from agent_framework.understanding.word_forms import Form

__all__ = ["RequestClause", "cut_clauses", "forms_of", "is_nominal"]

_BREAKS: Final = frozenset(".!?;…,:()[]")
_SENTENCE_ENDS: Final = frozenset(".!?;…")
_CONNECTIVES: Final[Labels] = frozenset({"contrast", "reason"})
_BEFORE_A_VERB: Final[Labels] = frozenset({"preverb", "negator", "courtesy"})
_STARTS_A_REQUEST: Final[Labels] = frozenset({"wish", "other_wish", "asks_you", "possibility"})
# After one of these a verb goes on with what was begun.
_GOVERNORS: Final[Labels] = (
    _STARTS_A_REQUEST
    | {"inability", "attempt", "modal", "preposition", "relative", "hypothetical", "question_words"}
    | {"negating_preposition", "coordinator", "light", "done", "be", "report", "third"}
)
_FINITE: Final = frozenset({Form.ASKING, Form.PRESENT_FIRST, Form.PAST_FIRST, Form.PAST_OTHER})
_NOUN_LIKE: Final = frozenset(
    {Form.NOUN, Form.ASKING, Form.INFINITIVE, Form.PRESENT_FIRST, Form.PRESENT_OTHER, Form.PARTICIPLE}
)
# A longer row of these is no sentence; the limit keeps the cutting linear.
_LONGEST_ROW: Final = 6


@dataclass(frozen=True, slots=True)
class RequestClause:
    """Tokens `first` to `last` (exclusive) that say one thing. `question`: a question mark closes it."""

    first: int
    last: int
    sentence: int
    question: bool = False


def cut_clauses(
    raw: str, tokens: Sequence[Token], labelled: Labelled, found: Sequence[Occurrence]
) -> list[RequestClause]:
    """The clauses of a message in order, marks left out."""
    cutter = _Cutter(labelled, {item.first: item for item in found})
    clauses: list[RequestClause] = []
    sentence = 0
    for first, last, closing in _runs(raw, tokens):
        starts = cutter.starts(first, last)
        for start, end in zip(starts, [*starts[1:], last], strict=True):
            clauses.append(RequestClause(start, end, sentence, "?" in closing and end == last))
        sentence += bool(_SENTENCE_ENDS.intersection(closing))
    return clauses


def forms_of(occurrence: Occurrence) -> frozenset[Form]:
    """What the occurrence says as an action, all its readings together."""
    return frozenset().union(*(use.forms for use in occurrence.uses if use.role is Role.ACTION))


def is_nominal(labelled: Labelled, forms: frozenset[Form], position: int) -> bool:
    """Whether a form stands where a noun stands: "my return", "número de reserva"."""
    if forms == {Form.NOUN}:
        return True
    if position == 0 or not forms & _NOUN_LIKE:
        return False
    before = labelled.at[position - 1]
    if "genitive" in before:
        return Form.INFINITIVE not in forms
    if "article_or_pronoun" in before:
        pronoun = position > 1 and labelled.at[position - 2] & {"negator", "relative", "hypothetical", "courtesy"}
        return Form.INFINITIVE not in forms and not pronoun
    # Folded, "está" is "esta": before a participle it is the verb.
    return "determiner" in before and not ("be" in before and forms == {Form.PARTICIPLE})


def _runs(raw: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int, str]]:
    """What stands between two marks, with the marks that close it."""
    first = 0
    for index, token in enumerate(tokens):
        line = index > first and "\n" in raw[tokens[index - 1].end : token.start]
        if line:
            yield first, index, "."
            first = index
        if _is_break(raw, token):
            if index > first:
                yield first, index, _closing(tokens, index)
            first = index + 1
    if first < len(tokens):
        yield first, len(tokens), ""


def _closing(tokens: Sequence[Token], index: int) -> str:
    marks = ""
    while index < len(tokens) and tokens[index].kind == "mark" and len(marks) < _LONGEST_ROW:
        marks += tokens[index].folded
        index += 1
    return marks


def _is_break(raw: str, token: Token) -> bool:
    if token.kind != "mark":
        return False
    # A hyphen inside a word ("confirmá-lo") joins; between spaces it is a dash.
    dash = token.folded in "-–—" and not raw[max(0, token.start - 1) : token.end + 1].strip("-–— ")
    return dash or token.folded in _BREAKS


@dataclass
class _Cutter:
    """Finds where clauses start inside a run. `taken` is the start of the present one."""

    labelled: Labelled
    found: dict[int, Occurrence]

    def starts(self, first: int, last: int) -> list[int]:
        starts = [first]
        said = False  # the present clause has a verb or a negation
        for index in range(first, last):
            if index > starts[-1] and self._begins(index, starts[-1], last, said):
                starts.append(index)
                said = False
            said = said or bool(self.labelled.at[index] & _STARTS_A_REQUEST or "negator" in self.labelled.at[index])
            said = said or (index in self.found and not self._is_object(index))
        return starts

    def _is_object(self, index: int) -> bool:
        return all(use.role is Role.OBJECT for use in self.found[index].uses)

    def _begins(self, index: int, start: int, last: int, said: bool) -> bool:
        labels, before = self.labelled.at[index], self.labelled.at[index - 1]
        if labels & _CONNECTIVES and not before & labels & _CONNECTIVES:
            return True
        if "coordinator" in labels and "coordinator" not in before:
            return said and self._coordinated(index, start, last)
        if not said or before & _GOVERNORS or before & _BEFORE_A_VERB:
            return False
        verb = self._verb(index, last)
        return "wish" in self.labelled.at[verb] or "asks_you" in self.labelled.at[verb] or self._finite(verb)

    def _verb(self, index: int, last: int) -> int:
        """Where the verb stands that subject, pronouns and negation at `index` belong to."""
        end = min(last - 1, index + _LONGEST_ROW)
        while index < end and self._precedes_a_verb(self.labelled.at[index]):
            index += 1
        return index

    def _precedes_a_verb(self, labels: Labels) -> bool:
        return bool(labels & _BEFORE_A_VERB) and not labels & _STARTS_A_REQUEST

    def _coordinated(self, index: int, start: int, last: int) -> bool:
        """Whether what "and" adds is a request of its own, and not another object or infinitive."""
        verb = self._verb(min(index + 1, last - 1), last)
        while "coordinator" in self.labelled.at[verb] and verb < last - 1:
            verb = self._verb(verb + 1, last)
        if self.labelled.at[verb] & _STARTS_A_REQUEST:
            return True
        if not self._verbal(verb):
            return False
        return Form.INFINITIVE not in forms_of(self.found[verb]) or not self._governed_before(index, start)

    def _governed_before(self, index: int, start: int) -> bool:
        """Whether the last action of the clause hangs on a verb before it: an infinitive after "and" then does too."""
        last = next((item for item in range(index - 1, start - 1, -1) if self._verbal(item)), None)
        return last is not None and last > start and bool(self.labelled.at[last - 1] & _GOVERNORS)

    def _verbal(self, index: int) -> bool:
        if index not in self.found:
            return False
        forms = forms_of(self.found[index])
        if any(use.role is Role.OBJECT for use in self.found[index].uses) and not forms & _FINITE:
            return False
        return bool(forms) and not is_nominal(self.labelled, forms, index)

    def _finite(self, index: int) -> bool:
        if not self._verbal(index):
            return False
        forms = forms_of(self.found[index])
        return bool(forms & _FINITE) and Form.PARTICIPLE not in forms
