"""What a turn needs and the checkpoint must not hold: who asks, what time it is, what is written to the journal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from agent_framework.domain.tools import ToolContext
from agent_framework.models.client import Usage
from agent_framework.persistence.conversations import Identity, JournalEvent

__all__ = ["Clock", "TurnContext"]

Clock: TypeAlias = Callable[[], datetime]
"""The present moment, with its time zone. Injected, so that tests do not sleep."""


@dataclass
class TurnContext:
    """The context of one turn, handed to the graph beside the state and never persisted with it.

    `settles_only` marks a turn without a message: what is open in the ledger is settled, and told with the next answer.
    `resumed` is set where this very message was begun before, and broke off after something was done for it. `usage` is what
    models cost the turn.
    """

    identity: Identity
    message_id: str
    now: datetime
    default_language: str
    services: Any = None
    settles_only: bool = False
    resumed: bool = False
    listen: Callable[[JournalEvent], None] | None = None
    usage: Usage = field(default_factory=Usage)
    events: list[JournalEvent] = field(default_factory=list)

    @property
    def at(self) -> str:
        """The moment of the turn, ISO 8601."""
        return self.now.isoformat()

    def note(self, event: str, data: Mapping[str, Any]) -> None:
        """Add to the journal of this turn, and tell whoever listens to it."""
        noted = JournalEvent(event, data, self.at)
        self.events.append(noted)
        if self.listen:
            self.listen(noted)

    def tool_context(self, language: str, transaction_id: str | None = None, key: str | None = None) -> ToolContext:
        """On whose behalf a function of the domain is called."""
        return ToolContext(
            tenant_id=self.identity.tenant_id,
            customer_id=self.identity.customer_id,
            session_id=self.identity.session_id,
            language=language,
            services=self.services,
            transaction_id=transaction_id,
            idempotency_key=key,
        )
