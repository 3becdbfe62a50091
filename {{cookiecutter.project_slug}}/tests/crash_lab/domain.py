"""Three tools with an effect, one for each way to recover. What they did is counted in a ledger of their own.

That ledger is a file outside the project's database, as a remote system would be: it has no constraint, so a second effect of
the same transaction is seen and not prevented. Only the idempotent tool looks before it acts, as its declaration promises.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from agent_framework import (
    Agent,
    Idempotent,
    Identifier,
    Intent,
    NotRecoverable,
    Parameter,
    Queryable,
    Tool,
    ToolContext,
    transactional_tool,
)

from tests.crash_lab.points import reached

__all__ = ["EFFECTS_FILE", "TIMEOUT", "TOOLS", "act", "effects_of", "lab_agent", "open_effects"]

EFFECTS_FILE = "LAB_EFFECTS"
TIMEOUT = 2.0


@contextmanager
def effects() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(os.environ[EFFECTS_FILE], timeout=30)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def open_effects(path: Path) -> None:
    """Make the file, and the one that the servers use."""
    os.environ[EFFECTS_FILE] = str(path)
    with effects() as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE IF NOT EXISTS effects (key TEXT, target TEXT)")


def effects_of(target: str) -> int:
    """How often something was done to this target."""
    with effects() as connection:
        return int(connection.execute("SELECT count(*) FROM effects WHERE target = ?", (target,)).fetchone()[0])


def done(key: str | None) -> dict[str, Any] | None:
    with effects() as connection:
        row = connection.execute("SELECT target FROM effects WHERE key = ?", (key,)).fetchone()
    return {"target_id": row[0], "protocolo": f"LAB-{row[0]}"} if row else None


def act(key: str | None, target: str) -> dict[str, Any]:
    """Do it, once more if it was done already."""
    with effects() as connection:
        connection.execute("INSERT INTO effects VALUES (?, ?)", (key, target))
    return {"target_id": target, "protocolo": f"LAB-{target}"}


Target = Annotated[str, Parameter(Identifier("ALVO-#####"), ask="lab.ask_target", resource="target_id")]


@transactional_tool(
    confirm="lab.confirm", answer="lab.done", operation="lab.operation", recovery=Idempotent(), timeout=TIMEOUT
)
async def reservar(target_id: Target, context: ToolContext) -> dict[str, Any]:
    """Done once per key, however often it is called."""
    await reached("in_call")
    result = done(context.idempotency_key) or act(context.idempotency_key, target_id)
    await reached("after_effect")
    return result


async def was_delivered(context: ToolContext) -> dict[str, Any] | None:
    """The look-up of `entregar`."""
    return done(context.idempotency_key)


@transactional_tool(
    confirm="lab.confirm",
    answer="lab.done",
    operation="lab.operation",
    recovery=Queryable(was_delivered),
    timeout=TIMEOUT,
)
async def entregar(target_id: Target, context: ToolContext) -> dict[str, Any]:
    """Done again each time it is called; a look-up says what was done."""
    await reached("in_call")
    result = act(context.idempotency_key, target_id)
    await reached("after_effect")
    return result


@transactional_tool(
    confirm="lab.confirm", answer="lab.done", operation="lab.operation", recovery=NotRecoverable(), timeout=TIMEOUT
)
async def disparar(target_id: Target, context: ToolContext) -> dict[str, Any]:
    """Done again each time it is called, and nobody can look."""
    await reached("in_call")
    result = act(context.idempotency_key, target_id)
    await reached("after_effect")
    return result


TOOLS: dict[str, Tool] = {tool.name: tool for tool in (reservar, entregar, disparar)}

lab_agent = Agent(
    "lab_agent",
    can="lab.can",
    intents=[
        Intent(
            f"lab_{name}", tool, actions={"pt-BR": [name], "en": [name]}, objects={"pt-BR": ["alvo"], "en": ["target"]}
        )
        for name, tool in TOOLS.items()
    ],
)
