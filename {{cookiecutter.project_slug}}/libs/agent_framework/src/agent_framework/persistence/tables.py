"""The framework's own tables. They live in the same database as LangGraph's checkpoints."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["conversations", "inbox", "journal", "ledger", "metadata"]

metadata: Final = MetaData()

conversations: Final = Table(
    "conversations",
    metadata,
    Column("conversation_key", String(400), primary_key=True),
    Column("tenant_id", String(100), nullable=False),
    Column("agent_id", String(100), nullable=False),
    Column("session_id", String(100), nullable=False),
    Column("customer_id", String(100), nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("tenant_id", "agent_id", "session_id", name="one_owner_per_session"),
    comment="Who owns a conversation: written once, with its first message.",
)

inbox: Final = Table(
    "inbox",
    metadata,
    Column("conversation_key", String(400), primary_key=True),
    Column("message_id", String(100), primary_key=True),
    Column("answer", JSON, nullable=False),
    Column("answered_at", String(40), nullable=False),
    comment="Message ids that were answered, with the answer: a second delivery gets it again.",
)

journal: Final = Table(
    "journal",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("conversation_key", String(400), nullable=False),
    Column("message_id", String(100), nullable=False),
    Column("at", String(40), nullable=False),
    Column("event", String(40), nullable=False),
    Column("data", JSON, nullable=False),
    Index("journal_by_conversation", "conversation_key", "id"),
    comment="Append-only: what was said, understood, decided, run, proven and answered.",
)

ledger: Final = Table(
    "ledger",
    metadata,
    Column("tenant_id", String(100), primary_key=True),
    Column("transaction_id", String(100), primary_key=True),
    Column("conversation_key", String(400), nullable=False),
    Column("customer_id", String(100), nullable=False),
    Column("session_id", String(100), nullable=False),
    Column("idempotency_key", String(200), nullable=False, unique=True),
    Column("tool_name", String(100), nullable=False),
    Column("arguments", JSON, nullable=False),
    Column("arguments_digest", String(64), nullable=False),
    Column("state", String(20), nullable=False),
    Column("calls", Integer, nullable=False, default=0),
    Column("result", JSON),
    Column("reason", JSON),
    Column("started_at", String(40), nullable=False),
    Column("finished_at", String(40)),
    Column("settled_by", Text),
    Index("ledger_by_conversation", "conversation_key", "state"),
    Index("ledger_by_state", "state"),
    comment="One row per transaction that was confirmed: written before the tool is called, closed after it.",
)
