"""The application: `python -m uvicorn app.main:app`."""

from pathlib import Path

from agent_framework.domain.registry import discover_agents
from agent_framework.gateway.application import create_gateway
from agent_framework.gateway.service import Project
from fastapi import FastAPI

from app.services import open_services
from app.settings import Settings
from app.state import AgentState
from app.workflows.agent_graph import build_graph

__all__ = ["create_app", "project"]


def project() -> Project:
    """Everything this project declares."""
    return Project(
        agents=discover_agents("app.agents"),
        messages=Path(__file__).parent / "messages",
        words=Path(__file__).parent / "words",
        state=AgentState,
        build_graph=build_graph,
        open_services=open_services,
    )


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application for these settings; those of the environment where none are given.

    Raises:
        DeclarationError: a mistake in the declaration, with file and cure.
    """
    return create_gateway(project(), settings or Settings())


def __getattr__(name: str) -> FastAPI:
    """`app` is built when a server asks for it: importing this module opens, reads and demands nothing."""
    if name == "app":
        return create_app()
    raise AttributeError(name)
