"""The graph for LangGraph's own tools (`langgraph.json`): to be looked at.

Conversations go through HTTP, where identity, lock and inbox are.
"""

import asyncio
from typing import Any

from agent_framework.gateway.service import build_runtime
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.runtime.desk import Limits
from agent_framework.transactions.ledger import Ledger
from langgraph.graph.state import CompiledStateGraph

from app.main import project
from app.settings import Settings

__all__ = ["graph"]

Graph = CompiledStateGraph[Any, Any, Any, Any]


async def graph() -> Graph:
    """The graph that the server runs, without a database behind it."""
    return await asyncio.to_thread(_build)


def _build() -> Graph:
    settings = Settings()
    declared = project()
    ledger = Ledger(open_engine(database_url(settings.database_url)))
    runtime = build_runtime(declared.domain(settings), ledger, declared.clock, Limits())
    return declared.build_graph(runtime).compile()
