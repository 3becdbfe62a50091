"""The floor: a bare one-node LangGraph graph with the same checkpointer behind the same server."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypedDict

from fastapi import FastAPI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph


class State(TypedDict, total=False):
    message: str
    answer: str
    turns: int


async def answer(state: State) -> State:
    return {"answer": f"echo: {state['message']}", "turns": state.get("turns", 0) + 1}


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    graph = StateGraph(State)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    async with AsyncSqliteSaver.from_conn_string(os.environ["DATABASE_FILE"]) as saver:
        await saver.setup()
        app.state.graph = graph.compile(checkpointer=saver)
        yield


app = FastAPI(lifespan=lifespan)


@app.post("/gateway/message")
async def message(body: dict[str, Any]) -> dict[str, Any]:
    payload = body["payload"]
    config = {"configurable": {"thread_id": payload["session_id"]}}
    state = await app.state.graph.ainvoke({"message": payload["message"]}, config, durability="exit")
    return {"session_id": payload["session_id"], "text": state["answer"]}
