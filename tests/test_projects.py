"""Every choice is green by its own commands."""

import json
import os
import re
import shutil
from dataclasses import replace
from glob import glob
from pathlib import Path

import pytest

from tests.conftest import Bake, run

# A blank project has no tool that the conformance suite could be run on.
NO_TOOL = "got empty parameter set"


def everything(project: Bake) -> bool:
    """The one choice in which every test runs."""
    return (project.starter, project.language) == ("retail", "pt-BR")


def test_style_and_imports(project: Bake) -> None:
    done = project.make("lint")
    assert done.returncode == 0, done.stdout


def test_types(project: Bake) -> None:
    done = project.make("types")
    assert done.returncode == 0, done.stdout


def test_the_declaration_is_sound(project: Bake) -> None:
    done = project.make("check")
    assert done.returncode == 0, done.stdout
    assert "the declaration is sound" in done.stdout


def test_its_tests_are_green(project: Bake, capsys: pytest.CaptureFixture[str]) -> None:
    """The library's own run in one choice: it is the same in all. What a machine cannot run is said, in CI it fails."""
    done = project.make("test", ARGS="-q -rs" if everything(project) else "-q -rs tests")
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d+ passed", done.stdout), done.stdout
    skipped = [line for line in done.stdout.splitlines() if line.startswith("SKIPPED") and NO_TOOL not in line]
    with capsys.disabled():
        print("", done.stdout.splitlines()[-1], *skipped, sep="\n")
    assert not (skipped and os.environ.get("CI"))


def test_what_it_promises_holds_on_postgresql(retail: Path, environment: Path, tmp_path: Path) -> None:
    """Scenarios and regression tests once more, on a server of their own."""
    if not (glob("/usr/lib/postgresql/*/bin/initdb") or shutil.which("initdb") or os.environ.get("CI")):
        pytest.skip("PostgreSQL's server is not installed")
    project = Bake("retail", "pt-BR", tmp_path / "project")
    shutil.copytree(retail, project.path)
    (project.path / ".venv").symlink_to(environment)
    done = project.make("test", ARGS="-q --postgres tests/scenarios tests/regression")
    assert done.returncode == 0, done.stdout


def test_a_new_tool_is_green_before_it_is_edited(project: Bake, tmp_path: Path) -> None:
    edited = replace(project, path=tmp_path / "project")
    shutil.copytree(project.path, edited.path, symlinks=True)
    options = "--param street:text --param number:integer --say en='change address' --say pt-BR='mudar endereço'"
    told = edited.make("new-tool", NAME="change_address", ARGS=options)
    assert told.returncode == 0, told.stdout
    for target in ("lint", "types", "check"):
        done = edited.make(target)
        assert done.returncode == 0, done.stdout
    assert "change_address" in done.stdout
    # Beside the retail tools it might spoil something, which one of the two bakes is enough to see.
    tests = "tests/scenarios/change_address.yaml tests/test_conformance.py" if everything(project) else "tests"
    done = edited.make("test", ARGS=f"-q {tests}")
    assert done.returncode == 0, done.stdout


def test_it_can_be_talked_to_and_started_anew(project: Bake) -> None:
    talked = project.make("chat", typed="olá\n/state\n/quit\n")
    assert talked.returncode == 0, talked.stdout
    assert "> olá" in talked.stdout
    assert (project.path / "data/agent.db").exists()
    anew = project.make("reset")
    assert anew.returncode == 0, anew.stdout


def test_a_scenario_is_played_and_printed(project: Bake) -> None:
    first = sorted((project.path / "tests/scenarios").rglob("*.yaml"))[0]
    played = project.make("scenario", FILE=str(first.relative_to(project.path)))
    assert played.returncode == 0, played.stdout
    assert "customer  " in played.stdout or "CUST-" in played.stdout


START = """
import asyncio, time
from app.main import create_app
from app.settings import Settings
async def start():
    begun = time.perf_counter()
    app = create_app(Settings(database_url="sqlite:///data/start.db"))
    async with app.router.lifespan_context(app):
        print(time.perf_counter() - begun)
asyncio.run(start())
"""


def test_it_starts_quickly(project: Bake, capsys: pytest.CaptureFixture[str]) -> None:
    """The aim is 3 s; the limit leaves room for a busy machine."""
    seconds = float(run([".venv/bin/python", "-c", START], project.path).stdout)
    with capsys.disabled():
        print(f"\nhealthy {seconds:.1f} s after create_app")
    assert seconds < 10


def test_every_setting_is_in_the_example_of_the_environment(project: Bake) -> None:
    names = "import app.settings as s; print(*(name.upper() for name in s.Settings.model_fields), sep='\\n')"
    settings = run([".venv/bin/python", "-c", names], project.path).stdout.split()
    example = (project.path / ".env.example").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^#? ?([A-Z_]+)=", example, re.MULTILINE)) == sorted(settings)


def test_the_graph_that_langgraph_s_own_tools_show_is_there(project: Bake) -> None:
    shown = json.loads((project.path / "langgraph.json").read_text(encoding="utf-8"))["graphs"]["agent"]
    module, _, name = shown.removeprefix("./").partition(".py:")
    code = f"import asyncio; from {module.replace('/', '.')} import {name}; print(*asyncio.run({name}()).nodes)"
    nodes = run([".venv/bin/python", "-c", code], project.path).stdout.split()
    assert {"receive", "route", "execute", "respond", "judge"} <= set(nodes), nodes


def test_links_in_its_documents_lead_somewhere(project: Bake) -> None:
    for document in [project.path / "README.md", *(project.path / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


COUNT = """
import json, re
from importlib.metadata import distribution
from packaging.requirements import Requirement
seen, queue = set(), [Requirement("agent-framework-oci")]
while queue:
    wanted = queue.pop()
    for extra in {"", *wanted.extras}:
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        if (name, extra) not in seen:
            seen.add((name, extra))
            needs = map(Requirement, distribution(name).requires or [])
            queue += [need for need in needs if not need.marker or need.marker.evaluate({"extra": extra})]
print(json.dumps(sorted({name for name, _ in seen})))
"""


def test_at_most_eighty_packages_are_installed_without_extras(
    environment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = json.loads(run([str(environment / "bin/python"), "-c", COUNT], environment).stdout)
    with capsys.disabled():
        print(f"\n{len(packages)} packages without extras")
    assert len(packages) <= 80, packages
