"""What a project declares, as a table."""

from rich.console import Console
from rich.table import Table

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import NoConfirmation, Tool

__all__ = ["print_declaration"]


def print_declaration(domain: Domain, out: Console) -> None:
    """Agents with their intents, then tools with their policies, then where to read on."""
    intents = Table("agent", "intent", "tool", "kind", box=None, pad_edge=False, title="Intents", title_justify="left")
    for intent in domain.intents.values():
        kind = "transactional" if intent.tool.transactional else "read-only"
        intents.add_row(domain.agent_of[intent.name].name, intent.name, intent.tool.name, kind)
    tools = Table(
        "tool", "arguments", "confirmation", "pre-validation", "recovery", box=None, pad_edge=False,
        title="Transactional tools", title_justify="left",
    )  # fmt: skip
    for tool in domain.tools.values():
        if tool.transactional:
            tools.add_row(tool.name, ", ".join(tool.parameters), *_policies(tool))
    out.print(intents, "", tools, "")
    languages = ", ".join(domain.texts.languages)
    out.print(
        f"{len(domain.agents)} agents, {len(domain.tools)} tools, texts in {languages}: the declaration is sound."
    )


def _policies(tool: Tool) -> tuple[str, str, str]:
    confirmation = f"none: {tool.confirm.reason}" if isinstance(tool.confirm, NoConfirmation) else "asked"
    return confirmation, "yes" if tool.validate else "no", tool.recovery.kind
