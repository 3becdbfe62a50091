"""The billing system."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.persistence.database import reading
from agent_framework.runtime.context import Clock
from app.services.database import invoice_items, invoices, next_protocol, protocol_of, protocols

__all__ = ["Billing", "Charge", "Invoice"]

PREFIX = "CONTEST"


@dataclass(frozen=True)
class Charge:
    """One line of an invoice; `charged` in reais. `disputed` where the customer contested it already."""

    subject: str
    charged: Decimal
    disputed: bool


@dataclass(frozen=True)
class Invoice:
    """The invoice that is due next."""

    invoice_id: str
    due_on: str
    charges: tuple[Charge, ...]

    @property
    def total(self) -> Decimal:
        """The sum of its lines."""
        return sum((charge.charged for charge in self.charges), Decimal(0))

    def charge(self, subject: str) -> Charge | None:
        """The line of this name."""
        return next((charge for charge in self.charges if charge.subject == subject), None)


@dataclass(frozen=True)
class Billing:
    """Reads the invoice and opens disputes."""

    engine: AsyncEngine
    clock: Clock

    async def current_invoice(self, customer_id: str) -> Invoice | None:
        """The customer's invoice, or None where they have none."""
        async with reading(self.engine) as connection:
            query = select(invoices).where(invoices.c.customer_id == customer_id)
            invoice = (await connection.execute(query)).mappings().first()
            if invoice is None:
                return None
            items = select(invoice_items).where(invoice_items.c.invoice_id == invoice["invoice_id"])
            rows = (await connection.execute(items)).mappings().all()
            contested = select(protocols.c.reference).where(protocols.c.prefix == PREFIX)
            disputed = set((await connection.scalars(contested)).all())
        charges = tuple(
            Charge(row["subject"], Decimal(row["charged"]), _reference(row["invoice_id"], row["subject"]) in disputed)
            for row in rows
        )
        return Invoice(invoice["invoice_id"], invoice["due_on"], charges)

    async def dispute(self, invoice_id: str, subject: str, amount: Decimal, idempotency_key: str) -> str:
        """Open a dispute and give the protocol."""
        values = {"idempotency_key": idempotency_key, "reference": _reference(invoice_id, subject), "amount": str(amount)}
        async with self.engine.begin() as connection:
            return await next_protocol(connection, PREFIX, self.clock().year, **values)

    async def dispute_for(self, idempotency_key: str) -> dict[str, Any] | None:
        """The dispute that was opened under this key: `{"protocolo", "invoice_id", "subject", "valor"}`."""
        async with reading(self.engine) as connection:
            done = await protocol_of(connection, idempotency_key)
        if done is None:
            return None
        invoice_id, subject = done["reference"].split("/", 1)
        return {"protocolo": done["protocol"], "invoice_id": invoice_id, "subject": subject, "valor": done["amount"]}


def _reference(invoice_id: str, subject: str) -> str:
    return f"{invoice_id}/{subject}"
