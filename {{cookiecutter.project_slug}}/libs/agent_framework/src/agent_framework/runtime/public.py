"""What the outside sees of a transaction: no digest, no internals, personal values masked."""

from collections.abc import Mapping
from typing import Any

from agent_framework.domain.registry import Domain

__all__ = ["public_transaction"]

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
    tool = domain.tools.get(stored["tool_name"])
    personal = {name for name, item in tool.parameters.items() if item.personal} if tool else set()
    view["arguments"] = {
        name: _masked(value) if name in personal else value for name, value in stored["arguments"].items()
    }
    return view


def _masked(value: str) -> str:
    return "•" * max(len(value) - 2, 3) + value[-2:]
