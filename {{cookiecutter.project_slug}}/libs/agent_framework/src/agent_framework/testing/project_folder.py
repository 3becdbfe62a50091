"""The generated project that tests and the command line work on, reached by the names that a project keeps stable."""

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from fastapi import FastAPI

from agent_framework.gateway.service import Project
from agent_framework.runtime.context import Clock

__all__ = ["NoProject", "ProjectFolder"]


class NoProject(RuntimeError):
    """There is no generated project here."""


@dataclass(frozen=True)
class ProjectFolder:
    """A project by its folder: `app.main.create_app` and `.project`, `app.settings.Settings`, `tests/world.py`."""

    root: Path

    @classmethod
    def find(cls, start: Path) -> "ProjectFolder":
        """The project that holds `start`.

        Raises:
            NoProject: no folder upwards has an `app/main.py`.
        """
        for folder in (start, *start.parents):
            if (folder / "app" / "main.py").is_file():
                return cls(folder)
        raise NoProject(f"{start} is in no project: no folder upwards has app/main.py; change to the project's folder")

    def load(self, module: str) -> ModuleType:
        """A module of the project."""
        if str(self.root) not in sys.path:
            sys.path.insert(0, str(self.root))
        return importlib.import_module(module)

    def declared(self) -> Project:
        """What the project declares."""
        project: Project = self.load("app.main").project()
        return project

    def settings(self, **values: Any) -> Any:
        """The project's settings; what is not given comes from the environment."""
        return self.load("app.settings").Settings(**values)

    def create_app(self, clock: Clock | None = None, **values: Any) -> FastAPI:
        """The application that the project's own `create_app` builds, on this clock where one is given."""
        main = self.load("app.main")
        settings = self.settings(**values)
        declared: Project = main.project()
        with patch.object(main, "project", lambda: replace(declared, clock=clock) if clock else declared):
            app: FastAPI = main.create_app(settings)
        return app

    def world_action(self, name: str) -> Callable[..., Any]:
        """The function of `tests/world.py` with this name.

        Raises:
            LookupError: there is none; names those there are.
        """
        module = self.load("tests.world")
        own = {key: value for key, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__}
        if name not in own:
            raise LookupError(f"tests/world.py has no {name!r}; it has {', '.join(sorted(own))}")
        action: Callable[..., Any] = own[name]
        return action
