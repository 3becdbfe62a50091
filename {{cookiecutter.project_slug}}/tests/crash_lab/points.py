"""The named points of a turn, and what happens at one of them: the process dies, or it is slow."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from agent_framework.persistence.conversations import ConversationStore
from agent_framework.transactions.ledger import Ledger
from langgraph.checkpoint.base import BaseCheckpointSaver

__all__ = ["POINTS", "arm", "place_points", "reached"]

POINTS: Final = (
    "before_ledger",
    "after_ledger",
    "in_call",
    "after_effect",
    "before_checkpoint",
    "after_checkpoint",
    "before_answer",
    "after_answer",
)

armed: tuple[str, float | None] | None = None


def arm(point: str, seconds: float | None) -> None:
    """The process dies when it next reaches this point; with `seconds`, it waits so long each time."""
    global armed  # noqa: PLW0603 - one process, one bomb
    armed = point, seconds


async def reached(point: str) -> None:
    """Do what this point is armed with. Death is a machine's: at once, with nothing flushed and nobody told."""
    if armed is None or armed[0] != point:
        return
    if armed[1] is None:
        os.kill(os.getpid(), signal.SIGKILL)
    else:
        await asyncio.sleep(armed[1])


def place_points(saver: type[BaseCheckpointSaver[Any]]) -> None:
    """Put the points around the calls of the framework that make something durable. The framework knows nothing of it."""
    _around(Ledger, "claim", "before_ledger", "after_ledger")
    _around(saver, "aput", "before_checkpoint", "after_checkpoint")
    _around(ConversationStore, "close_turn", "before_answer", "after_answer")


def _around(owner: type, name: str, before: str, after: str) -> None:
    original: Callable[..., Awaitable[Any]] = getattr(owner, name)

    @wraps(original)
    async def wrapped(*args: Any, **kwargs: Any) -> Any:
        await reached(before)
        result = await original(*args, **kwargs)
        await reached(after)
        return result

    setattr(owner, name, wrapped)
