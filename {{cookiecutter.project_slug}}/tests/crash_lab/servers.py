"""Real server processes that start fast: forked from this one, which has imported everything already."""

import os
import signal
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn
from agent_framework import Catalog
from agent_framework.domain.registry import Domain
from agent_framework.gateway.application import create_gateway
from agent_framework.gateway.service import Project
from agent_framework.persistence.checkpointer import OneCheckpointSqliteSaver
from agent_framework.runtime.respond import Responder
from agent_framework.understanding.understand import Reader
from fastapi import FastAPI
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from app.settings import Settings
from app.state import AgentState
from app.workflows.agent_graph import build_graph
from tests.crash_lab.domain import lab_agent
from tests.crash_lab.points import arm, place_points

__all__ = ["Server", "start"]

MESSAGES: Final = Path(__file__).parent / "messages"

PATIENCE: Final = 20.0


def warm_up() -> None:
    """Compile the words here once, so that every fork starts with them at hand."""
    domain = Domain([lab_agent], Catalog.load(MESSAGES))
    Reader(domain.agents, domain.texts.languages)
    Responder(domain).prepare()


warm_up()


def lab_app(database_url: str) -> FastAPI:
    """The product with the laboratory's domain, and one route to arm a point."""
    project = Project([lab_agent], MESSAGES, AgentState, build_graph)
    settings = Settings(database_url=database_url, environment="test", log_level="ERROR")
    app = create_gateway(project, settings)

    @app.post("/lab/arm/{point}")
    async def arm_point(point: str) -> None:
        arm(point)

    return app


@dataclass(frozen=True)
class Server:
    """A running server process."""

    pid: int
    url: str

    def kill(self) -> None:
        """SIGKILL, if it did not die by itself, and wait until it is gone."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            return

    def arm(self, point: str) -> None:
        """The process dies when it next reaches this point."""
        httpx.post(f"{self.url}/lab/arm/{point}", timeout=PATIENCE).raise_for_status()

    def say(self, session: str, text: str, message_id: str) -> dict[str, Any]:
        """Send a message.

        Raises:
            httpx.TransportError: the server died over it.
        """
        payload = {"session_id": session, "message": text, "message_id": message_id}
        answer = httpx.post(f"{self.url}/gateway/message", json={"payload": payload}, timeout=PATIENCE)
        answer.raise_for_status()
        content: dict[str, Any] = answer.json()
        return content

    def state(self, session: str) -> dict[str, Any]:
        """The public state of a conversation."""
        content: dict[str, Any] = httpx.get(f"{self.url}/sessions/{session}/state", timeout=PATIENCE).json()
        return content


def start(database_url: str) -> Server:
    """Fork a server and wait until it is ready."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        pid = os.fork()
        if pid == 0:
            _serve(database_url, listener)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = Server(pid, url)
    _wait_until_ready(server)
    return server


def _serve(database_url: str, listener: socket.socket) -> None:
    """The child: never returns."""
    try:
        place_points(AsyncPostgresSaver if database_url.startswith("postgresql") else OneCheckpointSqliteSaver)
        config = uvicorn.Config(lab_app(database_url), log_level="error", lifespan="on")
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        os._exit(1)


def _wait_until_ready(server: Server) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if httpx.get(f"{server.url}/ready", timeout=PATIENCE).status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            time.sleep(0.01)
    raise TimeoutError("the server did not become ready")
