"""The graph of one turn: receive → route → <agent> → execute → respond → judge.

One run per message. The nodes are the runtime's; put one of your own between them like any LangGraph node.
"""

from typing import Any

from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.state_contract import declared_only
from langgraph.graph import END, START, StateGraph

from app.state import AgentState

__all__ = ["build_graph"]


def build_graph(runtime: AgentRuntime) -> StateGraph[AgentState, TurnContext, AgentState, AgentState]:
    """The graph, not yet compiled: the host adds the checkpointer."""
    graph = StateGraph(AgentState, context_schema=TurnContext)
    agents = [agent.name for agent in runtime.domain.agents]
    for name, node in [
        ("receive", runtime.receive),
        ("route", runtime.route),
        *((name, runtime.act) for name in agents),
        ("execute", runtime.execute),
        ("respond", runtime.respond),
        ("judge", runtime.judge),
    ]:
        graph.add_node(name, declared_only(AgentState, node))

    graph.add_edge(START, "receive")
    graph.add_conditional_edges("receive", _after_receive, ["route", "respond", END])
    graph.add_conditional_edges("route", _next_state, [*agents, "respond"])
    for name in agents:
        graph.add_conditional_edges(name, _next_state, ["execute", "respond"])
    graph.add_conditional_edges("execute", _next_state, [*agents, "respond"])
    graph.add_edge("respond", "judge")
    # The judge sees every draft with relevant_transaction_evidence; a rejected one is written once more.
    graph.add_conditional_edges("judge", _after_judge, ["respond", END])
    return graph


# `async`, so that LangGraph does not start a thread for each.
async def _next_state(state: AgentState) -> str:
    return state["next_state"]


async def _after_receive(state: AgentState) -> Any:
    return {"end": END, "respond": "respond"}.get(state["next_state"], "route")


async def _after_judge(state: AgentState) -> Any:
    return END if state["next_state"] == "end" else "respond"
