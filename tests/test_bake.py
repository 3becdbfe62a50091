"""What each choice emits, and what is refused."""

import json
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import yaml
from cookiecutter.exceptions import FailedHookException
from cookiecutter.main import cookiecutter

from tests.conftest import CHOICES, ROOT, files_of

RENDERED = {
    *(".env.example", "Makefile", "README.md", "app/agent.yaml", "compose.yaml", "langgraph.json", "pyproject.toml"),
}
DOMAIN_WORDS = ("PED-", "pedido", "fatura", "invoice", "TIM Music", "orders_agent", "billing")


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_the_tree_is_the_golden_one(bakes: Mapping[tuple[str, str], Path], choice: tuple[str, str]) -> None:
    golden = (ROOT / f"tests/golden/{choice[0]}.txt").read_text(encoding="utf-8").splitlines()
    assert [name for name in files_of(bakes[choice]) if not name.startswith("libs/")] == golden


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_nothing_is_left_unrendered(bakes: Mapping[tuple[str, str], Path], choice: tuple[str, str]) -> None:
    for name, content in files_of(bakes[choice]).items():
        assert b"cookiecutter" not in content, name
        if name in RENDERED:
            assert b"{{" not in content, name
            assert b"{%" not in content, name


def test_only_names_texts_and_packaging_are_rendered(bakes: Mapping[tuple[str, str], Path], template: Path) -> None:
    source = files_of(template / "{{cookiecutter.project_slug}}")
    emitted = files_of(bakes["retail", "en"])
    assert {name for name, content in emitted.items() if source[name] != content} <= RENDERED


@pytest.mark.parametrize("choice", CHOICES, ids="-".join)
def test_the_library_is_emitted_as_it_lies(
    bakes: Mapping[tuple[str, str], Path], template: Path, choice: tuple[str, str]
) -> None:
    assert files_of(bakes[choice] / "libs") == files_of(template / "{{cookiecutter.project_slug}}/libs")


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_a_blank_project_has_no_word_of_the_retail_one(bakes: Mapping[tuple[str, str], Path], language: str) -> None:
    for name, content in files_of(bakes["blank", language]).items():
        if not name.startswith(("libs/", "docs/")):
            assert [word for word in DOMAIN_WORDS if word in content.decode()] == [], name


def test_the_answers_arrive(bake: Callable[[Mapping[str, str]], Path]) -> None:
    answers = {
        "project_name": "Atenção & Cuidado d'Água",
        "description": "Cuida de tudo: 100 % <seguro>, #1 {é}",
        "author": "Zé d'Ávila",
        "default_language": "en",
    }
    project = bake(answers)
    assert project.name == "atencao-cuidado-d-agua"
    settings = yaml.safe_load((project / "app/agent.yaml").read_text(encoding="utf-8"))
    assert settings == {
        "agent_id": "atencao-cuidado-d-agua",
        "name": answers["project_name"],
        "description": answers["description"],
        "default_language": "en",
    }
    metadata = (project / "pyproject.toml").read_text(encoding="utf-8")
    assert f'description = "{answers["description"]}"' in metadata
    assert f'authors = [{{ name = "{answers["author"]}" }}]' in metadata


@pytest.mark.parametrize(
    ("slug", "suggestion"),
    [
        ("Retail Agent", "retail-agent"),
        ("retail_agent", "retail-agent"),
        ("2nd-agent", "agent-2nd-agent"),
        ("agent-", "agent"),
        ("café", "caf"),
        ("a" * 41, "a" * 40),
        ("app", "agent-app"),
        ('x"; import os', "x-import-os"),
    ],
)
def test_a_slug_that_breaks_the_rule_is_refused_with_it(
    bake: Callable[[Mapping[str, str]], Path], capfd: pytest.CaptureFixture[str], slug: str, suggestion: str
) -> None:
    with pytest.raises(FailedHookException):
        bake({"project_slug": slug})
    said = capfd.readouterr().err
    assert f"Refused: project_slug {slug!r}" in said
    assert f"Type for example: {suggestion}\n" in said


@pytest.mark.parametrize("name", ["project_name", "description", "author"])
@pytest.mark.parametrize("text", ['The "best" one', "back\\slash", "two\nlines", " "])
def test_a_text_that_breaks_the_files_is_refused(
    bake: Callable[[Mapping[str, str]], Path], capfd: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    with pytest.raises(FailedHookException):
        bake({name: text, "project_slug": "agent"})
    assert f"Refused: {name} {text!r}" in capfd.readouterr().err


def test_caches_of_a_template_that_was_worked_on_are_not_emitted(template: Path, retail: Path, tmp_path: Path) -> None:
    used = tmp_path / "template"
    shutil.copytree(template, used, ignore=shutil.ignore_patterns(".venv", "build"))
    inside = used / "{{cookiecutter.project_slug}}"
    for folder in (".ruff_cache/0.1", ".hypothesis", "app/__pycache__", "libs/agent_framework/.pytest_cache"):
        (inside / folder).mkdir(parents=True)
        (inside / folder / "left-over").write_bytes(b"{{ \x98")
    project = cookiecutter(str(used), no_input=True, output_dir=str(tmp_path))
    assert files_of(Path(project)) == files_of(retail)


def test_there_are_at_most_six_questions_each_with_a_help_text(template: Path) -> None:
    questions = json.loads((template / "cookiecutter.json").read_text(encoding="utf-8"))
    helped = questions["__prompts__"]
    asked = [name for name in questions if not name.startswith("_")]
    assert len(asked) <= 6
    assert list(helped) == asked


def test_the_hooks_use_no_network_no_git_and_no_installer(template: Path) -> None:
    for hook in (template / "hooks").glob("*.py"):
        imports = re.findall(r"^(?:import|from) (\w+)", hook.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(imports) <= {"json", "pathlib", "re", "shutil", "sys"}, hook.name


def test_compose_starts_two_replicas_behind_a_proxy_with_its_configuration(retail: Path) -> None:
    services = yaml.safe_load((retail / "compose.yaml").read_text(encoding="utf-8"))["services"]
    assert services["agent"]["deploy"]["replicas"] == 2
    assert "ports" not in services["agent"], "two replicas cannot share one port of the host"
    mounted = [volume.split(":")[0] for volume in services["proxy"]["volumes"]]
    assert all((retail / name).is_file() for name in mounted)
    inner = services["proxy"]["ports"][0].rsplit(":", 1)[1]
    proxy = (retail / "proxy.conf").read_text(encoding="utf-8")
    assert f"listen {inner};" in proxy
    assert "set $replicas agent;" in proxy
    assert "agent" in services
    assert all(name in services for service in services.values() for name in service.get("depends_on", ()))
    exposed = re.search(r"EXPOSE (\d+)", (retail / "Dockerfile").read_text(encoding="utf-8"))
    assert exposed
    assert f"http://$replicas:{exposed[1]}" in proxy
