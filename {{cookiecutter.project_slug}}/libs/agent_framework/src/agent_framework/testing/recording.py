"""A conversation from the journal as a scenario: what was said, what it led to, and nobody's personal data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import yaml

from agent_framework.domain.parameters import Parameter, ValueType
from agent_framework.domain.registry import Domain
from agent_framework.exceptions import ConversationNotFound
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.runtime.public import public_transaction
from agent_framework.testing.disguise import Disguise
from agent_framework.testing.scenario import DEFAULT_CUSTOMER
from agent_framework.testing.turn import Turn

__all__ = ["Recorded", "read_conversation", "scenario_of", "to_yaml"]

PAUSE_SECONDS: Final = 60.0
# What happens in a turn without the customer having said so: the scenario may lack it.
FROM_OUTSIDE: Final = frozenset({"recovered", "error"})

Events = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Recorded:
    """One turn: when it was, its journal, and the answer as it went out."""

    at: datetime
    events: Events
    turn: Turn

    def data(self, event: str) -> Iterator[Mapping[str, Any]]:
        """The data of the events of this name."""
        return (item["data"] for item in self.events if item["event"] == event)


# --- reading ------------------------------------------------------------------------------------------------------------


async def read_conversation(store: ConversationStore, identity: Identity) -> list[Recorded]:
    """The turns of a conversation, oldest first.

    Raises:
        ConversationNotFound: the customer has no such conversation.
    """
    if await store.owner(identity) != identity.customer_id:
        raise ConversationNotFound
    by_message: dict[str, list[Mapping[str, Any]]] = {}
    for row in await store.journal_of(identity.conversation_key):
        by_message.setdefault(row["message_id"], []).append(row)
    return [
        Recorded(datetime.fromisoformat(events[0]["at"]), events, Turn(_said(events), 200, answer))
        for message_id, events in by_message.items()
        if (answer := await store.answer_to(identity.conversation_key, message_id))
    ]


def _said(events: Events) -> str:
    return next(str(item["data"]["text"]) for item in events if item["event"] == "message")


# --- writing ------------------------------------------------------------------------------------------------------------


def scenario_of(
    turns: Sequence[Recorded], domain: Domain, identity: Identity, play_as: str = DEFAULT_CUSTOMER
) -> dict[str, Any]:
    """The scenario, in the keys of its format, played by the customer `play_as`."""
    disguise = Disguise(identity.customer_id, play_as, list(_personal_values(turns, domain)))
    languages = {item.turn.language for item in turns}
    scenario: dict[str, Any] = {"name": _name(turns, disguise)}
    if play_as != DEFAULT_CUSTOMER:
        scenario["customer"] = play_as
    if identity.tenant_id != "default":
        scenario["tenant"] = identity.tenant_id
    if len(languages) == 1:
        scenario["language"] = turns[0].turn.language
    return scenario | {"turns": list(_steps(turns, domain, disguise, one_language=len(languages) == 1))}


def _name(turns: Sequence[Recorded], disguise: Disguise) -> str:
    first = turns[0].turn
    words = " ".join(disguise.text(first.message, str(first.language)).split())
    return f"{words[:60]} (recorded)"


def _steps(
    turns: Sequence[Recorded], domain: Domain, disguise: Disguise, *, one_language: bool
) -> Iterator[dict[str, Any]]:
    before: datetime | None = None
    arguments: dict[str, Mapping[str, str]] = {}
    for item in turns:
        if before and (item.at - before).total_seconds() >= PAUSE_SECONDS:
            yield {"wait": f"{round((item.at - before).total_seconds())} seconds"}
        before = item.at
        arguments |= {moved["transaction_id"]: moved["arguments"] for moved in item.data("transition")}
        then = _expected(item.turn, domain, disguise, arguments)
        if not one_language:
            then["language"] = item.turn.language
        yield {"user": disguise.text(item.turn.message, str(item.turn.language)), "then": then}


def _expected(
    turn: Turn, domain: Domain, disguise: Disguise, arguments: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    then: dict[str, Any] = {"status": turn.status, "intent": turn.intent}
    if turn.status:
        shown = _shown(turn, domain, disguise, arguments)
        then |= {"args": shown} if shown else {}
        then["missing"] = list(turn.missing)
    if turn.suspended:
        then["suspended"] = [str(parked["tool_name"]) for parked in turn.suspended]
    return then | {"evidence": [str(entry["tool_name"]) for entry in turn.evidence]}


def _shown(
    turn: Turn, domain: Domain, disguise: Disguise, arguments: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """The arguments as the answer shows them, in disguise: what is personal is masked there. None where all are parked."""
    transaction = turn.transaction
    if not transaction:
        return {}
    tool = domain.tools.get(transaction.get("tool_name", ""))
    known = arguments.get(transaction.get("transaction_id", ""), turn.arguments)
    disguised = {
        name: disguise.value(tool.parameters[name].type, value)
        if tool and tool.parameters[name].personal
        else disguise.text(value, str(turn.language))
        for name, value in known.items()
    }
    view = public_transaction({**transaction, "arguments": disguised}, domain) or {}
    shown: dict[str, str] = view.get("arguments", {})
    return shown


def _personal_values(turns: Sequence[Recorded], domain: Domain) -> Iterator[tuple[ValueType, str]]:
    """Every value that was ever understood or kept for a personal parameter, also one that was rejected later."""
    personal = _personal_parameters(domain)
    for item in turns:
        kept = [moved["arguments"] for moved in item.data("transition")]
        understood = [found for said in item.data("understood") for found in _understood(said)]
        for name, value in (pair for values in (*kept, *understood) for pair in values.items()):
            yield from ((parameter.type, value) for parameter in personal.get(name, ()))


def _understood(said: Mapping[str, Any]) -> Iterator[Mapping[str, str]]:
    yield said.get("values", {})
    yield from (intent.get("values", {}) for intent in said.get("intents", []))
    yield from ({name: value} for name, values in said.get("competing", {}).items() for value in values)


def _personal_parameters(domain: Domain) -> dict[str, list[Parameter]]:
    found: dict[str, list[Parameter]] = {}
    for tool in domain.tools.values():
        for name, parameter in tool.parameters.items():
            if parameter.personal:
                found.setdefault(name, []).append(parameter)
    return found


# --- YAML ---------------------------------------------------------------------------------------------------------------


class _OnOneLine(dict[str, Any]):
    """Written as `{status: COMPLETED, …}`."""


class _Dumper(yaml.SafeDumper):
    """The layout of the scenarios that people write."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)


_Dumper.add_representer(
    _OnOneLine, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)
)


def to_yaml(scenario: Mapping[str, Any], turns: Sequence[Recorded]) -> str:
    """The scenario file, with a word of warning where something besides the messages had a part in it."""
    steps = [{**step, "then": _OnOneLine(step["then"])} if "then" in step else step for step in scenario["turns"]]
    written = yaml.dump({**scenario, "turns": steps}, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return "".join([*(f"# {warning}\n" for warning in _warnings(turns)), written])


def _warnings(turns: Sequence[Recorded]) -> Iterator[str]:
    for number, item in enumerate(turns, start=1):
        if outside := sorted({event["event"] for event in item.events} & FROM_OUTSIDE):
            yield f"Message {number} met something that the scenario lacks ({', '.join(outside)}): add it, or leave it out."
