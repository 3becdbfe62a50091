"""Places of a message that are taken."""

from bisect import bisect_right
from collections.abc import Iterable

__all__ = ["Places"]


class Places:
    """Spans that do not overlap each other much; asking costs the logarithm of their number."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    def overlap(self, start: int, end: int) -> bool:
        """Whether one of them shares a character with the span."""
        index = bisect_right(self._starts, end - 1) - 1
        return index >= 0 and self._ends[index] > start
