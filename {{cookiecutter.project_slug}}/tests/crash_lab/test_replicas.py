"""Two server processes on one database, one of them killed; clients that leave, remotes that do not answer."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

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
def server(effects: None, tmp_path: Path) -> Iterator[Server]:
    """One server on SQLite."""
    started = start(f"sqlite:///{tmp_path}/lab.db")
    yield started
    started.kill()


@pytest.mark.holds("I2")
@pytest.mark.parametrize(
    "message_ids", [[f"yes-{n}" for n in range(CROWD)], ["webhook"] * CROWD], ids=["yes", "delivery"]
)
def test_fifty_at_once_on_two_replicas_have_one_effect_and_one_protocol(
    replicas: Sequence[Server], message_ids: Sequence[str]
) -> None:
    replicas[0].ask("s", "disparar", TARGET)
    with ThreadPoolExecutor(CROWD) as pool:
        sent = [pool.submit(replicas[n % 2].send, "s", "sim", name) for n, name in enumerate(message_ids)]
        answers = [future.result() for future in sent]
    assert {answer.status_code for answer in answers} == {httpx.codes.OK}
    assert all(PROTOCOL in answer.json()["text"] for answer in answers)
    assert effects_of(TARGET) == 1


@pytest.mark.holds("I2", "I3")
@pytest.mark.parametrize("lab_database", ["postgresql"], indirect=True)
def test_many_conversations_while_one_of_two_replicas_is_killed(lab_database: str) -> None:
    load = Load(lab_database, replicas=2)
    load.storm(conversations=60, delay=0.4)
    load.close()
    assert (load.report.kills, load.report.conversations) == (1, 60)
    assert load.report.wrong == []


@pytest.mark.holds("I2")
def test_a_client_that_left_during_a_slow_execution_gets_the_result_by_repeating_its_message(server: Server) -> None:
    server.ask("s", "disparar", TARGET)
    server.arm("in_call", seconds=0.8)
    with pytest.raises(httpx.ReadTimeout):
        server.send("s", "sim", "m3", timeout=0.2)
    again = server.say("s", "sim", "m3")
    assert PROTOCOL in again["text"]
    assert again["metadata"]["replayed"]
    assert effects_of(TARGET) == 1


@pytest.mark.holds("I2", "I7", "evidence 1")
def test_a_remote_that_does_not_answer_in_time_is_looked_up_later(server: Server) -> None:
    server.ask("s", "entregar", TARGET)
    server.arm("in_call", seconds=TIMEOUT + 1)
    answer = server.say("s", "sim", "m3")
    assert answer["metadata"]["transaction_status"] == "IN_DOUBT"
    assert "protocolo" not in answer["text"].casefold()
    assert answer["metadata"]["transaction_evidence"] == []
    doubtful = server.state("s")["in_doubt_transactions"][0]
    act(f"default:{doubtful['transaction_id']}", TARGET)  # it was only late
    assert PROTOCOL in server.say("s", "oi", "m4")["text"]
    assert server.state("s")["last_transaction"]["status"] == "COMPLETED"
    assert effects_of(TARGET) == 1
