"""One transaction: what the state keeps of it, as plain JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

__all__ = ["ACTIVE", "TERMINAL", "Confirmation", "Status", "Transaction"]


class Status(StrEnum):
    """The statuses of the spec (section 4), and SUSPENDED, EXPIRED and IN_DOUBT."""

    COLLECTING_PARAMETERS = "COLLECTING_PARAMETERS"
    PRE_VALIDATION = "PRE_VALIDATION"
    AWAITING_CONFIRMATION = "AWAITING_CONFIRMATION"
    EXECUTING = "EXECUTING"
    SUSPENDED = "SUSPENDED"
    COMPLETED = "COMPLETED"
    CANCELLED = "CANCELLED"
    OUT_OF_SCOPE = "OUT_OF_SCOPE"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"
    IN_DOUBT = "IN_DOUBT"


ACTIVE = frozenset(
    {Status.COLLECTING_PARAMETERS, Status.PRE_VALIDATION, Status.AWAITING_CONFIRMATION, Status.EXECUTING}
)
TERMINAL = frozenset({Status.COMPLETED, Status.CANCELLED, Status.OUT_OF_SCOPE, Status.FAILED, Status.EXPIRED})


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The question that was put to the customer, and what exactly it froze."""

    digest: str
    asked_at: str
    asked_in: str = ""
    attempts: int = 0
    side_remark: bool = False


@dataclass(frozen=True, slots=True)
class Transaction:
    """A transaction at one moment. Frozen: every step makes a new one.

    Times are ISO 8601 in UTC. `arguments` are canonical strings by parameter name. `attempts` counts, by parameter, the
    questions that brought no value; `offers`, while it is parked, the offers to resume it. `declaration` is the digest of
    the tool's declaration when the transaction opened. `expires_at` is when the question that is open stops counting.
    `happened` names the events since it was last stored: it goes to the journal, never to the checkpoint.
    """

    transaction_id: str
    tool_name: str
    intent: str
    agent: str
    status: Status
    created_at: str
    updated_at: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    missing_parameters: tuple[str, ...] = ()
    attempts: Mapping[str, int] = field(default_factory=dict)
    offers: int = 0
    confirmation: Confirmation | None = None
    expires_at: str | None = None
    declaration: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    reason: str | None = None
    finished_at: str | None = None
    result: Mapping[str, Any] | None = None
    happened: tuple[tuple[Status, str], ...] = field(default=(), compare=False)

    @property
    def active(self) -> bool:
        """Still to be answered, asked or run."""
        return self.status in ACTIVE

    def overdue(self, now: datetime) -> bool:
        """Whether its time is over, be it noted yet or not (EXPIRED)."""
        open_ended = self.active or self.status is Status.SUSPENDED
        return open_ended and self.expires_at is not None and now >= datetime.fromisoformat(self.expires_at)

    def to_state(self) -> dict[str, Any]:
        """Plain JSON for the checkpoint."""
        data = asdict(self)
        del data["happened"]
        data["status"] = self.status.value
        data["missing_parameters"] = list(self.missing_parameters)
        return data

    @classmethod
    def from_state(cls, data: Mapping[str, Any]) -> Self:
        """The transaction of a checkpoint. Keys that this version does not know are left out."""
        known = {item.name for item in fields(cls)} - {"happened"}
        values = {key: value for key, value in data.items() if key in known}
        values["status"] = Status(values["status"])
        values["missing_parameters"] = tuple(values.get("missing_parameters") or ())
        if confirmation := values.get("confirmation"):
            names = {item.name for item in fields(Confirmation)}
            values["confirmation"] = Confirmation(**{k: v for k, v in confirmation.items() if k in names})
        return cls(**values)
