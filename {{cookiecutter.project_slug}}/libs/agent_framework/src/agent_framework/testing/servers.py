"""Where a conversation takes place: the application inside this process, or a real server process.

Both are driven from ordinary synchronous tests, from several threads at once where messages are to meet.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI

__all__ = ["AppServer", "OwnServer", "ProcessServer", "RemoteServer", "Server", "ServerNotReady"]

T = TypeVar("T")

REQUEST_SECONDS: Final = 60.0
READY_SECONDS: Final = 60.0
STOP_SECONDS: Final = 10.0
POLL_SECONDS: Final = 0.05


class ServerNotReady(RuntimeError):
    """The server did not answer `/ready`; the message ends with its log."""


class Server(ABC):
    """A running application. A context manager: what was opened is closed on exit."""

    @abstractmethod
    def __enter__(self) -> Self: ...

    @abstractmethod
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @abstractmethod
    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send one request; options are those of httpx. May be called from several threads at once."""


class OwnServer(Server):
    """A server that was started here."""

    @abstractmethod
    def restart(self) -> None:
        """Stop without any farewell and start again on the same database."""

    @property
    def log(self) -> str:
        """What the server wrote, where it is a process of its own."""
        return ""


class RemoteServer(Server):
    """A server that somebody else runs."""

    def __init__(self, url: str) -> None:
        self._client = httpx.Client(base_url=url, timeout=REQUEST_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._client.request(method, path, **options)


class AppServer(OwnServer):
    """The application in this process: no socket, and whatever a test injects is in reach as `app.state`."""

    def __init__(self, create_app: Callable[[], FastAPI]) -> None:
        self._create_app = create_app

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            self._portal: BlockingPortal = opened.enter_context(start_blocking_portal())
            self._start()
            self._exit = opened.pop_all()  # only now: a start that fails must not leave the portal's thread behind
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        self._exit.close()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def send() -> httpx.Response:
            return await self._client.request(method, path, **options)

        return self._portal.call(send)

    def restart(self) -> None:
        self._stop()
        self._start()

    def call(self, function: Callable[..., Awaitable[T]], *arguments: Any) -> T:
        """Await something of the application's on its own event loop."""
        return self._portal.call(function, *arguments)

    def _start(self) -> None:
        self.app = self._create_app()
        enter = self._portal.wrap_async_context_manager
        with ExitStack() as opened:
            opened.enter_context(enter(self.app.router.lifespan_context(self.app)))
            transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
            client = httpx.AsyncClient(transport=transport, base_url="http://testserver", timeout=REQUEST_SECONDS)
            self._client = opened.enter_context(enter(client))
            self._life = opened.pop_all()

    def _stop(self) -> None:
        self._life.close()


class ProcessServer(OwnServer):
    """`uvicorn app.main:app` on a free port of this machine, its log kept in a file."""

    def __init__(self, root: Path, database_url: str, folder: Path, environment: dict[str, str] | None = None) -> None:
        self._root = root
        self._environment = {**os.environ, **(environment or {}), "DATABASE_URL": database_url}
        self._log_path = folder / "server.log"

    def __enter__(self) -> Self:
        self._port = _free_port()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{self._port}", timeout=REQUEST_SECONDS, trust_env=False)
        self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._client.request(method, path, **options)

    def restart(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._start()

    @property
    def log(self) -> str:
        return self._log_path.read_text(encoding="utf-8", errors="replace")

    def _start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "app.main:app", "--host", "127.0.0.1", "--port", str(self._port)]
        with self._log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=self._root, env=self._environment, stdout=log, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + READY_SECONDS
        while not self._ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                raise ServerNotReady(f"the server did not become ready:\n{self.log}")
            time.sleep(POLL_SECONDS)

    def _ready(self) -> bool:
        try:
            return self._client.get("/ready").is_success
        except httpx.TransportError:
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
