"""The one door to a model: any endpoint that speaks the OpenAI protocol.

A model that fails costs a bounded time and never an answer: every failure is a ModelFailed with its reason, and after a few
of them nobody waits for the endpoint until a pause is over.
"""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import structlog

from agent_framework.exceptions import ModelFailed
from agent_framework.observability import metrics

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage
    from langchain_openai import ChatOpenAI

__all__ = ["Endpoint", "ModelClient", "Purpose", "Usage", "as_data"]

log = structlog.get_logger(__name__)

Purpose: TypeAlias = Literal["understand", "compose", "judge"]
Schema: TypeAlias = Mapping[str, Any]

FAILURES_BEFORE_PAUSE: Final = 3
# These do not get better by asking again.
LASTING: Final = frozenset({"unauthorized", "unknown model"})
LONGEST_DATA: Final = 6000
LONGEST_DETAIL: Final = 300


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is and how long it may take.

    Args:
        model: its name at the endpoint.
        api_key: "" where the endpoint wants none.
        base_url: None for OpenAI's own.
        timeout: seconds for one call, retries included.
        retries: how often a call is repeated that failed for a moment (connection, 429, 5xx).
        pause: seconds without a call after several failures in a row.
    """

    model: str
    api_key: str = ""
    base_url: str | None = None
    timeout: float = 8.0
    retries: int = 1
    pause: float = 30.0


@dataclass
class Usage:
    """What the models cost one turn. `budget` is the seconds that all its calls together may take."""

    budget: float = 0.0
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON for metadata and journal."""
        spent: dict[str, Any] = {"calls": self.calls}
        if self.calls:
            spent |= {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens}
        return spent | ({"failures": list(self.failures)} if self.failures else {})


class ModelClient:
    """Asks the model of an endpoint. One per process; `prepare` it off the event loop, it imports for a second."""

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float] = time.monotonic) -> None:
        self.endpoint = endpoint
        self._clock = clock
        self._failures = 0
        self._paused_until = 0.0

    def prepare(self) -> None:
        """Import and build what the first call needs."""
        assert self._chat

    async def ask(self, purpose: Purpose, system: str, user: str, usage: Usage) -> str:
        """The model's text.

        Raises:
            ModelFailed: there is none, for whatever reason.
        """
        answer = await self._call(purpose, system, user, usage, None)
        if not answer.strip():
            raise self._failed(purpose, "empty answer", "", usage)
        return answer

    async def ask_for(self, purpose: Purpose, system: str, user: str, schema: Schema, usage: Usage) -> dict[str, Any]:
        """The model's answer as the JSON object that the schema describes; what it holds is the caller's to check.

        Raises:
            ModelFailed: there is none, for whatever reason.
        """
        answer = await self._call(purpose, system, user, usage, schema)
        try:
            found = json.loads(answer)
        except ValueError as error:
            raise self._failed(purpose, "malformed", str(error), usage) from error
        if not isinstance(found, dict):
            raise self._failed(purpose, "malformed", "not an object", usage)
        return found

    async def _call(self, purpose: Purpose, system: str, user: str, usage: Usage, schema: Schema | None) -> str:
        seconds = min(self.endpoint.timeout, usage.budget - usage.seconds)
        if self._clock() < self._paused_until:
            raise self._refused(purpose, "paused after failures", usage)
        if seconds <= 0:
            raise self._refused(purpose, "no time left in this turn", usage)
        usage.calls += 1
        started = self._clock()
        try:
            async with asyncio.timeout(seconds):
                answer = await self._invoke(purpose, system, user, schema)
            if counted := answer.usage_metadata:
                usage.input_tokens += counted["input_tokens"]
                usage.output_tokens += counted["output_tokens"]
            text = answer.text
        except Exception as error:  # whatever a model's endpoint sends, the turn goes on without it
            raise self._failed(purpose, _reason(error), str(error), usage) from error
        finally:
            usage.seconds += self._clock() - started
        self._failures = 0
        metrics.MODEL_CALLS.add(1, {"purpose": purpose, "outcome": "answered"})
        return str(text)

    async def _invoke(self, purpose: Purpose, system: str, user: str, schema: Schema | None) -> "AIMessage":
        chat: Any = self._chat
        if schema is not None:
            wanted = {"name": purpose, "schema": dict(schema), "strict": True}
            chat = chat.bind(response_format={"type": "json_schema", "json_schema": wanted})
        answer: AIMessage = await chat.ainvoke([("system", system), ("user", user)])
        return answer

    @cached_property
    def _chat(self) -> "ChatOpenAI":
        from langchain_openai import ChatOpenAI
        from pydantic import SecretStr

        return ChatOpenAI(
            model=self.endpoint.model,
            api_key=SecretStr(self.endpoint.api_key or "none"),
            base_url=self.endpoint.base_url,
            timeout=self.endpoint.timeout,
            max_retries=self.endpoint.retries,
            use_responses_api=False,
        )

    def _failed(self, purpose: Purpose, reason: str, detail: str, usage: Usage) -> ModelFailed:
        self._failures += 1
        if reason in LASTING or self._failures >= FAILURES_BEFORE_PAUSE:
            self._paused_until = self._clock() + self.endpoint.pause
            self._failures = 0
        usage.failures.append(f"{purpose}: {reason}")
        metrics.MODEL_CALLS.add(1, {"purpose": purpose, "outcome": reason})
        log.warning(
            "model failed", purpose=purpose, reason=reason, model=self.endpoint.model, detail=detail[:LONGEST_DETAIL]
        )
        return ModelFailed(reason)

    def _refused(self, purpose: Purpose, reason: str, usage: Usage) -> ModelFailed:
        """Not even asked."""
        usage.failures.append(f"{purpose}: {reason}")
        metrics.MODEL_CALLS.add(1, {"purpose": purpose, "outcome": reason})
        return ModelFailed(reason)


def _reason(error: Exception) -> str:
    """A word for an operator. By name: `openai` is imported only where a model is used."""
    names = {kind.__name__ for kind in type(error).__mro__}
    known = {
        "AuthenticationError": "unauthorized",
        "PermissionDeniedError": "unauthorized",
        "NotFoundError": "unknown model",
        "RateLimitError": "rate limited",
        "TimeoutError": "timeout",
        "APITimeoutError": "timeout",
        "APIConnectionError": "no connection",
        "BadRequestError": "request refused",
        "InternalServerError": "endpoint failed",
        "APIStatusError": "endpoint failed",
    }
    return next((reason for name, reason in known.items() if name in names), "malformed")


def as_data(value: Any) -> str:
    """A value as marked and bounded data of a prompt. Whatever it says, it cannot end the mark: `<` is written out."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if len(text) > LONGEST_DATA:
        text = text[:LONGEST_DATA] + "…"
    return "<data>" + text.replace("<", "\\u003c") + "</data>"
