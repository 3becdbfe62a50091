"""What can happen in the world while a customer talks; a scenario says `do: ship_order PED-1001`."""

from sqlalchemy import update

from app.services import Services
from app.services.database import orders

__all__ = ["ship_order"]


async def ship_order(services: Services, order_id: str) -> None:
    """The order leaves the warehouse: from now on it cannot be cancelled."""
    async with services.orders.engine.begin() as connection:
        await connection.execute(update(orders).where(orders.c.order_id == order_id).values(status="shipped"))
