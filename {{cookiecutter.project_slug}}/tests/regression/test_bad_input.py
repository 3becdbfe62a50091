"""Wrong input gets a 4xx with a sentence that says what to change, and nothing is stored."""

from typing import Any

import pytest
from agent_framework.testing.servers import Server
from agent_framework.testing.stage import Stage
from sqlalchemy import create_engine, inspect, text

GOOD = {"session_id": "s1", "message": "quero cancelar pedido", "user_id": "CUST-1001", "message_id": "m1"}


def body(**payload: Any) -> dict[str, Any]:
    """A good request with these keys of its payload changed; None leaves one out."""
    return {
        "channel": "web",
        "payload": {key: value for key, value in {**GOOD, **payload}.items() if value is not None},
    }


def stored_rows(stage: Stage) -> dict[str, int]:
    """How many rows the tables of conversations have."""
    engine = create_engine(stage.database_url)
    with engine.connect() as connection:
        tables = {"conversations", "inbox", "journal", "ledger", "checkpoints"} & set(inspect(engine).get_table_names())
        return {table: connection.scalar(text(f"SELECT count(*) FROM {table}")) or 0 for table in sorted(tables)}


@pytest.mark.parametrize(
    ("request_body", "status"),
    [
        (b"{", 422),
        (b"", 422),
        ([], 422),
        ({}, 422),
        ({"channel": "web"}, 422),
        (body(message=None), 422),
        (body(message=""), 422),
        (body(message="  \n "), 422),
        (body(message=5), 422),
        (body(message="sim\x00"), 422),
        (body(message="sim\u202emis"), 422),
        (body(message="sim" * 2000), 413),
        (body(message_id=""), 422),
        (body(message_id="m\n1"), 422),
        (body(session_id="s" * 101), 422),
        (body(session_id=["s1"]), 422),
        (body(user_id=""), 422),
        ({**body(), "channel": "fax"}, 422),
        ({**body(), "channel": None}, 422),
        ({**body(), "tenant_id": "a\tb"}, 422),
    ],
    ids=lambda value: str(value)[:60],
)
def test_it_is_refused_with_what_to_change(stage: Stage, client: Server, request_body: Any, status: int) -> None:
    sent = {"content": request_body} if isinstance(request_body, bytes) else {"json": request_body}
    answer = client.request("POST", "/gateway/message", headers={"content-type": "application/json"}, **sent)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert len(problem["detail"]) > 20
    assert not any(stored_rows(stage).values())


def test_the_good_request_is_stored(stage: Stage, client: Server) -> None:
    assert client.request("POST", "/gateway/message", json=body()).status_code == 200
    assert stored_rows(stage)["conversations"] == 1


def test_texts_go_out_as_utf_8(client: Server) -> None:
    answer = client.request("POST", "/gateway/message", json=body(message="não reconheço TIM Music"))
    assert "\\u" not in answer.text
    assert answer.json()["text"].isprintable() or "\n" in answer.json()["text"]


def test_missing_ids_are_made_and_returned(client: Server) -> None:
    answer = client.request("POST", "/gateway/message", json=body(session_id=None, message_id=None)).json()
    assert answer["session_id"]
    assert answer["metadata"]["message_id"]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/nowhere", 404), ("GET", "/gateway/message", 405)])
def test_a_wrong_address_is_a_problem_too(client: Server, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
