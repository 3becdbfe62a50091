"""Comparing a turn with what the scenario expects of it."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from agent_framework.domain.text import fold
from agent_framework.testing.scenario import Expectation
from agent_framework.testing.turn import Turn

__all__ = ["Mismatch", "mismatches"]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that does not hold."""

    key: str
    expected: str
    got: str


COMPARED: Final[Mapping[str, Callable[[Turn], Any]]] = {
    "http": lambda turn: turn.http,
    "status": lambda turn: turn.status,
    "intent": lambda turn: turn.intent,
    "route": lambda turn: turn.route,
    "missing": lambda turn: sorted(turn.missing),
    "suspended": lambda turn: sorted(str(parked["tool_name"]) for parked in turn.suspended),
    "handed_over": lambda turn: turn.handed_over,
    "evidence": lambda turn: sorted(str(entry["tool_name"]) for entry in turn.evidence),
    "grounded": lambda turn: turn.grounded,
    "replayed": lambda turn: turn.replayed,
    "reason": lambda turn: turn.reason,
    "language": lambda turn: turn.language,
}


def mismatches(turn: Turn, expected: Expectation, calls: int, remembered: Mapping[str, str]) -> Iterator[Mismatch]:
    """What of `expected` does not hold for the turn. `calls` is how often tools were called in the session so far.

    An answer of HTTP 200 is expected where nothing else is written; of another answer only the status is known.
    """
    if turn.http != expected.http:
        yield Mismatch("http", str(expected.http), f"{turn.http} {turn.text}")
        return
    for key in COMPARED:
        if key in expected.written():
            yield from _compare(key, COMPARED[key](turn), getattr(expected, key))
    for name, value in expected.args.items():
        yield from _compare(f"args.{name}", turn.arguments.get(name), value)
    if "executed_exactly" in expected.written():
        yield from _compare("executed_exactly", calls, expected.executed_exactly)
    yield from _texts(turn, expected, remembered)


def _compare(key: str, got: Any, expected: Any) -> Iterator[Mismatch]:
    wanted = sorted(expected) if isinstance(expected, list) else expected
    if got != wanted:
        yield Mismatch(key, _show(wanted), _show(got))


def _texts(turn: Turn, expected: Expectation, remembered: Mapping[str, str]) -> Iterator[Mismatch]:
    said = fold(turn.text)
    for part in expected.says:
        if fold(_fill(part, remembered)) not in said:
            yield Mismatch("says", _fill(part, remembered), turn.text)
    for part in expected.never_says:
        if fold(_fill(part, remembered)) in said:
            yield Mismatch("never_says", _fill(part, remembered), turn.text)


def _fill(text: str, remembered: Mapping[str, str]) -> str:
    """`{name}` replaced by what was remembered under the name."""
    return re.sub(r"\{(\w+)\}", lambda match: remembered.get(match[1], match[0]), text)


def _show(value: Any) -> str:
    if value is None:
        return "none"
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)
