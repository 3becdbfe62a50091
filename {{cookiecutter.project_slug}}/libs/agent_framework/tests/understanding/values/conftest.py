"""What the tests of values share: a made-up domain and short ways to ask."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, TypeAlias

import pytest

from agent_framework.domain.agents import Intent
from agent_framework.domain.parameters import Parameter, ValueType
from agent_framework.domain.text import Text
from agent_framework.domain.tools import NotRecoverable, Tool, ToolContext, transactional_tool
from agent_framework.understanding.model import Asked, Dialogue, ValueReadings
from agent_framework.understanding.values import (
    Boolean,
    Choice,
    Date,
    FreeText,
    Identifier,
    Integer,
    Money,
    read_values,
)

Find: TypeAlias = Callable[..., list[str | None]]
Read: TypeAlias = Callable[..., ValueReadings]

BOOK = Parameter(Identifier("BK-####"), words={"pt-BR": ["livro", "código"], "en": ["book", "code"]})
FINE = Parameter(Money(), words={"pt-BR": ["multa", "valor"], "en": ["fine", "amount"]})
COURSE = Parameter(Choice(open=True), words={"pt-BR": ["curso"], "en": ["course"]})
ADDRESS = Parameter(FreeText(max_length=80), words={"pt-BR": ["endereço"], "en": ["address"]})
DAY_IN = Parameter(Date(today=lambda: date(2026, 12, 1)), words={"pt-BR": ["entrada"], "en": ["arrival"]})
DAY_OUT = Parameter(Date(today=lambda: date(2026, 12, 1)), words={"pt-BR": ["saída"], "en": ["departure"]})
GUESTS = Parameter(Integer(1, 9), words={"pt-BR": ["pessoas"], "en": ["people"]})
NOTICE = Parameter(Boolean(), words={"pt-BR": ["aviso"], "en": ["notice"]})

PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    "book": {"book": BOOK},
    "fine": {"course": COURSE, "fine": FINE},
    "move": {"book": BOOK, "address": ADDRESS},
    "stay": {"arrival": DAY_IN, "departure": DAY_OUT, "guests": GUESTS},
    "swap": {"old": BOOK, "new": replace(BOOK, words={"pt-BR": ["novo"], "en": ["new one"]})},
    "notice": {"notice": NOTICE, "address": ADDRESS},
}


@transactional_tool(confirm="c", answer="a", operation="o", recovery=NotRecoverable())
async def act(context: ToolContext) -> dict[str, Any]:
    """Act."""
    return {}


def _tool(name: str) -> Tool:
    return replace(act, parameters={key: replace(item, name=key) for key, item in PARAMETERS[name].items()})


@pytest.fixture(scope="session")
def find() -> Find:
    """The values a type finds; "…" before a value marks a loose reading, None stands for a malformed one."""

    def finder(kind: ValueType, message: str, language: str = "pt-BR", options: Sequence[str] = ()) -> list[str | None]:
        found = kind.find(Text(message, language), options)
        assert [item.start for item in found] == sorted(item.start for item in found)
        return [item.value if item.exact or item.value is None else f"…{item.value}" for item in found]

    return finder


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads a message in a dialogue state: `asked=` a parameter, else `shown=` what is to be confirmed, else an opening."""

    def reader(
        tool: str,
        message: str,
        language: str = "pt-BR",
        *,
        asked: str | None = None,
        shown: Mapping[str, str] | None = None,
        known: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
        action: str = "",
    ) -> ValueReadings:
        names = PARAMETERS[tool]
        arguments = {name: value for name, value in (shown or known or {}).items() if name in names}
        missing = tuple(dict.fromkeys([asked, *(name for name in names if name not in arguments)])) if asked else ()
        state = Asked.PARAMETER if asked else Asked.CONFIRMATION if shown else Asked.NOTHING
        intent = Intent("i", _tool(tool), actions={language: [action]}) if action else None
        dialogue = Dialogue(
            state,
            _tool(tool),
            intent,
            arguments=arguments,
            missing=tuple(filter(None, missing)),
            options={"course": options},
        )
        return read_values(Text(message, language), dialogue)

    return reader
