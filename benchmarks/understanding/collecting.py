"""Answers while a parameter is missing: what is taken, what is not, and what interrupts.

    python benchmarks/understanding/collecting.py FILE.jsonl [--show]

Rows as in data/collecting_*.jsonl: `state`, `reply`, `values`, `outcome`, `intent`. The reader and the router decide, without a
server and without a validator. `--show` prints every row that came out otherwise.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from cookiecutter.main import cookiecutter

TEMPLATE = Path(__file__).parent.parent.parent
SUBJECTS = ["Plano Controle 20GB", "TIM CTRL Redes Sociais 8.0", "TIM Music"]
STATES: dict[str, tuple[str, dict[str, str]]] = {
    "cancel_without_order": ("retail_order_cancel", {}),
    "dispute_without_subject": ("billing_dispute", {"valor": "71.99"}),
    "dispute_without_amount": ("billing_dispute", {"subject": "TIM CTRL Redes Sociais 8.0"}),
    "dispute_without_both": ("billing_dispute", {}),
}
NOW = "2026-01-01T12:00:00+00:00"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    rows = [json.loads(line) for line in asked.file.read_text(encoding="utf-8").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as folder:
        project = Path(cookiecutter(str(TEMPLATE), no_input=True, output_dir=folder))
        sys.path[:0] = [str(project), str(project / "libs" / "agent_framework" / "src")]
        evaluate(rows, "en" if "_en" in asked.file.stem else "pt-BR", asked.show)


def evaluate(rows: list[dict[str, Any]], default: str, show: bool) -> None:
    decide = decider(default)
    counts: Counter[str] = Counter()
    for row in rows:
        outcome, intent, values = decide(row)
        expected = {name: value for name, value in row["values"].items()} if row["outcome"] == "collect" else {}
        right_outcome = outcome == row["outcome"] and (outcome != "switch" or intent == row["intent"])
        right_values = same(values, expected) if row["outcome"] == outcome == "collect" else True
        counts["rows"] += 1
        counts["right"] += right_outcome and right_values
        counts["outcome"] += right_outcome
        counts["with values"] += bool(expected)
        counts["values exact"] += bool(expected) and right_outcome and right_values
        counts["nothing to take"] += row["outcome"] == "collect" and not expected
        counts["nothing taken"] += row["outcome"] == "collect" and not expected and outcome == "collect" and not values
        counts["wrong interruptions"] += row["outcome"] == "collect" and outcome != "collect"
        if show and not (right_outcome and right_values):
            print(f"{row['state']:24} {row['reply']!r}: {outcome} {intent or ''} {values}, expected {row['outcome']} {expected}")
    print(f"right {counts['right']} of {counts['rows']} ({counts['right'] / counts['rows']:.1%}); outcome {counts['outcome']}")
    print(f"values exact {counts['values exact']} of {counts['with values']}; ", end="")
    print(f"nothing taken where there is nothing {counts['nothing taken']} of {counts['nothing to take']}; ", end="")
    print(f"wrong interruptions {counts['wrong interruptions']}")


def same(values: dict[str, str], expected: dict[str, str]) -> bool:
    def key(name: str, value: str) -> Any:
        return float(value) if name == "valor" else value.casefold()

    return {n: key(n, v) for n, v in values.items()} == {n: key(n, v) for n, v in expected.items()}


def decider(default: str) -> Any:
    """A function from a row to outcome, intent and values. Imported late: the project has only just been baked."""
    from agent_framework.domain.messages import Catalog
    from agent_framework.domain.registry import Domain, discover_agents
    from agent_framework.domain.text import Text
    from agent_framework.routing.enterprise_router import Act, EnterpriseRouter, Situation
    from agent_framework.transactions.model import Status, Transaction
    from agent_framework.understanding.language import detect_language
    from agent_framework.understanding.model import Asked, Dialogue
    from agent_framework.understanding.understand import Reader

    domain = Domain(discover_agents("app.agents"), Catalog({}))
    reader, router = Reader(domain.agents, ["pt-BR", "en"]), EnterpriseRouter(domain)

    def decide(row: dict[str, Any]) -> tuple[str, str | None, dict[str, str]]:
        name, arguments = STATES[row["state"]]
        intent = domain.intents[name]
        missing = tuple(item for item in intent.tool.required if item not in arguments)
        dialogue = Dialogue(Asked.PARAMETER, intent.tool, intent, arguments, missing, {"subject": SUBJECTS})
        transaction = Transaction(
            "t", intent.tool.name, name, "a", Status.COLLECTING_PARAMETERS, NOW, NOW, arguments, missing
        )
        text = Text(row["reply"], detect_language(row["reply"], default, default))
        decision = router.decide(reader.read(text, dialogue), Situation(transaction))
        if decision.act is Act.SUSPEND or (decision.act is Act.ABANDON and decision.requests):
            return "switch", decision.requests[0].intent, {}
        if decision.act is Act.ABANDON:
            return "abandon", None, {}
        return "collect", None, dict(decision.values)

    return decide


if __name__ == "__main__":
    main()
