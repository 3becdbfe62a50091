"""The FastAPI application of a project."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from agent_framework import __version__
from agent_framework.gateway.problems import add_problem_handlers
from agent_framework.gateway.routes import router
from agent_framework.gateway.service import Project, open_service
from agent_framework.observability.logs import configure_logs
from agent_framework.settings import FrameworkSettings

__all__ = ["create_gateway"]


def create_gateway(project: Project, settings: FrameworkSettings) -> FastAPI:
    """The application. The declaration is checked here; the database is opened when the server starts.

    Raises:
        DeclarationError: the declaration cannot be used; each problem names the file and the cure.
    """
    domain = project.domain(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        configure_logs(settings.log_level, settings.log_format)
        async with open_service(project, domain, settings) as service:
            app.state.service = service
            yield

    app = FastAPI(title=settings.agent_id, version=__version__, lifespan=lifespan)
    app.include_router(router)
    add_problem_handlers(app)
    return app
