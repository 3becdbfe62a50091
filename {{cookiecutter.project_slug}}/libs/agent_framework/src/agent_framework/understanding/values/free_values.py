"""Free text beside the other values of a message: where it may stand, and where it is introduced by name."""

from collections.abc import Iterator, Sequence
from typing import Final

from agent_framework.domain.parameters import Candidate
from agent_framework.domain.text import Text
from agent_framework.understanding.model import Asked
from agent_framework.understanding.values.choice import Choice
from agent_framework.understanding.values.free_text import FreeText
from agent_framework.understanding.values.message import Claim, Message
from agent_framework.understanding.values.verbatim import small_words

__all__ = ["belongs_to_text", "free_claims", "takes_any_words"]

_REACH: Final = 8
_MOST_NAMINGS: Final = 8
_ENDS: Final = frozenset(".!?;")


def takes_any_words(message: Message, name: str) -> bool:
    """Whether words that no list knows can be a value of this parameter."""
    kind = message.parameters[name].type
    return isinstance(kind, FreeText) or (isinstance(kind, Choice) and kind.open)


def free_claims(message: Message, claims: Sequence[Claim]) -> list[Claim]:
    """What the words that no claim covers say for the parameters that take any words."""
    found: list[Claim] = []
    for name in message.parameters:
        if not takes_any_words(message, name) or any(claim.parameter == name and claim.value for claim in claims):
            continue
        candidate = _named(message, name, claims) or _corrected(message, name, claims)
        if candidate is None and message.asked == name:
            candidate = _answered(message, name, claims)
        if candidate:
            found.append(message.claim(name, candidate))
    return found


def belongs_to_text(message: Message, claim: Claim) -> bool:
    """ "Rua 7 de Setembro": a value in the middle of the text that was asked for, right behind a word of it.

    While a confirmation that shows a text is awaited, an unsure reading behind a comma belongs to the text as well:
    "Av. Brasil, 1000".
    """
    asked, small = message.asked, small_words(message.text.language)
    if asked == claim.parameter or claim.named:
        return False
    before = claim.first - 1
    if asked is not None:
        is_text = isinstance(message.parameters[asked].type, FreeText)
        return is_text and not message.is_mark(before) and message.word(before) not in small
    if claim.candidate.exact or not any(_is_text(message, name) for name in message.dialogue.arguments):
        return False
    before -= before > 0 and message.is_mark(before)
    said = message.word(before)
    return not (message.is_mark(before) or message.turn_ends(before + 1) or said in small)


def _is_text(message: Message, name: str) -> bool:
    return name in message.parameters and isinstance(message.parameters[name].type, FreeText)


# --- asked for --------------------------------------------------------------------------------------------------------


def _answered(message: Message, name: str, claims: Sequence[Claim]) -> Candidate | None:
    parts = (_between(message, name, first, last) for first, last in _gaps(message, claims))
    return next((candidate for candidate in parts if candidate), None)


def _gaps(message: Message, claims: Sequence[Claim]) -> Iterator[tuple[int, int]]:
    """The tokens before, between and behind the claims, without the words that only lead up to a claim."""
    position = 0
    for claim in sorted(claims, key=lambda item: item.first):
        first = _led_up_to(message, claim, position)
        if first > position:
            yield position, first
        position = max(position, claim.last)
    yield position, len(message.tokens)


def _led_up_to(message: Message, claim: Claim, stop: int) -> int:
    """Where the words that lead up to a claim start: "no valor de", "e foi"."""
    small = small_words(message.text.language) | message.own_words(claim.parameter)
    first = claim.first
    while first > stop and message.word(first - 1) in small:
        first -= 1
    return first


def _between(message: Message, name: str, first: int, last: int, *, introduced: bool = False) -> Candidate | None:
    kind = message.parameters[name].type
    if not isinstance(kind, FreeText | Choice):
        return None
    own = message.own_words(name) | message.object_words
    return kind.find_between(message.text, first, last, own, introduced=introduced)


# --- introduced by name -----------------------------------------------------------------------------------------------


def _named(message: Message, name: str, claims: Sequence[Claim]) -> Candidate | None:
    """ "o endereço é Rua X, 10", "endereço: Rua X", "alterar o endereço do livro 1001 para Rua X"."""
    for match in message.names[name][:_MOST_NAMINGS]:
        start = _introduced_at(message, match.last, claims)
        if start is None:
            continue
        end = min((claim.first for claim in claims if claim.first >= start), default=len(message.tokens))
        last = next((_led_up_to(message, claim, start) for claim in claims if claim.first == end), end)
        if candidate := _between(message, name, start, last, introduced=True):
            return candidate
    return None


def _introduced_at(message: Message, position: int, claims: Sequence[Claim]) -> int | None:
    """Behind the copula, the colon, or (after a verb of changing) the "para" that follows a name."""
    changed = any(place < position for place in message.all_changes)
    small = small_words(message.text.language)
    only_small = True
    steps = 0
    while position < len(message.tokens) and steps < _REACH:
        inside = next((claim.last for claim in claims if claim.first <= position < claim.last), None)
        if inside is not None:
            position = inside
            continue
        word = message.word(position)
        if word in _ENDS:
            return None
        copula = only_small and message.in_group(position, "copulas")
        if copula or word in (":", "=") or (changed and message.in_group(position, "towards")):
            return position + 1
        only_small = only_small and word in small
        position += 1
        steps += 1
    return None


# --- corrected --------------------------------------------------------------------------------------------------------


def _corrected(message: Message, name: str, claims: Sequence[Claim]) -> Candidate | None:
    """ "não, é o X", "na verdade, Rua X, 10", "muda para a Rua X": one parameter that was shown takes any words, no other."""
    shown = [
        item for item in message.dialogue.arguments if item in message.parameters and takes_any_words(message, item)
    ]
    if shown != [name]:
        return None
    start = _behind_denial(message) if message.negates(0) else None
    candidate = _from(message, name, start, claims)
    if candidate is None and message.dialogue.asked is Asked.CONFIRMATION:
        candidate = _from(message, name, _behind_change(message), claims)
        if candidate is None:
            other = _from(message, name, _behind_correction(message), claims)
            candidate = other if other and _resembles(message, other, message.dialogue.arguments[name]) else None
    return candidate


def _from(message: Message, name: str, start: int | None, claims: Sequence[Claim]) -> Candidate | None:
    if start is None or any(claim.first >= start for claim in claims):
        return None
    return _between(message, name, start, len(message.tokens), introduced=True)


def _behind_denial(message: Message) -> int | None:
    """ "não é Y, é X": behind the last copula that opens a clause."""
    places = range(len(message.tokens) - 2, 0, -1)
    found = (place + 1 for place in places if message.in_group(place, "copulas") and message.is_mark(place - 1))
    return next(found, None)


def _behind_change(message: Message) -> int | None:
    """ "muda para X": behind the preposition of a verb of changing."""
    for place in range(1, len(message.tokens) - 1):
        if message.in_group(place, "towards") and any(0 < place - verb <= _REACH for verb in message.all_changes):
            return place + 1
    return None


def _behind_correction(message: Message) -> int | None:
    """ "na verdade é X", "make it X", "não, X": behind the last words that say that something else follows."""
    count = len(message.tokens)
    denied = 1 if count > 1 and message.negates(0) and message.is_mark(1) else count
    start = max((place for place in range(1, count) if message.turn_ends(place)), default=denied)
    while start < count and (message.is_mark(start) or message.in_group(start, "copulas")):
        start += 1
    return start if start < count else None


def _resembles(message: Message, candidate: Candidate, shown: str) -> bool:
    """Whether it can stand for what was shown: it has a word of it, or is a name with a figure as that is."""
    said, known = Text(message.text.raw[candidate.start : candidate.end]).tokens, Text(shown).tokens
    words = {token.folded for token in known if token.kind == "word"} - small_words(message.text.language)
    figures = all(any(token.kind == "number" for token in tokens) for tokens in (said, known))
    return (figures and said[0].text[0].isupper()) or not words.isdisjoint(token.folded for token in said)
