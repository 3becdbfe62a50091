"""From consent to a known outcome: the last checks, the execution, its evidence, and recovery after a crash."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Eligible, NoConfirmation, Say, Tool
from agent_framework.exceptions import DomainError
from agent_framework.runtime.desk import Desk, Step
from agent_framework.runtime.execution import Executor
from agent_framework.runtime.readings import told
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.digest import arguments_digest, declaration_digest
from agent_framework.transactions.evidence import evidence_of, resources_in
from agent_framework.transactions.ledger import Entry, EntryState
from agent_framework.transactions.machine import Event, step
from agent_framework.transactions.model import Status, Transaction

__all__ = ["Settlement"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Settlement:
    """Everything that happens to a transaction once the customer has said yes."""

    domain: Domain
    desk: Desk
    executor: Executor

    def consent(self, turn: TurnState, transaction: Transaction) -> Step:
        """Accept a consent if what was shown is still what would run; else ask again (fails closed)."""
        tool = self.domain.tools[transaction.tool_name]
        confirmation = transaction.confirmation
        digest = arguments_digest(transaction.transaction_id, tool, transaction.arguments)
        if confirmation is None or confirmation.digest != digest:
            turn.context.note(
                "error", {"where": "confirmation", "error": "the arguments do not match what was confirmed"}
            )
            return self.desk.confirm(transaction, transaction.details, turn.context).after(Say("framework.changed"))
        turn.set(confirmation_received=True)
        return Step(step(transaction, Event.CONSENTED, turn.context.at))

    async def execute(self, turn: TurnState) -> None:
        """Check eligibility once more and run the transaction through the ledger."""
        transaction = turn.transaction
        if transaction is None:
            raise DomainError("nothing is there to be executed")
        tool = self.domain.tools[transaction.tool_name]
        if refused := await self._check_again(turn, tool, transaction):
            turn.apply(refused)
            return
        row = await self.executor.run(tool, self._entry(turn, tool, transaction), self._context(turn, transaction))
        self._finish(turn, tool, transaction, row)

    async def _check_again(self, turn: TurnState, tool: Tool, transaction: Transaction) -> Step | None:
        """The step that takes the place of the execution where the world has changed since the question."""
        try:
            verdict = await self.desk.verdict(tool, transaction, turn.context, turn.language)
        except DomainError as error:
            log.error("validator failed", tool=tool.name, source=tool.source, error=str(error), exc_info=True)
            turn.context.note("error", {"where": tool.source, "error": str(error)})
            if isinstance(tool.confirm, NoConfirmation):
                raise
            moved = step(transaction, Event.VALIDATION_UNAVAILABLE, turn.context.at)
            return Step(moved, (Say("framework.apology"),))
        if not isinstance(verdict, Eligible):
            return await self.desk.apply(verdict, transaction, turn.context, turn.language)
        if transaction.details and dict(verdict.details) != dict(transaction.details):
            return self.desk.confirm(transaction, verdict.details, turn.context).after(Say("framework.changed"))
        return None

    def _entry(self, turn: TurnState, tool: Tool, transaction: Transaction) -> Entry:
        identity = turn.context.identity
        return Entry(
            tenant_id=identity.tenant_id,
            transaction_id=transaction.transaction_id,
            conversation_key=identity.conversation_key,
            customer_id=identity.customer_id,
            session_id=identity.session_id,
            idempotency_key=_idempotency_key(turn, transaction),
            tool_name=tool.name,
            arguments=dict(transaction.arguments),
            arguments_digest=arguments_digest(transaction.transaction_id, tool, transaction.arguments),
            started_at=self.executor.clock().isoformat(),
        )

    def _context(self, turn: TurnState, transaction: Transaction) -> Any:
        key = _idempotency_key(turn, transaction)
        return turn.context.tool_context(turn.language, transaction.transaction_id, key)

    # --- outcome ----------------------------------------------------------------------------------------------------

    def _finish(self, turn: TurnState, tool: Tool, transaction: Transaction, row: Entry) -> None:
        turn.context.note(
            "tool_call", {"tool_name": tool.name, "state": row.state.value, "calls": row.calls, "result": row.result}
        )
        at = turn.context.at
        if row.state is EntryState.SUCCEEDED:
            done = step(transaction, Event.SUCCEEDED, at, result=row.result, reason=None)
            self._prove(turn, tool, done)
            turn.tell(*_told_or_plain(tool, row.result or {}))
        elif row.state is EntryState.FAILED:
            self._failed(turn, tool, transaction, row)
        elif transaction.status is not Status.IN_DOUBT:
            turn.store(step(transaction, Event.OUTCOME_UNKNOWN, at, reason="outcome_unknown"))
            turn.say(Say("framework.in_doubt", _operation(tool)))

    def _failed(self, turn: TurnState, tool: Tool, transaction: Transaction, row: Entry) -> None:
        reason = row.reason or {"key": "framework.not_done", "params": {}}
        failed = step(
            transaction, Event.REPORTED_FAILURE, turn.context.at, reason=reason["key"], result={"reason": reason["key"]}
        )
        if row.settled_by is None:
            self._prove(turn, tool, failed)
        else:
            turn.store(failed)
        turn.say(Say("framework.failed", _operation(tool) | {"reason": reason}))

    def _prove(self, turn: TurnState, tool: Tool, transaction: Transaction) -> None:
        identity = turn.context.identity
        turn.store(transaction)
        turn.record(evidence_of(transaction, tool, identity.tenant_id, identity.customer_id))
        named = resources_in(transaction.arguments, tool)
        turn.correlate(named | resources_in(transaction.result))
        if len(named) == 1:
            kind, value = next(iter(named))
            turn.set(last_resource={"type": kind, "value": value})

    def tell_again(self, turn: TurnState, done: Transaction) -> None:
        """Tell the result of a transaction that is over, from its evidence."""
        tool = self.domain.tools[done.tool_name]
        turn.correlate(resources_in(done.arguments, tool) | resources_in(done.result))
        turn.say(Say("framework.already_done", _operation(tool)))
        turn.tell(*_told_or_plain(tool, done.result or {}))

    # --- recovery ---------------------------------------------------------------------------------------------------

    async def recover(self, turn: TurnState) -> bool:
        """Settle what a crash or a time-out left open in this conversation. True where there is something to tell of it."""
        # What was parked may have been resumed and run in a turn that was never stored.
        waiting = [*turn.get("in_doubt_transactions", []), *turn.get("suspended_transactions", [])]
        open_ids = [item["transaction_id"] for item in waiting]
        if active := turn.transaction:
            open_ids.append(active.transaction_id)
        rows = await self.executor.ledger.concerning(turn.context.identity.conversation_key, open_ids)
        for row in rows:
            await self._recover(turn, row)
        return bool(turn.get("said"))

    async def _recover(self, turn: TurnState, row: Entry) -> None:
        tool = self.domain.tools.get(row.tool_name)
        if tool is None:
            log.error("ledger row of a tool that is gone", tool=row.tool_name, transaction=row.transaction_id)
            return
        transaction = self._transaction_of(turn, tool, row)
        settled = await self.executor.settle(tool, row, self._context(turn, transaction))
        turn.context.note("recovered", {"transaction_id": row.transaction_id, "state": settled.state.value})
        self._finish(turn, tool, transaction, settled)

    def _transaction_of(self, turn: TurnState, tool: Tool, row: Entry) -> Transaction:
        """The transaction of a ledger row: the active one, one in doubt, or one whose turn was never stored."""
        active = turn.transaction
        if active and active.transaction_id == row.transaction_id:
            return active if active.status is Status.EXECUTING else step(active, Event.CONSENTED, turn.context.at)
        for stored in turn.get("in_doubt_transactions", []):
            if stored["transaction_id"] == row.transaction_id:
                return Transaction.from_state(stored)
        intent = next(item for item in self.domain.intents.values() if item.tool is tool)
        return Transaction(
            transaction_id=row.transaction_id,
            tool_name=tool.name,
            intent=intent.name,
            agent=self.domain.agent_of[intent.name].name,
            status=Status.EXECUTING,
            created_at=row.started_at,
            updated_at=row.started_at,
            arguments=dict(row.arguments),
            declaration=declaration_digest(tool),
        )

    def closed_by_doubt(self, turn: TurnState, transaction: Transaction) -> bool:
        """Whether the same tool on the same resource is still in doubt."""
        tool = self.domain.tools[transaction.tool_name]
        mine = resources_in(transaction.arguments, tool)
        doubtful = [item for item in turn.get("in_doubt_transactions", []) if item["tool_name"] == tool.name]
        return any(not mine or not mine.isdisjoint(resources_in(item["arguments"], tool)) for item in doubtful)


def _idempotency_key(turn: TurnState, transaction: Transaction) -> str:
    """Derived from the transaction, never from an attempt or a checkpoint."""
    return f"{turn.context.identity.tenant_id}:{transaction.transaction_id}"


def _operation(tool: Tool) -> dict[str, Mapping[str, Any]]:
    return {"operation": Say(str(tool.operation)).to_json()}


def _told_or_plain(tool: Tool, result: Mapping[str, Any]) -> tuple[Say, ...]:
    """What was done must be told even where the domain's own words for it fail."""
    try:
        return told(tool, result)
    except DomainError as error:
        log.error("answer failed", tool=tool.name, source=tool.source, error=str(error), exc_info=True)
        return (Say("framework.done", _operation(tool)),)
