"""The phrases of a text that may assert something, each with everything it may be; and the assertion itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from agent_framework.judges.binding import About
from agent_framework.understanding.phrases import Match
from agent_framework.understanding.word_forms import Form

__all__ = ["ANY_TOOL", "PARTICIPLE", "PAST", "Assertion", "Phrase", "merge"]

ANY_TOOL: Final = "*"
PARTICIPLE: Final = Form.PARTICIPLE.value
PAST: Final = frozenset({Form.PAST_FIRST.value, Form.PAST_OTHER.value})


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
        universal: told of all there are.
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
    universal: bool = False


@dataclass(slots=True)
class Phrase:
    """The tokens `first` to `last`; `labels` by kind and key, with the forms it may be."""

    first: int
    last: int
    labels: dict[str, dict[str, set[str]]] = field(default_factory=dict)

    def add(self, label: str) -> None:
        """Note one more thing that the phrase may be (`kind|key|form`)."""
        kind, key, form = label.split("|")
        self.labels.setdefault(kind, {}).setdefault(key, set()).add(form)

    def has(self, *kinds: str) -> bool:
        """Whether it may be of one of these kinds."""
        return not self.labels.keys().isdisjoint(kinds)

    def of(self, kind: str) -> Mapping[str, set[str]]:
        """Its keys of this kind, with their forms."""
        return self.labels.get(kind, {})

    def forms(self, kinds: Iterable[str] | None = None) -> frozenset[str]:
        """The forms it may be, of these kinds or of any."""
        wanted = self.labels if kinds is None else kinds
        return frozenset(form for kind in wanted for forms in self.of(kind).values() for form in forms)


def merge(matches: Iterable[Match]) -> list[Phrase]:
    """The longest phrase at each place, with the labels of all tables."""
    phrases: list[Phrase] = []
    for match in sorted(matches, key=lambda item: (item.first, -item.last)):
        last = phrases[-1] if phrases else None
        if last is None or match.first >= last.last:
            last = Phrase(match.first, match.last)
            phrases.append(last)
        if (match.first, match.last) == (last.first, last.last):
            for label in match.labels:
                last.add(label)
    return phrases
