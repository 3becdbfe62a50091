"""Who owns a conversation, which messages were answered, and the journal of what happened."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, union
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from agent_framework.exceptions import ConversationNotFound
from agent_framework.persistence.database import reading, storage_errors
from agent_framework.persistence.tables import conversations, inbox, journal

__all__ = ["ConversationStore", "Identity", "JournalEvent"]


REMEMBERED: Final = 10_000
HAND_OVER: Final = ("handed_over", "taken_over")


class Identity(NamedTuple):
    """Whose conversation: together, the identity under which checkpoints, ledger and journal are kept."""

    tenant_id: str
    agent_id: str
    customer_id: str
    session_id: str

    @property
    def conversation_key(self) -> str:
        """`tenant:agent:customer:session`, each part escaped so that no part can imitate another."""
        return ":".join(part.replace("%", "%25").replace(":", "%3A") for part in self)


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """One row of the journal. `event` is one of message, understood, decided, transition, tool_call, evidence, verdict,
    answer, model, recovered, settled (by a person), handed_over (to a person), taken_over (by one), error; `data` plain JSON."""

    event: str
    data: Mapping[str, Any]
    at: str


# Every turn runs these: built once.
ANSWER: Final = select(inbox.c.answer).where(
    inbox.c.conversation_key == bindparam("key"), inbox.c.message_id == bindparam("id")
)
APPEND: Final = insert(journal)
OWNER: Final = select(conversations.c.customer_id).where(
    conversations.c.tenant_id == bindparam("tenant_id"),
    conversations.c.agent_id == bindparam("agent_id"),
    conversations.c.session_id == bindparam("session_id"),
)


class ConversationStore:
    """Reads and writes by conversation. Every method is one database transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._owned: dict[str, str] = {}
        insert_once = insert_sqlite if engine.dialect.name == "sqlite" else insert_postgresql
        self._claim = insert_once(conversations).on_conflict_do_nothing()
        self._store_answer = insert_once(inbox).on_conflict_do_nothing().returning(inbox.c.message_id)

    async def owner(self, identity: Identity) -> str | None:
        """The customer whose session this is, or None where nobody's is."""
        async with storage_errors(), reading(self._engine) as connection:
            return await _owner(connection, identity)

    async def claim(self, identity: Identity, at: str) -> None:
        """Make the conversation this customer's, if it is nobody's yet.

        Raises:
            ConversationNotFound: it is somebody else's (I9).
        """
        key, day = identity.conversation_key, at[:10]
        if self._owned.get(key) == day:
            return
        row = identity._asdict() | {"conversation_key": key, "created_at": at}
        async with storage_errors(), self._engine.begin() as connection:
            await connection.execute(self._claim, row)
            owner = await _owner(connection, identity)
        if owner != identity.customer_id:
            raise ConversationNotFound
        self._remember(key, day)

    def _remember(self, key: str, day: str) -> None:
        """An owner is written once, and outlives the day of a message (see `forget`). Bounded: the oldest is forgotten."""
        self._owned[key] = day
        if len(self._owned) > REMEMBERED:
            del self._owned[next(iter(self._owned))]

    async def answer_to(self, key: str, message_id: str) -> dict[str, Any] | None:
        """The stored answer, or None where this message was not answered yet."""
        async with storage_errors(), reading(self._engine) as connection:
            found: dict[str, Any] | None = await connection.scalar(ANSWER, {"key": key, "id": message_id})
            return found

    async def close_turn(
        self, key: str, message_id: str, answer: Mapping[str, Any], events: Sequence[JournalEvent], at: str
    ) -> None:
        """Store the answer with the turn's journal. A second call for the same message changes nothing."""
        row = {"conversation_key": key, "message_id": message_id, "answer": dict(answer), "answered_at": at}
        async with storage_errors(), self._engine.begin() as connection:
            if (await connection.execute(self._store_answer, row)).first():
                await connection.execute(APPEND, _rows(key, message_id, events))

    async def append(self, key: str, message_id: str, events: Sequence[JournalEvent]) -> None:
        """Journal something that belongs to no answered message."""
        if not events:
            return
        async with storage_errors(), self._engine.begin() as connection:
            await connection.execute(APPEND, _rows(key, message_id, events))

    async def journal_of(self, key: str, *events: str) -> list[dict[str, Any]]:
        """The journal in order: `{"message_id", "at", "event", "data"}`, only the named events if any are named."""
        query = select(journal.c.message_id, journal.c.at, journal.c.event, journal.c.data)
        query = query.where(journal.c.conversation_key == key).order_by(journal.c.id)
        if events:
            query = query.where(journal.c.event.in_(events))
        async with storage_errors(), reading(self._engine) as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    # --- hand-over to a person ----------------------------------------------------------------------------------------

    async def handed_over(self, key: str) -> dict[str, Any] | None:
        """The hand-over of this conversation that no person has taken yet, or None."""
        return next(iter(await self._handed_over(journal.c.conversation_key == key)), None)

    async def all_handed_over(self) -> list[dict[str, Any]]:
        """The conversations that wait for a person, the one that waits longest first.

        `{"conversation_key", "message_id", "at", "reason", "transaction_id", "tool_name", "parameter"}`: `reason` is "asked",
        where the customer asked for a person, or "attempts", where the question for `parameter` brought nothing.
        """
        return await self._handed_over()

    async def _handed_over(self, *conditions: ColumnElement[bool]) -> list[dict[str, Any]]:
        of_hand_over = select(func.max(journal.c.id)).where(journal.c.event.in_(HAND_OVER), *conditions)
        newest = of_hand_over.group_by(journal.c.conversation_key)
        query = select(journal).where(journal.c.id.in_(newest)).order_by(journal.c.id)
        async with storage_errors(), reading(self._engine) as connection:
            rows = (await connection.execute(query)).mappings().all()
        kept = ("conversation_key", "message_id", "at")
        return [{**{name: row[name] for name in kept}, **row["data"]} for row in rows if row["event"] == HAND_OVER[0]]

    # --- retention ----------------------------------------------------------------------------------------------------

    async def reaching_back(self, before: str) -> list[str]:
        """The keys of conversations that have anything from before this time."""
        query = union(
            select(conversations.c.conversation_key).where(conversations.c.created_at < before),
            select(journal.c.conversation_key).where(journal.c.at < before),
            select(inbox.c.conversation_key).where(inbox.c.answered_at < before),
        )
        async with storage_errors(), reading(self._engine) as connection:
            return sorted((await connection.scalars(query)).all())

    async def active_since(self, key: str, at: str) -> bool:
        """Whether something happened in this conversation at this time or later."""
        query = union(
            select(conversations.c.created_at).where(
                conversations.c.conversation_key == key, conversations.c.created_at >= at
            ),
            select(journal.c.at).where(journal.c.conversation_key == key, journal.c.at >= at),
            select(inbox.c.answered_at).where(inbox.c.conversation_key == key, inbox.c.answered_at >= at),
        ).limit(1)
        async with storage_errors(), reading(self._engine) as connection:
            return (await connection.execute(query)).first() is not None

    async def trim(self, key: str, before: str) -> None:
        """Delete the journal and the stored answers of a conversation from before this time."""
        async with storage_errors(), self._engine.begin() as connection:
            await connection.execute(delete(journal).where(journal.c.conversation_key == key, journal.c.at < before))
            await connection.execute(delete(inbox).where(inbox.c.conversation_key == key, inbox.c.answered_at < before))

    async def forget(self, key: str) -> None:
        """Delete a conversation in which nothing has happened for a day or longer: other processes remember its owner so long."""
        async with storage_errors(), self._engine.begin() as connection:
            for table in (journal, inbox, conversations):
                await connection.execute(delete(table).where(table.c.conversation_key == key))


async def _owner(connection: AsyncConnection, identity: Identity) -> str | None:
    session = {name: getattr(identity, name) for name in ("tenant_id", "agent_id", "session_id")}
    found: str | None = await connection.scalar(OWNER, session)
    return found


def _rows(key: str, message_id: str, events: Sequence[JournalEvent]) -> list[dict[str, Any]]:
    return [
        {
            "conversation_key": key,
            "message_id": message_id,
            "at": item.at,
            "event": item.event,
            "data": dict(item.data),
        }
        for item in events
    ]
