"""The order system."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from agent_framework.persistence.database import reading
from agent_framework.runtime.context import Clock
from pydantic import BaseModel
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.services.database import alone, cancellations, next_number, orders

__all__ = ["Cancellation", "Order", "OrderNotCancellable", "Orders"]

OWN = select(orders).where(orders.c.customer_id == bindparam("customer_id"))
ONE = OWN.where(orders.c.order_id == bindparam("order_id"))
RECENT = OWN.order_by(orders.c.ordered_on.desc(), orders.c.order_id.desc()).limit(6)


class OrderNotCancellable(Exception):
    """The order is on its way, delivered, cancelled already, or not this customer's. Nothing was done."""


class Order(BaseModel, frozen=True):
    """An order of a customer's. `total` in reais; `delivery_on` is planned, or actual once delivered."""

    order_id: str
    item: str
    total: Decimal
    status: Literal["preparing", "shipped", "delivered", "cancelled"]
    ordered_on: date
    delivery_on: date

    @property
    def cancellable(self) -> bool:
        """Only until it is shipped."""
        return self.status == "preparing"


class Cancellation(BaseModel, frozen=True):
    """A cancellation that was carried out."""

    protocolo: str
    order_id: str
    status: Literal["cancelled"] = "cancelled"


@dataclass(frozen=True)
class Orders:
    """Reads and cancels orders. Somebody else's order is as unknown as one that does not exist."""

    engine: AsyncEngine
    clock: Clock

    async def get(self, customer_id: str, order_id: str) -> Order | None:
        """The order, if this customer has it."""
        async with reading(self.engine) as connection:
            found = await connection.execute(ONE, {"customer_id": customer_id, "order_id": order_id})
            row = found.mappings().first()
            return Order(**row) if row else None

    async def recent(self, customer_id: str) -> list[Order]:
        """The customer's newest orders, newest first."""
        async with reading(self.engine) as connection:
            found = await connection.execute(RECENT, {"customer_id": customer_id})
            return [Order(**row) for row in found.mappings()]

    async def cancel(self, customer_id: str, order_id: str, idempotency_key: str) -> Cancellation:
        """Cancel an order. The same key again gives the same cancellation and does nothing.

        Raises:
            OrderNotCancellable: nothing was done.
        """
        async with alone(self.engine, cancellations) as connection:
            if done := await _cancellation(connection, idempotency_key):
                return done
            mine = (orders.c.order_id == order_id, orders.c.customer_id == customer_id)
            cancelled = update(orders).where(*mine, orders.c.status == "preparing").values(status="cancelled")
            if (await connection.execute(cancelled)).rowcount == 0:
                raise OrderNotCancellable(order_id)
            year = self.clock().year
            number = await next_number(connection, cancellations, year)
            row = {"year": year, "number": number, "idempotency_key": idempotency_key, "order_id": order_id}
            await connection.execute(insert(cancellations).values(row))
            return Cancellation(protocolo=_protocol(year, number), order_id=order_id)

    async def cancellation_for(self, idempotency_key: str) -> Cancellation | None:
        """The cancellation that was carried out under this key."""
        async with reading(self.engine) as connection:
            return await _cancellation(connection, idempotency_key)


async def _cancellation(connection: AsyncConnection, idempotency_key: str) -> Cancellation | None:
    query = select(cancellations).where(cancellations.c.idempotency_key == idempotency_key)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        return None
    return Cancellation(protocolo=_protocol(row["year"], row["number"]), order_id=row["order_id"])


def _protocol(year: int, number: int) -> str:
    return f"CANCEL-{year}-{number:03}"
