"""Parked transactions: set aside for another wish, kept whole, offered again, and never executed from an old question.

A resumed transaction goes back to collecting: it is validated anew, and its confirmation is asked anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import Say
from agent_framework.routing.enterprise_router import Act, Request
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import Desk, Question, Step
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.machine import Event, step
from agent_framework.transactions.model import TERMINAL, Transaction
from agent_framework.understanding.model import Asked, Pattern

__all__ = ["MOST_OFFERS", "MOST_PARKED", "Parking"]

MOST_PARKED: Final = 3
MOST_OFFERS: Final = 2
"""Whoever passes an offer over twice is not asked a third time; the transaction waits for a value or a word until it expires."""

# Remarks after which nobody wants to be asked the same again.
_QUIET: Final = frozenset({Pattern.HOLD, Pattern.LATER, Pattern.PERSON})


@dataclass(frozen=True)
class Parking:
    """See the module."""

    domain: Domain
    desk: Desk

    # --- in ---------------------------------------------------------------------------------------------------------

    def park(self, turn: TurnState, transaction: Transaction) -> Step:
        """Set a transaction aside. The one that has been parked longest makes room for a fourth."""
        for displaced in turn.suspended[MOST_PARKED - 1 :]:
            turn.file(step(displaced, Event.DISPLACED, turn.context.at, reason="displaced"))
            turn.say(self._about("framework.displaced", displaced))
        until = (turn.context.now + timedelta(seconds=self.desk.limits.suspended_seconds)).isoformat()
        parked = step(transaction, Event.SUSPENDED, turn.context.at, expires_at=until, offers=0)
        return Step(parked, (self._about("framework.suspended", parked),))

    # --- out --------------------------------------------------------------------------------------------------------

    def matching(self, turn: TurnState, request: Request) -> Transaction | None:
        """The parked transaction that a wish means: of its intent, with no other value than those it has."""
        if request.another:
            return None
        return next((item for item in turn.suspended if item.intent == request.intent and _agree(item, request)), None)

    async def resume(self, parked: Transaction, values: Mapping[str, str], context: TurnContext, language: str) -> Step:
        """Go on with a parked transaction: with all its arguments, validated again and put to confirmation again."""
        known = self.domain.tools[parked.tool_name].parameters
        kept = {name: value for name, value in parked.arguments.items() if name in known}
        resumed = step(parked, Event.RESUMED, context.at, arguments=kept, offers=0)
        going_on = await self.desk.fill(resumed, values, context, language)
        return going_on.after(self._about("framework.resumed", parked))

    def expire(self, turn: TurnState) -> None:
        """End what was parked too long, the oldest first, and what no declared tool can go on with."""
        for parked in reversed(turn.suspended):
            if parked.overdue(turn.context.now):
                turn.file(step(parked, Event.TIMED_OUT, turn.context.at, reason="expired"))
                turn.say(*self._about_known("framework.expired", parked))
            elif parked.intent not in self.domain.intents:
                turn.file(step(parked, Event.DISPLACED, turn.context.at, reason="undeclared"))
            else:
                continue
            turn.set(transaction_status=turn.get("last_transaction")["status"])

    # --- the offer --------------------------------------------------------------------------------------------------

    def offer(self, turn: TurnState) -> None:
        """Ask whether to resume, where the other business is done and nothing else was asked."""
        waiting = [parked for parked in turn.suspended if parked.offers < MOST_OFFERS]
        if not waiting or turn.transaction or turn.get("question") or turn.get("handover") or not self._is_due(turn):
            return
        parked = next((item for item in waiting if item == turn.offered), waiting[0])
        say = self._offer_of(parked, turn.language)
        turn.set(question=Question(say, Asked.RESUME, transaction_id=parked.transaction_id).to_state())
        turn.count_offer(parked)

    def _is_due(self, turn: TurnState) -> bool:
        if not turn.get("decision"):
            return False
        decision = turn.decision
        if turn.offered and decision.act in (Act.FALLBACK, Act.REMARK):
            return decision.pattern not in _QUIET
        ended = turn.get("transaction_status") in TERMINAL and decision.parked is None
        return ended or bool(turn.get("tool_results"))

    def _offer_of(self, parked: Transaction, language: str) -> Say:
        """The question, with the values that tell one transaction of a kind from another."""
        about, parameters = self._about("framework.resume", parked), self.domain.tools[parked.tool_name].parameters
        values = [
            parameters[name].type.display(value, language)
            for name, value in parked.arguments.items()
            if name in parameters and not parameters[name].personal
        ]
        if not values:
            return replace(about, variant=parked.offers)
        return Say("framework.resume_with", {**about.params, "values": values}, parked.offers)

    # --- words ------------------------------------------------------------------------------------------------------

    def _about(self, key: str, transaction: Transaction) -> Say:
        operation = Say(str(self.domain.tools[transaction.tool_name].operation))
        return Say(key, {"operation": operation.to_json()})

    def _about_known(self, key: str, transaction: Transaction) -> Sequence[Say]:
        return [self._about(key, transaction)] if transaction.tool_name in self.domain.tools else []


def _agree(parked: Transaction, request: Request) -> bool:
    return all(parked.arguments.get(name, value) == value for name, value in request.values.items())
