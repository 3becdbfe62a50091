"""The sample systems' tables and data. A real project has none of this: its systems are elsewhere."""

from typing import Any, Final

from sqlalchemy import Column, Integer, MetaData, String, Table, UniqueConstraint, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from agent_framework.persistence.database import one_starter

__all__ = ["create_sample_data", "invoice_items", "invoices", "next_protocol", "orders", "protocols", "reset_sample_data"]

metadata: Final = MetaData()

orders: Final = Table(
    "sample_orders",
    metadata,
    Column("order_id", String(20), primary_key=True),
    Column("customer_id", String(40), nullable=False, index=True),
    Column("item", String(100), nullable=False),
    Column("total", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("ordered_on", String(10), nullable=False),
)

invoices: Final = Table(
    "sample_invoices",
    metadata,
    Column("invoice_id", String(20), primary_key=True),
    Column("customer_id", String(40), nullable=False, unique=True),
    Column("due_on", String(10), nullable=False),
)

invoice_items: Final = Table(
    "sample_invoice_items",
    metadata,
    Column("invoice_id", String(20), primary_key=True),
    Column("subject", String(100), primary_key=True),
    Column("charged", String(20), nullable=False),
)

protocols: Final = Table(
    "sample_protocols",
    metadata,
    Column("prefix", String(10), primary_key=True),
    Column("year", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("idempotency_key", String(200), nullable=False),
    Column("reference", String(120), nullable=False),
    Column("amount", String(20)),
    UniqueConstraint("idempotency_key", name="one_protocol_per_key"),
    comment="What was done: one row per cancellation or dispute. Its key makes a repeated request harmless.",
)

ORDERS: Final = [
    ("PED-1001", "CUST-1001", "Cafeteira Italiana", "189.90", "preparing", "2026-11-24"),
    ("PED-1002", "CUST-1001", "Fone Bluetooth", "249.00", "preparing", "2026-11-26"),
    ("PED-1003", "CUST-1001", "Mochila Urbana", "159.50", "preparing", "2026-11-28"),
    ("PED-2001", "CUST-1001", "Luminária de Mesa", "99.90", "shipped", "2026-11-18"),
    ("PED-2002", "CUST-1001", "Teclado Mecânico", "329.00", "delivered", "2026-11-05"),
    ("PED-2003", "CUST-1001", "Garrafa Térmica", "79.90", "cancelled", "2026-11-02"),
    ("PED-9001", "CUST-2002", "Tablet 10 polegadas", "1299.00", "preparing", "2026-11-27"),
]

INVOICES: Final = [("INV-2026-11", "CUST-1001", "2026-12-10"), ("INV-2026-12", "CUST-2002", "2026-12-15")]

ITEMS: Final = [
    ("INV-2026-11", "Plano Controle 20GB", "59.90"),
    ("INV-2026-11", "TIM CTRL Redes Sociais 8.0", "71.99"),
    ("INV-2026-11", "TIM Music", "14.99"),
    ("INV-2026-12", "Plano Controle 40GB", "89.90"),
]


async def create_sample_data(engine: AsyncEngine) -> None:
    """Create the tables and fill them if they are empty. Several starters at once take turns."""
    async with engine.begin() as connection:
        await one_starter(connection)
        await connection.run_sync(metadata.create_all)
        if not await connection.scalar(select(func.count()).select_from(orders)):
            await _fill(connection)


async def reset_sample_data(engine: AsyncEngine) -> None:
    """Back to the data of the first start."""
    async with engine.begin() as connection:
        await one_starter(connection)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        await _fill(connection)


async def _fill(connection: AsyncConnection) -> None:
    for table, rows in ((orders, ORDERS), (invoices, INVOICES), (invoice_items, ITEMS)):
        await connection.execute(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])


async def next_protocol(connection: AsyncConnection, prefix: str, year: int, **values: Any) -> str:
    """Record what was done under the year's next number, in the caller's database transaction: `CANCEL-2026-001`.

    The table is locked until that transaction ends, so numbers neither repeat nor skip.
    """
    if connection.dialect.name == "postgresql":
        await connection.exec_driver_sql("LOCK TABLE sample_protocols IN EXCLUSIVE MODE")
    highest = select(func.max(protocols.c.number)).where(protocols.c.prefix == prefix, protocols.c.year == year)
    number = (await connection.scalar(highest) or 0) + 1
    await connection.execute(insert(protocols).values(prefix=prefix, year=year, number=number, **values))
    return protocol_text(prefix, year, number)


def protocol_text(prefix: str, year: int, number: int) -> str:
    """How a protocol is written."""
    return f"{prefix}-{year}-{number:03}"


async def protocol_of(connection: AsyncConnection, idempotency_key: str) -> dict[str, Any] | None:
    """What was done under this key: `{"protocol", "reference", "amount"}`."""
    query = select(protocols).where(protocols.c.idempotency_key == idempotency_key)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        return None
    protocol = protocol_text(row["prefix"], row["year"], row["number"])
    return {"protocol": protocol, "reference": row["reference"], "amount": row["amount"]}
