"""A conversation as a person reads it: who said what, and the state of the transaction beside the answer."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from agent_framework.testing.checks import Mismatch
from agent_framework.testing.turn import Turn

__all__ = ["facts", "transcript", "what_differs"]

WIDTH: Final = 76


def transcript(turns: Sequence[Turn]) -> str:
    """The conversation, one message or answer a line, `[status intent]` under each answer."""
    return "\n".join(line for turn in turns for line in _turn(turn))


def _turn(turn: Turn) -> Iterator[str]:
    yield from _said(turn.sender or "customer", turn.message)
    yield from _said("agent", turn.text)
    yield f"{'':>12}  [{' · '.join(facts(turn))}]"


def _said(who: str, text: str) -> Iterator[str]:
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, WIDTH)] or [""]
    yield f"{who:>12}  {lines[0]}"
    yield from (f"{'':>12}  {line}" for line in lines[1:])


def facts(turn: Turn) -> Iterator[str]:
    """What a turn reached, one fact a string."""
    if turn.http != 200:
        yield f"HTTP {turn.http}"
        return
    yield turn.status or "no transaction"
    yield turn.intent or "no intent"
    if turn.arguments:
        yield " ".join(f"{name}={value}" for name, value in turn.arguments.items())
    if turn.missing:
        yield f"missing {', '.join(turn.missing)}"
    if turn.suspended:
        yield f"parked {', '.join(str(parked['tool_name']) for parked in turn.suspended)}"
    if turn.handed_over:
        yield "a person is called for"
    if turn.evidence:
        yield f"evidence {', '.join(str(entry['tool_name']) for entry in turn.evidence)}"
    if turn.replayed:
        yield "replayed"


def what_differs(found: Sequence[Mismatch]) -> str:
    """The mismatches, expected above got."""
    lines = (f"  ✗ {item.key:<17} expected  {item.expected}\n{'':>21} got       {item.got}" for item in found)
    return "\n".join(lines)
