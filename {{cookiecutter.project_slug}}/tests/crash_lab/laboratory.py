"""Kill, restart, continue, count."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.crash_lab.domain import effects_of
from tests.crash_lab.points import POINTS
from tests.crash_lab.servers import Server, start

__all__ = ["Laboratory", "Report"]

FOLLOW_UPS: Final = ("redelivery", "new message")


@dataclass
class Report:
    """What was seen. Everything in `wrong` is a broken promise."""

    kills: int = 0
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The report, for a person: kills by tool, point and how the transaction ended."""
        table = [
            f"{tool:10} {point:18} {status:12} {count:6}"
            for (tool, point, status), count in sorted(self.outcomes.items())
        ]
        return [*table, f"{self.kills} kills, {len(self.wrong)} broken promises", *self.wrong]


@dataclass
class Laboratory:
    """Runs experiments on one database. A server that survives one experiment serves the next."""

    database_url: str
    report: Report = field(default_factory=Report)
    number: int = 0
    server: Server | None = None

    def experiment(self, tool: str, point: str, follow_up: str) -> None:
        """One conversation, killed at a point of its last turn, restarted and continued."""
        self.number += 1
        target, session = f"ALVO-{self.number:05}", f"s{self.number}"
        server = self.server or start(self.database_url)
        server.say(session, f"quero {tool} o alvo", "m1")
        asked = server.say(session, target, "m2")
        self._expect(
            asked["metadata"]["transaction_status"] == "AWAITING_CONFIRMATION", f"{session}: not asked: {asked}"
        )
        server.arm(point)
        try:
            server.say(session, "sim", "m3")
            self._expect(False, f"{session}: {point} was never reached")
        except httpx.TransportError:
            self.report.kills += 1
        server.kill()
        self.server = start(self.database_url)
        answer = self.server.say(session, "sim", "m3" if follow_up == "redelivery" else "m4")
        self._check(tool, point, target, answer, self.server.state(session))

    def _check(self, tool: str, point: str, target: str, answer: dict[str, Any], state: dict[str, Any]) -> None:
        last = (state["last_transaction"] or {}).get("status")
        status, done = str(state["transaction_status"] or last), effects_of(target)
        self.report.outcomes[tool, point, status] += 1
        told = f"{tool} {point} {target}: {status}, {done} effects, {answer['text']!r}"
        self._expect(done <= 1, f"duplicate: {told}")
        self._expect(done == 1 or status != "COMPLETED", f"told as done and was not: {told}")
        self._expect(done == 1 or "Protocolo" not in answer["text"], f"told as done and was not: {told}")
        self._expect(self._arguments(state) == {"target_id": target}, f"lost argument: {told}")
        self._expect(status in EXPECTED[tool], f"unexpected end: {told}")

    def _arguments(self, state: dict[str, Any]) -> Any:
        doubtful = state["in_doubt_transactions"]
        transaction = state["active_transaction"] or (doubtful[-1] if doubtful else state["last_transaction"])
        return transaction and transaction["arguments"]

    def _expect(self, true: bool, otherwise: str) -> None:
        if not true:
            self.report.wrong.append(otherwise)

    def run(self, kills: int, seed: int = 1) -> Report:
        """Experiments over all tools, points and follow-ups, in random order, until there were so many kills."""
        chance = random.Random(seed)
        plans = [(tool, point, follow_up) for tool in EXPECTED for point in POINTS for follow_up in FOLLOW_UPS]
        while self.report.kills < kills:
            chance.shuffle(plans)
            for plan in plans[: kills - self.report.kills]:
                self.experiment(*plan)
        if self.server:
            self.server.kill()
        return self.report


EXPECTED: Final = {
    "reservar": {"COMPLETED"},
    "entregar": {"COMPLETED", "IN_DOUBT"},
    "disparar": {"COMPLETED", "IN_DOUBT"},
}
