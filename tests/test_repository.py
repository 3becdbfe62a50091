"""What holds for every file of the template."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import run

LONGEST_FUNCTION = 60
# Written so that this file does not contain what it looks for.
FORBIDDEN = [
    r"py[p]i\.org|python[h]osted|registry\.np[m]|debian\.or[g]|docker\.i[o]|ghcr\.i[o]",
    r"(?<![\w.~])/(root|work|tmp|home)/",
    r"\b(facts|design|style)\.m[d]\b|\bdesig[n], section|\bissue #?\d",
    r"--(extra-)?index-ur[l]|file:/{2}",
]
PROJECT = "{{cookiecutter.project_slug}}"
LOCKS = ["requirements.txt", f"{PROJECT}/requirements.txt", f"{PROJECT}/requirements-dev.txt"]


def sources(template: Path) -> Iterator[tuple[str, str]]:
    """Relative path and content of every file of the clone."""
    for path in sorted(template.rglob("*")):
        inside = path.relative_to(template)
        if path.is_file() and not {".venv", "build"} & set(inside.parts):
            yield inside.as_posix(), path.read_text(encoding="utf-8")


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_no_file_names_a_registry_a_machine_or_what_is_not_here(template: Path, pattern: str) -> None:
    lines = [
        f"{name}: {line.strip()}"
        for name, content in sources(template)
        for line in content.splitlines()
        if re.search(pattern, line)
    ]
    assert lines == []


def test_no_function_is_longer_than_sixty_lines(template: Path) -> None:
    long = [
        f"{name}:{node.lineno} {node.name}"
        for name, content in sources(template)
        if name.endswith(".py")
        for node in ast.walk(ast.parse(content))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_requirement_with_its_hashes(template: Path, lock: str) -> None:
    content = (template / lock).read_text(encoding="utf-8")
    logical = [line for line in content.replace("\\\n", "").splitlines() if line and not line.lstrip().startswith("#")]
    assert logical
    assert [line for line in logical if not re.match(r"[\w.-]+(\[.*\])?==\S+ .*--hash=sha256:", line)] == []


def test_the_readmes_are_short(template: Path) -> None:
    for name in ("README.md", "README.pt-BR.md"):
        words = (template / name).read_text(encoding="utf-8").split()
        assert len(words) < 500, f"{name}: {len(words)} words"


def test_the_template_s_own_python_is_clean(template: Path, environment: Path) -> None:
    ours = ["hooks", "scripts", "tests"]
    for command in (["ruff", "check", *ours], ["ruff", "format", "--check", *ours], ["mypy", "--strict", *ours[:2]]):
        done = run([str(environment / "bin" / command[0]), *command[1:]], template)
        assert done.returncode == 0, done.stdout
