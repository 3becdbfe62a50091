"""Kill, restart, continue, count."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any, Final, TypeAlias

import httpx

from tests.crash_lab.domain import effects_of
from tests.crash_lab.points import POINTS
from tests.crash_lab.servers import Server, start

__all__ = ["HANDFUL", "PLANS", "Laboratory", "Report"]

Plan: TypeAlias = tuple[str, str, str]

# How a transaction of each tool may end, whenever the process died.
ENDS: Final = {
    "reservar": {"COMPLETED"},
    "entregar": {"COMPLETED", "IN_DOUBT"},
    "disparar": {"COMPLETED", "IN_DOUBT"},
}

PLANS: Final[list[Plan]] = [
    (tool, point, follow_up) for tool in ENDS for point in POINTS for follow_up in ("redelivery", "new message")
]

HANDFUL: Final = [
    *((tool, point, "redelivery") for tool, point in zip(cycle(ENDS), POINTS, strict=False)),
    *((tool, point, "new message") for tool in ENDS for point in ("in_call", "after_effect")),
]
"""Every point once, the tools in turn; and each tool where its effect may be done and is not known."""


@dataclass
class Report:
    """What was seen. Everything in `wrong` is a broken promise."""

    kills: int = 0
    conversations: int = 0
    effects: int = 0
    outcomes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def expect(self, true: bool, otherwise: str) -> None:
        """Note a promise that was broken."""
        if not true:
            self.wrong.append(otherwise)

    def check(self, tool: str, where: str, target: str, text: str, state: dict[str, Any]) -> None:
        """Hold what was done to the target against what the customer was told last, and what the state says."""
        last = (state["last_transaction"] or {}).get("status")
        status, done = str(state["transaction_status"] or last), effects_of(target)
        self.conversations += 1
        self.effects += done
        self.outcomes[tool, where, status] += 1
        told = f"{tool} {where} {target}: {status}, {done} effects, {text!r}"
        self.expect(done <= 1, f"duplicate: {told}")
        self.expect(done == 1 or status != "COMPLETED", f"told as done and was not: {told}")
        self.expect(done == 1 or "Protocolo" not in text, f"told as done and was not: {told}")
        self.expect(_arguments(state) == {"target_id": target}, f"lost argument: {told}")
        self.expect(status in ENDS[tool], f"unexpected end: {told}")

    def lines(self) -> list[str]:
        """The report, for a person: conversations by tool, point and how the transaction ended."""
        table = [
            f"{tool:10} {point:18} {status:12} {count:6}"
            for (tool, point, status), count in sorted(self.outcomes.items())
        ]
        sums = f"{self.kills} kills, {self.conversations} conversations, {self.effects} effects"
        return [*table, f"{sums}, {len(self.wrong)} broken promises", *self.wrong]


def _arguments(state: dict[str, Any]) -> Any:
    doubtful = state["in_doubt_transactions"]
    transaction = state["active_transaction"] or (doubtful[-1] if doubtful else state["last_transaction"])
    return transaction and transaction["arguments"]


@dataclass
class Laboratory:
    """Kills one turn at a named point. A server that survives one experiment serves the next."""

    database_url: str
    report: Report = field(default_factory=Report)
    number: int = 0
    server: Server | None = None

    def experiment(self, tool: str, point: str, follow_up: str) -> None:
        """One conversation, killed at a point of its last turn, restarted and continued."""
        self.number += 1
        target, session = f"ALVO-{self.number:05}", f"s{self.number}"
        server = self.server or start(self.database_url)
        server.ask(session, tool, target)
        server.arm(point)
        try:
            server.say(session, "sim", "m3")
            self.report.expect(False, f"{session}: {point} was never reached")
        except httpx.TransportError:
            self.report.kills += 1
        server.kill()
        self.server = start(self.database_url)
        answer = self.server.say(session, "sim", "m3" if follow_up == "redelivery" else "m4")
        self.report.check(tool, point, target, answer["text"], self.server.state(session))

    def run(self, plans: Iterable[Plan]) -> None:
        """The experiments, one after the other."""
        for plan in plans:
            self.experiment(*plan)
        if self.server:
            self.server.kill()
            self.server = None


def shuffled(kills: int, chance: random.Random) -> list[Plan]:
    """So many plans, every one as often as the others."""
    rounds = [chance.sample(PLANS, len(PLANS)) for _ in range(-(-kills // len(PLANS)))]
    return [plan for plans in rounds for plan in plans][:kills]
