"""Two transactions of a library: ending a membership (its verb is one of stopping) and contesting a fine."""

from collections.abc import Callable
from decimal import Decimal
from types import MappingProxyType
from typing import Annotated, Any, Protocol

import pytest

from agent_framework import Choice, Idempotent, Identifier, Intent, Money, Parameter, ToolContext, transactional_tool
from agent_framework.domain.text import Text
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.model import Asked, ConsentReading, Dialogue, IntentReading, Strength
from agent_framework.understanding.values import read_values


@transactional_tool(confirm="t.confirm", answer="t.done", operation="t.operation", recovery=Idempotent())
async def cancel_membership(
    membership_id: Annotated[str, Parameter(Identifier("ASS-####"), ask="t.ask")], context: ToolContext
) -> dict[str, Any]:
    """End a membership."""
    return {}


@transactional_tool(confirm="t.confirm", answer="t.done", operation="t.operation", recovery=Idempotent())
async def contest_fine(
    book: Annotated[str, Parameter(Choice(open=True), ask="t.ask")],
    amount: Annotated[Decimal, Parameter(Money(), ask="t.ask", words={"pt-BR": ["valor"], "en": ["amount"]})],
    context: ToolContext,
) -> dict[str, Any]:
    """Contest a fine."""
    return {}


CANCEL = Dialogue(
    asked=Asked.CONFIRMATION,
    tool=cancel_membership,
    intent=Intent(
        "membership_cancel",
        tool=cancel_membership,
        actions={"pt-BR": ["cancelar", "cancelamento"], "en": ["cancel", "cancellation"]},
        objects={"pt-BR": ["assinatura"], "en": ["membership"]},
    ),
    arguments=MappingProxyType({"membership_id": "ASS-1001"}),
)
CONTEST = Dialogue(
    asked=Asked.CONFIRMATION,
    tool=contest_fine,
    intent=Intent(
        "fine_contest",
        tool=contest_fine,
        actions={"pt-BR": ["contestar", "não reconhecer"], "en": ["contest", "not recognize"]},
        objects={"pt-BR": ["cobrança"], "en": ["fine"]},
    ),
    arguments=MappingProxyType({"book": "Dom Casmurro", "amount": "71.99"}),
    options=MappingProxyType({"book": ["Dom Casmurro", "Quincas Borba"]}),
)
DIALOGUES = {"cancel": CANCEL, "contest": CONTEST}


class Reply(Protocol):
    """Reads a reply to the confirmation question of one of the two transactions."""

    def __call__(
        self, message: str, within: str = "cancel", language: str = "pt-BR", other_intent: str | None = None
    ) -> ConsentReading: ...


@pytest.fixture
def dialogue() -> Callable[[str], Dialogue]:
    return DIALOGUES.__getitem__


@pytest.fixture
def reply() -> Reply:
    def read(
        message: str, within: str = "cancel", language: str = "pt-BR", other_intent: str | None = None
    ) -> ConsentReading:
        text, dialogue = Text(message, language), DIALOGUES[within]
        start = message.find(other_intent) if other_intent else 0
        clear = [IntentReading("loans", "library", Strength.STRONG, False, start)] if other_intent else []
        return read_consent(text, dialogue, read_values(text, dialogue), clear)

    return read
