"""How one argument of a tool is declared: its type, its question, the resource it names."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, TypeAlias

from agent_framework.domain.text import Text

__all__ = ["Candidate", "InvalidValue", "OptionSource", "Parameter", "ValueType"]

OptionSource: TypeAlias = Callable[[Any], Awaitable[Sequence[str]]]
"""From a ToolContext to what this customer may choose from; asked once a turn while the parameter may be filled."""


class InvalidValue(ValueError):
    """The text is not a value of this type. `reason` is a message key, `params` its plain JSON values."""

    def __init__(self, reason: str, **params: Any) -> None:
        self.reason = reason
        self.params = params
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place of a message that reads as a value.

    `value` is canonical; it is None where the place was meant as such a value and is none ("LIV-ABC"), and `reason` then
    says why (a message key). `exact` is False for a reading that needs the question to make sense ("1001" for LIV-1001,
    "71" for an amount): taken when this parameter was asked for, or nothing else claims the words.
    """

    value: str | None
    start: int
    end: int
    exact: bool = True
    reason: str | None = None


class ValueType(ABC):
    """A kind of value. A new kind is one small class with these methods, all pure.

    The canonical form of a value is a string, the same for every spelling ("71.99", "LIV-1001", "2026-12-01"): it is what
    the state keeps, what the digest covers and what two values are compared by.
    """

    name: ClassVar[str]

    @abstractmethod
    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        """Every reading in the message, in order, without overlaps. Negation and correction are not its business."""

    @abstractmethod
    def parse(self, raw: str) -> str:
        """The canonical form of a value that a program gives.

        Raises:
            InvalidValue: where it is none.
        """

    @abstractmethod
    def load(self, canonical: str) -> Any:
        """What the tool's function receives."""

    @abstractmethod
    def display(self, canonical: str, language: str) -> str:
        """What the customer reads: `"71.99"` becomes `"R$ 71,99"`."""

    @abstractmethod
    def example(self, language: str) -> str:
        """A well-formed value, for the question and for `make new-tool`."""

    @abstractmethod
    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of the canonical form, for a model and for `/tools`."""


@dataclass(frozen=True)
class Parameter:
    """What the runtime knows of an argument. Written as `Annotated[str, Parameter(...)]` in the tool's signature.

    Args:
        type: how a value is found in a message, checked, stored and shown.
        ask: message key of the question; a list of texts there is worked through, one an attempt. A transactional tool asks
            `<tool>.ask_<parameter>` where none is given.
        resource: the resource type the value names ("book_id"); evidence is correlated by it.
        options: what this customer may choose from, where that is known.
        help: message key that answers "where do I find it?".
        words: how customers name the parameter, per language ("valor", "amount"): "o valor é 50".
        personal: masked in logs, in traces and in the public view.
        name: filled in from the signature.
        required: filled in from the signature: False where the argument has a default.
    """

    type: ValueType
    ask: str | None = None
    resource: str | None = None
    options: OptionSource | None = None
    help: str | None = None
    # `Annotated[...] | None` hashes what is annotated, and a mapping has no hash.
    words: Mapping[str, Sequence[str]] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    personal: bool = False
    name: str = ""
    required: bool = True
