"""What it costs to have the server at all: seconds until it answers, memory, packages; beside the other two.

python benchmarks/turn/start.py [--rounds 5]
"""

import argparse
import re
import statistics
from pathlib import Path

from _servers import MODULES, TEMPLATE, baked, running


def resident_megabytes(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else float("nan")


def packages() -> int:
    """What the baked project installs without extras and development tools."""
    pinned = (TEMPLATE / "{{cookiecutter.project_slug}}" / "requirements.txt").read_text(encoding="utf-8")
    return len(re.findall(r"^[A-Za-z0-9_.-]+==", pinned, re.MULTILINE))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    seconds: dict[str, list[float]] = {name: [] for name in MODULES}
    memory: dict[str, list[float]] = {name: [] for name in MODULES}
    for _ in range(rounds):
        for name in MODULES:
            with baked() as folder, running(name, folder) as server:
                seconds[name].append(server.started_in)
                memory[name].append(resident_megabytes(server.pid))
    print(f"{'':8}{'start s':>10}{'/ floor':>10}{'MB':>8}{'/ floor':>10}")
    for name in MODULES:
        start, megabytes = statistics.median(seconds[name]), statistics.median(memory[name])
        ratios = start / statistics.median(seconds["floor"]), megabytes / statistics.median(memory["floor"])
        print(f"{name:8}{start:>10.2f}{ratios[0]:>10.2f}{megabytes:>8.0f}{ratios[1]:>10.2f}")
    print(f"packages installed by a project, without extras: {packages()}")


if __name__ == "__main__":
    main()
