"""How replies to a confirmation question are read, beside two baselines.

    python benchmarks/understanding/confirmation.py FILE.jsonl [--language pt-BR] [--show 20]

One row a line: `question`, `reply`, `label`, `side_question`, `changed` and `shown` (name to text), and, where the
reply was given to one of the template's own tools, `tool`. Labels: EXECUTE (consent), CORRECT (a value is changed),
REFUSE, CONDITION, QUESTION, OTHER (another intent), HESITATE, UNCLEAR. A team runs it on its own logs in this format.

Without `tool`, no declaration knows the values: a correction counts as found however it is worded, and values are not
compared. Baselines: the boolean recogniser of Microsoft's Bot Framework, and the first word alone.
"""

import argparse
import asyncio
import importlib
import json
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from _template import TEMPLATE
from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.parameters import InvalidValue, Parameter
from agent_framework.domain.registry import discover_agents
from agent_framework.domain.text import Text
from agent_framework.domain.tools import Tool, ToolContext
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.language import detect_language
from agent_framework.understanding.model import Asked, ConsentReading, Dialogue, Reply, ValueReadings
from agent_framework.understanding.understand import Reader

LABELS = {
    Reply.CONSENT: "EXECUTE",
    Reply.CORRECTION: "CORRECT",
    Reply.REFUSAL: "REFUSE",
    Reply.CONDITION: "CONDITION",
    Reply.QUESTION: "QUESTION",
    Reply.OTHER_INTENT: "OTHER",
    Reply.HESITATION: "HESITATE",
    Reply.UNCLEAR: "UNCLEAR",
}
CUSTOMER = "CUST-1001"
FIRST_YES = {
    "sim",
    "s",
    "claro",
    "pode",
    "isso",
    "ok",
    "quero",
    "confirmo",
    "yes",
    "yeah",
    "yep",
    "yup",
    "sure",
    "okay",
}
FIRST_NO = {"não", "nao", "n", "nunca", "no", "nope", "nah", "not"}


@dataclass(frozen=True)
class Row:
    """One reply with what it means and how it was read."""

    data: Mapping[str, Any]
    reading: ConsentReading
    values: Mapping[str, str]
    expected: Mapping[str, str]
    milliseconds: float

    @property
    def label(self) -> str:
        return str(self.data["label"])

    @property
    def read_as(self) -> str:
        return LABELS[self.reading.reply]


# --- the template's own tools ---------------------------------------------------------------------------------------


def template_agents() -> list[Agent]:
    """The agents of the template's sample app; none where it cannot be imported."""
    try:
        return discover_agents("app.agents")
    except ImportError as error:
        print(f"{TEMPLATE.name}/app cannot be imported ({error}); its tools are read without their declaration.\n")
        return []


async def options_of(tools: Iterable[Tool]) -> dict[str, dict[str, Sequence[str]]]:
    """What the sample customer may choose from, by tool and parameter."""
    open_services = importlib.import_module("app.services").open_services
    with tempfile.TemporaryDirectory() as folder:
        engine = open_engine(database_url(f"sqlite:///{folder}/sample.db"))
        services = await open_services(engine, lambda: datetime.now(UTC))
        context = ToolContext("default", CUSTOMER, "benchmark", "pt-BR", services)
        found = {
            tool.name: {name: await item.options(context) for name, item in tool.parameters.items() if item.options}
            for tool in tools
        }
        await engine.dispose()
    return found


def canonical(parameter: Parameter, text: str, options: Sequence[str]) -> str:
    """The canonical form of a value as a row has it; the text itself where it is none."""
    try:
        return parameter.type.parse(text)
    except InvalidValue:
        found = parameter.type.find(Text(text), options)
        return next((item.value for item in found if item.value), text)


class TemplateReader:
    """Reads replies that were given to the template's tools."""

    def __init__(self, agents: Sequence[Agent]) -> None:
        self._intents: dict[str, Intent] = {item.tool.name: item for agent in agents for item in agent.intents}
        self._options = asyncio.run(options_of(item.tool for item in self._intents.values()))
        self._reader = Reader(agents, ["pt-BR", "en"])

    def knows(self, tool: str | None) -> bool:
        return tool in self._intents

    def read(self, data: Mapping[str, Any], text: Text) -> tuple[ConsentReading, Mapping[str, str]]:
        intent = self._intents[data["tool"]]
        dialogue = Dialogue(
            asked=Asked.CONFIRMATION,
            tool=intent.tool,
            intent=intent,
            arguments=self.canonical(data["tool"], data["shown"]),
            options=self._options[data["tool"]],
        )
        understanding = self._reader.read(text, dialogue)
        assert understanding.consent is not None
        return understanding.consent, understanding.readings.values

    def canonical(self, tool: str, values: Mapping[str, str]) -> dict[str, str]:
        parameters, options = self._intents[tool].tool.parameters, self._options[tool]
        return {name: canonical(parameters[name], text, options.get(name, ())) for name, text in values.items()}


# --- reading a file --------------------------------------------------------------------------------------------------


def read_rows(rows: Sequence[Mapping[str, Any]], default: str) -> list[Row]:
    """Every row with its reading. The first fifty are read twice, so that loading is not measured."""
    needed = any("tool" in row for row in rows)
    agents = template_agents() if needed else []
    reader = TemplateReader(agents) if agents else None
    for warm_up in (True, False):
        read = [read_row(row, reader, default) for row in (rows[:50] if warm_up else rows)]
    return read


def read_row(data: Mapping[str, Any], reader: TemplateReader | None, default: str) -> Row:
    """One reply in the language that it, or else its question, is in."""
    started = time.perf_counter()
    spoken = detect_language(data["question"], None, default)
    text = Text(data["reply"], detect_language(data["reply"], spoken, default))
    if reader and reader.knows(data.get("tool")):
        reading, values = reader.read(data, text)
        expected = reader.canonical(data["tool"], data["changed"])
    else:
        shown = {**data["shown"], "question": data["question"]}
        dialogue = Dialogue(asked=Asked.CONFIRMATION, shown=shown)
        reading, values, expected = read_consent(text, dialogue, ValueReadings(), ()), {}, {}
    return Row(data, reading, values, expected, 1000 * (time.perf_counter() - started))


# --- baselines -------------------------------------------------------------------------------------------------------


def first_word(reply: str) -> str:
    """What a list of yes-words and no-words makes of the first word."""
    words = [token.text.casefold() for token in Text(reply).tokens if token.kind == "word"]
    if words and words[0] in FIRST_YES:
        return "EXECUTE"
    return "REFUSE" if words and words[0] in FIRST_NO else "UNCLEAR"


def microsoft() -> Callable[[str], str] | None:
    """The recogniser, or None with a word on why. It knows no Portuguese, so it reads everything as English."""
    try:
        choice = importlib.import_module("recognizers_choice")
        english = importlib.import_module("recognizers_text").Culture.English
    except ImportError as error:
        print(f'Microsoft\'s recogniser is left out ({error}): pip install recognizers-text-suite "emoji<2"\n')
        return None

    def read(reply: str) -> str:
        found = choice.recognize_boolean(reply, english)
        if not found:
            return "UNCLEAR"
        return "EXECUTE" if found[0].resolution["value"] else "REFUSE"

    return read


# --- the report ------------------------------------------------------------------------------------------------------


def share(part: int, whole: int) -> str:
    """A part as count and per cent."""
    return f"{part}/{whole} ({100 * part / whole:.1f} %)" if whole else "none"


def confusion(pairs: Sequence[tuple[str, str]]) -> str:
    """The table of (meant, read) pairs."""
    labels = [name for name in LABELS.values() if any(name in pair for pair in pairs)]
    counts = Counter(pairs)
    lines = [" " * 12 + "".join(f"{name:>11}" for name in labels)]
    for label in labels:
        if any(pair[0] == label for pair in pairs):
            lines.append(f"{label:12}" + "".join(f"{counts[label, other] or '.':>11}" for other in labels))
    return "\n".join(lines)


def measures(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """What one system makes of (meant, read) pairs. A wrong interruption gives up or leaves what was to go on."""
    consents = [read for label, read in pairs if label == "EXECUTE"]
    others = [(label, read) for label, read in pairs if label != "EXECUTE"]
    false = sum(read == "EXECUTE" for _, read in others)
    corrections = [read for label, read in others if label == "CORRECT"]
    staying = [read for label, read in pairs if label not in ("REFUSE", "OTHER")]
    return {
        "consent recall": share(consents.count("EXECUTE"), len(consents)),
        "false executions": share(false, len(others)),
        "corrections found": share(corrections.count("CORRECT"), len(corrections)),
        "wrong interruptions": share(sum(read in ("REFUSE", "OTHER") for read in staying), len(staying)),
        "cost (50 a false execution)": str(len(consents) - consents.count("EXECUTE") + 50 * false),
    }


def report(rows: Sequence[Row]) -> None:
    """Print the confusion table, and the measures of each system."""
    ours = [(row.label, row.read_as) for row in rows]
    print(f"{len(rows)} replies. Rows: what is meant; columns: how it is read.\n\n{confusion(ours)}\n")
    systems = {"ours": measures(ours)}
    for name, baseline in (("Microsoft", microsoft()), ("first word", first_word)):
        if baseline:
            systems[name] = measures([(row.label, baseline(row.data["reply"])) for row in rows])
    for measure in systems["ours"]:
        print(f"{measure:28}" + "".join(f"{name + ': ' + found[measure]:36}" for name, found in systems.items()))
    corrected = [row for row in rows if row.expected]
    exact = sum(all(row.values.get(name) == value for name, value in row.expected.items()) for row in corrected)
    print(f"{'values exact':28}{share(exact, len(corrected))}")
    aside = [row for row in rows if row.data.get("side_question") and row.read_as == row.label == "EXECUTE"]
    print(f"{'side questions kept apart':28}{share(sum(row.reading.side_question for row in aside), len(aside))}")
    print(f"{'time a reply (median)':28}{statistics.median(row.milliseconds for row in rows):.2f} ms")


def show(rows: Sequence[Row], most: int) -> None:
    """The replies that were misread, false executions first."""
    wrong = sorted((row for row in rows if row.label != row.read_as), key=lambda row: row.read_as != "EXECUTE")
    for row in wrong[:most]:
        print(f"{row.label:10} read as {row.read_as:10} {row.data['reply']!r}: {row.reading.rule}")


def main() -> None:
    """Read a file of replies and report on it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--language", default="pt-BR", help="of questions that do not say which they are in")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="list N misread replies")
    arguments = parser.parse_args()
    lines = arguments.file.read_text(encoding="utf-8").splitlines()
    rows = read_rows([json.loads(line) for line in lines if line.strip()], arguments.language)
    report(rows)
    show(rows, arguments.show)


if __name__ == "__main__":
    main()
