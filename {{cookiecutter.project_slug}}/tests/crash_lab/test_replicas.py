"""Two server processes on one database, a database that goes away, clients that leave, remotes that do not answer."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from agent_framework.testing.postgres import PostgresServer

from tests.crash_lab.domain import TIMEOUT, act, effects_of
from tests.crash_lab.load import Load
from tests.crash_lab.servers import Server, start

TARGET = "ALVO-00001"
PROTOCOL = f"LAB-{TARGET}"
CROWD = 50


@pytest.fixture
def replicas(lab_database: str) -> Iterator[Sequence[Server]]:
    """Two servers."""
    servers = [start(lab_database), start(lab_database)]
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """One server on SQLite."""
    started = start(f"sqlite:///{tmp_path}/lab.db")
    yield started
    started.kill()


def until_confirmation(server: Server, tool: str) -> None:
    """A conversation `s` in which only the yes is missing."""
    server.say("s", f"quero {tool} o alvo", "m1")
    assert server.say("s", TARGET, "m2")["metadata"]["transaction_status"] == "AWAITING_CONFIRMATION"


def last_status(server: Server) -> str:
    """How the last transaction of `s` ended."""
    return str(server.state("s")["last_transaction"]["status"])


@pytest.mark.holds("I2")
@pytest.mark.parametrize(
    "message_ids", [[f"yes-{n}" for n in range(CROWD)], ["webhook"] * CROWD], ids=["yes", "delivery"]
)
def test_fifty_at_once_on_two_replicas_have_one_effect_and_one_protocol(
    replicas: Sequence[Server], message_ids: Sequence[str]
) -> None:
    until_confirmation(replicas[0], "disparar")
    with ThreadPoolExecutor(CROWD) as pool:
        sent = [pool.submit(replicas[n % 2].send, "s", "sim", name) for n, name in enumerate(message_ids)]
        answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {httpx.codes.OK}
    assert all(PROTOCOL in answer.json()["text"] for answer in answers)
    assert effects_of(TARGET) == 1


@pytest.mark.holds("I2", "I3")
def test_sixty_conversations_while_one_of_two_replicas_is_killed(lab_database: str) -> None:
    load = Load(lab_database, replicas=2)
    load.storm(conversations=60, delay=0.4)
    load.close()
    assert (load.report.kills, load.report.conversations) == (1, 60)
    assert load.report.wrong == []


# --- a database that goes away ----------------------------------------------------------------------------------------


def deliver_until_answered(server: Server, message_id: str) -> str:
    """Repeat the yes as a client should: after a 503, when it says so."""
    for _ in range(10):
        answer = server.send("s", "sim", message_id)
        if answer.status_code == httpx.codes.OK:
            return str(answer.json()["text"])
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        time.sleep(float(answer.headers["retry-after"]) / 4)
    raise TimeoutError("service did not resume")


@pytest.mark.holds("I2", "I3")
def test_a_lost_database_is_said_and_service_resumes_by_itself(postgres: PostgresServer) -> None:
    server = start(postgres.create_database("goes_away"))
    until_confirmation(server, "disparar")
    postgres.stop()
    try:
        refused = server.send("s", "sim", "m3")
    finally:
        postgres.start()
    assert refused.status_code == httpx.codes.SERVICE_UNAVAILABLE
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["retry-after"]) > 0
    assert effects_of(TARGET) == 0
    assert PROTOCOL in deliver_until_answered(server, "m3")
    assert effects_of(TARGET) == 1
    server.kill()


@pytest.mark.holds("I2", "I7")
@pytest.mark.parametrize(("tool", "status"), [("reservar", "COMPLETED"), ("disparar", "IN_DOUBT")])
def test_a_database_lost_during_an_execution(postgres: PostgresServer, tool: str, status: str) -> None:
    server = start(postgres.create_database(f"lost_{tool}"))
    until_confirmation(server, tool)
    server.arm("after_effect", seconds=1)
    with ThreadPoolExecutor(1) as pool:
        sent = pool.submit(server.send, "s", "sim", "m3")
        while not effects_of(TARGET):
            time.sleep(0.01)
        postgres.stop()
        try:
            assert sent.result().status_code == httpx.codes.SERVICE_UNAVAILABLE
        finally:
            postgres.start()
    text = deliver_until_answered(server, "m3")
    assert effects_of(TARGET) == 1
    assert (PROTOCOL in text) == (status == "COMPLETED")
    state = server.state("s")
    assert state["transaction_status"] == status, state
    server.kill()


# --- clients that leave, remotes that do not answer -------------------------------------------------------------------


@pytest.mark.holds("I2")
def test_a_client_that_left_during_a_slow_execution_gets_the_result_by_repeating_its_message(server: Server) -> None:
    until_confirmation(server, "disparar")
    server.arm("in_call", seconds=0.8)
    with pytest.raises(httpx.ReadTimeout):
        server.send("s", "sim", "m3", timeout=0.2)
    again = server.say("s", "sim", "m3")
    assert PROTOCOL in again["text"]
    assert again["metadata"]["replayed"]
    assert effects_of(TARGET) == 1


@pytest.mark.holds("I2", "I7", "evidence 1")
def test_a_remote_that_does_not_answer_in_time_is_looked_up_later(server: Server) -> None:
    until_confirmation(server, "entregar")
    server.arm("in_call", seconds=TIMEOUT + 1)
    answer = server.say("s", "sim", "m3")
    assert answer["metadata"]["transaction_status"] == "IN_DOUBT"
    assert "protocolo" not in answer["text"].casefold()
    assert answer["metadata"]["transaction_evidence"] == []
    doubtful = server.state("s")["in_doubt_transactions"][0]
    act(f"default:{doubtful['transaction_id']}", TARGET)  # it was only late
    assert PROTOCOL in server.say("s", "oi", "m4")["text"]
    assert last_status(server) == "COMPLETED"
    assert effects_of(TARGET) == 1
