"""The systems behind the tools. Replace each by a client of your own; the tools see only these methods."""

from dataclasses import dataclass

from agent_framework.runtime.context import Clock
from sqlalchemy.ext.asyncio import AsyncEngine

from app.services.billing import Billing
from app.services.database import create_sample_data, reset
from app.services.orders import Orders

__all__ = ["Services", "open_services", "reset"]


@dataclass(frozen=True)
class Services:
    """What a tool finds as `context.services`."""

    orders: Orders
    billing: Billing


async def open_services(engine: AsyncEngine, clock: Clock) -> Services:
    """Connect to the systems. The sample's are tables in the agent's own database, filled when they are empty."""
    await create_sample_data(engine)
    return Services(Orders(engine, clock), Billing(engine, clock))
