"""Makes the template's framework and its sample app importable. Import it before either."""

import sys
from pathlib import Path

__all__ = ["TEMPLATE"]

TEMPLATE = Path(__file__).resolve().parents[2] / "{{cookiecutter.project_slug}}"
sys.path[:0] = [str(TEMPLATE), str(TEMPLATE / "libs" / "agent_framework" / "src")]
