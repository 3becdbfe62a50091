"""A clock that tests move by hand."""

from datetime import UTC, datetime, timedelta

__all__ = ["MovableClock"]


class MovableClock:
    """Tells the real time plus what it was moved by."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def move(self, by: timedelta) -> None:
        """Let this much time pass."""
        self._ahead += by
