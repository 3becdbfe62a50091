"""Evidence: what an executed transaction proved, and which of it bears on the present turn (spec, Transaction Evidence)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from agent_framework.domain.tools import Tool
from agent_framework.transactions.model import Status, Transaction

__all__ = ["EVIDENCE_LIMIT", "EvidenceEntry", "Resource", "evidence_of", "keep_newest", "relevant", "resources_in"]

EvidenceEntry: TypeAlias = dict[str, Any]
Resource: TypeAlias = tuple[str, str]
"""Type and value: ("book_id", "LIV-1001"). Two resources are the same only if both agree (I6)."""

EVIDENCE_LIMIT: Final = 20

# Ids of who asks and of the record itself: they would correlate everything with everything.
_NOT_RESOURCES: Final = frozenset(
    {"tenant_id", "customer_id", "user_id", "session_id", "message_id", "transaction_id", "agent_id", "request_id"}
)


def evidence_of(transaction: Transaction, tool: Tool, tenant_id: str, customer_id: str) -> EvidenceEntry:
    """The entry for an executed transaction.

    Raises:
        ValueError: for any status but COMPLETED and FAILED: nothing else was executed.
    """
    if transaction.status not in (Status.COMPLETED, Status.FAILED):
        raise ValueError(f"{transaction.status} is no executed result")
    resources = resources_in(transaction.arguments, tool) | resources_in(transaction.result)
    return {
        "tool_name": transaction.tool_name,
        "transaction_id": transaction.transaction_id,
        "intent": transaction.intent,
        "arguments": dict(transaction.arguments),
        "status": transaction.status.value,
        "result": transaction.result,
        "resources": [{"type": kind, "value": value} for kind, value in sorted(resources)],
        "tenant_id": tenant_id,
        "customer_id": customer_id,
        "recorded_at": transaction.updated_at,
    }


def resources_in(data: Any, tool: Tool | None = None) -> frozenset[Resource]:
    """The typed resources named anywhere in `data`: parameters declared with `resource`, `*_id` keys, `resource_key`."""
    declared = {name: item.resource for name, item in tool.parameters.items() if item.resource} if tool else {}
    return frozenset(_walk(data, declared))


def _walk(data: Any, declared: Mapping[str, str | None]) -> Iterator[Resource]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            kind = declared.get(key) or _resource_type(str(key))
            if kind and isinstance(value, str | int) and not isinstance(value, bool) and value != "":
                yield (kind, str(value))
            else:
                yield from _walk(value, declared)
    elif isinstance(data, Sequence) and not isinstance(data, str | bytes):
        for item in data:
            yield from _walk(item, declared)


def _resource_type(key: str) -> str | None:
    is_resource = (key.endswith("_id") or key == "resource_key") and key not in _NOT_RESOURCES
    return key if is_resource else None


def keep_newest(evidence: Sequence[EvidenceEntry], entry: EvidenceEntry) -> list[EvidenceEntry]:
    """The history with `entry`, bounded; one entry per transaction, the later one wins."""
    others = [known for known in evidence if known["transaction_id"] != entry["transaction_id"]]
    return [*others, entry][-EVIDENCE_LIMIT:]


def relevant(
    evidence: Iterable[EvidenceEntry], resources: frozenset[Resource], tenant_id: str, customer_id: str
) -> list[EvidenceEntry]:
    """The entries about one of `resources`, of this very customer and tenant, oldest first."""
    return [
        entry
        for entry in evidence
        if entry["tenant_id"] == tenant_id
        and entry["customer_id"] == customer_id
        and not resources.isdisjoint((item["type"], item["value"]) for item in entry["resources"])
    ]
