"""The graph of one turn: receive → route → <agent> → execute → respond → judge.

One run per message. The nodes are the runtime's, and each names the one that follows in `next_state`. One of your own goes
between them by a detour: see `graph_node` and docs/turn.md.
"""

from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.state_contract import graph_node
from langgraph.graph import END, START, StateGraph

from app.state import AgentState

__all__ = ["build_graph"]


def build_graph(runtime: AgentRuntime) -> StateGraph[AgentState, TurnContext, AgentState, AgentState]:
    """The graph, not yet compiled: the host adds the checkpointer."""
    agents = [agent.name for agent in runtime.domain.agents]
    graph = StateGraph(AgentState, context_schema=TurnContext)
    graph.add_edge(START, "receive")
    for name, function, leads_to in [
        ("receive", runtime.receive, ["route", "respond", END]),
        ("route", runtime.route, [*agents, "respond"]),
        *((name, runtime.act, ["execute", "respond"]) for name in agents),
        ("execute", runtime.execute, [*agents, "respond"]),
        ("respond", runtime.respond, ["judge"]),
        # The judge sees every draft with relevant_transaction_evidence; a rejected one is written once more.
        ("judge", runtime.judge, ["respond", END]),
    ]:
        graph.add_node(name, graph_node(AgentState, function), destinations=tuple(leads_to))
    return graph
