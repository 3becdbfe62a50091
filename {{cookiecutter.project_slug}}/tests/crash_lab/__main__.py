"""`python -m tests.crash_lab --kills 2000`: the long version. Exits non-zero where a promise was broken.

Three of four kills are at a named point of a turn, the fourth at a random moment under load; one of these while
two hundred conversations are under way.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agent_framework.testing.postgres import postgres_server

from tests.crash_lab.domain import open_effects
from tests.crash_lab.laboratory import Laboratory, Report, shuffled
from tests.crash_lab.load import Load

CONVERSATIONS = 9
CROWD = 200


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    """An empty database of this kind."""
    if kind == "sqlite":
        yield f"sqlite:///{folder}/lab.db"
    else:
        with postgres_server() as server:
            yield server.create_database("lab")


def experiments(url: str, kills: int, replicas: int, chance: random.Random) -> list[Report]:
    """Both kinds on one database."""
    at_points, under_load = Laboratory(url), Load(url, replicas)
    at_points.run(shuffled(kills - kills // 4, chance))
    under_load.storm(CROWD, chance.uniform(0.5, 2))
    under_load.run(kills // 4, CONVERSATIONS, chance)
    return [at_points.report, under_load.report]


def main() -> None:
    """Run the laboratory on the databases that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=2000, help="how many in all, shared by the databases")
    parser.add_argument("--databases", nargs="+", default=["sqlite", "postgresql"], choices=["sqlite", "postgresql"])
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    broken = 0
    for kind in asked.databases:
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as url:
            open_effects(Path(name) / "effects.db")
            replicas = 1 if kind == "sqlite" else 2
            reports = experiments(url, asked.kills // len(asked.databases), replicas, random.Random(asked.seed))
        print(f"--- {kind}, {time.monotonic() - begun:.0f} s")
        for report in reports:
            print(*report.lines(), sep="\n", flush=True)
            broken += len(report.wrong)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
