"""The usual way: a LangGraph agent whose tool asks for approval with interrupt(), and a scripted model for a real one.

It is as the documentation shows it: default durability, no ledger, no inbox, no lock, no judge. Its tools call the
sample's order system, as ours do. The model answers at once, so this is what the framework around it costs.
"""

import os
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from agent_framework.gateway.service import utc_now
from agent_framework.persistence.database import database_url, open_engine
from app.services.database import create_sample_data
from app.services.orders import Orders
from fastapi import FastAPI
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.prebuilt import create_react_agent
from langgraph.types import Command, interrupt

CUSTOMER = "CUST-1001"
DATABASE = os.environ["DATABASE_FILE"]

engine = open_engine(database_url(f"sqlite:///{DATABASE}"))
orders = Orders(engine, utc_now)


@tool
async def cancelar_pedido(order_id: str) -> str:
    """Cancel an order."""
    if interrupt(f"Confirma o cancelamento do pedido {order_id}?").strip().lower() != "sim":
        return "Cancelamento não confirmado."
    done = await orders.cancel(CUSTOMER, order_id, f"cancel {order_id}")
    return f"Pedido {order_id} cancelado, protocolo {done.protocolo}."


@tool
async def consultar_pedido(order_id: str) -> str:
    """Show an order."""
    order = await orders.get(CUSTOMER, order_id)
    return f"Pedido {order_id}: {order.item}, {order.status}." if order else "Não encontrei o pedido."


class ScriptedModel(BaseChatModel):
    """Says what a good model would say in the benchmark's conversation."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> "ScriptedModel":
        return self

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._reply(messages))])

    def _reply(self, messages: list[BaseMessage]) -> AIMessage:
        last = messages[-1]
        if isinstance(last, ToolMessage):
            return AIMessage(str(last.content))
        asked = [str(message.content) for message in messages if isinstance(message, HumanMessage)]
        order = next((found[0] for text in reversed(asked) if (found := re.findall(r"PED-\d+", text))), None)
        if re.search(r"PED-\d+", asked[-1]):
            return AIMessage("", tool_calls=[{"name": "cancelar_pedido", "args": {"order_id": order}, "id": "call"}])
        if "meu pedido" in asked[-1] and order:
            return AIMessage("", tool_calls=[{"name": "consultar_pedido", "args": {"order_id": order}, "id": "call"}])
        return AIMessage("Qual é o número do pedido?")


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with AsyncSqliteSaver.from_conn_string(DATABASE) as saver:
        await saver.setup()
        await create_sample_data(engine)
        app.state.graph = create_react_agent(ScriptedModel(), [cancelar_pedido, consultar_pedido], checkpointer=saver)
        yield


app = FastAPI(lifespan=lifespan)


@app.post("/gateway/message")
async def message(body: dict[str, Any]) -> dict[str, Any]:
    payload = body["payload"]
    config = {"configurable": {"thread_id": payload["session_id"]}}
    waiting = (await app.state.graph.aget_state(config)).interrupts
    sent = Command(resume=payload["message"]) if waiting else {"messages": [HumanMessage(payload["message"])]}
    state = await app.state.graph.ainvoke(sent, config)
    asked = state.get("__interrupt__")
    return {"session_id": payload["session_id"], "text": asked[0].value if asked else state["messages"][-1].content}
