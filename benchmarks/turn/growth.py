"""What a long conversation costs: turn 1,000 against turn 10, and the bytes that stay.

    python benchmarks/turn/growth.py [--turns 1000] [--samples 60]

One conversation is made long. Then its turns and those of young conversations are measured alternately, each pair the
same message, so that noise hits both alike; printed is the ratio of their medians, and the bytes in the database.
"""

import argparse
import asyncio
import sqlite3
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from uuid import uuid4

import httpx
from _servers import FIRST_ORDER, Server, baked, running

YOUNG = 10


class Conversation:
    """One session that goes on and on: an order is cancelled, asked for, and the next one comes."""

    def __init__(self, client: httpx.AsyncClient, server: Server, orders: Iterator[int]) -> None:
        self.session = str(uuid4())
        self._client, self._server, self._orders = client, server, orders
        self._messages = self._said()

    def _said(self) -> Iterator[str]:
        for order in self._orders:
            yield from ("quero cancelar pedido", f"PED-{order}", "sim", "quero meu pedido")

    async def turn(self) -> float:
        """The seconds of the next turn."""
        payload = {"session_id": self.session, "message": next(self._messages)}
        body = {"channel": "web", "tenant_id": "default", "payload": payload}
        started = time.perf_counter()
        answer = await self._client.post(f"{self._server.url}/gateway/message", json=body)
        answer.raise_for_status()
        return time.perf_counter() - started

    async def turns(self, number: int) -> list[float]:
        return [await self.turn() for _ in range(number)]


def stored(server: Server, session: str) -> tuple[int, float]:
    """Bytes of the conversation's checkpoints, and of its journal a turn."""
    with closing(sqlite3.connect(server.database)) as connection:
        thread = f"%:{session}"
        checkpoints = connection.execute(
            "SELECT sum(length(checkpoint) + length(metadata)) FROM checkpoints WHERE thread_id LIKE ?", [thread]
        ).fetchone()[0]
        journal, turns = connection.execute(
            "SELECT sum(length(CAST(data AS BLOB))), count(DISTINCT message_id) FROM journal"
            " WHERE conversation_key LIKE ?",
            [thread],
        ).fetchone()
        return checkpoints, journal / turns


async def measure(server: Server, turns: int, samples: int) -> None:
    orders = count(FIRST_ORDER)
    async with httpx.AsyncClient(timeout=60) as client:
        old = Conversation(client, server, orders)
        sizes, done = {}, 0
        for length in (YOUNG, turns // 10, turns):
            await old.turns(length - done)
            done = length
            sizes[length] = stored(server, old.session)
        seconds: dict[str, list[float]] = {"young": [], "old": []}
        for _ in range(samples):
            young = Conversation(client, server, orders)
            await young.turns(YOUNG - 2)
            for _ in range(4):
                seconds["young"].append(await young.turn())
                seconds["old"].append(await old.turn())
    p50 = {name: statistics.median(found) * 1000 for name, found in seconds.items()}
    ratio = p50["old"] / p50["young"]
    print(f"turn {turns} / turn {YOUNG}, p50: {ratio:.2f}  ({p50['old']:.1f} ms, {p50['young']:.1f} ms)")
    for length, (checkpoints, journal) in sizes.items():
        print(f"after {length:>5} turns: checkpoints {checkpoints:>7} bytes, journal {journal:>6.0f} bytes a turn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--samples", type=int, default=60)
    asked = parser.parse_args()
    with baked() as folder, running("ours", folder) as server:
        asyncio.run(measure(server, asked.turns, asked.samples))


if __name__ == "__main__":
    main()
