"""Free text beside the other values of a message: where it may stand, and where it is introduced by name."""

from collections.abc import Iterator, Sequence
from typing import Final

from agent_framework.domain.parameters import Candidate
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
    """ "Rua 7 de Setembro": a value in the middle of the text that was asked for, right behind a word of it."""
    asked = message.asked
    if asked is None or asked == claim.parameter or claim.named:
        return False
    if not isinstance(message.parameters[asked].type, FreeText):
        return False
    before = claim.first - 1
    return not message.is_mark(before) and message.word(before) not in small_words(message.text.language)


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
    """ "não, é o X", "não é Y, é X", where only one parameter that was shown takes any words."""
    shown = [
        item for item in message.dialogue.arguments if item in message.parameters and takes_any_words(message, item)
    ]
    if shown != [name] or not message.negates(0):
        return None
    places = (
        place + 1
        for place in range(len(message.tokens) - 2, 0, -1)
        if message.in_group(place, "copulas") and message.is_mark(place - 1)
    )
    start = next(places, None)
    if start is None or any(claim.first >= start for claim in claims):
        return None
    return _between(message, name, start, len(message.tokens), introduced=True)
