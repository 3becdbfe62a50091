"""A conversation that a test holds: say something, get a turn."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

from agent_framework.testing.effects import calls_of_tools
from agent_framework.testing.servers import Server
from agent_framework.testing.turn import Turn

__all__ = ["Conversation"]


class Conversation:
    """One customer's session on a server. `turns` is what was said so far; `database_url` is needed to count calls."""

    def __init__(
        self,
        server: Server,
        customer: str,
        tenant: str = "default",
        session_id: str | None = None,
        database_url: str | None = None,
    ) -> None:
        self.server = server
        self.customer = customer
        self.tenant = tenant
        self.session_id = session_id or f"s-{uuid4().hex[:12]}"
        self.turns: list[Turn] = []
        self._database_url = database_url

    def say(
        self,
        message: str,
        *,
        message_id: str | None = None,
        customer: str | None = None,
        payload: Mapping[str, Any] | None = None,
    ) -> Turn:
        """Send one message; `payload` lays further keys over the request's payload."""
        turn = self._send(message, message_id or _new_id(), customer, payload)
        self.turns.append(turn)
        return turn

    def at_once(self, *messages: str, message_id: str | None = None) -> list[Turn]:
        """Send the messages at the same moment: under one id where it is given, else under one each."""
        with ThreadPoolExecutor(len(messages)) as pool:
            pending = [pool.submit(self._send, message, message_id or _new_id()) for message in messages]
            turns = [future.result() for future in pending]
        self.turns += turns
        return turns

    def calls(self, tool_name: str | None = None) -> int:
        """How often a transactional tool was called in this session.

        Raises:
            ValueError: the conversation does not know the database.
        """
        if self._database_url is None:
            raise ValueError("calls are counted in the database: give the conversation its URL")
        return calls_of_tools(self._database_url, self.session_id, tool_name)

    def state(self) -> dict[str, Any]:
        """The public view of the transaction state."""
        path = f"/sessions/{self.session_id}/state"
        answer = self.server.request("GET", path, params={"tenant_id": self.tenant, "user_id": self.customer})
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def _send(
        self, message: str, message_id: str, customer: str | None = None, payload: Mapping[str, Any] | None = None
    ) -> Turn:
        sender = customer or self.customer
        body = {
            "channel": "web",
            "tenant_id": self.tenant,
            "payload": {
                "session_id": self.session_id,
                "message": message,
                "user_id": sender,
                "message_id": message_id,
                **(payload or {}),
            },
        }
        answer = self.server.request("POST", "/gateway/message", json=body)
        is_json = "json" in answer.headers.get("content-type", "")
        return Turn(message, answer.status_code, answer.json() if is_json else {"detail": answer.text}, sender)


def _new_id() -> str:
    return f"m-{uuid4().hex}"
