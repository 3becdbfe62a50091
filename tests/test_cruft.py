"""cruft creates what cookiecutter does, and its update brings the platform's fixes without losing the team's work."""

import shutil
from pathlib import Path

import cruft
import pytest

from tests.conftest import files_of, run

AGENT = "app/agents/orders_agent.py"
LIBRARY = "libs/agent_framework/src/agent_framework/__init__.py"


def commit(folder: Path, message: str) -> None:
    """Commit everything in the folder, a repository from now on."""
    for arguments in (
        ["init", "--quiet", "--initial-branch=main"],
        ["add", "--all", "--force"],
        ["-c", "user.name=Team", "-c", "user.email=team@example.com", "commit", "--quiet", "--message", message],
    ):
        done = run(["git", *arguments], folder)
        assert done.returncode == 0, done.stdout


@pytest.fixture
def repository(template: Path, tmp_path: Path) -> Path:
    """The template as a git repository."""
    folder = tmp_path / "template"
    shutil.copytree(template, folder, ignore=shutil.ignore_patterns(".venv", "build"))
    commit(folder, "One")
    return folder


@pytest.fixture
def created(repository: Path, tmp_path: Path) -> Path:
    """A project that cruft created."""
    return cruft.create(str(repository), output_dir=tmp_path / "projects", no_input=True)


def test_cruft_and_cookiecutter_emit_the_same(created: Path, retail: Path) -> None:
    files = files_of(created)
    assert files.pop(".cruft.json")
    assert files == files_of(retail)


def test_an_update_brings_the_library_and_leaves_the_team_s_files_alone(created: Path, repository: Path) -> None:
    edited = created / AGENT
    edited.write_text(edited.read_text(encoding="utf-8") + "\n# ours\n", encoding="utf-8")
    (created / "app/tools/ours.py").write_text('"""Ours."""\n', encoding="utf-8")
    commit(created, "Ours")
    for name in (AGENT, LIBRARY):
        path = repository / "{{cookiecutter.project_slug}}" / name
        path.write_text(path.read_text(encoding="utf-8") + "\n# theirs\n", encoding="utf-8")
    commit(repository, "Two")

    assert cruft.update(created, skip_apply_ask=True)

    assert edited.read_text(encoding="utf-8").endswith("\n# ours\n")
    assert (created / "app/tools/ours.py").exists()
    assert (created / LIBRARY).read_text(encoding="utf-8").endswith("\n# theirs\n")
    assert cruft.check(created)
