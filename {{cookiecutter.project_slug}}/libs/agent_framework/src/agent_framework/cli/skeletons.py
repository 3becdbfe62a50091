"""The files of a new transactional tool, as text. What they say is plain and true; the team makes it theirs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agent_framework.domain.parameters import ValueType
from agent_framework.domain.text import Text

__all__ = ["NewParameter", "Wish", "agent_module", "intent_source", "sample_source", "scenario", "texts", "tool_module"]


@dataclass(frozen=True)
class NewParameter:
    """A parameter: its name, its type and how that is written in code."""

    name: str
    value_type: ValueType
    source: str

    def has_example(self, language: str) -> bool:
        """The type's example is a value: free text has none."""
        return self._read(self.value_type.example(language), language) is not None

    def answer(self, language: str) -> str:
        """What a customer answers in the scenario: the type's own example, where it has one."""
        return self.value_type.example(language) if self.has_example(language) else "42 A"

    def canonical(self, language: str) -> str:
        """That answer, as the state keeps it."""
        return self._read(self.answer(language), language) or ""

    def _read(self, answer: str, language: str) -> str | None:
        found = self.value_type.find(Text(answer, language))
        return found[0].value if found else None

    def python_type(self, language: str) -> type:
        """What the tool's function receives."""
        return type(self.value_type.load(self.canonical(language)))

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

LINE_LENGTH: Final = 120

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "pt-BR": {
        "operation": "o pedido de {phrase}",
        "can": "{phrase}",
        "ask": "Qual é: {words}?",
        "example": " Por exemplo, {{example}}.",
        "confirm": "Confirma {phrase} com estes dados?",
        "done": "Feito: {phrase}. Referência: {{reference}}.",
        "yes": "sim",
    },
    "en": {
        "operation": "the request to {phrase}",
        "can": "{phrase}",
        "ask": "What is the {words}?",
        "example": " For example, {{example}}.",
        "confirm": "Shall I {phrase} with these details?",
        "done": "Done: {phrase}. Reference: {{reference}}.",
        "yes": '"yes"',
    },
}


def tool_module(name: str, parameters: Sequence[NewParameter], language: str) -> str:
    """`app/tools/<name>.py`."""
    kinds = {item: item.python_type(language) for item in parameters}
    used = {(kind.__module__, kind.__name__) for kind in kinds.values()} | (
        {("typing", "Annotated")} if kinds else set()
    )
    imports = [f"from {module} import {item}\n" for module, item in sorted(used) if module != "builtins"]
    classes = {item.source.partition("(")[0] for item in parameters}
    framework = sorted(
        {"Eligible", "NotRecoverable", "Parameter", "ToolContext", "transactional_tool", *classes}, key=_isort
    )
    aliases = [
        _call(
            f"{_alias(item)} = Annotated[",
            [kind.__name__, f"Parameter({item.source})"],
            "]",
        )
        for item, kind in kinds.items()
    ]
    plain = [f"{item.name}: {kind.__name__}" for item, kind in kinds.items()]
    typed = [f"{item.name}: {_alias(item)}" for item in parameters]
    context = "context: ToolContext"
    title = name.replace("_", " ").capitalize()
    return f'''"""{title}: runs once the customer has confirmed it."""

{"".join(imports)}
from agent_framework import (
{"".join(f"    {item},{chr(10)}" for item in framework)})
from pydantic import BaseModel

__all__ = ["{name}"]

{"".join(alias + chr(10) for alias in aliases)}

class Result(BaseModel):
    """What was done: told to the customer, kept as evidence."""

    reference: str


{_call(f"async def may_{name}(", [*plain, context], ") -> Eligible:")}
    """Refuse here what cannot be done: return NotEligible(reason) or ArgumentRejected(parameter, reason)."""
    return Eligible()


@transactional_tool(validate=may_{name}, recovery=NotRecoverable())
{_call(f"async def {name}(", [*typed, context], ") -> Result:")}
    """{title}."""
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
    "{agent}",
    can="{name}.can",
    intents=[
{intent_source(name, wishes)}    ],
)
'''


def intent_source(name: str, wishes: Wishes) -> str:
    """The intent of the tool, as an item of the agent's list."""
    actions = [f'"{language}": ["{wish.action}"]' for language, wish in wishes.items()]
    objects = [f'"{language}": ["{wish.object}"]' for language, wish in wishes.items() if wish.object]
    words = [_call("actions={", actions, "},", 12), *([_call("objects={", objects, "},", 12)] if objects else [])]
    lines = ["        Intent(", f'            "{name}",', f"            tool={name},", *words, "        ),"]
    return "\n".join(lines) + "\n"


def texts(name: str, parameters: Sequence[NewParameter], wish: Wish, language: str) -> str:
    """The tool's section of `app/messages/<language>.yaml`."""
    words = TEXTS.get(language, TEXTS["en"])
    asks = [f"  ask_{item.name}: {_quoted(_question(item, words, language))}" for item in parameters]
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


def _question(parameter: NewParameter, words: Mapping[str, str], language: str) -> str:
    example = words["example"].format() if parameter.has_example(language) else ""
    return words["ask"].format(words=parameter.words) + example


def scenario(name: str, parameters: Sequence[NewParameter], wish: Wish, language: str) -> str:
    """`tests/scenarios/<name>.yaml`: asked for, collected, confirmed, done once."""
    answers = [item.answer(language) for item in parameters]
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
    arguments = [f'"{item.name}": {_quoted(item.canonical(language))}' for item in parameters]
    line = f'SAMPLES["{name}"] = Sample(eligible={{{", ".join(arguments)}}})'
    if len(line) > LINE_LENGTH:
        line = f'SAMPLES["{name}"] = Sample(\n{_call("eligible={", arguments, "}", 4, fits=False)}\n)'
    return f"\n\n{line}\n"


def _call(opening: str, items: Sequence[str], closing: str, indent: int = 0, *, fits: bool = True) -> str:
    """On one line where that fits, else an item a line, the way the formatter leaves it."""
    margin = " " * indent
    line = f"{margin}{opening}{', '.join(items)}{closing}"
    if fits and len(line) <= LINE_LENGTH:
        return line
    return "\n".join([f"{margin}{opening}", *(f"{margin}    {item}," for item in items), f"{margin}{closing}"])


def _alias(parameter: NewParameter) -> str:
    """`order_id` as a type's name; one that is no argument's or class's own."""
    return "".join(part.capitalize() for part in parameter.name.split("_")) + "Argument"


def _isort(name: str) -> tuple[bool, str]:
    return (name[0].islower(), name)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
