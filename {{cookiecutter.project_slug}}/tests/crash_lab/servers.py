"""Real server processes that start fast: forked from this one, which has imported and compiled everything already."""

import gc
import os
import signal
import socket
import tempfile
import threading
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn
from unittest.mock import patch

import httpx
import uvicorn
from agent_framework.gateway.application import create_gateway
from agent_framework.gateway.service import Project
from agent_framework.persistence.checkpointer import OneCheckpointSqliteSaver
from agent_framework.persistence.database import database_url as parse_url
from agent_framework.persistence.database import open_engine
from agent_framework.testing.servers import AppServer
from fastapi import FastAPI
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from app.settings import Settings
from app.state import AgentState
from app.workflows.agent_graph import build_graph
from tests.crash_lab.domain import EFFECTS_FILE, lab_agent, open_effects
from tests.crash_lab.points import arm, place_points

__all__ = ["Server", "prepare", "start"]

MESSAGES: Final = Path(__file__).parent / "messages"

PATIENCE: Final = 30.0


def body(session: str, text: str, message_id: str) -> dict[str, Any]:
    """A message of the default customer's."""
    return {"payload": {"session_id": session, "message": text, "message_id": message_id}}


@dataclass(frozen=True)
class Server:
    """A server process: prepared, then opened. `client` may be used by many threads."""

    pid: int
    gate: int
    client: httpx.Client

    def open(self) -> None:
        """Let it start, and wait until it is ready."""
        os.write(self.gate, b"!")
        os.close(self.gate)
        until = time.monotonic() + PATIENCE
        while self.client.get("/ready").status_code != httpx.codes.OK:
            if time.monotonic() > until:
                raise TimeoutError("the server did not become ready")
            time.sleep(0.01)

    def kill(self) -> None:
        """SIGKILL, if it did not die by itself, and wait until it is gone."""
        try:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            return

    def arm(self, point: str, seconds: float | None = None) -> None:
        """The process dies when it next reaches this point; with `seconds`, it waits there."""
        query = {} if seconds is None else {"seconds": seconds}
        self.client.post(f"/lab/arm/{point}", params=query).raise_for_status()

    def send(self, session: str, text: str, message_id: str, timeout: float = PATIENCE) -> httpx.Response:
        """Send a message.

        Raises:
            httpx.TransportError: the server died over it, or did not answer in time.
        """
        return self.client.post("/gateway/message", json=body(session, text, message_id), timeout=timeout)

    def say(self, session: str, text: str, message_id: str) -> dict[str, Any]:
        """Send a message that is answered with success."""
        answer = self.send(session, text, message_id)
        answer.raise_for_status()
        content: dict[str, Any] = answer.json()
        return content

    def ask(self, session: str, tool: str, target: str) -> None:
        """Hold a conversation up to the point where only the yes is missing.

        Raises:
            AssertionError: the agent did something else than ask for it.
        """
        self.say(session, f"quero {tool} o alvo", "m1")
        status = self.say(session, target, "m2")["metadata"]["transaction_status"]
        if status != "AWAITING_CONFIRMATION":
            raise AssertionError(f"{session}: not asked to confirm, but {status}")

    def state(self, session: str) -> dict[str, Any]:
        """The public state of a conversation."""
        content: dict[str, Any] = self.client.get(f"/sessions/{session}/state").json()
        return content


def start(database_url: str) -> Server:
    """Fork a server and wait until it is ready."""
    server = prepare(database_url)
    server.open()
    return server


def prepare(database_url: str) -> Server:
    """Fork a server that waits to be opened. Threads do not survive a fork: prepare before you start any."""
    warm_up()
    app = lab_app(database_url)
    gc.freeze()  # a collection in the child would touch, and so copy, every page
    wait_here, gate = os.pipe()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(256)
        pid = os.fork()
        if pid == 0:
            os.close(gate)
            _serve(app, database_url, listener, wait_here)
        os.close(wait_here)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    return Server(pid, gate, httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False, limits=limits))


@cache
def lab_app(database_url: str) -> FastAPI:
    """The product with the laboratory's domain, and one route to arm a point. Nothing is opened yet."""
    project = Project([lab_agent], MESSAGES, AgentState, build_graph)
    settings = Settings(database_url=database_url, environment="test", log_level="ERROR")
    app = create_gateway(project, settings)

    @app.post("/lab/arm/{point}")
    async def arm_point(point: str, seconds: float | None = None) -> None:
        arm(point, seconds)

    return app


@cache
def warm_up() -> None:
    """Play a conversation here once, so that every fork starts with all that is imported and compiled on the way."""
    open_engine(parse_url("postgresql://nobody@127.0.0.1/nothing"))
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, {EFFECTS_FILE: ""}):
        open_effects(Path(folder) / "effects.db")
        with AppServer(lambda: lab_app(f"sqlite:///{folder}/warm.db")) as server:
            for text in ("quero reservar o alvo", "ALVO-00000", "sim"):
                server.request("POST", "/gateway/message", json=body("warm", text, text)).raise_for_status()


def _serve(app: FastAPI, database_url: str, listener: socket.socket, gate: int) -> NoReturn:
    """The child: waits for the gate, serves until it is killed."""
    try:
        threading.Thread(target=_die_with, args=(os.getppid(),), daemon=True).start()
        _let_go_of_the_terminal()
        if os.read(gate, 1):
            place_points(AsyncPostgresSaver if database_url.startswith("postgresql") else OneCheckpointSqliteSaver)
            uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on")).run(sockets=[listener])
    finally:
        os._exit(1)


def _die_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _let_go_of_the_terminal() -> None:
    """Whoever reads this process's output must not wait for a server that was left over. Errors go to a file of their own."""
    log = os.open(f"{os.environ[EFFECTS_FILE]}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
