"""`make lock`: the baked project's `make lock`, its result taken back into the template."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parent.parent

with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-m", "cookiecutter", "--no-input", "--output-dir", folder, str(TEMPLATE)]
    subprocess.run(command, check=True)
    project = next(Path(folder).iterdir())
    subprocess.run(["make", "lock"], cwd=project, check=True)
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(project / name, TEMPLATE / "{{cookiecutter.project_slug}}" / name)
