"""The contract between the runtime and the project's AgentState.

LangGraph drops a key that the schema does not declare, without error, warning or log. So start-up compares
the schema with what the runtime writes, and every node is wrapped so that an undeclared key raises.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from langgraph.graph import END
from langgraph.types import Command

from agent_framework.exceptions import DeclarationError, UndeclaredStateField, UnsupportedSchema

__all__ = ["RUNTIME_FIELDS", "SCHEMA_VERSION", "TURN_FIELDS", "check_state_schema", "graph_node", "migrate"]

State: TypeAlias = Mapping[str, Any]
Patch: TypeAlias = dict[str, Any]
Node: TypeAlias = Callable[..., Awaitable[Patch]]

SCHEMA_VERSION: Final = 2

TURN_FIELDS: Final[Mapping[str, Any]] = {
    "intents": [],
    "decision": {},
    "requests": [],
    "next_state": "",
    "selected_tool_call": {},
    "tool_results": [],
    "said": [],
    "question": {},
    "draft": {},
    "answer": "",
    "judge": {},
    "confirmation_received": False,
    "transaction_pre_validation": {},
    "handover": {},
    "relevant_transaction_evidence": [],
}
"""Fields that belong to one turn, with the value they are cleared to when the next one starts."""

DURABLE_FIELDS: Final = frozenset(
    {
        "schema_version",
        "message",
        "answered",
        "begun",
        "language",
        "history",
        "route",
        "intent",
        "last_intent",
        "active_transaction",
        "last_transaction",
        "transaction_status",
        "missing_parameters",
        "confirmation_required",
        "pending_tool_call",
        "transaction_evidence",
        "transaction_evidence_total",
        "last_transaction_evidence",
        "last_resource",
        "in_doubt_transactions",
        "suspended_transactions",
        "last_question",
        "notice",
    }
)

RUNTIME_FIELDS: Final = DURABLE_FIELDS | set(TURN_FIELDS)
"""Every key that the runtime may write."""


def check_state_schema(schema: type) -> None:
    """Refuse a state that would lose what the runtime writes.

    Raises:
        DeclarationError: names each missing field.
    """
    missing = sorted(RUNTIME_FIELDS - set(schema.__annotations__))
    if missing:
        raise DeclarationError(
            *(
                f"app/state.py: {schema.__name__} lacks {name!r}, which the runtime writes; declare it"
                for name in missing
            )
        )


def graph_node(
    schema: type, function: Node, detours: Mapping[str, str] = MappingProxyType({})
) -> Callable[..., Awaitable[Command[Any]]]:
    """The function as a node: it goes on to the node that its patch names in `next_state` ("end": the turn is over).

    A patch that names none follows the edges of the graph. A key that the schema does not declare raises UndeclaredStateField.

    Args:
        schema: the project's AgentState.
        function: from the state to a patch.
        detours: nodes of the team's own to be gone to instead of the one that the function names.
    """
    declared = frozenset(schema.__annotations__)

    @wraps(function)
    async def node(*args: Any, **kwargs: Any) -> Command[Any]:
        patch = await function(*args, **kwargs)
        if unknown := sorted(patch.keys() - declared):
            raise UndeclaredStateField(
                f"{function.__name__} wrote {unknown}: declare them in app/state.py, or they are lost"
            )
        follows = patch.get("next_state", "")
        follows = detours.get(follows, follows)
        return Command(update=patch, goto=(END if follows == "end" else follows) if follows else ())

    return node


def _to_2(state: State) -> Patch:
    """Version 2 parks transactions and remembers what was asked last; before, that was what the active one waits for."""
    active = state.get("active_transaction") or {}
    asked = _ASKED_IN_1.get(active.get("status", ""))
    missing = active.get("missing_parameters") or [None]
    question = {"asked": asked, "parameter": missing[0], "transaction_id": active["transaction_id"]} if asked else {}
    return {"suspended_transactions": [], "last_question": question}


_ASKED_IN_1: Final = {"COLLECTING_PARAMETERS": "parameter", "AWAITING_CONFIRMATION": "confirmation"}


MIGRATIONS: Final[Mapping[int, Callable[[State], Patch]]] = {1: _to_2}
"""By the version they start from: functions from a stored state to the patch that makes it the next version's."""


def migrate(state: State) -> Patch:
    """The patch that brings a stored state to this version.

    Raises:
        UnsupportedSchema: the state was written by a newer version of the framework.
    """
    stored = state.get("schema_version", SCHEMA_VERSION)
    if stored > SCHEMA_VERSION:
        raise UnsupportedSchema(
            f"the conversation has schema version {stored}, this code knows {SCHEMA_VERSION}: update it"
        )
    patch: Patch = {}
    for version in range(stored, SCHEMA_VERSION):
        patch |= MIGRATIONS[version]({**state, **patch})
    return patch | {"schema_version": SCHEMA_VERSION}
