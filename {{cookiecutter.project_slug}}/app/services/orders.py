"""The order system."""

from dataclasses import dataclass, fields

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.persistence.database import reading
from agent_framework.runtime.context import Clock
from app.services.database import next_protocol, orders, protocol_of

__all__ = ["Order", "OrderNotCancellable", "Orders"]

PREFIX = "CANCEL"
RECENT = 6


class OrderNotCancellable(Exception):
    """The order is on its way, delivered, cancelled already, or not this customer's. Nothing was done."""


@dataclass(frozen=True)
class Order:
    """An order of a customer's. `status` is preparing, shipped, delivered or cancelled; `total` in reais."""

    order_id: str
    item: str
    total: str
    status: str
    ordered_on: str

    @property
    def cancellable(self) -> bool:
        """Only until it is shipped."""
        return self.status == "preparing"


@dataclass(frozen=True)
class Orders:
    """Reads and cancels orders. Somebody else's order is as unknown as one that does not exist."""

    engine: AsyncEngine
    clock: Clock

    async def get(self, customer_id: str, order_id: str) -> Order | None:
        """The order, if this customer has it."""
        found = await self._select(orders.c.customer_id == customer_id, orders.c.order_id == order_id)
        return found[0] if found else None

    async def recent(self, customer_id: str) -> list[Order]:
        """The customer's newest orders, newest first."""
        return await self._select(orders.c.customer_id == customer_id)

    async def _select(self, *conditions: ColumnElement[bool]) -> list[Order]:
        query = select(*(orders.c[field.name] for field in fields(Order))).where(*conditions)
        query = query.order_by(orders.c.ordered_on.desc(), orders.c.order_id.desc()).limit(RECENT)
        async with reading(self.engine) as connection:
            return [Order(**row) for row in (await connection.execute(query)).mappings()]

    async def cancel(self, customer_id: str, order_id: str, idempotency_key: str) -> str:
        """Cancel an order and give the protocol. The same key again gives the same protocol and does nothing.

        Raises:
            OrderNotCancellable: nothing was done.
        """
        async with self.engine.begin() as connection:
            if done := await protocol_of(connection, idempotency_key):
                return str(done["protocol"])
            cancelled = (
                update(orders)
                .where(orders.c.order_id == order_id, orders.c.customer_id == customer_id, orders.c.status == "preparing")
                .values(status="cancelled")
                .returning(orders.c.order_id)
            )
            if (await connection.execute(cancelled)).first() is None:
                raise OrderNotCancellable(order_id)
            year = self.clock().year
            return await next_protocol(connection, PREFIX, year, idempotency_key=idempotency_key, reference=order_id)
