"""What the outside sees of a transaction: no digest, no internals, personal values masked."""

from collections.abc import Mapping, Sequence
from typing import Any

from agent_framework.domain.registry import Domain

__all__ = ["public_arguments", "public_transaction", "public_transactions"]

PUBLIC_FIELDS = (
    "transaction_id",
    "tool_name",
    "intent",
    "status",
    "missing_parameters",
    "created_at",
    "updated_at",
    "expires_at",
    "finished_at",
    "reason",
    "result",
)


def public_transaction(stored: Mapping[str, Any] | None, domain: Domain) -> dict[str, Any] | None:
    """The public view of a stored transaction, or None."""
    if not stored:
        return None
    view = {name: stored.get(name) for name in PUBLIC_FIELDS}
    view["arguments"] = public_arguments(stored["tool_name"], stored["arguments"], domain)
    return view


def public_transactions(stored: Sequence[Mapping[str, Any]], domain: Domain) -> list[dict[str, Any]]:
    """The public views of several."""
    return [view for item in stored if (view := public_transaction(item, domain))]


def public_arguments(tool_name: str, arguments: Mapping[str, str], domain: Domain) -> dict[str, str]:
    """The arguments of a call, personal ones masked: all of them where the tool is not declared any more."""
    tool = domain.tools.get(tool_name)
    shown = {name for name, item in tool.parameters.items() if not item.personal} if tool else set()
    return {name: value if name in shown else _masked(value) for name, value in arguments.items()}


def _masked(value: str) -> str:
    return "•" * max(len(value) - 2, 3) + value[-2:]
