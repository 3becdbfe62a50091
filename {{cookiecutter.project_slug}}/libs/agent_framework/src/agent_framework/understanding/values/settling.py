"""What the candidates of one parameter amount to: "é o 1001, digo, 1002", "não é 71,99, é 61,99", "1001 ou 1002"."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from agent_framework.understanding.values.message import Claim, Message

__all__ = ["Settled", "settle"]

_REACH: Final = 6


@dataclass(frozen=True)
class Settled:
    """The values a message leaves for a parameter: one, several that compete, or none.

    `denied` are those it speaks against.
    """

    values: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


def settle(message: Message, claims: Sequence[Claim], present: str | None) -> Settled:
    """Weighs claims with a value, in order. `present` is the value the parameter has."""
    return _Weighing(message, claims, present).settle()


@dataclass(frozen=True)
class _Weighing:
    message: Message
    claims: Sequence[Claim]
    present: str | None

    def settle(self) -> Settled:
        out = {index for index in range(len(self.claims)) if self._is_out(index)}
        affirmed = self._values(index for index in range(len(self.claims)) if index not in out)
        denied = self._values(sorted(out))
        if not affirmed and len(denied) == 1 and self.present not in (None, *denied):
            # "não é o 1002", while 1001 was shown: nobody spoke of 1002 before, so the no is about 1001.
            return Settled(denied)
        return Settled(affirmed, denied)

    def _values(self, indexes: Iterable[int]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(str(self.claims[index].value) for index in indexes))

    def _is_out(self, index: int) -> bool:
        if self._ambiguous_no(index):
            return self.claims[index].value == self.present and self.claims[index - 1].value != self.present
        if self._ambiguous_no(index + 1):
            return self.claims[index].value == self.present != self.claims[index + 1].value
        return self._denied_before(index) or self._denied_after(index) or self._replaced(index)

    # --- against one value ------------------------------------------------------------------------------------------

    @cached_property
    def _skipped(self) -> frozenset[str]:
        """Words between a negation and what it denies."""
        groups = (
            "copulas",
            "amount_verbs",
            "determiners",
            "prepositions",
            "value_nouns",
            "number_markers",
            "wanting",
            "links",
        )
        own = self.message.own_words(self.claims[0].parameter)
        return self.message.words.set(*groups) | own | {"#", '"', "(", "°"}

    def _negation_before(self, index: int) -> int | None:
        """The negation that reaches a claim with nothing but small words between."""
        stop = self.claims[index - 1].last if index else 0
        claim = self.claims[index]
        for place in range(claim.first - 1, max(stop, claim.first - _REACH) - 1, -1):
            if self.message.negates(place):
                return place
            if self.message.word(place) not in self._skipped:
                return None
        return None

    def _denied_before(self, index: int) -> bool:
        claim = self.claims[index]
        stop = self.claims[index - 1].last if index else 0
        place = claim.first
        while place > stop and place > claim.first - _REACH:
            if self.message.instead_ends(place):
                return True
            if self.message.word(place - 1) not in self._skipped:
                break
            place -= 1
        return self._negation_before(index) is not None

    def _denied_after(self, index: int) -> bool:
        """ "o 1001 não, o 1002", "1001, não, 1002", "71,99 está errado", "71,99 não é"."""
        message, place = self.message, self.claims[index].last
        verb = place + message.in_group(place, "copulas")
        if message.in_group(verb, "wrong"):
            return True
        paused = message.word(place) == ","
        place += paused
        if not message.negates(place):
            return False
        after = place + 1
        if paused:
            return message.word(after) in (",", ".", "...") and not message.is_mark(after + 1)
        after += message.in_group(after, "copulas")
        return message.is_mark(after) or message.in_group(after, "right", "wrong")

    def _ambiguous_no(self, index: int) -> bool:
        """ "1001 não é 1002": the no may be about either. An article after it ("não o 1002") makes it plain."""
        if not 0 < index < len(self.claims):
            return False
        place = self._negation_before(index)
        if place is None or place != self.claims[index - 1].last:
            return False
        return not self.message.in_group(place + 1, "determiners")

    # --- one value after another ------------------------------------------------------------------------------------

    def _replaced(self, index: int) -> bool:
        if index + 1 >= len(self.claims):
            return False
        first, last = self.claims[index].last, self.claims[index + 1].first
        if self.message.turns_between("corrections", first, last):
            return True
        return self._turned_into(index, first, last)

    def _turned_into(self, index: int, first: int, last: int) -> bool:
        """ "muda de 71,99 para 61,99", "troca o 1001 pelo 1002", "from 3 to 4"."""
        message, claim = self.message, self.claims[index]
        between = range(first, last)
        if not any(message.in_group(place, "towards") for place in between):
            return False
        if not all(message.in_group(place, "towards") or message.word(place) in self._skipped for place in between):
            return False
        earlier = any(place < claim.first for place in message.all_changes)
        return earlier or message.in_group(claim.first - 1, "prepositions")
