"""How an agent is declared: its name, its intents, and the words that express them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent_framework.domain.tools import Tool

__all__ = ["Agent", "Intent"]

Words = Mapping[str, Sequence[str]]
"""Language to words. Verbs are given in the infinitive ("cancelar", "cancel"): the lexicon inflects them."""


@dataclass(frozen=True)
class Intent:
    """What a customer may want, and the tool that does it.

    An action *and* an object in one message is strong evidence, a bare object weak. A value of one of the tool's own
    parameters counts as an object ("reservar LIV-1001"). An action may carry its own negation ("não reconhecer").

    Args:
        name: reported as `intent`.
        tool: what serves it.
        actions: verbs in the infinitive, verb phrases ("desistir de"), or nouns of action ("cancelamento").
        objects: nouns the action is about ("livro").
        phrases: fixed expressions that are strong alone ("cadê", "where is").
        answers: side questions this intent can answer while its transaction is pending: pairs of words and message key.
    """

    name: str
    tool: Tool
    actions: Words = field(default_factory=dict)
    objects: Words = field(default_factory=dict)
    phrases: Words = field(default_factory=dict)
    answers: Sequence["SideAnswer"] = ()


@dataclass(frozen=True)
class SideAnswer:
    """A question that may come up while a transaction is pending, and the message that answers it."""

    key: str
    words: Words


@dataclass(frozen=True)
class Agent:
    """A group of intents under one name, reported as `route`.

    Args:
        name: reported as `route`; also the name of its graph node.
        can: message key that says what it does for the customer, used where nothing was understood.
        intents: what it serves.
    """

    name: str
    can: str
    intents: Sequence[Intent]

    def intent(self, name: str) -> Intent:
        """The intent of this name.

        Raises:
            KeyError: where there is none.
        """
        return next(intent for intent in self.intents if intent.name == name)
