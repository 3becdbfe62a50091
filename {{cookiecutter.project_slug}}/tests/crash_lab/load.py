"""Many conversations at once, and a server that is killed at a moment nobody chose."""

import random
import time
from collections.abc import Mapping
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.crash_lab.domain import TOOLS
from tests.crash_lab.laboratory import Report
from tests.crash_lab.servers import Server, prepare, start

__all__ = ["Load"]

PATIENCE: Final = 60.0
PAUSE: Final = 0.02


@dataclass
class Load:
    """`replicas` servers on one database share the conversations; a client that got no answer repeats its message."""

    database_url: str
    replicas: int = 1
    report: Report = field(default_factory=Report)
    number: int = 0
    span: float = 1.0
    servers: list[Server] = field(default_factory=list)

    def run(self, kills: int, conversations: int, chance: random.Random) -> None:
        """Storms until there were so many kills."""
        while self.report.kills < kills:
            self.storm(conversations, chance.uniform(0, self.span))
        self.close()

    def close(self) -> None:
        """Kill what is left."""
        for server in self.servers:
            server.kill()
        self.servers.clear()

    def storm(self, conversations: int, delay: float) -> None:
        """One round of conversations at once, a kill after `delay` seconds, every message repeated until it is answered."""
        while len(self.servers) < self.replicas:
            self.servers.append(start(self.database_url))
        spare = prepare(self.database_url)
        begun = time.monotonic()
        with ThreadPoolExecutor(conversations) as pool:
            talks = {self._next(): pool.submit(self._converse, self.number) for _ in range(conversations)}
            self._kill_one(talks, delay, spare)
        # The next kill comes at a moment at which this round was still under way, more likely than not.
        self.span = 0.8 * (time.monotonic() - begun)
        for number, talk in talks.items():
            tool, target, session = _parts(number)
            state = self.servers[number % self.replicas].state(session)
            self.report.check(tool, "under load", target, talk.result()["text"], state)

    def _next(self) -> int:
        self.number += 1
        return self.number

    def _kill_one(self, talks: Mapping[int, Future[dict[str, Any]]], delay: float, spare: Server) -> None:
        wait(talks.values(), timeout=delay, return_when=FIRST_EXCEPTION)
        self.report.kills += not all(talk.done() for talk in talks.values())
        victim = self.number % self.replicas
        self.servers[victim].kill()
        spare.open()
        self.servers[victim] = spare

    def _converse(self, number: int) -> dict[str, Any]:
        tool, target, session = _parts(number)
        self._deliver(number, session, f"quero {tool} o alvo", "m1")
        self._deliver(number, session, target, "m2")
        return self._deliver(number, session, "sim", "m3")

    def _deliver(self, number: int, session: str, text: str, message_id: str) -> dict[str, Any]:
        """Send until it is answered, to another replica each time."""
        until, attempt = time.monotonic() + PATIENCE, number
        while time.monotonic() < until:
            try:
                answer = self.servers[attempt % self.replicas].send(session, text, message_id)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                answer.raise_for_status()
                content: dict[str, Any] = answer.json()
                return content
            attempt += 1
            time.sleep(PAUSE)
        raise TimeoutError(f"{session}: {message_id} was never answered")


def _parts(number: int) -> tuple[str, str, str]:
    """Tool, target and session of a conversation. Apart from those of the named points."""
    return list(TOOLS)[number % len(TOOLS)], f"ALVO-{50_000 + number:05}", f"load{number}"
