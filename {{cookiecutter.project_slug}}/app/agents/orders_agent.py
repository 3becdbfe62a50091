"""The agent for orders: what customers want of it, and the words they say it with.

Verbs stand in the infinitive and are inflected by the framework. An action with its object is clear; an object alone only
ever reads.
"""

from agent_framework import Agent, Intent, SideAnswer
from app.tools.orders import cancelar_pedido, consultar_pedido

__all__ = ["orders_agent"]

ORDER = {"pt-BR": ["pedido", "compra", "encomenda"], "en": ["order", "purchase"]}

orders_agent = Agent(
    "orders_agent",
    can="orders.can",
    intents=[
        Intent(
            "retail_order_tracking",
            tool=consultar_pedido,
            actions={
                "pt-BR": ["rastrear", "acompanhar", "consultar", "ver", "mostrar", "localizar", "status", "situação"],
                "en": ["track", "follow", "check", "see", "view", "show", "locate", "status"],
            },
            objects={
                "pt-BR": [*ORDER["pt-BR"], "entrega", "pacote"],
                "en": [*ORDER["en"], "delivery", "package", "parcel"],
            },
            phrases={
                "pt-BR": ["cadê", "onde está", "onde anda", "quando chega", "já foi enviado", "já saiu para entrega"],
                "en": ["where is", "when will it arrive", "has it shipped"],
            },
        ),
        Intent(
            "retail_order_cancel",
            tool=cancelar_pedido,
            actions={"pt-BR": ["cancelar", "cancelamento", "desistir de"], "en": ["cancel", "cancellation", "call off"]},
            objects=ORDER,
            answers=[
                SideAnswer(
                    "orders.about_fee",
                    {"pt-BR": ["multa", "taxa", "custo", "cobram"], "en": ["fee", "penalty", "cost", "charge me"]},
                ),
                SideAnswer(
                    "orders.about_refund",
                    {
                        "pt-BR": ["reembolso", "estorno", "dinheiro volta", "dinheiro de volta", "recebo de volta"],
                        "en": ["refund", "money back"],
                    },
                ),
            ],
        ),
    ],
)
