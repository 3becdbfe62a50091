"""One message and what came back, with names for what a test asks about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Turn"]


@dataclass(frozen=True)
class Turn:
    """A message, the HTTP status of its answer and the answer's JSON."""

    message: str
    http: int
    body: Mapping[str, Any]
    sender: str | None = None

    @property
    def text(self) -> str:
        """What the customer reads; for a refused request the sentence of the problem."""
        return str(self.body.get("text") or self.body.get("detail") or "")

    @property
    def metadata(self) -> Mapping[str, Any]:
        return self.body.get("metadata") or {}

    @property
    def session_id(self) -> str:
        return str(self.body.get("session_id", ""))

    @property
    def message_id(self) -> str:
        return str(self.metadata.get("message_id", ""))

    @property
    def status(self) -> str | None:
        """The status of the transaction that this turn reached, or None where none was involved."""
        return self.metadata.get("transaction_status")

    @property
    def intent(self) -> str | None:
        return self.metadata.get("intent")

    @property
    def route(self) -> str | None:
        return self.metadata.get("route")

    @property
    def language(self) -> str | None:
        return self.metadata.get("language")

    @property
    def transaction(self) -> Mapping[str, Any]:
        """The active transaction, or else the last one."""
        return self.metadata.get("active_transaction") or self.metadata.get("last_transaction") or {}

    @property
    def arguments(self) -> Mapping[str, str]:
        return self.transaction.get("arguments") or {}

    @property
    def missing(self) -> Sequence[str]:
        return self.metadata.get("missing_parameters") or []

    @property
    def suspended(self) -> Sequence[Mapping[str, Any]]:
        """The parked transactions, the newest first."""
        return self.metadata.get("suspended_transactions") or []

    @property
    def handed_over(self) -> str | None:
        """Why this turn calls for a person, or None where it does not."""
        return (self.metadata.get("handed_over") or {}).get("reason")

    @property
    def reason(self) -> str | None:
        return self.transaction.get("reason")

    @property
    def evidence(self) -> Sequence[Mapping[str, Any]]:
        """The evidence that this answer may rest on."""
        return self.metadata.get("transaction_evidence") or []

    @property
    def grounded(self) -> bool:
        return bool((self.metadata.get("judge") or {}).get("grounded"))

    @property
    def replayed(self) -> bool:
        """This message was answered before; the stored answer came back."""
        return bool(self.metadata.get("replayed"))

    def at(self, path: str) -> Any:
        """The value at a dotted path, such as `transaction_evidence.0.result.protocolo`, in the metadata.

        Raises:
            LookupError: there is nothing.
        """
        value: Any = self.metadata
        for part in path.split("."):
            try:
                value = value[int(part)] if isinstance(value, Sequence) else value[part]
            except (LookupError, TypeError, ValueError) as error:
                raise LookupError(f"the metadata has no {path}") from error
        return value
