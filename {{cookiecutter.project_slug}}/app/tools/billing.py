"""Billing: the invoice, and contesting a charge on it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any

from agent_framework import (
    ArgumentRejected,
    Choice,
    Eligible,
    Money,
    NotEligible,
    Parameter,
    Queryable,
    Say,
    ToolContext,
    ToolFailed,
    read_tool,
    transactional_tool,
)

from app.services.billing import ChargeNotDisputable, Dispute

__all__ = ["consultar_fatura", "contestar_cobranca"]


async def charged_services(context: ToolContext) -> list[str]:
    """What the customer's invoice charges for."""
    invoice = await context.services.billing.current_invoice(context.customer_id)
    return [charge.subject for charge in invoice.charges] if invoice else []


Subject = Annotated[
    str,
    Parameter(
        Choice(open=True),
        ask="billing.ask_subject",
        help="billing.where_is_subject",
        options=charged_services,
        words={"pt-BR": ["serviço", "cobrança", "item"], "en": ["service", "charge", "item"]},
    ),
]

Amount = Annotated[
    Decimal,
    Parameter(
        Money(),
        ask="billing.ask_amount",
        help="billing.where_is_amount",
        words={"pt-BR": ["valor", "preço", "quantia"], "en": ["amount", "value", "price"]},
    ),
]


# --- reading ----------------------------------------------------------------------------------------------------------


def describe_invoice(result: Mapping[str, Any]) -> list[Say]:
    """The total and one line per charge."""
    if "invoice_id" not in result:
        return [Say("billing.no_invoice")]
    lines = [Say("billing.disputed_line" if line["disputed"] else "billing.line", line) for line in result["charges"]]
    return [Say("billing.invoice", result), *lines]


@read_tool(answer=describe_invoice)
async def consultar_fatura(context: ToolContext) -> dict[str, Any]:
    """Show the customer's current invoice."""
    invoice = await context.services.billing.current_invoice(context.customer_id)
    return {**invoice.model_dump(mode="json"), "total": str(invoice.total)} if invoice else {}


# --- contesting -------------------------------------------------------------------------------------------------------


async def charge_can_be_disputed(
    subject: str, valor: Decimal, context: ToolContext
) -> Eligible | NotEligible | ArgumentRejected:
    """The service must be on the invoice, not contested yet, and the amount at most what was charged."""
    invoice = await context.services.billing.current_invoice(context.customer_id)
    if invoice is None:
        return NotEligible("billing.no_invoice")
    charge = invoice.charge(subject)
    if charge is None:
        on_invoice = [item.subject for item in invoice.charges]
        return ArgumentRejected("subject", "billing.not_on_invoice", {"subject": subject, "on_invoice": on_invoice})
    if charge.disputed:
        return NotEligible("billing.already_disputed", {"subject": subject})
    if not charge.covers(valor):
        limit = {"subject": subject, "valor": str(valor), "charged": str(charge.charged)}
        return ArgumentRejected("valor", "billing.amount_too_high" if valor > 0 else "billing.amount_too_low", limit)
    return Eligible()


async def dispute_opened(context: ToolContext) -> Dispute | None:
    """Whether the billing system knows the dispute: asked when its answer got lost."""
    opened: Dispute | None = await context.services.billing.dispute_for(context.idempotency_key)
    return opened


@transactional_tool(
    validate=charge_can_be_disputed,
    confirm="billing.confirm_dispute",
    answer="billing.disputed",
    recall="billing.was_disputed",
    operation="billing.dispute_operation",
    recovery=Queryable(dispute_opened),
)
async def contestar_cobranca(subject: Subject, valor: Amount, context: ToolContext) -> Dispute:
    """Contest a charge on the current invoice."""
    billing = context.services.billing
    try:
        opened: Dispute = await billing.dispute(context.customer_id, subject, valor, context.idempotency_key)
    except ChargeNotDisputable:
        raise ToolFailed("billing.cannot_be_disputed", subject=subject) from None
    return opened
