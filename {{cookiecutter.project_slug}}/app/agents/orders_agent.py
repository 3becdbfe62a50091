"""The agent for orders: what customers want of it, and the words they say it with.

Verbs stand in the infinitive; the framework inflects them. An action with its object is clear; an object alone only
ever reads: "meu pedido" shows an order and never cancels one.
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
            # "Onde está" needs its object like any action: "onde está minha fatura?" is not about an order.
            actions={
                "pt-BR": [
                    *("rastrear", "acompanhar", "consultar", "ver", "mostrar", "localizar", "saber de"),
                    *("status", "situação", "andamento", "rastreio", "rastreamento"),
                    *("cadê", "onde está", "saber onde está", "onde anda", "quando chega", "já foi enviado", "já saiu"),
                    *("qual o valor", "qual é o valor", "saber o valor"),
                ],
                "en": [
                    *("track", "follow", "check", "see", "view", "show", "locate", "find", "status"),
                    *("where is", "where's", "know where", "when is", "when will", "has shipped", "been shipped"),
                    *("what is the amount", "what's the amount"),
                ],
            },
            objects={
                "pt-BR": [*ORDER["pt-BR"], "entrega", "pacote", "produto"],
                "en": [*ORDER["en"], "delivery", "package", "parcel", "product"],
            },
        ),
        Intent(
            "retail_order_cancel",
            tool=cancelar_pedido,
            actions={
                "pt-BR": ["cancelar", "cancelamento", "anular", "desistir de", "desistência"],
                "en": ["cancel", "cancellation", "call off"],
            },
            objects=ORDER,
            answers=[
                SideAnswer(
                    "orders.about_fee",
                    {
                        "pt-BR": ["multa", "taxa", "custo", "custa", "cobram", "cobra", "pagar"],
                        "en": ["fee", "fees", "penalty", "cost", "charge", "charged", "pay"],
                    },
                ),
                SideAnswer(
                    "orders.about_refund",
                    {
                        "pt-BR": ["reembolso", "estorno", "devolução", "devolvem", "dinheiro", "quanto tempo", "prazo"],
                        "en": ["refund", "refunded", "money", "how long"],
                    },
                ),
            ],
        ),
    ],
)
