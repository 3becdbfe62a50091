"""What the scenarios exercise, as tables."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from agent_framework.testing.exercised import Exercised
from agent_framework.transactions.machine import TRANSITIONS

__all__ = ["print_exercised"]

TITLES: Final = {
    "replies": "Replies to a confirmation",
    "patterns": "Patterns",
    "acts": "What the router decides",
}


def print_exercised(found: Exercised, out: Console) -> None:
    """Every transition, reply, pattern and decision there is, with how often it happened; then the sums."""
    transitions = Table("from", "event", "to", "times", box=None, pad_edge=False, title_justify="left")
    transitions.title = f"Transitions, {_share(found.of('transitions'))}"
    for (status, event), times in found.of("transitions"):
        transitions.add_row(status.value, event.value, TRANSITIONS[status, event].value, _times(times))
    out.print(transitions)
    for kind, title in TITLES.items():
        out.print(f"\n[italic]{title}, {_share(found.of(kind))}[/italic]")
        out.print(", ".join(f"{item.value} {_times(times)}" for item, times in found.of(kind)))
    out.print(f"\n{found.scenarios} scenarios played.")
    if found.failed:
        out.print(f"{len(found.failed)} do not hold: {'; '.join(found.failed)}", style="red", markup=False)


def _share(counted: Sequence[tuple[Any, int]]) -> str:
    return f"{sum(times > 0 for _, times in counted)} of {len(counted)} exercised"


def _times(times: int) -> str:
    return str(times) if times else "[yellow]never[/yellow]"
