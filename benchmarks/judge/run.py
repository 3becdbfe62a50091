"""Recall of corrupted answers and false alarms on grounded ones, by kind of corruption and by half.

    python benchmarks/judge/run.py            # the figures
    python benchmarks/judge/run.py --misses   # and the answers of the tuning half that were judged wrongly
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(__file__).resolve().parent / "data"
sys.path[1:1] = [str(ROOT / "{{cookiecutter.project_slug}}/libs/agent_framework/src")]

from agent_framework.judges.groundedness import judge  # noqa: E402
from agent_framework.judges.model import Facts, Verdict  # noqa: E402


def main() -> None:
    """Print the tables; exit non-zero where a target is missed."""
    arguments = _arguments()
    rows = [json.loads(line) for file in arguments.data for line in Path(file).read_text("utf-8").splitlines()]
    facts = Scenes(yaml.safe_load((DATA / "scenes.yaml").read_text("utf-8")))
    started = time.perf_counter()
    judged = [(row, judge(row["answer"], facts.of(row), row["language"])) for row in rows]
    seconds = time.perf_counter() - started
    for half in dict.fromkeys(row["half"] for row in rows):
        table(half, [(row, verdict) for row, verdict in judged if row["half"] == half])
    table("all", judged)
    print(f"\n{len(rows)} answers, {1000 * seconds / len(rows):.2f} ms each")
    if arguments.misses:
        misses(judged, arguments.half)
    recall, alarms = figures(judged)
    sys.exit(recall < 0.99 or alarms > 0.01)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--misses", action="store_true", help="show what was judged wrongly")
    parser.add_argument("--half", default="tuning", help="of this half")
    parser.add_argument("--data", nargs="+", default=[str(DATA / "answers.jsonl")])
    return parser.parse_args()


class Scenes:
    """The facts of a scene in a language."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content

    def of(self, row: Mapping[str, str]) -> Facts:
        """The facts that the answer of this row is judged against."""
        scene, language = self.content["scenes"][row["scene"]], row["language"]
        domain = self.content["domains"][scene["domain"]]
        return Facts(
            tool_results=scene.get("tool_results", []),
            evidence=scene.get("evidence", []),
            transaction=scene.get("transaction"),
            message=scene["message"][language],
            stated=scene.get("stated", {}).get(language, []),
            actions=domain["actions"],
            labels=domain["labels"][language],
        )


def table(name: str, judged: Iterable[tuple[Mapping[str, str], Verdict]]) -> None:
    """Recall by kind of corruption, and the false alarms."""
    judged = list(judged)
    totals = Counter(row["kind"] for row, _ in judged)
    right = Counter(row["kind"] for row, verdict in judged if verdict.grounded == (row["label"] == "grounded"))
    recall, alarms = figures(judged)
    print(f"\n{name}: recall {recall:.2%}, false alarms {alarms:.2%}, precision {precision(judged):.2%}")
    print(f"  {'kind':<12} {'answers':>8} {'right':>8} {'share':>8}")
    for kind, total in sorted(totals.items()):
        print(f"  {kind:<12} {total:>8} {right[kind]:>8} {right[kind] / total:>8.1%}")


def figures(judged: Iterable[tuple[Mapping[str, str], Verdict]]) -> tuple[float, float]:
    """Recall of corrupted answers; false alarms among grounded ones."""
    judged = list(judged)
    corrupted = [not verdict.grounded for row, verdict in judged if row["label"] == "corrupted"]
    grounded = [not verdict.grounded for row, verdict in judged if row["label"] == "grounded"]
    return sum(corrupted) / max(1, len(corrupted)), sum(grounded) / max(1, len(grounded))


def precision(judged: Iterable[tuple[Mapping[str, str], Verdict]]) -> float:
    """Share of the rejected answers that were corrupted."""
    rejected = [row["label"] == "corrupted" for row, verdict in judged if not verdict.grounded]
    return sum(rejected) / max(1, len(rejected))


def misses(judged: Iterable[tuple[Mapping[str, str], Verdict]], half: str) -> None:
    """What was judged wrongly, with the claims."""
    for row, verdict in judged:
        if row["half"] == half and verdict.grounded != (row["label"] == "grounded"):
            print(f"\n[{row['label']}, {row['kind']}, {row['scene']}] {row['answer']}")
            for claim in verdict.claims:
                print(f"    {claim.kind} {claim.text!r} {claim.value}: {claim.supported_by or claim.objection}")


if __name__ == "__main__":
    main()
