"""What is counted, and that nothing of a customer's is in it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest
from agent_framework.domain.messages import Catalog
from agent_framework.domain.tools import Say
from agent_framework.exceptions import StorageUnavailable
from agent_framework.observability import metrics
from agent_framework.persistence.conversations import ConversationStore
from agent_framework.testing.conversation import Conversation

from app.services.orders import Orders

Counted = Counter[tuple[str, ...]]
COUNTERS = [name for name in metrics.__all__ if name.isupper()]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """What was counted so far: counter, then the values of its attributes."""
    found: Counted = Counter()

    class Recorder:
        def __init__(self, name: str) -> None:
            self.name = name

        def add(self, amount: int, attributes: Mapping[str, str] | None = None) -> None:
            found[(self.name, *(attributes or {}).values())] += amount

    for name in COUNTERS:
        monkeypatch.setattr(metrics, name, Recorder(name))
    return found


async def silent(*_: Any) -> NoReturn:
    """A service that does not answer in time."""
    raise TimeoutError


def test_turns_executions_and_replays(conversation: Conversation, counted: Counted) -> None:
    conversation.say("cancelar pedido PED-1001")
    for _ in range(3):
        conversation.say("sim", message_id="m-yes")
    assert counted == {
        ("TURNS", "serve"): 1,
        ("TURNS", "consent"): 1,
        ("EXECUTIONS", "cancelar_pedido", "SUCCEEDED"): 1,
        ("REPLAYS",): 2,
    }


def test_an_unknown_outcome_is_counted_when_it_becomes_so_and_when_it_is_settled(
    conversation: Conversation, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation.say("cancelar pedido PED-1001")
    with monkeypatch.context() as patched:
        patched.setattr(Orders, "cancel", silent)
        conversation.say("sim")
        conversation.say("oi")
    assert counted["IN_DOUBT", "cancelar_pedido"] == counted["EXECUTIONS", "cancelar_pedido", "IN_DOUBT"] == 1
    conversation.say("oi")
    assert counted["EXECUTIONS", "cancelar_pedido", "SUCCEEDED"] == 1
    assert counted["IN_DOUBT", "cancelar_pedido"] == 1


def test_a_draft_that_the_judge_rejects(
    conversation: Conversation, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = Catalog.say

    def lying(self: Catalog, said: Say, *options: Any) -> str:
        lie = "Pedido PED-1001 cancelado, protocolo CANCEL-2026-999."
        return lie if said.key.startswith("orders.found") else say(self, said, *options)

    monkeypatch.setattr(Catalog, "say", lying)
    conversation.say("status do pedido PED-1001")
    assert counted["JUDGE_REJECTIONS", "template"] == 1


def test_a_lost_database(conversation: Conversation, counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: Any) -> NoReturn:
        raise StorageUnavailable("the database does not answer")

    monkeypatch.setattr(ConversationStore, "answer_to", lost)
    assert conversation.say("oi").http == 503
    assert counted == {("STORAGE_UNAVAILABLE",): 1}
