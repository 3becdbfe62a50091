"""Working on one transaction: filling it, checking it, asking for what is missing, putting it to confirmation.

Every method takes a transaction and gives the next one with what is to be said. Nothing here executes a tool.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

import structlog

from agent_framework.domain.agents import Intent
from agent_framework.domain.parameters import Parameter
from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import ArgumentRejected, Eligible, NoConfirmation, NotEligible, Say, Tool, Verdict
from agent_framework.exceptions import DomainError
from agent_framework.runtime.context import TurnContext
from agent_framework.transactions.digest import arguments_digest, declaration_digest
from agent_framework.transactions.machine import Event, step
from agent_framework.transactions.model import Confirmation, Status, Transaction
from agent_framework.understanding.model import Asked
from agent_framework.understanding.values import Choice

__all__ = ["HANDED_OVER", "Desk", "Limits", "Question", "Step"]

HANDED_OVER: Final = "handed_over"
"""The reason of a transaction that ends because a person has to take over."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how often. Seconds, and questions that brought nothing.

    Args:
        confirmation_seconds: a pending confirmation expires after this.
        collecting_seconds: a transaction that nobody went on with expires after this.
        suspended_seconds: a parked transaction that nobody resumed expires after this.
        attempts: the question that is asked this often without result is the last one; then a person takes over.
    """

    confirmation_seconds: float = 15 * 60
    collecting_seconds: float = 24 * 60 * 60
    suspended_seconds: float = 24 * 60 * 60
    attempts: int = 4


@dataclass(frozen=True, slots=True)
class Question:
    """What the answer ends with: the next parameter, the confirmation, or the offer to resume a parked transaction."""

    say: Say
    asked: Asked
    parameter: str | None = None
    transaction_id: str | None = None

    def to_state(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "say": self.say.to_json(),
            "asked": self.asked.value,
            "parameter": self.parameter,
            "transaction_id": self.transaction_id,
        }


@dataclass(frozen=True)
class Step:
    """A transaction after something was done with it, what to say about it and what to ask.

    `validation` is what the pre-validation answered, for `transaction_pre_validation`.
    """

    transaction: Transaction
    said: tuple[Say, ...] = ()
    question: Question | None = None
    validation: Mapping[str, Any] = field(default_factory=dict)

    def after(self, *said: Say) -> "Step":
        """The same step, with something said before."""
        return replace(self, said=(*said, *self.said))


@dataclass(frozen=True)
class Desk:
    """See the module."""

    domain: Domain
    limits: Limits

    # --- opening and filling ----------------------------------------------------------------------------------------

    async def open(self, intent: Intent, values: Mapping[str, str], context: TurnContext, language: str) -> Step:
        """A new transaction with the values that its first message gave."""
        transaction = Transaction(
            transaction_id=str(
                uuid5(NAMESPACE_URL, f"{context.identity.conversation_key}/{context.message_id}/{intent.name}")
            ),
            tool_name=intent.tool.name,
            intent=intent.name,
            agent=self.domain.agent_of[intent.name].name,
            status=Status.COLLECTING_PARAMETERS,
            created_at=context.at,
            updated_at=context.at,
            missing_parameters=intent.tool.required,
            declaration=declaration_digest(intent.tool),
        )
        return await self.fill(transaction, values, context, language)

    async def fill(
        self, transaction: Transaction, values: Mapping[str, str], context: TurnContext, language: str
    ) -> Step:
        """Merge values into what is there, never rebuild (spec, section 5), and go on from there."""
        tool = self.domain.tools[transaction.tool_name]
        arguments = {**transaction.arguments, **values}
        for name in values:
            if refusal := await self._not_an_option(tool.parameters[name], arguments[name], context, language):
                return await self.reject(transaction, name, refusal, context, language, kept=arguments)
        missing = tuple(name for name in tool.required if name not in arguments)
        event = Event.VALUES_CHANGED if missing else Event.VALUES_COMPLETE
        moved = step(transaction, event, context.at, arguments=arguments, missing_parameters=missing)
        if missing:
            return await self.ask(moved, context, language)
        return await self.validate(moved, context, language)

    async def withdraw(
        self,
        transaction: Transaction,
        names: Sequence[str],
        values: Mapping[str, str],
        context: TurnContext,
        language: str,
    ) -> Step:
        """Drop arguments that the customer took back, and ask for them."""
        kept = {name: value for name, value in transaction.arguments.items() if name not in names}
        return await self.fill(replace(transaction, arguments=kept), values, context, language)

    async def reject(
        self,
        transaction: Transaction,
        name: str,
        reason: Say,
        context: TurnContext,
        language: str,
        *,
        kept: Mapping[str, str] | None = None,
    ) -> Step:
        """Drop one argument only, say why and ask for it again."""
        tool = self.domain.tools[transaction.tool_name]
        arguments = {key: value for key, value in (kept or transaction.arguments).items() if key != name}
        missing = (name, *(key for key in tool.required if key not in arguments and key != name))
        event = Event.VALUES_CHANGED if transaction.status is Status.AWAITING_CONFIRMATION else Event.ARGUMENT_REJECTED
        moved = step(transaction, event, context.at, arguments=arguments, missing_parameters=missing)
        return (await self.fail_attempt(moved, context, language)).after(reason)

    async def _not_an_option(self, parameter: Parameter, value: str, context: TurnContext, language: str) -> Say | None:
        if not (parameter.options and isinstance(parameter.type, Choice)):
            return None
        options = await self.options(parameter, context, language)
        if not options or value in options:
            return None
        return Say("framework.not_an_option", {"value": value, "options": list(options)})

    # --- asking -----------------------------------------------------------------------------------------------------

    async def ask(self, transaction: Transaction, context: TurnContext, language: str) -> Step:
        """Ask for the first missing parameter, in the words that fit the number of attempts."""
        name = transaction.missing_parameters[0]
        parameter = self.domain.tools[transaction.tool_name].parameters[name]
        attempts = transaction.attempts.get(name, 0)
        said: tuple[Say, ...] = ()
        if attempts >= 2 and (options := await self.options(parameter, context, language)):
            said = (Say("framework.options", {"options": list(options)}),)
        open_until = _later(context, self.limits.collecting_seconds)
        say = Say(str(parameter.ask), {"example": parameter.type.example(language)}, attempts)
        return Step(replace(transaction, expires_at=open_until), said, Question(say, Asked.PARAMETER, name))

    async def fail_attempt(self, transaction: Transaction, context: TurnContext, language: str) -> Step:
        """Count a question that brought nothing; ask in other words, or hand over to a person."""
        name = transaction.missing_parameters[0]
        attempts = transaction.attempts.get(name, 0) + 1
        counted = replace(transaction, attempts={**transaction.attempts, name: attempts}, updated_at=context.at)
        if attempts >= self.limits.attempts:
            return self.end(counted, Event.GAVE_UP, HANDED_OVER, context, Say("framework.handed_over", {}))
        return await self.ask(counted, context, language)

    async def ask_again(
        self,
        transaction: Transaction,
        context: TurnContext,
        language: str,
        *,
        counts: bool = True,
        side_remark: bool = False,
    ) -> Step:
        """Repeat what is open: the parameter, the confirmation, or a pre-validation that could not be had.

        `counts`: the message brought nothing, which is bounded. `side_remark`: the question comes after the answer to one.
        """
        if transaction.status is Status.PRE_VALIDATION:
            return await self.validate(transaction, context, language)
        if transaction.status is Status.AWAITING_CONFIRMATION:
            return self._confirm_again(transaction, context, counts=counts, side_remark=side_remark)
        if counts:
            return await self.fail_attempt(transaction, context, language)
        return await self.ask(transaction, context, language)

    def _confirm_again(
        self, transaction: Transaction, context: TurnContext, *, counts: bool, side_remark: bool
    ) -> Step:
        tool = self.domain.tools[transaction.tool_name]
        confirmation = transaction.confirmation
        if confirmation is None:
            raise DomainError(f"{transaction.transaction_id} awaits a confirmation that was never asked")
        attempts = confirmation.attempts + (1 if counts else 0)
        if attempts >= self.limits.attempts:
            operation = Say(str(tool.operation))
            said = Say("framework.gave_up", {"operation": operation.to_json()})
            return self.end(transaction, Event.GAVE_UP, "gave_up", context, said)
        frozen = replace(confirmation, attempts=attempts, side_remark=confirmation.side_remark or side_remark)
        moved = step(transaction, Event.ASKED_AGAIN, context.at, confirmation=frozen)
        return Step(moved, (), self._confirmation_question(tool, moved))

    async def options(self, parameter: Parameter, context: TurnContext, language: str) -> Sequence[str]:
        """What the customer may choose from; nothing where the domain does not say or fails to say."""
        if parameter.options is None:
            return ()
        try:
            return list(await parameter.options(context.tool_context(language)))
        except Exception as error:  # help that cannot be had is left out; the question still stands
            log.error("options failed", parameter=parameter.name, error=repr(error), exc_info=True)
            return ()

    # --- pre-validation and confirmation ----------------------------------------------------------------------------

    async def validate(self, transaction: Transaction, context: TurnContext, language: str) -> Step:
        """Ask the domain whether this may be done at all, before the customer is asked to confirm it."""
        tool = self.domain.tools[transaction.tool_name]
        try:
            verdict = await self.verdict(tool, transaction, context, language)
        except DomainError as error:
            log.error("validator failed", tool=tool.name, source=tool.source, error=str(error), exc_info=True)
            context.note("error", {"where": tool.source, "error": str(error)})
            moved = step(transaction, Event.VALIDATION_UNAVAILABLE, context.at)
            return Step(moved, (Say("framework.apology"),), None, {"verdict": "unavailable"})
        return await self.apply(verdict, transaction, context, language)

    async def verdict(self, tool: Tool, transaction: Transaction, context: TurnContext, language: str) -> Verdict:
        """The validator's answer, checked for its type.

        Raises:
            DomainError: it raised, or returned something else.
        """
        if tool.validate is None:
            return Eligible()
        try:
            verdict = await tool.validate(
                **tool.load(transaction.arguments),
                context=context.tool_context(language, transaction.transaction_id),
            )
        except Exception as error:
            raise DomainError(f"the validator of {tool.name} raised {error!r}") from error
        if not isinstance(verdict, Eligible | NotEligible | ArgumentRejected):
            raise DomainError(
                f"the validator of {tool.name} returned {type(verdict).__name__}; "
                "return Eligible(), NotEligible(reason) or ArgumentRejected(parameter, reason)"
            )
        if isinstance(verdict, ArgumentRejected) and verdict.parameter not in tool.parameters:
            raise DomainError(
                f"the validator of {tool.name} rejects {verdict.parameter!r}, which is no parameter of it"
            )
        return verdict

    async def apply(self, verdict: Verdict, transaction: Transaction, context: TurnContext, language: str) -> Step:
        """Confirm, end, or ask one argument again."""
        tool = self.domain.tools[transaction.tool_name]
        if isinstance(verdict, ArgumentRejected):
            reason = Say(verdict.reason, verdict.params)
            asked = await self.reject(transaction, verdict.parameter, reason, context, language)
            return replace(asked, validation={"verdict": "argument_rejected", "parameter": verdict.parameter})
        if isinstance(verdict, NotEligible):
            validation = {"verdict": "not_eligible", "reason": verdict.reason}
            ended = self.end(
                transaction, Event.NOT_ELIGIBLE, verdict.reason, context, Say(verdict.reason, verdict.params)
            )
            return replace(ended, validation=validation)
        if isinstance(tool.confirm, NoConfirmation):
            return Step(step(transaction, Event.CONSENT_NOT_NEEDED, context.at), validation={"verdict": "eligible"})
        return self.confirm(transaction, verdict.details, context)

    def confirm(self, transaction: Transaction, details: Mapping[str, Any], context: TurnContext) -> Step:
        """Show every argument and freeze it: "sim" runs exactly this."""
        tool = self.domain.tools[transaction.tool_name]
        frozen = Confirmation(
            digest=arguments_digest(transaction.transaction_id, tool, transaction.arguments),
            asked_at=context.at,
            asked_in=context.message_id,
        )
        event = Event.ELIGIBLE if transaction.status is Status.PRE_VALIDATION else Event.ASKED_AGAIN
        moved = step(
            transaction,
            event,
            context.at,
            confirmation=frozen,
            declaration=declaration_digest(tool),
            details=dict(details),
            missing_parameters=(),
            expires_at=_later(context, self.limits.confirmation_seconds),
        )
        return Step(
            moved, (), self._confirmation_question(tool, moved), {"verdict": "eligible", "details": dict(details)}
        )

    def _confirmation_question(self, tool: Tool, transaction: Transaction) -> Question:
        attempts = transaction.confirmation.attempts if transaction.confirmation else 0
        say = Say(str(tool.confirm), {**transaction.details, **transaction.arguments}, attempts)
        return Question(say, Asked.CONFIRMATION)

    # --- ending -----------------------------------------------------------------------------------------------------

    def end(self, transaction: Transaction, event: Event, reason: str, context: TurnContext, *said: Say) -> Step:
        """A terminal step that executed nothing."""
        return Step(step(transaction, event, context.at, reason=reason), said)


def _later(context: TurnContext, seconds: float) -> str:
    return (context.now + timedelta(seconds=seconds)).isoformat()
