"""The scenario format: a conversation as YAML, with what must hold after each message.

A file holds one scenario, or several with a line `---` between them. Every scalar is read as text, so that `user: yes`
and `amount: 71.99` mean what they say; only `null`, `true` and `false` keep their meaning.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, ValidationError, model_validator
from pydantic_core import ErrorDetails

from agent_framework.transactions.model import Status

__all__ = [
    "AtOnce",
    "Do",
    "Expectation",
    "Restart",
    "Scenario",
    "ScenarioFile",
    "ScenarioFormatError",
    "Step",
    "User",
    "Wait",
    "load_scenarios",
]

DEFAULT_CUSTOMER: Final = "CUST-1001"
UNITS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


class ScenarioFormatError(ValueError):
    """A scenario file cannot be read; the message names file, scenario, turn, key and the keys there are."""


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _as_duration(value: Any) -> Any:
    """`"20 minutes"` as a timedelta."""
    if isinstance(value, timedelta):
        return value
    match = re.fullmatch(r"(\d+) *(second|minute|hour|day)s?", str(value))
    if match is None:
        raise ValueError("write a number and a unit: seconds, minutes, hours or days")
    return timedelta(seconds=int(match[1]) * UNITS[match[2]])


Words = Annotated[list[str], BeforeValidator(_as_list)]
Duration = Annotated[timedelta, BeforeValidator(_as_duration)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Expectation(_Strict):
    """What must hold after a message. Only the keys that are written are checked.

    `args` and `reason` are those of the active or else the last transaction; an argument that must not be there is
    `null`. `suspended` names the tools of the parked transactions; `handed_over` says why a person is called for, and is `null`
    where none is. `executed_exactly` counts the calls of transactional tools in the session so far. `says` and `never_says`
    compare after case and accents are folded.
    """

    http: int = 200
    status: Status | None = None
    intent: str | None = None
    route: str | None = None
    args: dict[str, str | None] = {}
    missing: Words = []
    suspended: Words = []
    handed_over: str | None = None
    executed_exactly: int = 0
    evidence: Words = []
    says: Words = []
    never_says: Words = []
    grounded: bool = True
    replayed: bool = False
    reason: str | None = None
    language: str | None = None

    def written(self) -> set[str]:
        """The keys that the file has."""
        return self.model_fields_set


NOTHING_EXPECTED: Final = Expectation()


class User(_Strict):
    """A message of the customer's. `as` sends it as another customer, with the same session id."""

    user: str
    as_: str | None = Field(default=None, alias="as")
    deliver: Literal["once", "twice", "twice_at_once"] = "once"
    payload: dict[str, Any] = {}
    remember: dict[str, str] = {}
    then: Expectation = NOTHING_EXPECTED


class AtOnce(_Strict):
    """Several messages of the customer's at the same moment, each with its own message id."""

    at_once: list[str] = Field(min_length=2)
    then: Expectation = NOTHING_EXPECTED


class Restart(_Strict):
    """The server's process is killed and started again on the same database."""

    restart: Literal["process"]


class Do(_Strict):
    """Something happens in the world: a function of `tests/world.py` and its arguments, in words."""

    do: str


class Wait(_Strict):
    """The clock moves on; nobody sleeps."""

    wait: Duration


STEPS: Final[Mapping[str, type[_Strict]]] = {
    "user": User,
    "at_once": AtOnce,
    "restart": Restart,
    "do": Do,
    "wait": Wait,
}


def _kind(raw: Any) -> str | None:
    return next((kind for kind in STEPS if kind in raw), None) if isinstance(raw, Mapping) else None


Step = Annotated[
    Annotated[User, Tag("user")]
    | Annotated[AtOnce, Tag("at_once")]
    | Annotated[Restart, Tag("restart")]
    | Annotated[Do, Tag("do")]
    | Annotated[Wait, Tag("wait")],
    Discriminator(_kind),
]


class Scenario(_Strict):
    """One conversation.

    Args:
        name: the rule that it holds.
        holds: the lines of the specification it stands for, for the coverage table ("spec 10.A", "I3").
        customer: who writes, unless a turn says otherwise.
        tenant: whose customer that is.
        language: expected of every answer.
        turns: what happens, in order.
    """

    name: str
    holds: Words = []
    customer: str = DEFAULT_CUSTOMER
    tenant: str = "default"
    language: str | None = None
    turns: list[Step] = Field(min_length=1)

    @property
    def needs_process(self) -> bool:
        """It restarts the server, so it needs a real one."""
        return any(isinstance(step, Restart) for step in self.turns)

    @property
    def waits(self) -> bool:
        """It moves the clock, so the application has to be in this process."""
        return any(isinstance(step, Wait) for step in self.turns)

    @model_validator(mode="after")
    def _clock_in_reach(self) -> Self:
        if self.needs_process and self.waits:
            raise ValueError("a scenario that restarts the process cannot wait: its clock is out of reach")
        return self


@dataclass(frozen=True)
class ScenarioFile:
    """A file with its scenarios."""

    path: Path
    scenarios: Sequence[Scenario]


def load_scenarios(path: Path) -> ScenarioFile:
    """Read a scenario file.

    Raises:
        ScenarioFormatError: with one line for each mistake.
    """
    try:
        documents = [item for item in yaml.load_all(path.read_text(encoding="utf-8"), _TextLoader) if item is not None]
    except yaml.YAMLError as error:
        raise ScenarioFormatError(f"{path}: {error}") from error
    if not documents:
        raise ScenarioFormatError(f"{path}: no scenario; write turns:")
    scenarios = [_scenario(document, path) for document in documents]
    names = [scenario.name for scenario in scenarios]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ScenarioFormatError(f"{path}: two scenarios are called {twice[0]!r}; rename one")
    return ScenarioFile(path, scenarios)


def _scenario(document: Any, path: Path) -> Scenario:
    if isinstance(document, Mapping):
        document = {"name": path.stem.replace("_", " "), **document}
    try:
        return Scenario.model_validate(document)
    except ValidationError as error:
        where = f"{path}, {document['name']!r}" if isinstance(document, Mapping) else str(path)
        raise ScenarioFormatError("\n".join(f"{where}{_explain(item)}" for item in error.errors())) from None


# --- error messages ---------------------------------------------------------------------------------------------------


def _explain(error: ErrorDetails) -> str:
    place = "".join(_place(error["loc"]))
    if error["type"] == "extra_forbidden":
        key = str(error["loc"][-1])
        return f"{place[: place.rfind(',')]}: unknown key {key!r}; {_nearest(key, _known_keys(error['loc']))}"
    if error["type"].startswith("union_tag"):
        written = ", ".join(map(str, error["input"])) if isinstance(error["input"], Mapping) else repr(error["input"])
        return f"{place}: a turn has one of the keys {', '.join(STEPS)}; this one has {written}"
    return f"{place}: {error['msg'].removeprefix('Value error, ')}"


def _place(loc: tuple[int | str, ...]) -> Iterator[str]:
    if loc[:1] == ("turns",) and len(loc) > 1:
        yield f", turn {int(loc[1]) + 1}"
        loc = loc[3:]  # the third names the kind of turn
    yield from (f", {part}" for part in loc)


def _known_keys(loc: tuple[int | str, ...]) -> list[str]:
    model: type[BaseModel] = Scenario
    if "then" in loc[:-1]:
        model = Expectation
    elif len(loc) > 3:
        model = STEPS[str(loc[2])]
    return [field.alias or name for name, field in model.model_fields.items()]


def _nearest(key: str, known: Sequence[str]) -> str:
    close = get_close_matches(key, known, n=1, cutoff=0.5)
    return f"{f'did you mean {close[0]!r}? ' if close else ''}known are {', '.join(known)}"


# --- YAML -------------------------------------------------------------------------------------------------------------


class _TextLoader(yaml.SafeLoader):
    """YAML whose scalars are text, and whose mappings have no key twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        if twice := next((key for key in keys if keys.count(key) > 1), None):
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


_TextLoader.yaml_implicit_resolvers = {}
_TextLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""])
_TextLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), ["t", "f"])
