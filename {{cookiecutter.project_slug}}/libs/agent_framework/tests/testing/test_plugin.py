"""The pytest plugin, on a project of its own."""

from collections.abc import Callable

NETWORK = """
import socket, urllib.request
import pytest

@pytest.mark.parametrize("reach", [
    lambda: socket.create_connection(("192.0.2.1", 80)),
    lambda: urllib.request.urlopen("http://example.org"),
])
def test_out(reach):
    reach()

def test_here(conversation, client):
    assert conversation.say("oi").intent == "echo"
    assert client.request("GET", "/ready").status_code == 200
"""


def test_scenarios_and_python_tests_run_side_by_side(run_pytest: Callable[..., str]) -> None:
    out = run_pytest(
        "-v",
        good="name: it greets\nturns: [{user: oi, then: {intent: echo}}]",
        restart="turns: [{user: a}, {restart: process}, {user: b, then: {says: Já ouvi 2, intent: none}}]",
        bad="turns: [{usr: oi}]",
        test_network=NETWORK,
    )
    assert "errors during collection" in out or "1 error" in out
    assert "bad.yaml, 'bad', turn 1: a turn has one of the keys" in out
    out = run_pytest("-v", bad="turns: [{user: oi}]")
    assert "tests/scenarios/good.yaml::it greets PASSED" in out
    assert "Uvicorn running on" in out
    assert "✗ says" not in out
    assert "✗ intent" in out
    assert "test_here PASSED" in out
    assert "NetworkUsed: a test tried to reach example.org" in out
    assert "3 failed, 3 passed" in out
