"""Owner, inbox and journal."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from agent_framework.exceptions import ConversationNotFound
from agent_framework.persistence.conversations import ConversationStore, Identity, JournalEvent

NOW = "2026-01-01T12:00:00+00:00"
ANA = Identity("default", "agent", "C1", "s1")
BIA = ANA._replace(customer_id="C2")


def test_parts_of_a_key_cannot_imitate_each_other() -> None:
    assert Identity("a:b", "c", "d", "e").conversation_key != Identity("a", "b:c", "d", "e").conversation_key
    assert Identity("a", "b", "c%3Ad", "e").conversation_key != Identity("a", "b", "c:d", "e").conversation_key


async def test_i9_the_owner_is_written_once(engine: AsyncEngine) -> None:
    store = ConversationStore(engine)
    await store.claim(ANA, NOW)
    await store.claim(ANA, NOW)
    with pytest.raises(ConversationNotFound):
        await store.claim(BIA, NOW)
    assert await store.owner(BIA) == "C1"


async def test_i9_of_two_first_messages_at_once_one_owns(engine: AsyncEngine) -> None:
    store = ConversationStore(engine)
    outcomes = await asyncio.gather(store.claim(ANA, NOW), store.claim(BIA, NOW), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes].count(ConversationNotFound) == 1


async def test_an_answer_is_stored_once_with_its_journal(engine: AsyncEngine) -> None:
    store, key = ConversationStore(engine), ANA.conversation_key
    events = [JournalEvent("message", {"text": "não"}, NOW), JournalEvent("answer", {"text": "ok"}, NOW)]
    await store.close_turn(key, "m1", {"text": "first"}, events, NOW)
    await store.close_turn(key, "m1", {"text": "second"}, events, NOW)
    assert await store.answer_to(key, "m1") == {"text": "first"}
    assert [row["event"] for row in await store.journal_of(key)] == ["message", "answer"]
    assert (await store.journal_of(key, "message"))[0]["data"] == {"text": "não"}
