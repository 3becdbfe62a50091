"""The template as it is cloned, its default project as `make demo` builds it, and every choice baked.

The demo's project has the one environment that all bakes share: the library in it is the same file for file.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from cookiecutter.main import cookiecutter

ROOT = Path(__file__).parent.parent
NOT_CLONED = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
CHOICES = [(starter, language) for starter in ("retail", "blank") for language in ("pt-BR", "en")]


@dataclass(frozen=True)
class Bake:
    """A generated project that has an environment."""

    starter: str
    language: str
    path: Path

    def make(self, target: str, typed: str = "", **variables: str) -> "subprocess.CompletedProcess[str]":
        """Run one of its targets in the shared environment, with this typed into it."""
        words = [f"{name}={value}" for name, value in variables.items()]
        return run(["make", "--no-print-directory", "-o", ".venv/installed", target, *words], self.path, typed)


def run(command: list[str], folder: Path, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run a command to its end, whatever that is; its output, errors among it."""
    return subprocess.run(
        command,
        cwd=folder,
        check=False,
        text=True,
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=1200,
    )


def files_of(folder: Path) -> dict[str, bytes]:
    """Content by relative path of every file that the template emitted."""
    paths = (path for path in folder.rglob("*") if path.is_file() and ".venv" not in path.relative_to(folder).parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


@pytest.fixture(scope="session", autouse=True)
def caches(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What mypy knows of the packages serves every bake, and nothing is written into the working tree."""
    os.environ["MYPY_CACHE_DIR"] = str(tmp_path_factory.mktemp("mypy"))
    os.environ["RUFF_NO_CACHE"] = "true"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the template as a fresh clone has it."""
    copy = tmp_path_factory.mktemp("clone") / "template"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_CLONED))
    return copy


@pytest.fixture(scope="session")
def demo(template: Path) -> "subprocess.CompletedProcess[str]":
    """`make demo` on the clone, with this environment as the clone's own."""
    (template / ".venv").symlink_to(sys.prefix)
    return run(["make", "--no-print-directory", "-o", ".venv/installed", "demo"], template)


@pytest.fixture(scope="session")
def environment(template: Path, demo: "subprocess.CompletedProcess[str]") -> Path:
    """The environment that the demo built with the project's own `make install`."""
    found = template / "build/retail-agent/.venv"
    assert (found / "installed").is_file(), demo.stdout
    return found


@pytest.fixture(scope="session")
def bake(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, str]], Path]:
    """Bake with these answers, the defaults for the rest; the project's folder."""

    def bake(answers: Mapping[str, str]) -> Path:
        folder = tmp_path_factory.mktemp("bake")
        return Path(cookiecutter(str(template), no_input=True, extra_context=dict(answers), output_dir=str(folder)))

    return bake


@pytest.fixture(scope="session")
def bakes(bake: Callable[[Mapping[str, str]], Path]) -> Mapping[tuple[str, str], Path]:
    """Every choice of the template, as emitted."""
    return {
        (starter, language): bake({"starter": starter, "default_language": language}) for starter, language in CHOICES
    }


@pytest.fixture(scope="session", params=CHOICES, ids="-".join)
def project(
    request: pytest.FixtureRequest,
    bakes: Mapping[tuple[str, str], Path],
    environment: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Bake:
    """Each choice in turn, ready to work in."""
    starter, language = request.param
    path = tmp_path_factory.mktemp("project") / bakes[request.param].name
    shutil.copytree(bakes[request.param], path)
    (path / ".venv").symlink_to(environment)
    return Bake(starter, language, path)


@pytest.fixture(scope="session")
def retail(bakes: Mapping[tuple[str, str], Path]) -> Path:
    """The default choice, as emitted."""
    return bakes["retail", "pt-BR"]
