"""What this project's tests have beside the fixtures of `agent_framework.testing.plugin`."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from agent_framework.testing.conversation import Conversation
from agent_framework.testing.postgres import PostgresServer, postgres_programs, postgres_server
from agent_framework.testing.servers import AppServer
from agent_framework.testing.stage import Stage

StoredState = Callable[[Conversation], Mapping[str, Any]]
ChangeState = Callable[..., None]


@pytest.fixture
def stored_state(stage: Stage) -> StoredState:
    """Read a conversation's checkpoint."""
    server = stage.server
    assert isinstance(server, AppServer)

    def read(conversation: Conversation) -> Mapping[str, Any]:
        graph = server.app.state.service.host.graph
        values: Mapping[str, Any] = server.call(graph.aget_state, _thread(conversation)).values
        return values

    return read


@pytest.fixture
def change_state(stage: Stage) -> ChangeState:
    """Lay fields over a conversation's checkpoint, as an older version or a fault might have left them."""
    server = stage.server
    assert isinstance(server, AppServer)

    def change(conversation: Conversation, **fields: Any) -> None:
        graph = server.app.state.service.host.graph
        server.call(graph.aupdate_state, _thread(conversation), fields, "judge")

    return change


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of the tests' own. A machine that has none skips; CI does not."""
    if postgres_programs() is None and not os.environ.get("CI"):
        pytest.skip("PostgreSQL's server is not installed")
    with postgres_server() as server:
        yield server


def _thread(conversation: Conversation) -> dict[str, Any]:
    keys = (turn.metadata["conversation_key"] for turn in conversation.turns if turn.metadata)
    return {"configurable": {"thread_id": next(keys)}}
