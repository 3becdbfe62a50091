"""Executions without a known outcome, as a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

__all__ = ["print_unsettled"]


def print_unsettled(executions: Sequence[Mapping[str, Any]], out: Console) -> None:
    """Each on lines of its own: the id must be there to be copied whole."""
    for item in executions:
        arguments = ", ".join(f"{name}={value}" for name, value in item["arguments"].items())
        head = f"[bold]{escape(item['transaction_id'])}[/bold]  {item['state']}  since {item['since']}"
        out.print(head, soft_wrap=True)
        out.print(escape(f"  {item['tool_name']}({arguments})  {item['conversation_key']}"), soft_wrap=True)
    out.print(f"{len(executions)} without a known outcome. agent settle ID --succeeded or --failed settles one.")
