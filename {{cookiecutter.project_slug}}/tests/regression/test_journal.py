"""What the journal is good for: explaining a message, and making a scenario of a conversation."""

import asyncio
import json
from pathlib import Path

import pytest
from agent_framework.cli.record import record_session
from agent_framework.cli.why import Situation, Trace, trace_message
from agent_framework.persistence.conversations import ConversationStore, Identity
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.runner import play
from agent_framework.testing.scenario import load_scenarios
from agent_framework.testing.stage import Stage

CONVERSATION = (
    "quero cancelar pedido",
    "quero ver minha fatura",
    "PED-1001, e meu CPF é 529.982.247-25",
    "na verdade o PED-1002",
    "sim",
    "cadê o PED-1002?",
    "quero contestar o TIM Music",
    "14,99",
    "deixa pra lá",
    "meus pedidos",
)
LONG = "quero cancelar o pedido, mas " * 140


def why(folder: ProjectFolder, message: str, state: str = "") -> Trace:
    return trace_message(folder, message, Situation(state))


def test_a_message_is_traced_in_its_state(folder: ProjectFolder) -> None:
    trace = why(folder, "sim, mas o PED 1002", "cancelar_pedido order_id=PED-1001")
    assert trace.state == "cancelar_pedido order_id=PED-1001 confirming"
    assert trace.understood["values"] == {"order_id": "PED-1002"}
    assert trace.understood["consent"]["reply"] == "correction"
    assert ["value:order_id", "PED 1002", 11, 19] in trace.understood["cues"]
    assert trace.decided["act"] == "change"
    assert why(folder, "sim, mas o PED 1002").decided["act"] != "change"


def test_a_trace_is_under_a_kilobyte_however_long_the_message(folder: ProjectFolder) -> None:
    for message in ("quero ver a fatura e cancelar o PED-1001, o PED-1002 não", LONG):
        traced = why(folder, message, "cancelar_pedido order_id=PED-1001").understood
        assert len(json.dumps(traced, ensure_ascii=False).encode()) < (1024 if message != LONG else 4096)


def test_a_recorded_conversation_holds_as_a_scenario(
    stage: Stage, folder: ProjectFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = stage.conversation()
    for message in CONVERSATION:
        talk.say(message)
    monkeypatch.setenv("DATABASE_URL", stage.database_url)
    written = record_session(folder, talk.session_id, "default", None, talk.customer)
    assert "529.982.247-25" not in written
    assert "args: {order_id: PED-1002}" in written
    assert "suspended: [cancelar_pedido]" in written
    path = tmp_path / "life.yaml"
    path.write_text(written, encoding="utf-8")
    [scenario] = load_scenarios(path).scenarios
    assert len(play(scenario, folder, path)) == len(CONVERSATION)


def test_the_journal_of_a_turn_stays_small(stage: Stage) -> None:
    talk = stage.conversation()
    for message in CONVERSATION:
        talk.say(message)
    sizes = [len(json.dumps(row, ensure_ascii=False).encode()) for row in asyncio.run(_journal(stage, talk))]
    assert sum(sizes) / len(CONVERSATION) < 2048


async def _journal(stage: Stage, talk: Conversation) -> list[object]:
    engine = open_engine(database_url(stage.database_url))
    try:
        settings = stage.folder.settings()
        identity = Identity("default", settings.agent_id, talk.customer, talk.session_id)
        rows = await ConversationStore(engine).journal_of(identity.conversation_key)
        return [row["data"] for row in rows]
    finally:
        await engine.dispose()
