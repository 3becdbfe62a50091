"""What operators do: see what is in doubt, settle it, take over from the agent, delete what is old."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NoReturn

import pytest
from agent_framework.cli import app
from agent_framework.cli.operate import unsettled_executions
from agent_framework.cli.refused import Refused
from agent_framework.persistence.conversations import ConversationStore
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.runtime.retention import Pruned, prune
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.servers import AppServer
from agent_framework.testing.stage import Stage
from agent_framework.transactions.ledger import Ledger
from typer.testing import CliRunner

from app.services.orders import Orders

Agent = Callable[..., str]


@pytest.fixture
def agent(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Agent:
    """The command line on the database of the running application: `agent("in-doubt")`."""
    monkeypatch.setenv("DATABASE_URL", stage.database_url)
    monkeypatch.setenv("USER", "ana")
    monkeypatch.chdir(stage.folder.root)

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, arguments)
        if done.exception:
            raise done.exception
        return done.stdout

    return run


@pytest.fixture
def put_in_doubt(monkeypatch: pytest.MonkeyPatch, stage: Stage) -> Callable[..., str]:
    """A confirmed cancellation whose remote does not answer; its transaction's id."""

    async def silent(*_: Any) -> NoReturn:
        raise TimeoutError

    def run(conversation: Conversation, order_id: str = "PED-1001") -> str:
        with monkeypatch.context() as patched:
            patched.setattr(Orders, "cancel", silent)
            conversation.say(f"cancelar pedido {order_id}")
            assert conversation.say("sim").status == "IN_DOUBT"
        return str(conversation.state()["in_doubt_transactions"][-1]["transaction_id"])

    return run


async def ask(url: str, question: Callable[[Any], Any]) -> Any:
    """Put a question to the database."""
    engine = open_engine(database_url(url))
    try:
        return await question(engine)
    finally:
        await engine.dispose()


def journal(stage: Stage, conversation: Conversation, event: str) -> list[dict[str, Any]]:
    """What the journal has of this kind."""
    key = conversation.turns[0].metadata["conversation_key"]
    rows = asyncio.run(ask(stage.database_url, lambda engine: ConversationStore(engine).journal_of(key, event)))
    return [row["data"] for row in rows]


def test_what_is_in_doubt_is_listed_and_left_alone(
    agent: Agent, conversation: Conversation, put_in_doubt: Callable[..., str], folder: ProjectFolder
) -> None:
    transaction_id = put_in_doubt(conversation)
    calls = conversation.calls()
    listed = agent("in-doubt")
    for part in (transaction_id, "IN_DOUBT", "since 20", "cancelar_pedido(order_id=PED-1001)", conversation.session_id):
        assert part in listed
    assert unsettled_executions(folder)[0]["arguments"] == {"order_id": "PED-1001"}
    assert conversation.calls() == calls


@pytest.mark.holds("I2", "evidence 1")
def test_an_operator_s_success_completes_the_transaction_with_evidence(
    agent: Agent, stage: Stage, conversation: Conversation, put_in_doubt: Callable[..., str]
) -> None:
    transaction_id = put_in_doubt(conversation)
    calls = conversation.calls()
    told = agent(
        "settle", transaction_id, "--succeeded", "--result", '{"protocolo": "CANCEL-2026-700"}', "--reason", "call 42"
    )
    assert "SUCCEEDED, settled by ana: call 42" in told
    state = conversation.state()
    assert state["last_transaction"]["status"] == "COMPLETED"
    assert state["in_doubt_transactions"] == []
    assert [entry["result"]["protocolo"] for entry in state["transaction_evidence"]] == ["CANCEL-2026-700"]
    turn = conversation.say("oi")
    assert "CANCEL-2026-700" in turn.text
    assert turn.grounded
    assert conversation.calls() == calls
    assert journal(stage, conversation, "settled") == [
        {"transaction_id": transaction_id, "state": "SUCCEEDED", "by": "ana: call 42"}
    ]
    assert "0 without" in agent("in-doubt")


@pytest.mark.holds("evidence 1", "I7")
def test_an_operator_s_failure_leaves_no_evidence_and_frees_the_resource(
    agent: Agent, stage: Stage, conversation: Conversation, put_in_doubt: Callable[..., str]
) -> None:
    transaction_id = put_in_doubt(conversation)
    assert "FAILED" in agent("settle", transaction_id, "--failed", "--reason", "not in their log", "--by", "bia")
    state = conversation.state()
    assert (state["last_transaction"]["status"], state["transaction_evidence"]) == ("FAILED", [])
    turn = conversation.say("cancelar pedido PED-1001")
    assert turn.status == "AWAITING_CONFIRMATION"
    assert "CANCEL-" not in turn.text
    assert conversation.say("sim").status == "COMPLETED"
    rows = asyncio.run(ask(stage.database_url, lambda engine: Ledger(engine).named(transaction_id)))
    assert [(row.state, row.settled_by) for row in rows] == [("FAILED", "bia: not in their log")]


def test_two_that_are_settled_between_two_messages_are_both_told(
    agent: Agent, conversation: Conversation, put_in_doubt: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = put_in_doubt(conversation)

    async def unavailable(*_: Any) -> NoReturn:
        raise TimeoutError

    monkeypatch.setattr(Orders, "cancel", unavailable)
    conversation.say("cancelar pedido PED-1002")
    conversation.say("sim")
    second = conversation.state()["in_doubt_transactions"][-1]["transaction_id"]
    assert first != second
    agent("settle", first, "--succeeded", "--result", '{"protocolo": "CANCEL-2026-701"}')
    agent("settle", second, "--succeeded", "--result", '{"protocolo": "CANCEL-2026-702"}')
    turn = conversation.say("oi")
    assert "CANCEL-2026-701" in turn.text
    assert "CANCEL-2026-702" in turn.text


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--failed"], "needs --reason"),
        (["--failed", "--reason", "x", "--result", "{}"], "has no --result"),
        (["--succeeded", "--result", "CANCEL-1"], "is no JSON"),
        (["--succeeded", "--result", "[]"], "must be a JSON object"),
        (["--succeeded", "--result", '{"protocol": "CANCEL-1"}'], "'protocolo'"),
    ],
)
def test_a_verdict_that_cannot_be_used_is_refused_and_settles_nothing(
    agent: Agent, conversation: Conversation, put_in_doubt: Callable[..., str], options: list[str], why: str
) -> None:
    transaction_id = put_in_doubt(conversation)
    with pytest.raises(Refused, match=why):
        agent("settle", transaction_id, *options)
    assert len(conversation.state()["in_doubt_transactions"]) == 1


@pytest.mark.holds("I5")
def test_what_is_known_is_not_settled_again(
    agent: Agent, conversation: Conversation, put_in_doubt: Callable[..., str]
) -> None:
    conversation.say("cancelar pedido PED-1002")
    conversation.say("sim")
    done = conversation.state()["last_transaction"]["transaction_id"]
    with pytest.raises(Refused, match="is SUCCEEDED since"):
        agent("settle", done, "--failed", "--reason", "a mistake")
    with pytest.raises(Refused, match="0 executions"):
        agent("settle", "t-0", "--failed", "--reason", "a mistake")


# --- hand-over --------------------------------------------------------------------------------------------------------


def test_who_asked_for_a_person_waits_until_one_has_taken_over(
    agent: Agent, stage: Stage, conversation: Conversation
) -> None:
    conversation.say("cancelar pedido PED-1001")
    turn = conversation.say("quero falar com um atendente")
    key = turn.metadata["conversation_key"]
    transaction = conversation.state()["active_transaction"]["transaction_id"]
    handover = {
        "reason": "asked",
        "transaction_id": transaction,
        "tool_name": "cancelar_pedido",
        "parameter": None,
    }
    assert turn.metadata["handed_over"] == handover
    assert journal(stage, conversation, "handed_over") == [handover]
    conversation.say("oi")
    waiting = conversation.state()["handed_over"]
    assert waiting == {"conversation_key": key, "message_id": turn.message_id, "at": waiting["at"], **handover}
    listed = agent("handed-over")
    for part in (key, "since 20", "asked for a person, in cancelar_pedido", "1 waiting"):
        assert part in listed
    assert json.loads(agent("handed-over", "--json")) == [waiting]
    assert "taken over by ana" in agent("handed-over", "--take", key)
    assert conversation.state()["handed_over"] is None
    assert "0 waiting" in agent("handed-over")
    with pytest.raises(Refused, match="does not wait"):
        agent("handed-over", "--take", key)
    conversation.say("atendente")
    assert conversation.state()["handed_over"]["reason"] == "asked"


def test_a_question_that_brings_nothing_is_handed_over(agent: Agent, conversation: Conversation) -> None:
    for message in ("quero cancelar pedido", "não sei", "não lembro", "sei lá", "nem ideia"):
        conversation.say(message)
    waiting = conversation.state()["handed_over"]
    assert (waiting["reason"], waiting["parameter"]) == ("attempts", "order_id")
    assert "the questions for order_id brought nothing, in cancelar_pedido" in agent("handed-over")


# --- retention --------------------------------------------------------------------------------------------------------


def prune_before(stage: Stage, days_from_now: float) -> Pruned:
    """Delete what is older than a moment of the stage's clock."""
    server = stage.server
    assert isinstance(server, AppServer)
    before = stage.clock() + timedelta(days=days_from_now)
    return server.call(prune, server.app.state.service.host, before)


def test_a_closed_conversation_is_deleted_and_its_execution_stays_in_the_ledger(
    agent: Agent, stage: Stage, conversation: Conversation
) -> None:
    conversation.say("cancelar pedido PED-1001")
    conversation.say("sim")
    assert "0 closed conversations deleted" in agent("prune", "--days", "1")
    stage.clock.move(timedelta(days=2))
    assert prune_before(stage, -1) == Pruned(forgotten=1)
    with pytest.raises(Exception, match="404"):
        conversation.state()
    assert conversation.calls() == 1
    assert conversation.say("sim").status is None
    assert conversation.calls() == 1


def test_a_conversation_that_has_something_open_stays_whole(stage: Stage, put_in_doubt: Callable[..., str]) -> None:
    waiting, doubtful = stage.conversation(), stage.conversation()
    put_in_doubt(doubtful)
    waiting.say("cancelar pedido PED-1002")
    assert prune_before(stage, 1) == Pruned(open=2)
    assert waiting.say("sim").status == "COMPLETED"
    assert len(journal(stage, doubtful, "message")) == 2


def test_of_a_conversation_that_goes_on_only_what_is_old_is_deleted(stage: Stage, conversation: Conversation) -> None:
    conversation.say("status do pedido PED-1001", message_id="old")
    stage.clock.move(timedelta(days=10))
    conversation.say("status do pedido PED-1002", message_id="new")
    assert prune_before(stage, -5) == Pruned(trimmed=1)
    assert [item["text"] for item in journal(stage, conversation, "message")] == ["status do pedido PED-1002"]
    assert conversation.say("status do pedido PED-1002", message_id="new").replayed
