"""What a team's own transactional tools must do, as tests to inherit.

A project has one subclass, with a sample of arguments for each tool:

    class TestTools(ToolConformance):
        samples = {"cancel_booking": Sample(eligible={"booking_id": "B-1"}, ineligible=[{"booking_id": "B-2"}])}

The plugin runs each test once for every transactional tool that it concerns, on a fresh database.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import (
    ArgumentRejected,
    Eligible,
    Idempotent,
    NotEligible,
    Queryable,
    Say,
    Tool,
    ToolContext,
    Verdict,
)
from agent_framework.exceptions import ToolFailed
from agent_framework.judges.groundedness import judge
from agent_framework.judges.model import Facts
from agent_framework.runtime.execution import plain_result
from agent_framework.runtime.readings import told
from agent_framework.testing.clock import MovableClock
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.scenario import DEFAULT_CUSTOMER
from agent_framework.testing.stage import open_services

__all__ = ["Sample", "ToolConformance", "tools_for"]

Arguments = Mapping[str, str]


@dataclass(frozen=True)
class Sample:
    """Canonical arguments of one tool, as the state keeps them.

    Args:
        eligible: what the tool does; it is really called, on a fresh database.
        ineligible: what the validator answers with NotEligible.
        rejected: what the validator answers with ArgumentRejected.
        customer: on whose behalf.
    """

    eligible: Arguments
    ineligible: Sequence[Arguments] = ()
    rejected: Sequence[Arguments] = ()
    customer: str = DEFAULT_CUSTOMER


class ToolConformance:
    """Inherit it and give `samples`, by tool name."""

    samples: ClassVar[Mapping[str, Sample]]

    def test_the_tool_has_a_sample(self, transactional_tool: Tool) -> None:
        assert transactional_tool.name in self.samples, (
            f"samples has no {transactional_tool.name!r}: add Sample(eligible={{...}}) with arguments that can be run"
        )

    def test_the_validator_accepts_what_the_tool_does(
        self, transactional_tool: Tool, folder: ProjectFolder, database_url: str
    ) -> None:
        async def both(services: Any) -> None:
            sample = self.samples[transactional_tool.name]
            assert isinstance(await _verdict(transactional_tool, sample.eligible, sample, services), Eligible)
            await _call(transactional_tool, sample.eligible, sample, services, "key-1")

        _with_services(folder, database_url, both)

    def test_the_tool_does_not_do_what_the_validator_refuses(
        self, transactional_tool: Tool, folder: ProjectFolder, database_url: str
    ) -> None:
        async def both(services: Any) -> None:
            sample = self.samples[transactional_tool.name]
            refused = [(item, NotEligible) for item in sample.ineligible]
            for arguments, kind in [*refused, *((item, ArgumentRejected) for item in sample.rejected)]:
                assert isinstance(await _verdict(transactional_tool, arguments, sample, services), kind), arguments
                with pytest.raises(ToolFailed):
                    await _call(transactional_tool, arguments, sample, services, f"key-{arguments}")

        _with_services(folder, database_url, both)

    def test_a_repeated_idempotency_key_executes_once(
        self, idempotent_tool: Tool, folder: ProjectFolder, database_url: str
    ) -> None:
        async def twice(services: Any) -> None:
            sample = self.samples[idempotent_tool.name]
            first = await _call(idempotent_tool, sample.eligible, sample, services, "key-1")
            assert await _call(idempotent_tool, sample.eligible, sample, services, "key-1") == first
            try:
                other = await _call(idempotent_tool, sample.eligible, sample, services, "key-2")
            except ToolFailed:
                return
            assert other != first, "another key gave the same result: nothing tells one execution from two"

        _with_services(folder, database_url, twice)

    def test_the_lookup_finds_what_was_executed(
        self, queryable_tool: Tool, folder: ProjectFolder, database_url: str
    ) -> None:
        recovery = queryable_tool.recovery
        assert isinstance(recovery, Queryable)

        async def look(services: Any) -> None:
            sample = self.samples[queryable_tool.name]
            context = _context(sample, services, "key-1")
            assert await recovery.lookup(context) is None
            result = await _call(queryable_tool, sample.eligible, sample, services, "key-1")
            assert plain_result(queryable_tool, await recovery.lookup(context)) == result
            assert await recovery.lookup(replace(context, idempotency_key="key-2")) is None

        _with_services(folder, database_url, look)

    def test_the_texts_can_be_said_in_each_language(
        self, transactional_tool: Tool, folder: ProjectFolder, database_url: str, domain: Domain
    ) -> None:
        async def say(services: Any) -> None:
            sample = self.samples[transactional_tool.name]
            verdict = await _verdict(transactional_tool, sample.eligible, sample, services)
            result = await _call(transactional_tool, sample.eligible, sample, services, "key-1")
            for language in domain.texts.languages:
                _check_texts(transactional_tool, sample, verdict, result, domain, language)
                _check_judged(transactional_tool, sample, result, domain, language)

        _with_services(folder, database_url, say)

    def test_the_reasons_of_a_refusal_can_be_said_in_each_language(
        self, transactional_tool: Tool, folder: ProjectFolder, database_url: str, domain: Domain
    ) -> None:
        async def say(services: Any) -> None:
            sample = self.samples[transactional_tool.name]
            for arguments in (*sample.ineligible, *sample.rejected):
                verdict = await _verdict(transactional_tool, arguments, sample, services)
                assert isinstance(verdict, NotEligible | ArgumentRejected), arguments
                for language in domain.texts.languages:
                    assert domain.texts.say(Say(verdict.reason, verdict.params), language).strip()

        _with_services(folder, database_url, say)


def tools_for(fixture: str, domain: Domain) -> list[Tool]:
    """The tools that a test with this fixture concerns."""
    transactional = [tool for tool in domain.tools.values() if tool.transactional]
    kinds: dict[str, type] = {"idempotent_tool": Idempotent, "queryable_tool": Queryable}
    return [tool for tool in transactional if isinstance(tool.recovery, kinds.get(fixture, object))]


def _check_texts(
    tool: Tool, sample: Sample, verdict: Verdict, result: Mapping[str, Any], domain: Domain, language: str
) -> None:
    details = verdict.details if isinstance(verdict, Eligible) else {}
    if isinstance(tool.confirm, str):
        question = domain.texts.say(Say(tool.confirm, {**details, **sample.eligible}), language)
        for name, shown in tool.display(sample.eligible, language).items():
            assert shown in question or sample.eligible[name] in question, (
                f"{language}: the confirmation does not show {name}: {question}"
            )
    for text in told(tool, result):
        assert domain.texts.say(text, language).strip()


def _check_judged(tool: Tool, sample: Sample, result: Mapping[str, Any], domain: Domain, language: str) -> None:
    """The answer is one that the judge lets out: a promise ("will be delivered") is not, for nothing proves it."""
    evidence = {"tool_name": tool.name, "arguments": dict(sample.eligible), "status": "COMPLETED", "result": result}
    facts = Facts(
        evidence=[evidence],
        actions={tool.name: next(item.actions for item in domain.intents.values() if item.tool is tool)},
        labels=domain.texts.labels(language),
    )
    texts = [*told(tool, result), *([Say(tool.recall, result)] if tool.recall else [])]
    for text in texts:
        verdict = judge(domain.texts.say(text, language), facts, language)
        assert verdict.grounded, f"{language}: the judge does not let {text.key!r} out: {' '.join(verdict.objections)}"


async def _verdict(tool: Tool, arguments: Arguments, sample: Sample, services: Any) -> Verdict:
    if tool.validate is None:
        return Eligible()
    return await tool.validate(**tool.load(arguments), context=_context(sample, services, None))


async def _call(tool: Tool, arguments: Arguments, sample: Sample, services: Any, key: str) -> dict[str, Any]:
    returned = await tool.function(**tool.load(arguments), context=_context(sample, services, key))
    return plain_result(tool, returned)


def _context(sample: Sample, services: Any, key: str | None) -> ToolContext:
    return ToolContext(
        tenant_id="default",
        customer_id=sample.customer,
        session_id="conformance",
        language="en",
        services=services,
        transaction_id=key,
        idempotency_key=key,
    )


def _with_services(folder: ProjectFolder, url: str, body: Callable[[Any], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_services(folder, url, MovableClock()) as services:
            await body(services)

    asyncio.run(run())
