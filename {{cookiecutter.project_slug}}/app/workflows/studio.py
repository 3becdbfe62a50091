"""The graph for LangGraph's own tools (`langgraph.json`): to be looked at.

Conversations go through HTTP, where identity, lock and inbox are.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from agent_framework.gateway.service import open_service
from langgraph.graph.state import CompiledStateGraph

from app.main import project
from app.settings import Settings

__all__ = ["graph"]


@asynccontextmanager
async def graph() -> AsyncIterator[CompiledStateGraph[Any, Any, Any, Any]]:
    """The graph as the server runs it, open as long as it is looked at."""
    settings = Settings()
    declared = project()
    async with open_service(declared, declared.domain(settings), settings) as service:
        yield service.host.graph
