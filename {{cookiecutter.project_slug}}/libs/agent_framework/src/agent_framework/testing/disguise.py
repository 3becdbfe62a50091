"""Personal data replaced by made-up data of the same shape, the same for every place where it stands.

What counts as personal: values of parameters that are declared so, e-mail addresses, telephone numbers, CPF and CNPJ wherever
they stand, and the customer's id. A name in a sentence is not recognised.
"""

import random
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from agent_framework.domain.parameters import InvalidValue, ValueType
from agent_framework.domain.text import Text, fold
from agent_framework.understanding.values import Cnpj, Cpf, Email, Phone

__all__ = ["Disguise"]

ALWAYS_PERSONAL: Final[tuple[ValueType, ...]] = (Email(), Cnpj(), Cpf(), Phone())
# One of a few that everybody may say: there is no other to put in its place.
KEPT: Final = frozenset({"boolean", "choice"})
# One in a hundred numbers has the right check digits.
TRIES: Final = 5_000


@dataclass
class Disguise:
    """Made-up values by the canonical ones they stand for.

    Args:
        customer: the customer's id.
        stands_in: what is written for it.
        personal: the personal values that are known, each with its type.
        chance: where the made-up values come from.
    """

    customer: str
    stands_in: str
    personal: Sequence[tuple[ValueType, str]] = ()
    chance: random.Random = field(default_factory=random.SystemRandom)
    _made_up: dict[str, str] = field(default_factory=dict)

    def value(self, kind: ValueType, canonical: str) -> str:
        """What stands for a personal value, canonical too."""
        if canonical not in self._made_up:
            made_up = canonical if kind.name in KEPT else self._make_up(kind, canonical)
            self._made_up[canonical] = made_up
        return self._made_up[canonical]

    def text(self, text: str, language: str) -> str:
        """The text with every personal value in disguise, spelled the way it was."""
        pieces: list[str] = []
        position = 0
        for start, end, instead in sorted(self._places(Text(text, language)), key=lambda place: (place[0], -place[1])):
            if start >= position:
                pieces += [text[position:start], instead]
                position = end
        return "".join([*pieces, text[position:]])

    def _places(self, text: Text) -> Iterator[tuple[int, int, str]]:
        for kind in ALWAYS_PERSONAL:
            for found in kind.find(text):
                if found.exact:
                    written = text.raw[found.start : found.end]
                    yield found.start, found.end, self._spelled(kind, found.value or written, written)
        for kind, canonical in self.personal:
            yield from self._known(text, kind, canonical)
        yield from ((start, end, self.stands_in) for start, end in _occurrences(self.customer, text.raw))

    def _known(self, text: Text, kind: ValueType, canonical: str) -> Iterator[tuple[int, int, str]]:
        found = [(item.start, item.end) for item in kind.find(text) if item.value == canonical]
        for start, end in {*found, *_occurrences(canonical, text.raw)}:
            yield start, end, self._spelled(kind, canonical, text.raw[start:end])

    def _spelled(self, kind: ValueType, canonical: str, written: str) -> str:
        return _respell(written, canonical, self.value(kind, canonical))

    # --- making up --------------------------------------------------------------------------------------------------

    def _make_up(self, kind: ValueType, canonical: str) -> str:
        """Another value of the type and the shape; where none is found, the shape alone: it is told to nobody, at least."""
        attempts = (self._shaped(kind, canonical) for _ in range(TRIES))
        found = (value for value in attempts if value != canonical and _is_value(kind, value))
        return next(found, self._shaped(kind, canonical))

    def _shaped(self, kind: ValueType, canonical: str) -> str:
        if kind.name == "email":
            return f"{self._letters(canonical.partition('@')[0])}@example.com"
        fixed = 5 if kind.name == "date" else 0  # the year
        return canonical[:fixed] + self._letters(canonical[fixed:])

    def _letters(self, text: str) -> str:
        return "".join(map(self._letter, text))

    def _letter(self, letter: str) -> str:
        if letter.isdecimal():
            return self.chance.choice("0" if letter == "0" else "123456789")
        if not letter.isalpha():
            return letter
        other = self.chance.choice(string.ascii_lowercase)
        return other.upper() if letter.isupper() else other


def _is_value(kind: ValueType, value: str) -> bool:
    try:
        return kind.parse(value) == value
    except InvalidValue:
        return False


def _occurrences(part: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text has this part as words of its own, in whatever case."""
    inside, wanted = text.casefold(), part.casefold()
    if len(inside) != len(text) or not wanted:
        return
    start = inside.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if not (inside[start - 1 : start].isalnum() or inside[end : end + 1].isalnum()):
            yield start, end
        start = inside.find(wanted, end)


def _respell(written: str, canonical: str, made_up: str) -> str:
    """`made_up` with the separators and the case of `written`; as it is where the two do not match sign by sign."""
    old, new = _signs(canonical), _signs(made_up)
    spelled = _signs(written)
    if len(old) != len(new) or fold("".join(spelled)) != fold("".join(old[len(old) - len(spelled) :])):
        return made_up
    rest = iter(new[len(new) - len(spelled) :])
    return "".join(_cased(next(rest), sign) if sign.isalnum() else sign for sign in written)


def _signs(text: str) -> list[str]:
    return list(filter(str.isalnum, text))


def _cased(sign: str, like: str) -> str:
    change: Callable[[str], str] = str.upper if like.isupper() else str.lower
    return change(sign) if like.isalpha() else sign
