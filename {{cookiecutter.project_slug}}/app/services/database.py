"""The sample systems' tables and data. A real project has none of this: its systems are elsewhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from typing import Final

from agent_framework.persistence.database import one_starter
from sqlalchemy import Column, Date, Integer, MetaData, String, Table, UniqueConstraint, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = [
    "alone",
    "cancellations",
    "charges",
    "create_sample_data",
    "disputes",
    "invoices",
    "next_number",
    "orders",
    "reset",
]

metadata: Final = MetaData()

# Amounts are decimals written out: SQLite would keep a number as a float.
orders: Final = Table(
    "sample_orders",
    metadata,
    Column("order_id", String(20), primary_key=True),
    Column("customer_id", String(40), nullable=False, index=True),
    Column("item", String(100), nullable=False),
    Column("total", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("ordered_on", Date, nullable=False),
    Column("delivery_on", Date, nullable=False, comment="Planned, or actual once delivered."),
)

cancellations: Final = Table(
    "sample_cancellations",
    metadata,
    Column("year", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("idempotency_key", String(200), nullable=False, unique=True),
    Column("order_id", String(20), nullable=False, unique=True),
)

invoices: Final = Table(
    "sample_invoices",
    metadata,
    Column("invoice_id", String(20), primary_key=True),
    Column("customer_id", String(40), nullable=False, unique=True),
    Column("due_on", Date, nullable=False),
)

charges: Final = Table(
    "sample_charges",
    metadata,
    Column("invoice_id", String(20), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("subject", String(100), nullable=False),
    Column("charged", String(20), nullable=False),
    UniqueConstraint("invoice_id", "subject"),
)

disputes: Final = Table(
    "sample_disputes",
    metadata,
    Column("year", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("idempotency_key", String(200), nullable=False, unique=True),
    Column("invoice_id", String(20), nullable=False),
    Column("subject", String(100), nullable=False),
    Column("valor", String(20), nullable=False),
    UniqueConstraint("invoice_id", "subject"),
)

ORDERS: Final = [
    ("PED-1001", "CUST-1001", "Cafeteira Italiana", "189.90", "preparing", date(2026, 11, 24), date(2026, 12, 4)),
    ("PED-1002", "CUST-1001", "Fone Bluetooth", "249.00", "preparing", date(2026, 11, 26), date(2026, 12, 7)),
    ("PED-1003", "CUST-1001", "Mochila Urbana", "159.50", "preparing", date(2026, 11, 28), date(2026, 12, 9)),
    ("PED-2001", "CUST-1001", "Luminária de Mesa", "99.90", "shipped", date(2026, 11, 18), date(2026, 12, 2)),
    ("PED-2002", "CUST-1001", "Teclado Mecânico", "329.00", "delivered", date(2026, 11, 5), date(2026, 11, 13)),
    ("PED-2003", "CUST-1001", "Garrafa Térmica", "79.90", "cancelled", date(2026, 11, 2), date(2026, 11, 12)),
    ("PED-9001", "CUST-2002", "Tablet 10 polegadas", "1299.00", "preparing", date(2026, 11, 27), date(2026, 12, 8)),
]

INVOICES: Final = [
    ("INV-2026-11", "CUST-1001", date(2026, 12, 10)),
    ("INV-2026-12", "CUST-2002", date(2026, 12, 15)),
]

CHARGES: Final = [
    ("INV-2026-11", 1, "Plano Controle 20GB", "59.90"),
    ("INV-2026-11", 2, "TIM CTRL Redes Sociais 8.0", "71.99"),
    ("INV-2026-11", 3, "TIM Music", "14.99"),
    ("INV-2026-12", 1, "Plano Controle 40GB", "89.90"),
]


async def create_sample_data(engine: AsyncEngine) -> None:
    """Create the tables and fill them if they are empty. Several starters at once take turns."""
    async with engine.begin() as connection:
        await one_starter(connection)
        await connection.run_sync(metadata.create_all)
        if not await connection.scalar(select(func.count()).select_from(orders)):
            await _fill(connection)


async def reset(engine: AsyncEngine) -> None:
    """Back to the data of the first start."""
    async with engine.begin() as connection:
        await one_starter(connection)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        await _fill(connection)


async def _fill(connection: AsyncConnection) -> None:
    for table, rows in ((orders, ORDERS), (invoices, INVOICES), (charges, CHARGES)):
        await connection.execute(insert(table), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])


@asynccontextmanager
async def alone(engine: AsyncEngine, table: Table) -> AsyncIterator[AsyncConnection]:
    """A database transaction whose writes to `table` no other's overlap: what it read there still holds when it writes.

    On SQLite every writing transaction is alone (`open_engine` begins it so). On PostgreSQL readers are not held up.
    """
    async with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(text(f"LOCK TABLE {table.name} IN EXCLUSIVE MODE"))
        yield connection


async def next_number(connection: AsyncConnection, table: Table, year: int) -> int:
    """The number that follows the year's highest, from 1. Call it inside `alone`: numbers neither repeat nor skip."""
    highest = await connection.scalar(select(func.max(table.c.number)).where(table.c.year == year))
    return (highest or 0) + 1
