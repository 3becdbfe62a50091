"""A database that goes away under a running server, and comes back."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import pytest
from agent_framework.testing.postgres import PostgresServer

from tests.crash_lab.domain import effects_of
from tests.crash_lab.servers import Server, start


@dataclass(frozen=True)
class Case:
    """A conversation with a tool. `executing`: its yes is under way when the database goes, else it comes during the outage."""

    tool: str
    target: str
    executing: bool
    status: str

    @property
    def effects_during_the_outage(self) -> int:
        return int(self.executing)


CASES = [
    Case("disparar", "ALVO-00001", False, "COMPLETED"),
    Case("reservar", "ALVO-00002", True, "COMPLETED"),
    Case("entregar", "ALVO-00003", True, "COMPLETED"),
    Case("disparar", "ALVO-00004", True, "IN_DOUBT"),
]


@dataclass(frozen=True)
class Outage:
    """What was answered while the database was away, and the server that went through it."""

    server: Server
    refused: dict[str, httpx.Response]
    effects: dict[str, int]


@pytest.fixture(scope="module")
def outage(postgres: PostgresServer, module_effects: None) -> Iterator[Outage]:
    """One outage for all cases: it takes seconds."""
    server = start(postgres.create_database("goes_away"))
    for case in CASES:
        server.ask(case.target, case.tool, case.target)
    server.arm("after_effect", seconds=1.5)
    with ThreadPoolExecutor(len(CASES)) as pool:
        sent = {case.target: pool.submit(_yes, server, case) for case in CASES if case.executing}
        while not all(effects_of(target) for target in sent):
            time.sleep(0.01)
        postgres.stop()
        try:
            sent |= {case.target: pool.submit(_yes, server, case) for case in CASES if not case.executing}
            refused = {target: answer.result() for target, answer in sent.items()}
            effects = {case.target: effects_of(case.target) for case in CASES}
        finally:
            postgres.start()
    yield Outage(server, refused, effects)
    server.kill()


@pytest.mark.holds("I2", "I3", "I7")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.tool}-{'executing' if case.executing else 'waiting'}")
def test_a_lost_database_is_said_nothing_is_half_done_and_service_resumes_by_itself(outage: Outage, case: Case) -> None:
    refused = outage.refused[case.target]
    assert refused.status_code == httpx.codes.SERVICE_UNAVAILABLE
    assert refused.headers["content-type"] == "application/problem+json"
    assert int(refused.headers["retry-after"]) > 0
    assert outage.effects[case.target] == case.effects_during_the_outage

    text = _deliver_until_answered(outage.server, case)
    assert effects_of(case.target) == 1
    assert (f"LAB-{case.target}" in text) == (case.status == "COMPLETED")
    state = outage.server.state(case.target)
    assert state["transaction_status"] == case.status, state


def _yes(server: Server, case: Case) -> httpx.Response:
    return server.send(case.target, "sim", "m3")


def _deliver_until_answered(server: Server, case: Case) -> str:
    """Repeat the yes as a client should: after a 503, when it says so."""
    for _ in range(10):
        answer = _yes(server, case)
        if answer.status_code == httpx.codes.OK:
            return str(answer.json()["text"])
        assert answer.status_code == httpx.codes.SERVICE_UNAVAILABLE
        time.sleep(float(answer.headers["retry-after"]) / 4)
    raise TimeoutError("service did not resume")
