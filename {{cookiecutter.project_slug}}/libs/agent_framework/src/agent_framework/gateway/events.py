"""A turn as a stream of events, while it happens."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from agent_framework.exceptions import RequestRefused, StorageUnavailable
from agent_framework.observability import metrics
from agent_framework.persistence.conversations import JournalEvent
from agent_framework.runtime.conversation import ConversationHost, Incoming

__all__ = ["stream"]

# Journal events that a client may see, under the names of the contract. The text goes out only when the judge has passed it.
PUBLIC: Final[Mapping[str, str]] = {"understood": "understanding", "transition": "transition", "tool_call": "tool_call"}


async def stream(host: ConversationHost, incoming: Incoming) -> AsyncIterator[tuple[str, Mapping[str, Any]]]:
    """Names and data of the events of one turn; the last is `end` with the whole answer, or `error` with a problem."""
    events: asyncio.Queue[JournalEvent | None] = asyncio.Queue()
    turn = asyncio.ensure_future(host.handle(incoming, events.put_nowait))
    turn.add_done_callback(lambda _: events.put_nowait(None))
    while (event := await events.get()) is not None:
        if event.event in PUBLIC:
            yield PUBLIC[event.event], event.data
    try:
        answer = turn.result()
    except (RequestRefused, StorageUnavailable) as error:
        status = error.status if isinstance(error, RequestRefused) else 503
        if status == 503:
            metrics.STORAGE_UNAVAILABLE.add(1)
        yield "error", {"status": status, "detail": str(error)}
        return
    yield "text", {"text": answer["text"]}
    yield "end", answer
