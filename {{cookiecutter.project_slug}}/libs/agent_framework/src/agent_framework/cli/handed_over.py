"""Conversations that wait for a person, as a table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.markup import escape

__all__ = ["print_handed_over"]

WHY: Final = {"asked": "the customer asked for a person", "attempts": "the questions for {parameter} brought nothing"}


def print_handed_over(waiting: Sequence[Mapping[str, Any]], out: Console) -> None:
    """Each on lines of its own: the key must be there to be copied whole."""
    for item in waiting:
        out.print(f"[bold]{escape(item['conversation_key'])}[/bold]  since {item['at']}", soft_wrap=True)
        why = WHY[item["reason"]].format(parameter=item["parameter"])
        out.print(escape(f"  {why}{', in ' + item['tool_name'] if item['tool_name'] else ''}"), soft_wrap=True)
    out.print(f"{len(waiting)} waiting for a person. agent handed-over --take KEY says that somebody has it.")
