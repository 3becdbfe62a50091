"""The agent for invoices and charges.

An action may carry its own negation: "não reconheço essa cobrança" asks for a dispute.
"""

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
                "pt-BR": [
                    *("ver", "mostrar", "consultar", "acessar", "enviar", "mandar", "baixar", "emitir"),
                    *("cadê", "onde está", "quando chega", "quando vence", "quanto devo"),
                    *("qual o valor", "qual é o valor", "saber o valor"),
                ],
                "en": [
                    *("see", "view", "show", "check", "send", "get", "download"),
                    *("where is", "where's", "when is", "when will", "how much do i owe"),
                    *("what is the amount", "what's the amount"),
                ],
            },
            objects={
                "pt-BR": ["fatura", "conta", "boleto", "segunda via", "cobrança", "lançamento"],
                "en": ["invoice", "bill", "charge"],
            },
        ),
        Intent(
            "billing_dispute",
            tool=contestar_cobranca,
            actions={
                "pt-BR": [
                    *("contestar", "contestação", "questionar"),
                    *("não reconhecer", "não contratar", "não autorizar", "não assinar"),
                ],
                "en": [
                    *("dispute", "contest", "challenge", "do not recognize", "do not recognise"),
                    *("did not authorize", "did not authorise", "did not hire"),
                    *("did not sign up for", "did not subscribe to"),
                ],
            },
            objects={
                "pt-BR": ["cobrança", "valor", "serviço", "lançamento", "item"],
                "en": ["charge", "amount", "service", "item"],
            },
            # "Did not order" is no action here: its verb would also be found in "don't cancel my order".
            phrases={
                "pt-BR": ["cobrança indevida", "cobraram errado", "cobrado errado", "valor errado"],
                "en": [
                    *("wrong charge", "wrongly charged", "charged wrongly", "overcharged"),
                    *("did not order", "didn't order", "never ordered"),
                ],
            },
            answers=[
                SideAnswer(
                    "billing.about_analysis",
                    {
                        "pt-BR": ["quanto tempo", "prazo", "demora", "demoram", "quando respondem", "quantos dias"],
                        "en": ["how long", "how many days", "when will you answer"],
                    },
                ),
            ],
        ),
    ],
)
