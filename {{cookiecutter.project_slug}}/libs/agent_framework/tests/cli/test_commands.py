"""The commands a person types, without a project around them."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import httpx
import pytest
from rich.console import Console
from typer.testing import CliRunner

from agent_framework import (
    Agent,
    Idempotent,
    Identifier,
    Intent,
    NoConfirmation,
    Parameter,
    ToolContext,
    read_tool,
    transactional_tool,
)
from agent_framework.cli import app, main
from agent_framework.cli.chat import Chat
from agent_framework.cli.check import print_declaration
from agent_framework.cli.reset import reset_database
from agent_framework.domain.messages import Catalog
from agent_framework.domain.registry import Domain
from agent_framework.exceptions import DeclarationError
from agent_framework.settings import FrameworkSettings
from agent_framework.testing.servers import Server


class Parrot:
    """A server that repeats what it hears and counts conversations."""

    def __init__(self) -> None:
        self.sessions: list[str] = []

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        request = httpx.Request(method, f"http://parrot{path}")
        if method == "GET":
            return httpx.Response(200, json={"state of": path.split("/")[2]}, request=request)
        payload = options["json"]["payload"]
        self.sessions.append(payload["session_id"])
        metadata = {"transaction_status": "AWAITING_CONFIRMATION", "intent": "repeat", "missing_parameters": ["seed"]}
        return httpx.Response(200, json={"text": f"[b]{payload['message']}", "metadata": metadata}, request=request)


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*lines: str) -> SimpleNamespace:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        parrot, out = Parrot(), Console(file=io.StringIO(), width=100)
        Chat(cast(Server, parrot), "CUST-1", out).run()
        return SimpleNamespace(sessions=parrot.sessions, text=cast(io.StringIO, out.file).getvalue())

    return run


def test_chat_shows_the_answer_and_the_state_beside_it(talk: Any) -> None:
    text = talk("olá").text
    assert text.startswith("> olá\n[b]olá ")
    assert "AWAITING_CONFIRMATION" in text.splitlines()[1]
    assert "missing seed" in text


def test_chat_goes_on_in_one_session_until_a_new_one_is_asked_for(talk: Any) -> None:
    first, second, third = talk("a", "", "b", "/new", "c").sessions
    assert first == second != third


def test_chat_shows_the_stored_state_and_ends(talk: Any) -> None:
    talked = talk("a", "/state", "/nonsense", "/quit", "b")
    assert f'"state of": "{talked.sessions[0]}"' in talked.text
    assert "/quit ends" in talked.text
    assert len(talked.sessions) == 1


def test_reset_deletes_the_database_and_what_lies_beside_it(tmp_path: Path) -> None:
    for name in ("agent.db", "agent.db-wal", "agent.lock", "other.db"):
        (tmp_path / name).touch()
    reset_database(FrameworkSettings(database_url=f"sqlite:///{tmp_path}/agent.db"))
    assert [path.name for path in tmp_path.iterdir()] == ["other.db"]


@pytest.mark.parametrize(
    "changes",
    [
        {"database_url": "postgresql://localhost/agent"},
        {"environment": "production", "auth": "jwt", "auth_jwt_key": "a-key-that-is-long-enough-for-hs256"},
    ],
)
def test_reset_leaves_alone_what_is_not_a_developers(changes: dict[str, Any]) -> None:
    with pytest.raises(DeclarationError):
        reset_database(FrameworkSettings(**changes))


@read_tool(answer="x")
async def find_seed(context: ToolContext) -> dict[str, str]:
    """Find."""
    return {}


@transactional_tool(confirm=NoConfirmation("it can be undone"), answer="x", operation="x", recovery=Idempotent())
async def sow(seed: Annotated[str, Parameter(Identifier("S-##"), ask="x")], context: ToolContext) -> dict[str, str]:
    """Sow."""
    return {}


def test_check_shows_what_is_declared_and_what_runs_unconfirmed() -> None:
    garden = Agent("garden", can="x", intents=[Intent("find", find_seed), Intent("sowing", sow)])
    out = Console(file=io.StringIO(), width=200)
    print_declaration(Domain([garden], Catalog({"en": {}, "pt-BR": {}})), out)
    text = cast(io.StringIO, out.file).getvalue()
    assert "garden  find    find_seed  read-only" in text
    assert "sow   seed       none: it can be undone  no              idempotent" in text
    assert "1 agents, 2 tools, texts in en, pt-BR" in text


def test_outside_a_project_one_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["agent", "check"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "no folder upwards has app/main.py" in capsys.readouterr().err


def test_help_names_every_command() -> None:
    text = CliRunner().invoke(app, ["--help"]).stdout
    for command in ("chat", "check", "new-tool", "scenario", "reset"):
        assert command in text
