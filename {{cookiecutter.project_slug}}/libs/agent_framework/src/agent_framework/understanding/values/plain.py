"""What most value types have in common."""

from typing import Any

from agent_framework.domain.parameters import ValueType

__all__ = ["PlainType"]


class PlainType(ValueType):
    """A value that the tool's function takes and the customer reads as it is kept."""

    def load(self, canonical: str) -> Any:
        """See ValueType: the canonical string."""
        return canonical

    def display(self, canonical: str, language: str) -> str:
        """See ValueType: the canonical string."""
        return canonical
