"""The cost of a turn: ours against the floor and against the usual way, measured side by side in one run.

    python benchmarks/turn/run.py [--rounds 4] [--conversations 25]

Each round plays the same conversations against each server in turn, so that noise hits all alike; printed are medians
over all rounds and the ratios between them. Figures of one machine mean nothing, ratios of one run do.
"""

import argparse
import asyncio
import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count

import httpx
from _servers import FIRST_ORDER, MODULES, Server, baked, converse, running

CLIENTS = 16


@dataclass
class Measured:
    """What one server took: seconds of each turn with one client, turns a second with many."""

    server: Server
    orders: Iterator[int] = field(default_factory=lambda: count(FIRST_ORDER))
    seconds: list[float] = field(default_factory=list)
    per_second: list[float] = field(default_factory=list)


async def measure(it: Measured, conversations: int) -> None:
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=CLIENTS)) as client:
        for _ in range(conversations):
            it.seconds += await converse(client, it.server, f"PED-{next(it.orders)}")
        started, left = asyncio.get_running_loop().time(), iter(range(conversations * 4))

        async def one_client() -> None:
            for _ in left:
                await converse(client, it.server, f"PED-{next(it.orders)}")

        await asyncio.gather(*(one_client() for _ in range(CLIENTS)))
        it.per_second.append(conversations * 4 * 4 / (asyncio.get_running_loop().time() - started))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--conversations", type=int, default=25)
    asked = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(baked())
        all_measured = [Measured(stack.enter_context(running(name, folder))) for name in MODULES]
        for _ in range(asked.rounds):
            for measured in all_measured:
                asyncio.run(measure(measured, asked.conversations))
        report(all_measured)


def report(all_measured: list[Measured]) -> None:
    p50 = {it.server.name: statistics.median(it.seconds) * 1000 for it in all_measured}
    p95 = {it.server.name: statistics.quantiles(it.seconds, n=20)[-1] * 1000 for it in all_measured}
    rate = {it.server.name: statistics.median(it.per_second) for it in all_measured}
    columns = f"{'p50 ms':>10}{'p95 ms':>10}{f'turns/s, {CLIENTS} clients':>22}{'p50 / floor':>14}{'p50 / usual':>14}"
    print(f"{'':8}{columns}")
    for name, median in p50.items():
        ratios = f"{median / p50['floor']:>14.2f}{median / p50['usual']:>14.2f}"
        print(f"{name:8}{median:>10.1f}{p95[name]:>10.1f}{rate[name]:>22.0f}{ratios}")


if __name__ == "__main__":
    main()
