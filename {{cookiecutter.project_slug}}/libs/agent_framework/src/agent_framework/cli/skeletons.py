"""The files of a new transactional tool, as text. What they say is plain and true; the team makes it theirs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent_framework.domain.parameters import ValueType

__all__ = ["NewParameter", "Wish", "agent_module", "intent_source", "sample_source", "scenario", "texts", "tool_module"]


@dataclass(frozen=True)
class NewParameter:
    """A parameter: its name, its type and how that is written in code."""

    name: str
    type: ValueType
    source: str

    def canonical(self, language: str) -> str:
        """The type's example, as the state keeps it."""
        return self.type.parse(self.type.example(language))

    def python_type(self, language: str) -> type:
        """What the tool's function receives."""
        return type(self.type.load(self.canonical(language)))

    @property
    def words(self) -> str:
        return self.name.replace("_", " ")

    @property
    def placeholder(self) -> str:
        formats = {"Money()": ":money", "Date()": ":date"}
        return f"{{{self.name}{formats.get(self.source, '')}}}"


@dataclass(frozen=True)
class Wish:
    """How customers ask for the tool in one language: the action and its object ("change", "address")."""

    action: str
    object: str

    @property
    def phrase(self) -> str:
        return f"{self.action} {self.object}".strip()


Wishes = Mapping[str, Wish]

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "pt-BR": {
        "operation": "o pedido de {phrase}",
        "can": "{phrase}",
        "ask": "Qual é: {words}? Por exemplo, {{example}}.",
        "confirm": "Confirma {phrase} com estes dados?",
        "done": "Feito: {phrase}. Referência: {{reference}}.",
        "yes": "sim",
    },
    "en": {
        "operation": "the request to {phrase}",
        "can": "{phrase}",
        "ask": "What is the {words}? For example, {{example}}.",
        "confirm": "Shall I {phrase} with these details?",
        "done": "Done: {phrase}. Reference: {{reference}}.",
        "yes": '"yes"',
    },
}


def tool_module(name: str, parameters: Sequence[NewParameter], language: str) -> str:
    """`app/tools/<name>.py`."""
    used = {parameter.python_type(language) for parameter in parameters}
    imports = sorted(
        f"from {kind.__module__} import {kind.__name__}\n" for kind in used if kind.__module__ != "builtins"
    )
    classes = sorted({parameter.source.partition("(")[0] for parameter in parameters})
    framework = sorted(
        ["Eligible", "NotRecoverable", "Parameter", "ToolContext", "transactional_tool", *classes], key=_isort
    )
    aliases = "\n".join(
        f"{_alias(item)} = Annotated[{item.python_type(language).__name__}, "
        f'Parameter({item.source}, ask="{name}.ask_{item.name}")]'
        for item in parameters
    )
    plain = "".join(f"{item.name}: {item.python_type(language).__name__}, " for item in parameters)
    typed = "".join(f"{item.name}: {_alias(item)}, " for item in parameters)
    listed = "".join(f"    {item},\n" for item in framework)
    return f'''"""{name.replace("_", " ").capitalize()}: runs once the customer has confirmed it."""

{"".join(imports)}from typing import Annotated

from agent_framework import (
{listed})
from pydantic import BaseModel

__all__ = ["{name}"]

{aliases}


class Result(BaseModel):
    """What was done: told to the customer, kept as evidence."""

    reference: str


async def may_{name}({plain}context: ToolContext) -> Eligible:
    """Refuse here what cannot be done: return NotEligible(reason) or ArgumentRejected(parameter, reason)."""
    return Eligible()


@transactional_tool(
    validate=may_{name},
    confirm="{name}.confirm",
    answer="{name}.done",
    operation="{name}.operation",
    recovery=NotRecoverable(),
)
async def {name}({typed}context: ToolContext) -> Result:
    """{name.replace("_", " ").capitalize()}."""
    # Call your system here, with context.idempotency_key; once it knows the key, declare recovery=Idempotent().
    return Result(reference=f"REF-{{str(context.transaction_id)[:8].upper()}}")
'''


def agent_module(agent: str, name: str, wishes: Wishes) -> str:
    """`app/agents/<agent>.py`."""
    return f'''"""What {agent} serves, and the words that express it."""

from agent_framework import Agent, Intent

from app.tools.{name} import {name}

__all__ = ["{agent}"]

{agent} = Agent(
    name="{agent}",
    can="{name}.can",
    intents=[
{intent_source(name, wishes)}    ],
)
'''


def intent_source(name: str, wishes: Wishes) -> str:
    """The intent of the tool, as an item of the agent's list."""
    actions = ", ".join(f'"{language}": ["{wish.action}"]' for language, wish in wishes.items())
    objects = ", ".join(f'"{language}": ["{wish.object}"]' for language, wish in wishes.items() if wish.object)
    return (
        f'        Intent(\n            name="{name}",\n            tool={name},\n            actions={{{actions}}},\n'
        + (f"            objects={{{objects}}},\n" if objects else "")
        + "        ),\n"
    )


def texts(name: str, parameters: Sequence[NewParameter], wish: Wish, language: str) -> str:
    """The tool's section of `app/messages/<language>.yaml`."""
    words = TEXTS.get(language, TEXTS["en"])
    asks = [f"  ask_{item.name}: {_quoted(words['ask'].format(words=item.words))}" for item in parameters]
    shown = [f"    - {item.words}: {item.placeholder}" for item in parameters]
    lines = [
        f"{name}:",
        *(f"  {key}: {_quoted(words[key].format(phrase=wish.phrase))}" for key in ("operation", "can")),
        *asks,
        "  confirm: |-",
        f"    {words['confirm'].format(phrase=wish.phrase)}",
        *shown,
        f"  done: {_quoted(words['done'].format(phrase=wish.phrase))}",
    ]
    return "\n".join(lines) + "\n"


def scenario(name: str, parameters: Sequence[NewParameter], wish: Wish, language: str) -> str:
    """`tests/scenarios/<name>.yaml`: asked for, collected, confirmed, done once."""
    answers = [item.type.example(language) for item in parameters]
    turns = [wish.phrase, *answers]
    lines = [f"name: {name.replace('_', ' ')}, from the wish to the yes", "turns:"]
    for number, words in enumerate(turns):
        missing = [item.name for item in parameters[number:]]
        state = f"COLLECTING_PARAMETERS, missing: [{', '.join(missing)}]" if missing else "AWAITING_CONFIRMATION"
        lines += [f"  - user: {_quoted(words)}", f"    then: {{status: {state}, intent: {name}, executed_exactly: 0}}"]
    arguments = ", ".join(f"{item.name}: {_quoted(item.canonical(language))}" for item in parameters)
    lines += [
        f"  - user: {TEXTS.get(language, TEXTS['en'])['yes']}",
        f"    then: {{status: COMPLETED, executed_exactly: 1, evidence: [{name}], args: {{{arguments}}}}}",
    ]
    return "\n".join(lines) + "\n"


def sample_source(name: str, parameters: Iterable[NewParameter], language: str) -> str:
    """The tool's sample for the conformance suite."""
    arguments = ", ".join(f'"{item.name}": {_quoted(item.canonical(language))}' for item in parameters)
    return f'\nSAMPLES["{name}"] = Sample(eligible={{{arguments}}})\n'


def _alias(parameter: NewParameter) -> str:
    """`order_id` as a type's name; one that is no argument's or class's own."""
    return "".join(part.capitalize() for part in parameter.name.split("_")) + "Argument"


def _isort(name: str) -> tuple[bool, str]:
    return (name[0].islower(), name)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
