"""Orders: what a customer may ask about them, and the one thing that changes them."""

from collections.abc import Mapping
from typing import Annotated, Any

from agent_framework import (
    ArgumentRejected,
    Eligible,
    Idempotent,
    Identifier,
    NotEligible,
    Parameter,
    Say,
    ToolContext,
    ToolFailed,
    read_tool,
    transactional_tool,
)

from app.services.orders import Cancellation, OrderNotCancellable

__all__ = ["cancelar_pedido", "consultar_pedido"]


async def own_orders(context: ToolContext) -> list[str]:
    """The numbers of the customer's orders, to help who does not remember one."""
    return [order.order_id for order in await context.services.orders.recent(context.customer_id)]


OrderId = Annotated[
    str,
    Parameter(
        Identifier("PED-####"),
        ask="orders.ask_order_id",
        help="orders.where_is_order_id",
        resource="order_id",
        options=own_orders,
        words={"pt-BR": ["pedido", "número do pedido", "número"], "en": ["order", "order number", "number"]},
    ),
]


# --- reading ----------------------------------------------------------------------------------------------------------


def describe_orders(result: Mapping[str, Any]) -> list[Say]:
    """One order in a sentence, several as a list, none politely."""
    if "orders" not in result:
        return [Say(f"orders.found.{result['status']}" if result["found"] else "orders.not_found", result)]
    if not result["orders"]:
        return [Say("orders.none")]
    return [Say("orders.recent"), *(Say("orders.line", order) for order in result["orders"])]


@read_tool(answer=describe_orders)
async def consultar_pedido(context: ToolContext, order_id: OrderId | None = None) -> dict[str, Any]:
    """Show one of the customer's orders, or the recent ones where no number is given."""
    orders = context.services.orders
    if order_id is None:
        return {"orders": [order.model_dump(mode="json") for order in await orders.recent(context.customer_id)]}
    order = await orders.get(context.customer_id, order_id)
    return {"found": True, **order.model_dump(mode="json")} if order else {"found": False, "order_id": order_id}


# --- cancelling -------------------------------------------------------------------------------------------------------


async def order_can_be_cancelled(order_id: str, context: ToolContext) -> Eligible | NotEligible | ArgumentRejected:
    """Only an order of the customer's own that has not been shipped. Somebody else's is told as unknown."""
    order = await context.services.orders.get(context.customer_id, order_id)
    if order is None:
        return ArgumentRejected("order_id", "orders.not_found", {"order_id": order_id})
    if not order.cancellable:
        return NotEligible(f"orders.not_cancellable.{order.status}", {"order_id": order_id})
    return Eligible({"item": order.item, "total": str(order.total)})


@transactional_tool(
    validate=order_can_be_cancelled,
    confirm="orders.confirm_cancel",
    answer="orders.cancelled",
    recall="orders.was_cancelled",
    operation="orders.cancel_operation",
    recovery=Idempotent(),
)
async def cancelar_pedido(order_id: OrderId, context: ToolContext) -> Cancellation:
    """Cancel an order that has not been shipped yet."""
    orders = context.services.orders
    try:
        done: Cancellation = await orders.cancel(context.customer_id, order_id, context.idempotency_key)
    except OrderNotCancellable:
        raise ToolFailed("orders.cannot_be_cancelled", order_id=order_id) from None
    return done
