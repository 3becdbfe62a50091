"""The servers that are measured against each other, and the conversation that each is asked to hold."""

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
from cookiecutter.main import cookiecutter

HERE = Path(__file__).parent
TEMPLATE = HERE.parent.parent
FIRST_ORDER = 3000
ORDERS = 5000


@dataclass(frozen=True)
class Server:
    """One that is running. `started_in` is the seconds until it answered."""

    name: str
    url: str
    database: Path
    pid: int
    started_in: float


MODULES = {"floor": "floor:app", "ours": "app.main:app", "usual": "usual:app"}


@contextmanager
def baked() -> Iterator[Path]:
    """A folder with the default project in `retail-agent/`, deleted at the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        cookiecutter(str(TEMPLATE), no_input=True, output_dir=folder)
        yield Path(folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(name: str, folder: Path) -> Iterator[Server]:
    """One of MODULES as a server of its own, on a database of its own with many orders, until the end of the block."""
    project, database, port = folder / "retail-agent", folder / f"{name}.db", free_port()
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, [HERE, project, project / "libs" / "agent_framework" / "src"])),
        "DATABASE_FILE": str(database),
        "DATABASE_URL": f"sqlite:///{database}",
        "LOG_LEVEL": "ERROR",
        "LANGGRAPH_STRICT_MSGPACK": "true" if name == "ours" else "false",
    }
    command = [sys.executable, "-m", "uvicorn", MODULES[name], "--port", str(port), "--log-level", "warning"]
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=project, env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(f"{url}/openapi.json")
        ready = time.perf_counter() - started
        if name != "floor":
            seed(database)
        yield Server(name, url, database, process.pid, ready)
    finally:
        process.terminate()
        process.wait()


def wait_for(url: str) -> None:
    """Until the server answers.

    Raises:
        RuntimeError: it did not within twenty seconds.
    """
    for _ in range(1000):
        try:
            httpx.get(url)
        except httpx.ConnectError:
            time.sleep(0.02)
        else:
            return
    raise RuntimeError(f"{url} does not answer")


def seed(database: Path) -> None:
    """Orders enough for every conversation to cancel one of its own."""
    with sqlite3.connect(database, timeout=10) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(sample_orders)")]
        pattern = connection.execute("SELECT * FROM sample_orders WHERE order_id = 'PED-1001'").fetchone()
        values = dict(zip(columns, pattern, strict=True))
        for number in range(FIRST_ORDER, FIRST_ORDER + ORDERS):
            values["order_id"] = f"PED-{number}"
            marks = ", ".join("?" for _ in columns)
            connection.execute(f"INSERT INTO sample_orders VALUES ({marks})", [values[name] for name in columns])


async def converse(client: httpx.AsyncClient, server: Server, order: str) -> list[float]:
    """The four messages, in a session of their own; the seconds of each turn."""
    session, seconds = str(uuid4()), []
    for message in ("quero cancelar pedido", order, "sim", "quero meu pedido"):
        body = {"channel": "web", "tenant_id": "default", "payload": {"session_id": session, "message": message}}
        started = time.perf_counter()
        answer = await client.post(f"{server.url}/gateway/message", json=body)
        seconds.append(time.perf_counter() - started)
        answer.raise_for_status()
    return seconds
