"""Which statuses a field holds, in words that the answer's can be compared with."""

from collections.abc import Iterator

from agent_framework.domain.text import Text, fold
from agent_framework.judges.records import Field
from agent_framework.understanding.phrases import Match, PhraseTable

__all__ = ["Statuses"]


class Statuses:
    """Reads fields. `tables` find the words for statuses and for the actions of tools."""

    def __init__(self, tables: tuple[PhraseTable, ...]) -> None:
        self.tables = tables
        self._known: dict[Field, frozenset[str]] = {}

    def held(self, item: Field) -> frozenset[str]:
        """Keys of assertions: from the value of a status ("shipped"), from the name of what is true ("disputed")."""
        if not item.is_status and item.truth is not True:
            return frozenset()
        if item not in self._known:
            self._known[item] = frozenset(self._read(item))
        return self._known[item]

    def goods(self, item: Field) -> frozenset[str]:
        """Things of value that the field grants by its name, where it holds any."""
        if item.truth is False or (item.text.strip("0.,% ") == "" and item.truth is None):
            return frozenset()
        found = (label for match in self._matches(" ".join(item.words)) for label in match.labels)
        return frozenset(f"goods:{label.split('|')[1]}" for label in found if label.startswith("goods|"))

    def _matches(self, text: str) -> list[Match]:
        tokens = Text(text).tokens
        return [match for table in self.tables for match in table.find(tokens)]

    def _read(self, item: Field) -> Iterator[str]:
        text = " ".join(item.words) if item.truth else item.text.replace("_", " ").replace("-", " ")
        yield f"state:v:{fold(text)}"
        for match in self._matches(text):
            for kind, key in (label.split("|")[:2] for label in match.labels):
                if kind in ("state", "weak", "action"):
                    yield f"{'tool' if kind == 'action' else 'state'}:{key}"
