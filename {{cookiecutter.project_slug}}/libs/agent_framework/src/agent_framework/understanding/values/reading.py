"""The parameter values of one message: given, corrected, taken back, or left open between several."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent_framework.domain.parameters import Candidate
from agent_framework.domain.text import Text, fold
from agent_framework.understanding.model import Asked, Cue, Dialogue, ValueReadings
from agent_framework.understanding.values.boolean import Boolean
from agent_framework.understanding.values.choice import Choice
from agent_framework.understanding.values.free_text import FreeText
from agent_framework.understanding.values.free_values import belongs_to_text, free_claims
from agent_framework.understanding.values.message import Claim, Message
from agent_framework.understanding.values.settling import settle
from agent_framework.understanding.values.verbatim import small_words
from agent_framework.understanding.values.withdrawing import takes_back

__all__ = ["read_values"]

_MOST_CLAIMS: Final = 64
_SMALL: Final = ("determiners", "prepositions", "number_markers")
# Words that put what follows them as what it should be.
_PUTTING: Final = (
    "copulas", "amount_verbs", "negators", "corrections", "limit", "contrast", "alternatives", "wrong", "towards", "wanting",
)  # fmt: skip


def read_values(text: Text, dialogue: Dialogue) -> ValueReadings:
    """The values that a message holds for the parameters of `dialogue.tool`.

    Values that need no question to make sense are taken for every parameter; the others for the one that was asked for, for
    one that is named beside them, and, while a confirmation is awaited, where they are put as a correction. Linear in the
    length of the message.
    """
    if dialogue.tool is None or not text.tokens:
        return ValueReadings()
    message = Message(text, dialogue)
    claims = _resolved(message, _claims(message))
    claims = sorted([*claims, *free_claims(message, claims)], key=lambda claim: claim.first)
    draft = _Draft()
    for name in message.parameters:
        _read_parameter(message, name, [claim for claim in claims if claim.parameter == name], draft)
    return draft.finished()


# --- which candidates count -------------------------------------------------------------------------------------------


def _claims(message: Message) -> list[Claim]:
    found = (
        message.claim(name, candidate)
        for name in message.parameters
        for candidate in _candidates(message, name)[:_MOST_CLAIMS]
    )
    return [
        claim
        for claim in found
        if _counts(message, claim) and not _only_names(message, claim) and not belongs_to_text(message, claim)
    ]


def _candidates(message: Message, name: str) -> Sequence[Candidate]:
    kind, options = message.parameters[name].type, message.dialogue.options.get(name, ())
    if isinstance(kind, FreeText):
        return ()
    if isinstance(kind, Choice):
        return kind.find_named(message.text, options)
    return kind.find(message.text, options)


def _only_names(message: Message, claim: Claim) -> bool:
    """Whether a choice is claimed by nothing but the words for its parameter: "o curso", where one is called "Curso A"."""
    if not isinstance(message.parameters[claim.parameter].type, Choice):
        return False
    own = message.own_words(claim.parameter)
    return all(token.folded in own for token in message.tokens[claim.first : claim.last])


def _counts(message: Message, claim: Claim) -> bool:
    dialogue = message.dialogue
    if claim.named or message.asked == claim.parameter:
        return True
    present = claim.parameter in dialogue.arguments
    if claim.candidate.exact:
        alone = dialogue.asked is Asked.CONFIRMATION
        return not (present and _is_word_of_a_name(message, claim)) or _is_put_as_correction(
            message, claim, alone=alone
        )
    if dialogue.asked is not Asked.CONFIRMATION or not present or claim.value is None:
        return False
    return not isinstance(message.parameters[claim.parameter].type, Boolean) and _is_put_as_correction(message, claim)


def _is_word_of_a_name(message: Message, claim: Claim) -> bool:
    """One word that also stands in the name of another choice is no reason to change the one that was made."""
    words = [token for token in message.tokens[claim.first : claim.last] if token.kind == "word"]
    if not isinstance(message.parameters[claim.parameter].type, Choice) or len(words) > 1:
        return False
    said = message.text.raw[claim.candidate.start : claim.candidate.end]
    return claim.value is not None and fold(said) != fold(claim.value)


def _is_put_as_correction(message: Message, claim: Claim, *, alone: bool = True) -> bool:
    """It makes up a clause ("1002", "não, 50", "é o 1002", "só o segundo"), rather than being mentioned in one."""
    small = small_words(message.text.language) | message.words.set("towards")
    closes = message.is_mark(claim.last) or message.word(claim.last) in small
    return closes and _opens_correction(message, claim.first, alone=alone)


def _opens_correction(message: Message, first: int, *, alone: bool) -> bool:
    """Whether the words before a claim put it as what it should be; `alone`: or whether a pause does."""
    before = first - 1
    while not _puts(message, before) and message.in_group(before, *_SMALL):
        before -= 1
    return _puts(message, before) or (alone and message.is_mark(before))


def _puts(message: Message, index: int) -> bool:
    return message.in_group(index, *_PUTTING) or message.turn_ends(index + 1) or index in message.all_changes


# --- several parameters -----------------------------------------------------------------------------------------------


def _resolved(message: Message, claims: Sequence[Claim]) -> list[Claim]:
    """No words count twice: of claims that overlap, the best parameter keeps its own."""
    kept: list[Claim] = []
    for cluster in _clusters(claims):
        owner = _owner(message, cluster, kept)
        best = max((claim for claim in cluster if claim.parameter == owner), key=_weight)
        kept += [claim for claim in cluster if claim.parameter == owner and _goes_with(claim, best)]
    return [claim for claim in kept if not _is_beside_the_point(message, claim, kept)]


def _clusters(claims: Iterable[Claim]) -> Iterator[list[Claim]]:
    """Groups of claims that overlap, in order."""
    cluster: list[Claim] = []
    end = -1
    for claim in sorted(claims, key=lambda item: item.candidate.start):
        if cluster and claim.candidate.start >= end:
            yield cluster
            cluster = []
        cluster.append(claim)
        end = max(end, claim.candidate.end) if len(cluster) > 1 else claim.candidate.end
    if cluster:
        yield cluster


def _weight(claim: Claim) -> tuple[bool, bool, int, int]:
    """Sure readings first, then those that are a value, the longer, the one that is named closer."""
    length = claim.candidate.end - claim.candidate.start
    return claim.sure, claim.value is not None, length, -(claim.distance or 99)


def _goes_with(claim: Claim, best: Claim) -> bool:
    """The best reading of a place, and what else the same words may mean."""
    same = (claim.candidate.start, claim.candidate.end) == (best.candidate.start, best.candidate.end)
    return same or not claim.overlaps(best)


def _owner(message: Message, cluster: Sequence[Claim], kept: Sequence[Claim]) -> str:
    missing = list(message.dialogue.missing)

    def rank(claim: Claim) -> tuple[object, ...]:
        name, present = claim.parameter, message.dialogue.arguments.get(claim.parameter)
        waits = name in missing and not _has_another(message, claim, kept)
        answers = bool(kept) and name == kept[-1].parameter and _is_contrasted(message, kept[-1], claim)
        order = -missing.index(name) if name in missing else -len(missing)
        return (*_weight(claim), claim.value is not None and claim.value == present, answers, waits, order)

    return max(cluster, key=rank).parameter


def _is_contrasted(message: Message, earlier: Claim, later: Claim) -> bool:
    """ "não é X, é Y": the second value is for the parameter that the first one was for."""
    denied = any(message.negates(place) for place in range(earlier.first - 3, earlier.first))
    return denied or _is_weighed(message, earlier.last, later.first)


def _has_another(message: Message, claim: Claim, kept: Sequence[Claim]) -> bool:
    """Whether a parameter has got another value from this message already, with no word between that weighs them."""
    others = [item for item in kept if item.parameter == claim.parameter and item.value not in (None, claim.value)]
    return bool(others) and not _is_weighed(message, others[-1].last, claim.first)


def _is_weighed(message: Message, first: int, last: int) -> bool:
    turned = any(message.turns_between(label, first, last) for label in ("corrections", "alternatives", "instead"))
    return turned or any(message.negates(place) for place in range(first, last))


def _is_beside_the_point(message: Message, claim: Claim, claims: Sequence[Claim]) -> bool:
    """An unsure reading beside a sure one of the same parameter, unless the message weighs them against each other."""
    own = [item for item in claims if item.parameter == claim.parameter and item.value is not None]
    if claim.value is None:
        return bool(own)
    sure = [item for item in own if item.sure]
    if claim.sure or not sure:
        return False
    nearest = min(sure, key=lambda item: abs(item.first - claim.first))
    first, last = sorted((claim, nearest), key=lambda item: item.first)
    weighed = _is_weighed(message, first.last, last.first) or message.all_changes or nearest.value == claim.value
    return not weighed


# --- one parameter ----------------------------------------------------------------------------------------------------


@dataclass
class _Draft:
    """What has been read so far."""

    values: dict[str, str] = field(default_factory=dict)
    competing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    withdrawn: list[str] = field(default_factory=list)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    cues: list[Cue] = field(default_factory=list)

    def finished(self) -> ValueReadings:
        return ValueReadings(
            self.values,
            self.competing,
            self.rejected,
            self.reasons,
            tuple(self.withdrawn),
            self.spans,
            tuple(self.cues),
        )


def _read_parameter(message: Message, name: str, claims: Sequence[Claim], draft: _Draft) -> None:
    present = message.dialogue.arguments.get(name)
    valued = [claim for claim in claims if claim.value is not None]
    settled = settle(message, valued, present) if valued else None
    if claims:
        draft.spans[name] = _span(valued or claims, settled.values if settled else ())
        draft.cues += [_cue(message, claim) for claim in claims]
    if settled and settled.values:
        if len(settled.values) == 1:
            draft.values[name] = settled.values[0]
        else:
            draft.competing[name] = settled.values
    elif present is not None and ((settled and present in settled.denied) or takes_back(message, name)):
        draft.withdrawn.append(name)
    elif malformed := [claim for claim in claims if claim.value is None]:
        place = malformed[0].candidate
        draft.rejected[name] = message.text.raw[place.start : place.end]
        draft.reasons[name] = place.reason or "values.malformed"


def _span(claims: Sequence[Claim], values: Sequence[str]) -> tuple[int, int]:
    """The place of the value, or from the first candidate to the last."""
    chosen = [claim for claim in claims if claim.value == values[0]] if len(values) == 1 else claims
    return chosen[0].candidate.start, chosen[-1].candidate.end


def _cue(message: Message, claim: Claim) -> Cue:
    place = claim.candidate
    kind = "value" if place.value is not None else place.reason or "values.malformed"
    return Cue(f"{kind}:{claim.parameter}", message.text.raw[place.start : place.end], place.start, place.end)
