"""`make demo`, and what it refuses to call a success."""

import importlib.util
import re
import subprocess
from copy import deepcopy
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import ROOT

ANSWER: dict[str, Any] = {
    "text": "PED-1001: CANCEL-2026-001",
    "metadata": {
        "intent": "retail_order_tracking",
        "transaction_evidence": [
            {
                "tool_name": "cancelar_pedido",
                "status": "COMPLETED",
                "arguments": {"order_id": "PED-1001"},
                "result": {"protocolo": "CANCEL-2026-001"},
            }
        ],
        "judge": {"grounded": True, "claims": [{"value": "CANCEL-2026-001", "supported_by": "evidence:1"}]},
    },
}


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """scripts/demo.py as a module."""
    spec = importlib.util.spec_from_file_location("demo", ROOT / "scripts/demo.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_demo_ends_with_the_evidence(demo: "subprocess.CompletedProcess[str]") -> None:
    assert demo.returncode == 0, demo.stdout
    for words in ("quero cancelar pedido", "cancel my order"):
        assert f"customer  {words}" in demo.stdout
    assert demo.stdout.count("evidence: cancelar_pedido order_id=PED-1001 COMPLETED CANCEL-") >= 4


@pytest.mark.parametrize("readme", ["README.md", "README.pt-BR.md"])
def test_the_transcript_in_the_readme_is_the_demo_s(demo: "subprocess.CompletedProcess[str]", readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    transcript = next(block for block in text.split("```\n") if "  customer  " in block)
    assert this_year(transcript.rstrip()) in this_year(demo.stdout)


def this_year(text: str) -> str:
    """The text with the year of its protocols left open."""
    return re.sub(r"CANCEL-\d{4}-", "CANCEL-year-", text)


def test_the_whole_answer_is_accepted(script: ModuleType) -> None:
    assert list(script.complaints(ANSWER)) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda told: told.update(intent="fallback"), "the intent"),
        (lambda told: told["transaction_evidence"].clear(), "the evidence"),
        (lambda told: told["transaction_evidence"][0].update(status="FAILED"), "the evidence"),
        (lambda told: told["transaction_evidence"][0]["arguments"].update(order_id="PED-1002"), "the evidence"),
        (lambda told: told["transaction_evidence"][0]["result"].clear(), "the evidence"),
        (lambda told: told["judge"].update(grounded=False), "the judge"),
        (lambda told: told["judge"]["claims"].clear(), "the judge"),
    ],
)
def test_what_is_missing_is_said(script: ModuleType, change: Any, complaint: str) -> None:
    answer = deepcopy(ANSWER)
    change(answer["metadata"])
    assert [said.startswith(complaint) for said in script.complaints(answer)] == [True]
