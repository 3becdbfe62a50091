"""The agent for invoices and charges."""

from agent_framework import Agent, Intent, SideAnswer
from app.tools.billing import consultar_fatura, contestar_cobranca

__all__ = ["billing_agent"]

billing_agent = Agent(
    "billing_agent",
    can="billing.can",
    intents=[
        Intent(
            "billing_invoice",
            tool=consultar_fatura,
            actions={
                "pt-BR": ["ver", "mostrar", "consultar", "enviar", "mandar", "acessar"],
                "en": ["see", "view", "show", "check", "send"],
            },
            objects={"pt-BR": ["fatura", "conta", "boleto"], "en": ["invoice", "bill"]},
            phrases={"pt-BR": ["segunda via", "quanto devo"], "en": ["how much do I owe"]},
        ),
        Intent(
            "billing_dispute",
            tool=contestar_cobranca,
            actions={
                "pt-BR": ["contestar", "contestação", "questionar", "não reconhecer", "não contratar", "não autorizar"],
                "en": [
                    "dispute",
                    "contest",
                    "challenge",
                    "not recognize",
                    "not recognise",
                    "not authorize",
                    "not hire",
                    "not sign up for",
                    "not subscribe to",
                ],
            },
            objects={
                "pt-BR": ["cobrança", "valor", "serviço", "lançamento", "item"],
                "en": ["charge", "amount", "service", "item"],
            },
            phrases={
                "pt-BR": ["cobrança indevida", "cobraram errado", "cobrado errado", "valor errado"],
                "en": ["wrong charge", "charged wrongly", "overcharged"],
            },
            answers=[
                SideAnswer(
                    "billing.about_analysis",
                    {
                        "pt-BR": ["quanto tempo", "qual o prazo", "demora", "quando respondem"],
                        "en": ["how long", "when will you answer", "how many days"],
                    },
                ),
            ],
        ),
    ],
)
