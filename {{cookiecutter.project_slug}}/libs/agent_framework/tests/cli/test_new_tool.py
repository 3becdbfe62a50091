"""`agent new-tool` writes what belongs to a tool and overwrites nothing."""

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from agent_framework.cli.new_tool import NewTool
from agent_framework.cli.refused import Refused
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.scenario import User, load_scenarios

AGENT = '''"""Lends."""

from agent_framework import Agent, Intent
from app.tools.a_first import a_first
from app.tools.z_last import z_last

lending = Agent(
    "lending",
    can="lending.can",  # não mude
    intents=[
        Intent("first", tool=a_first, actions={"en": ["lend"]}),
        Intent("last", tool=z_last, actions={"pt-BR": ["devolução"]}),
    ],
)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProjectFolder:
    """A project with two languages, one agent and no tool."""
    files = {
        "app/main.py": "",
        "app/messages/en.yaml": "# English\n\nlending:\n  can: lend\n",
        "app/messages/pt-BR.yaml": "lending:\n  can: emprestar",
        "app/agents/lending.py": AGENT,
        "tests/test_conformance.py": "SAMPLES = {}\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.setattr(ProjectFolder, "settings", lambda self: SimpleNamespace(default_language="en"))
    return ProjectFolder(tmp_path)


def read(folder: ProjectFolder, name: str) -> str:
    return (folder.root / name).read_text(encoding="utf-8")


def test_it_writes_tool_agent_texts_sample_and_scenario(folder: ProjectFolder) -> None:
    params = ["loan_id:LN-####", "fee:money", "until:date"]
    written = NewTool.parse(folder, "extend_loan", None, params, ["pt-BR=prorrogar empréstimo"]).write()
    assert {str(path) for path in written} == {
        "app/tools/extend_loan.py",
        "app/agents/extend_loan_agent.py",
        "app/messages/en.yaml",
        "app/messages/pt-BR.yaml",
        "tests/scenarios/extend_loan.yaml",
        "tests/test_conformance.py",
    }
    tool = read(folder, "app/tools/extend_loan.py")
    assert 'Parameter(Identifier("LN-####"))' in tool
    assert "from decimal import Decimal" in tool
    for name in ("app/tools/extend_loan.py", "app/agents/extend_loan_agent.py", "tests/test_conformance.py"):
        ast.parse(read(folder, name))


def test_texts_are_added_to_every_language_and_the_old_ones_stay(folder: ProjectFolder) -> None:
    NewTool.parse(folder, "extend_loan", None, ["fee:money"], ["pt-BR=prorrogar empréstimo"]).write()
    english, portuguese = (yaml.safe_load(read(folder, f"app/messages/{name}.yaml")) for name in ("en", "pt-BR"))
    assert english["lending"] == {"can": "lend"}
    assert read(folder, "app/messages/en.yaml").startswith("# English\n\nlending:")
    assert english["extend_loan"].keys() == portuguese["extend_loan"].keys()
    assert "prorrogar empréstimo" in portuguese["extend_loan"]["confirm"]
    assert "{fee:money}" in english["extend_loan"]["confirm"]


def test_the_scenario_goes_from_the_wish_to_the_yes(folder: ProjectFolder) -> None:
    NewTool.parse(folder, "extend_loan", None, ["loan_id:LN-####", "fee:money"], []).write()
    (scenario,) = load_scenarios(folder.root / "tests/scenarios/extend_loan.yaml").scenarios
    assert len(scenario.turns) == 4
    assert [step.then.status for step in scenario.turns if isinstance(step, User)] == [
        "COLLECTING_PARAMETERS",
        "COLLECTING_PARAMETERS",
        "AWAITING_CONFIRMATION",
        "COMPLETED",
    ]


def test_an_agent_that_is_there_gets_the_intent(folder: ProjectFolder) -> None:
    NewTool.parse(folder, "extend_loan", "lending", [], []).write()
    module = read(folder, "app/agents/lending.py")
    imports = [line for line in module.splitlines() if line.startswith("from app.")]
    assert imports[1] == "from app.tools.extend_loan import extend_loan"
    calls = [node.func.id for node in ast.walk(ast.parse(module)) if isinstance(node, ast.Call)]  # type: ignore[attr-defined]
    assert calls == ["Agent", "Intent", "Intent", "Intent"]
    assert 'can="lending.can",  # não mude' in module


@pytest.mark.parametrize(
    ("name", "params", "says", "told"),
    [
        ("ExtendLoan", [], [], "snake case"),
        ("class", [], [], "no word of Python"),
        ("../evil", [], [], "snake case"),
        ("extend_loan", ["fee:cash"], [], "--param 'fee:cash': write NAME:TYPE, the type one of text, money"),
        ("extend_loan", ["fee"], [], "--param 'fee'"),
        ("extend_loan", ["Fee:money"], [], "snake case"),
        ("extend_loan", ["fee:money", "fee:text"], [], "two parameters are called 'fee'"),
        ("extend_loan", ["context:text"], [], "'context'"),
        ("extend_loan", [], ["fr=prolonger"], "the language one of en, pt-BR"),
        ("lending", [], [], "app/messages/en.yaml has texts for lending already"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is(
    folder: ProjectFolder, name: str, params: list[str], says: list[str], told: str
) -> None:
    before = {path: path.read_bytes() for path in folder.root.rglob("*") if path.is_file()}
    with pytest.raises(Refused) as refused:
        NewTool.parse(folder, name, None, params, says).write()
    assert told in str(refused.value)
    assert {path: path.read_bytes() for path in folder.root.rglob("*") if path.is_file()} == before


def test_a_second_time_is_refused(folder: ProjectFolder) -> None:
    NewTool.parse(folder, "extend_loan", None, [], []).write()
    with pytest.raises(Refused, match="is there already"):
        NewTool.parse(folder, "extend_loan", None, [], []).write()


def test_an_agent_without_a_list_of_intents_is_refused(folder: ProjectFolder) -> None:
    (folder.root / "app/agents/lending.py").write_text(
        "from x import intents\nlending = Agent('lending', intents=intents)\n"
    )
    with pytest.raises(Refused, match="add the intent by hand"):
        NewTool.parse(folder, "extend_loan", "lending", [], []).write()
