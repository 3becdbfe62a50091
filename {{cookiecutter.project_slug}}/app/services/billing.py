"""The billing system."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agent_framework.persistence.database import reading
from agent_framework.runtime.context import Clock
from pydantic import BaseModel
from sqlalchemy import and_, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.services.database import alone, charges, disputes, invoices, next_number

__all__ = ["Billing", "Charge", "ChargeNotDisputable", "Dispute", "Invoice"]


class ChargeNotDisputable(Exception):
    """Not on the customer's invoice, disputed already, or less than the amount. Nothing was done."""


class Charge(BaseModel, frozen=True):
    """One line of an invoice; `charged` in reais. `disputed` where the customer contested it already."""

    subject: str
    charged: Decimal
    disputed: bool

    def covers(self, amount: Decimal) -> bool:
        """Whether this much of it may be contested."""
        return 0 < amount <= self.charged


class Invoice(BaseModel, frozen=True):
    """The invoice that is due next."""

    invoice_id: str
    due_on: date
    charges: tuple[Charge, ...]

    @property
    def total(self) -> Decimal:
        """The sum of its lines."""
        return sum((charge.charged for charge in self.charges), Decimal(0))

    def charge(self, subject: str) -> Charge | None:
        """The line of this name."""
        return next((charge for charge in self.charges if charge.subject == subject), None)


class Dispute(BaseModel, frozen=True):
    """A dispute that was opened; `valor` is the contested amount in reais."""

    protocolo: str
    invoice_id: str
    subject: str
    valor: Decimal


@dataclass(frozen=True)
class Billing:
    """Reads the invoice and opens disputes."""

    engine: AsyncEngine
    clock: Clock

    async def current_invoice(self, customer_id: str) -> Invoice | None:
        """The customer's invoice, or None where they have none."""
        async with reading(self.engine) as connection:
            return await _invoice(connection, customer_id)

    async def dispute(self, customer_id: str, subject: str, amount: Decimal, idempotency_key: str) -> Dispute:
        """Contest a charge of the current invoice. The same key again gives the same dispute and does nothing.

        Raises:
            ChargeNotDisputable: nothing was done.
        """
        async with alone(self.engine, disputes) as connection:
            if done := await _dispute(connection, idempotency_key):
                return done
            invoice = await _invoice(connection, customer_id)
            charge = invoice.charge(subject) if invoice else None
            if invoice is None or charge is None or charge.disputed or not charge.covers(amount):
                raise ChargeNotDisputable(subject)
            year = self.clock().year
            number = await next_number(connection, disputes, year)
            what = {"invoice_id": invoice.invoice_id, "subject": subject, "valor": str(amount)}
            row = {"year": year, "number": number, "idempotency_key": idempotency_key, **what}
            await connection.execute(insert(disputes).values(row))
            return Dispute(protocolo=_protocol(year, number), **what)

    async def dispute_for(self, idempotency_key: str) -> Dispute | None:
        """The dispute that was opened under this key."""
        async with reading(self.engine) as connection:
            return await _dispute(connection, idempotency_key)


async def _invoice(connection: AsyncConnection, customer_id: str) -> Invoice | None:
    query = select(invoices).where(invoices.c.customer_id == customer_id)
    invoice = (await connection.execute(query)).mappings().first()
    if invoice is None:
        return None
    same_line = and_(disputes.c.invoice_id == charges.c.invoice_id, disputes.c.subject == charges.c.subject)
    disputed = disputes.c.number.is_not(None).label("disputed")
    lines = select(charges.c.subject, charges.c.charged, disputed).outerjoin(disputes, same_line)
    lines = lines.where(charges.c.invoice_id == invoice["invoice_id"]).order_by(charges.c.line)
    rows = (await connection.execute(lines)).mappings()
    return Invoice(**invoice, charges=tuple(Charge(**row) for row in rows))


async def _dispute(connection: AsyncConnection, idempotency_key: str) -> Dispute | None:
    query = select(disputes).where(disputes.c.idempotency_key == idempotency_key)
    row = (await connection.execute(query)).mappings().first()
    return Dispute(protocolo=_protocol(row["year"], row["number"]), **row) if row else None


def _protocol(year: int, number: int) -> str:
    return f"CONTEST-{year}-{number:03}"
