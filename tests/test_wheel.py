"""The wall between app and library is the packaging: the app runs on the installed wheel alone."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import Bake, run


@pytest.fixture
def wheel(project: Bake) -> Path:
    """The library's wheel, by the project's own command."""
    done = project.make("build-lib")
    assert done.returncode == 0, done.stdout
    (built,) = (project.path / "dist").glob("*.whl")
    return built


@pytest.mark.parametrize("project", [("retail", "pt-BR")], ids=["retail"], indirect=True)
def test_the_app_runs_on_the_installed_wheel_alone(
    wheel: Path, environment: Path, retail: Path, tmp_path: Path
) -> None:
    python = environment_with(wheel, environment, tmp_path)
    alone = tmp_path / "project"
    shutil.copytree(retail, alone)
    shutil.rmtree(alone / "libs")

    where = run([str(python), "-c", "import agent_framework; print(agent_framework.__file__)"], alone).stdout
    assert Path(where.strip()).is_relative_to(tmp_path / "environment"), where
    done = run([str(python), "-m", "pytest", "-q", "tests/scenarios/spec", "tests/test_conformance.py"], alone)
    assert done.returncode == 0, done.stdout


def environment_with(wheel: Path, environment: Path, folder: Path) -> Path:
    """The Python of a new environment with the wheel and the shared one's packages, without its editable library.

    A folder named in a .pth file is searched, but its own .pth files, which make a library editable, are not read.
    """
    new = folder / "environment"
    run([str(environment / "bin/python"), "-m", "venv", "--without-pip", str(new)], folder)
    (packages,) = new.glob("lib/python*/site-packages")
    (shared,) = environment.resolve().glob("lib/python*/site-packages")
    (packages / "shared.pth").write_text(f"{shared}\n", encoding="utf-8")
    pip = [str(environment / "bin/python"), "-m", "pip", "--python", str(new / "bin/python")]
    done = run([*pip, "install", "--quiet", "--no-deps", "--no-index", "--ignore-installed", str(wheel)], folder)
    assert done.returncode == 0, done.stdout
    return new / "bin/python"
