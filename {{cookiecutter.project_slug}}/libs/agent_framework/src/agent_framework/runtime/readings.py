"""Calling read-only tools: with the values of the message, else with the resource handled last."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from agent_framework.domain.agents import Intent
from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Say, Tool
from agent_framework.exceptions import DomainError
from agent_framework.routing.enterprise_router import Request
from agent_framework.runtime.desk import Question
from agent_framework.runtime.execution import plain_result
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.evidence import resources_in
from agent_framework.understanding.model import Asked

__all__ = ["ReadingRoom", "told"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class ReadingRoom:
    """Serves the intents whose tool has no side effect."""

    domain: Domain

    def select(self, turn: TurnState, intent: Intent, request: Request) -> bool:
        """Choose the call, or ask for what it cannot do without. True where there is a call to make."""
        arguments = {name: value for name, value in request.values.items() if name in intent.tool.parameters}
        if not arguments and not request.several and not request.another:
            arguments = self._last_resource(turn, intent.tool)
        missing = [name for name in intent.tool.required if name not in arguments]
        call = {"tool_name": intent.tool.name, "intent": intent.name, "arguments": arguments}
        if not missing:
            turn.set(selected_tool_call=call, pending_tool_call={})
            return True
        parameter = intent.tool.parameters[missing[0]]
        say = Say(parameter.ask or "framework.ask", {"example": parameter.type.example(turn.language)})
        question = Question(say, Asked.PARAMETER, missing[0])
        turn.set(pending_tool_call=call, question=question.to_state())
        return False

    def _last_resource(self, turn: TurnState, tool: Tool) -> dict[str, str]:
        """ "quero ver meu item" means the one handled last."""
        last = turn.get("last_resource", {})
        if not tool.uses_last_resource or not last:
            return {}
        return {name: last["value"] for name, item in tool.parameters.items() if item.resource == last["type"]}

    async def call(self, turn: TurnState) -> None:
        """Run the selected call and tell its result, with the evidence that bears on it."""
        call = turn.get("selected_tool_call")
        tool = self.domain.tools[call["tool_name"]]
        turn.set(selected_tool_call={})
        try:
            result = await self._result_of(tool, call["arguments"], turn)
            texts = told(tool, result)
        except DomainError as error:
            log.error("reading failed", tool=tool.name, source=tool.source, error=str(error), exc_info=True)
            turn.context.note("error", {"where": tool.source, "error": str(error)})
            turn.say(Say("framework.apology"))
            return
        turn.tell(*texts)
        self._keep(turn, tool, call, result)

    async def _result_of(self, tool: Tool, arguments: Mapping[str, str], turn: TurnState) -> dict[str, Any]:
        context = turn.context.tool_context(turn.language)
        try:
            async with asyncio.timeout(tool.timeout):
                return plain_result(tool, await tool.function(**tool.load(arguments), context=context))
        except DomainError:
            raise
        except Exception as error:
            raise DomainError(f"{tool.name} raised {error!r}") from error

    def _keep(self, turn: TurnState, tool: Tool, call: Mapping[str, Any], result: dict[str, Any]) -> None:
        resources = resources_in(call["arguments"], tool) | resources_in(result)
        kept = {
            "tool_name": tool.name,
            "arguments": call["arguments"],
            "result": result,
            "resources": [{"type": kind, "value": value} for kind, value in sorted(resources)],
        }
        turn.context.note("tool_call", {key: value for key, value in kept.items() if key != "resources"})
        turn.set(tool_results=[*turn.get("tool_results", []), kept])
        named = resources_in(call["arguments"], tool)
        if len(named) == 1:
            kind, value = next(iter(named))
            turn.set(last_resource={"type": kind, "value": value})
        self._recall(turn, resources)

    def _recall(self, turn: TurnState, resources: frozenset[tuple[str, str]]) -> None:
        """Say what was done to these resources earlier: it is evidence now (spec, Transaction Evidence)."""
        before = turn.get("relevant_transaction_evidence", [])
        turn.correlate(resources)
        for entry in turn.get("relevant_transaction_evidence", []):
            tool = self.domain.tools.get(entry["tool_name"])
            if tool and entry not in before and entry["status"] == "COMPLETED":
                turn.tell(*recalled(tool, entry["result"]))


def told(tool: Tool, result: Mapping[str, Any]) -> tuple[Say, ...]:
    """How a result is told.

    Raises:
        DomainError: the tool's own `answer` function failed.
    """
    if isinstance(tool.answer, str):
        return (Say(tool.answer, result),)
    try:
        texts = tool.answer(result)
        return (texts,) if isinstance(texts, Say) else tuple(texts)
    except Exception as error:
        raise DomainError(f"{tool.source}: the answer of {tool.name} raised {error!r}") from error


def recalled(tool: Tool, result: Mapping[str, Any]) -> tuple[Say, ...]:
    """How the result of an earlier turn is told."""
    return (Say(tool.recall, result),) if tool.recall else told(tool, result)
