"""Leave only what was chosen, and say what to do next."""

import json
import shutil
from pathlib import Path

ANSWERS = json.loads(r"""{{ cookiecutter | tojson }}""")

# What only the retail starter has. The blank one lacks it, and has what lies in STARTERS/blank.
RETAIL = (
    "app/agents/billing_agent.py",
    "app/agents/orders_agent.py",
    "app/services",
    "app/tools/billing.py",
    "app/tools/orders.py",
    "docs/spec_coverage.md",
    "tests",
)
STARTERS = Path("starters")

# A template that was worked on where it lies has them; what it emits never does.
CACHES = ("__pycache__", ".hypothesis", ".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache")

NEXT = {
    "retail": "talk to it in your terminal; the first time, this builds its environment",
    "blank": "write your first tool, with its texts and its test",
}
COMMANDS = {"retail": "make chat", "blank": "make new-tool NAME=change_address"}


def remove(path: Path) -> None:
    """Delete a file or a folder. A path that is not there is a mistake in RETAIL, and stops the hook."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def prune(starter: str) -> None:
    """Make the generated folder the chosen starter's."""
    for name in CACHES:
        for cache in list(Path().rglob(name)):
            shutil.rmtree(cache)
    if starter == "blank":
        for name in RETAIL:
            remove(Path(name))
        shutil.copytree(STARTERS / "blank", ".", dirs_exist_ok=True)
    shutil.rmtree(STARTERS)


if __name__ == "__main__":
    starter = ANSWERS["starter"]
    prune(starter)
    print(f"\n{ANSWERS['project_name']} is in {Path().resolve().name}/. Next:")
    print(f"  cd {ANSWERS['project_slug']} && make test    # everything it promises, checked")
    print(f"  {COMMANDS[starter]}    # {NEXT[starter]}")
