"""Which statuses a field holds, in words that the answer's can be compared with."""

from collections.abc import Iterator, Mapping, Sequence

from agent_framework.domain.text import Text, fold
from agent_framework.judges.records import Field
from agent_framework.judges.vocabulary import LANGUAGES, assertion_table, vocabulary
from agent_framework.understanding.phrases import Match, PhraseTable

__all__ = ["Statuses", "goods_in"]


def goods_in(text: str) -> frozenset[str]:
    """Things of value that a text names, as keys of assertions."""
    found = (label for match in assertion_table().find(Text(text).tokens) for label in match.labels)
    return frozenset(f"goods:{label.split('|')[1]}" for label in found if label.startswith("goods|"))


def _denies(words: str) -> bool:
    """ "não entregue": the label of a status that says what it is not."""
    said = {token.folded for token in Text(words).tokens}
    return any(not said.isdisjoint(vocabulary(language).sets["negators"]) for language in LANGUAGES)


class Statuses:
    """Reads fields. `tables` find the words for statuses and actions; `labels` are the domain's words for a value."""

    def __init__(self, tables: tuple[PhraseTable, ...], labels: Mapping[str, Sequence[str]]) -> None:
        self.tables = tables
        self.labels = labels
        self._known: dict[Field, frozenset[str]] = {}

    def held(self, item: Field) -> frozenset[str]:
        """Keys of assertions: from the value of a status ("shipped"), from the name of what is true ("disputed")."""
        dated = any(key.startswith("d:") for key in item.keys)  # "paid_on": it was paid
        return self.named(item) if item.is_status or item.truth is True or dated else frozenset()

    def named(self, item: Field) -> frozenset[str]:
        """What a field speaks of, be it so or not."""
        if item not in self._known:
            self._known[item] = frozenset(self._read(item))
        return self._known[item]

    def goods(self, item: Field) -> frozenset[str]:
        """Things of value that the field grants by its name, where it holds any."""
        if item.truth is False or (item.text.strip("0.,% ") == "" and item.truth is None):
            return frozenset()
        return goods_in(" ".join(item.words))

    def _matches(self, text: str) -> list[Match]:
        tokens = Text(text).tokens
        return [match for table in self.tables for match in table.find(tokens)]

    def _read(self, item: Field) -> Iterator[str]:
        named = item.truth is not None or not item.is_status
        text = " ".join(item.words) if named else item.text.replace("_", " ").replace("-", " ")
        yield f"state:v:{fold(text)}"
        if named:  # "received_on" tells what the status "received" does
            held = (value for value in self.labels if set(fold(value).split("_")) <= set(item.words))
            yield from (f"state:v:{fold(value)}" for value in held)
        labels = (words for words in self.labels.get(item.text, ()) if not _denies(words))
        for match in (match for said in (text, *labels) for match in self._matches(said)):
            for kind, key in (label.split("|")[:2] for label in match.labels):
                if kind in ("state", "weak", "action"):
                    yield f"{'tool' if kind == 'action' else 'state'}:{key}"
