"""A tiny project in a folder of its own: what it answers is written in its `app/main.py`."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import agent_framework
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.runner import ScenarioFailed, play
from agent_framework.testing.scenario import load_scenarios

MAIN = """
import os
import sqlalchemy
from types import SimpleNamespace
from contextlib import asynccontextmanager
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from agent_framework.gateway.service import Project
from agent_framework.persistence.tables import metadata


async def open_services(engine, clock):
    return engine


def project():
    return Project(agents=[], messages=None, state=dict, build_graph=None, open_services=open_services)


def create_app(settings):
    clock = project().clock
    engine = sqlalchemy.create_engine(settings.database_url)
    answered, owner = {}, {}

    @asynccontextmanager
    async def lifespan(app):
        metadata.create_all(engine)
        with engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS heard (text)")
        yield
        engine.dispose()

    app = FastAPI(lifespan=lifespan)

    @app.get("/ready")
    async def ready():
        return {}

    @app.post("/gateway/message")
    async def message(request: Request):
        payload = (await request.json())["payload"]
        session, text = payload["session_id"], payload["message"]
        if owner.setdefault(session, payload["user_id"]) != payload["user_id"]:
            return JSONResponse({"detail": "no such conversation"}, 404)
        if payload["message_id"] in answered:
            body = answered[payload["message_id"]]
            return {**body, "metadata": {**body["metadata"], "replayed": True}}
        with engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO heard VALUES (?)", (text,))
            heard = connection.exec_driver_sql("SELECT count(*) FROM heard").scalar()
        answer = f"Você disse {text}. Já ouvi {heard}. Ano {clock().year}. {payload.get('extra', '')}"
        metadata_ = {"message_id": payload["message_id"], "transaction_status": None, "intent": "echo",
            "language": "pt-BR", "replayed": False, "last_transaction": {"arguments": {"text": text}},
            "transaction_evidence": [{"tool_name": "echo", "result": {"number": f"N-{heard}"}}]}
        body = {"session_id": session, "text": answer, "metadata": metadata_}
        if "forget" not in payload:
            answered[payload["message_id"]] = body
        return body

    return app


def __getattr__(name):
    return create_app(SimpleNamespace(database_url=os.environ["DATABASE_URL"]))
"""

WORLD = """
async def whisper(services, word):
    async with services.begin() as connection:
        await connection.exec_driver_sql("INSERT INTO heard VALUES (?)", (word,))
"""

SETTINGS = "from types import SimpleNamespace as Settings\n"


class Echo(ProjectFolder):
    """A project that is imported anew each time, under no name that another project could have."""

    def load(self, module: str) -> ModuleType:
        path = self.root / f"{module.replace('.', '/')}.py"
        spec = importlib.util.spec_from_file_location(module, path)
        assert spec is not None
        assert spec.loader is not None
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded


@pytest.fixture
def project(tmp_path: Path) -> ProjectFolder:
    """A project whose agent echoes, counts what it heard and tells the year."""
    files = {
        "app/main.py": MAIN,
        "app/settings.py": SETTINGS,
        "tests/world.py": WORLD,
        "pytest.ini": "[pytest]\n",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return Echo(tmp_path)


@pytest.fixture
def play_text(project: ProjectFolder) -> Callable[[str], str]:
    """Play a scenario given as text: what failed of it, or nothing."""

    def run(text: str) -> str:
        path = project.root / "talk.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            play(load_scenarios(path).scenarios[0], project, path)
        except ScenarioFailed as failed:
            return str(failed)
        return ""

    return run


@pytest.fixture
def run_pytest(project: ProjectFolder) -> Callable[..., str]:
    """Run pytest on the project in a process of its own, with files laid in first; what it prints."""

    def run(*options: str, **files: str) -> str:
        for name, content in files.items():
            path = project.root / "tests" / (f"{name}.py" if name.startswith("test_") else f"scenarios/{name}.yaml")
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "agent_framework.testing.plugin", "-p", "no:cacheprovider"]
        environment = {
            **os.environ,
            "PYTHONPATH": str(Path(agent_framework.__file__).parent.parent),
            "COLUMNS": "200",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        done = subprocess.run(
            [*command, *options],
            cwd=project.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.stdout + done.stderr

    return run
