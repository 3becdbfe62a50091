"""The cost of a turn: ours against the floor and against the usual way, measured side by side in one run.

    python benchmarks/turn/run.py [--rounds 5] [--conversations 40]

Each round plays the same conversations against each server in turn, so that noise hits all alike; printed are medians over all
rounds and the ratios between them. Figures of one machine mean nothing, ratios of one run do.
"""

import argparse
import asyncio
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from uuid import uuid4

import httpx
from cookiecutter.main import cookiecutter

HERE = Path(__file__).parent
TEMPLATE = HERE.parent.parent
ORDERS = 5000


@dataclass
class Server:
    """One of the three, running."""

    name: str
    url: str
    database: Path
    seconds: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(name: str, module: str, project: Path, database: Path) -> Iterator[Server]:
    """The server `module` of the baked project or of this folder, until the end of the block."""
    port = free_port()
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, [HERE, project, project / "libs" / "agent_framework" / "src"])),
        "DATABASE_FILE": str(database),
        "DATABASE_URL": f"sqlite:///{database}",
        "LOG_LEVEL": "ERROR",
        "LANGGRAPH_STRICT_MSGPACK": "true" if name == "ours" else "false",
    }
    command = [sys.executable, "-m", "uvicorn", module, "--port", str(port), "--log-level", "warning"]
    process = subprocess.Popen(command, cwd=project, env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                httpx.get(f"{url}/openapi.json")
                break
            except httpx.ConnectError:
                time.sleep(0.1)
        else:
            raise RuntimeError(f"{name} did not start")
        yield Server(name, url, database)
    finally:
        process.terminate()
        process.wait()


def seed(database: Path) -> None:
    """Orders enough for every conversation to cancel one of its own."""
    with sqlite3.connect(database, timeout=10) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(sample_orders)")]
        pattern = connection.execute("SELECT * FROM sample_orders WHERE order_id = 'PED-1001'").fetchone()
        values = dict(zip(columns, pattern, strict=True))
        for number in range(3000, 3000 + ORDERS):
            values["order_id"] = f"PED-{number}"
            marks = ", ".join("?" for _ in columns)
            connection.execute(f"INSERT INTO sample_orders VALUES ({marks})", [values[name] for name in columns])


async def converse(client: httpx.AsyncClient, server: Server, order: str) -> list[float]:
    session, seconds = str(uuid4()), []
    for message in ("quero cancelar pedido", order, "sim", "quero meu pedido"):
        body = {"channel": "web", "tenant_id": "default", "payload": {"session_id": session, "message": message}}
        started = time.perf_counter()
        answer = await client.post(f"{server.url}/gateway/message", json=body)
        seconds.append(time.perf_counter() - started)
        answer.raise_for_status()
    return seconds


async def measure(server: Server, conversations: int, orders: Iterator[int]) -> None:
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=16)) as client:
        for _ in range(conversations):
            server.seconds += await converse(client, server, f"PED-{next(orders)}")
        started, left = time.perf_counter(), iter(range(conversations * 4))

        async def one_client() -> None:
            for _ in left:
                await converse(client, server, f"PED-{next(orders)}")

        await asyncio.gather(*(one_client() for _ in range(16)))
        server.per_second.append(conversations * 4 * 4 / (time.perf_counter() - started))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--conversations", type=int, default=25)
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        project = Path(cookiecutter(str(TEMPLATE), no_input=True, output_dir=str(folder)))
        servers = [
            stack.enter_context(running("floor", "floor:app", project, folder / "floor.db")),
            stack.enter_context(running("ours", "app.main:app", project, folder / "ours.db")),
            stack.enter_context(running("usual", "usual:app", project, folder / "usual.db")),
        ]
        for name in ("ours", "usual"):
            seed(folder / f"{name}.db")
        orders = {server.name: count(3000) for server in servers}
        for _ in range(asked.rounds):
            for server in servers:
                asyncio.run(measure(server, asked.conversations, orders[server.name]))
        report(servers)


def report(servers: list[Server]) -> None:
    p50 = {server.name: statistics.median(server.seconds) * 1000 for server in servers}
    p95 = {server.name: statistics.quantiles(server.seconds, n=20)[-1] * 1000 for server in servers}
    rate = {server.name: statistics.median(server.per_second) for server in servers}
    print(f"{'':8}{'p50 ms':>10}{'p95 ms':>10}{'turns/s, 16 clients':>22}{'p50 / floor':>14}{'p50 / usual':>14}")
    for name in p50:
        ratios = f"{p50[name] / p50['floor']:>14.2f}{p50[name] / p50['usual']:>14.2f}"
        print(f"{name:8}{p50[name]:>10.1f}{p95[name]:>10.1f}{rate[name]:>22.0f}{ratios}")


if __name__ == "__main__":
    main()
