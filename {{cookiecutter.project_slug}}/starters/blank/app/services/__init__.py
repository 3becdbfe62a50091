"""The systems behind the tools. What `open_services` returns reaches every tool as `context.services`."""

from agent_framework.runtime.context import Clock
from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["open_services"]


async def open_services(engine: AsyncEngine, clock: Clock) -> None:
    """Open the clients of your systems here and return them; a small frozen dataclass holds several."""
