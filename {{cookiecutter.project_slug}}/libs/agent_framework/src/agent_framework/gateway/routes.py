"""The HTTP routes. Each turns a request into a call of the host, and nothing else."""

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Depends, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from agent_framework.domain.tools import NoConfirmation, Tool
from agent_framework.exceptions import InvalidRequest, MessageTooLarge
from agent_framework.gateway.events import stream
from agent_framework.gateway.identity import Principal
from agent_framework.gateway.schemas import MessageAnswer, MessageRequest
from agent_framework.gateway.service import Service
from agent_framework.persistence.conversations import Identity
from agent_framework.runtime.conversation import Incoming

__all__ = ["router"]

router = APIRouter()


# `async`, so that FastAPI does not start a thread for each.
async def service(request: Request) -> Service:
    """What the application's lifespan opened."""
    opened: Service = request.app.state.service
    return opened


Opened = Annotated[Service, Depends(service)]


async def incoming(request: Request, body: MessageRequest, opened: Opened) -> Incoming:
    """The message, checked, with its authenticated sender."""
    settings, payload = opened.settings, body.payload
    if body.channel not in settings.channels:
        raise InvalidRequest(f"channel {body.channel!r} is unknown; use one of {', '.join(sorted(settings.channels))}.")
    if len(payload.message) > settings.max_message_chars:
        raise MessageTooLarge(
            f"The message has {len(payload.message)} characters, {settings.max_message_chars} are allowed: shorten it."
        )
    principal = await opened.authenticate(request, body.tenant_id, payload.user_id)
    identity = _identity(opened, principal, payload.session_id or str(uuid4()))
    return Incoming(identity, payload.message_id or str(uuid4()), payload.message, body.channel)


Message = Annotated[Incoming, Depends(incoming)]


async def admitted(received: Message, opened: Opened) -> Incoming:
    """The message of a conversation that is the sender's: a stream has no other place to refuse it."""
    await opened.host.admit(received)
    return received


@router.post("/gateway/message", response_model=MessageAnswer)
async def message(received: Message, opened: Opened) -> Any:
    """Take one message of a customer and answer it, once."""
    return await opened.host.handle(received)


@router.post("/gateway/message/sse", response_class=EventSourceResponse)
async def message_events(
    received: Annotated[Incoming, Depends(admitted)], opened: Opened
) -> AsyncIterator[ServerSentEvent]:
    """The same as server-sent events: `understanding`, `transition`, `tool_call`, `text` once it is judged, then `end`.

    A client that leaves stops nothing; it gets the result by repeating its message_id.
    """
    async for name, data in stream(opened.host, received):
        yield ServerSentEvent(event=name, raw_data=json.dumps(data, ensure_ascii=False))


def _identity(opened: Service, principal: Principal, session_id: str) -> Identity:
    return Identity(principal.tenant_id, opened.settings.agent_id, principal.customer_id, session_id)


async def reader(
    request: Request,
    session_id: str,
    opened: Opened,
    tenant_id: Annotated[str, Query(max_length=100)] = "default",
    user_id: Annotated[str | None, Query(max_length=100, description="In development only.")] = None,
) -> Identity:
    """Whose conversation is read."""
    return _identity(opened, await opened.authenticate(request, tenant_id, user_id), session_id)


Reader = Annotated[Identity, Depends(reader)]


@router.get("/sessions/{session_id}/messages")
async def messages(identity: Reader, opened: Opened) -> dict[str, Any]:
    """What was said in a conversation, oldest first."""
    return {"session_id": identity.session_id, "messages": await opened.host.messages(identity)}


@router.get("/sessions/{session_id}/state")
async def state(identity: Reader, opened: Opened) -> dict[str, Any]:
    """The public view of a conversation's transactions."""
    return await opened.host.state(identity)


@router.get("/tools")
async def tools(opened: Opened) -> dict[str, Any]:
    """The catalogue: what each tool does, takes, and how it is guarded."""
    return {"tools": [_describe(tool) for tool in opened.host.domain.tools.values()]}


def _describe(tool: Tool) -> dict[str, Any]:
    unconfirmed = tool.confirm.reason if isinstance(tool.confirm, NoConfirmation) else None
    return {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.json_schema(),
        "transactional": tool.transactional,
        "confirmation": tool.transactional and unconfirmed is None,
        "no_confirmation_reason": unconfirmed,
        "pre_validation": tool.validate is not None,
        "recovery": tool.recovery.kind if tool.transactional else None,
        "timeout_seconds": tool.timeout,
    }


@router.get("/health")
async def health() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@router.get("/ready")
async def ready(opened: Opened) -> dict[str, str]:
    """The process can answer: its database does."""
    await opened.ping()
    return {"status": "ready"}
