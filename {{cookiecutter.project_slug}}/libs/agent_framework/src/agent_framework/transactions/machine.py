"""The life of a transaction as one table (spec, section 4). Pure: no clock, no I/O, no framework."""

from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from agent_framework.exceptions import IllegalTransition
from agent_framework.transactions.model import TERMINAL, Status, Transaction

__all__ = ["TRANSITIONS", "Event", "step"]


class Event(StrEnum):
    """What can happen to a transaction."""

    VALUES_CHANGED = "values_changed"
    VALUES_COMPLETE = "values_complete"
    ELIGIBLE = "eligible"
    NOT_ELIGIBLE = "not_eligible"
    ARGUMENT_REJECTED = "argument_rejected"
    VALIDATION_UNAVAILABLE = "validation_unavailable"
    ASKED_AGAIN = "asked_again"
    CONSENTED = "consented"
    CONSENT_NOT_NEEDED = "consent_not_needed"
    REFUSED = "refused"
    ABANDONED = "abandoned"
    CLOSED_IN_DOUBT = "closed_in_doubt"
    GAVE_UP = "gave_up"
    SUSPENDED = "suspended"
    RESUMED = "resumed"
    DISPLACED = "displaced"
    TIMED_OUT = "timed_out"
    SUCCEEDED = "succeeded"
    REPORTED_FAILURE = "reported_failure"
    OUTCOME_UNKNOWN = "outcome_unknown"


COLLECTING = Status.COLLECTING_PARAMETERS
VALIDATING = Status.PRE_VALIDATION
CONFIRMING = Status.AWAITING_CONFIRMATION
EXECUTING = Status.EXECUTING

TRANSITIONS: Final[dict[tuple[Status, Event], Status]] = {
    # collecting
    (COLLECTING, Event.VALUES_CHANGED): COLLECTING,
    (COLLECTING, Event.VALUES_COMPLETE): VALIDATING,
    (COLLECTING, Event.ARGUMENT_REJECTED): COLLECTING,
    (COLLECTING, Event.ASKED_AGAIN): COLLECTING,
    (COLLECTING, Event.ABANDONED): Status.CANCELLED,
    (COLLECTING, Event.GAVE_UP): Status.CANCELLED,
    (COLLECTING, Event.SUSPENDED): Status.SUSPENDED,
    (COLLECTING, Event.TIMED_OUT): Status.EXPIRED,
    # pre-validation, also of what was confirmed, right before it runs
    (VALIDATING, Event.VALUES_CHANGED): COLLECTING,
    (VALIDATING, Event.ELIGIBLE): CONFIRMING,
    (VALIDATING, Event.NOT_ELIGIBLE): Status.OUT_OF_SCOPE,
    (VALIDATING, Event.ARGUMENT_REJECTED): COLLECTING,
    (VALIDATING, Event.VALIDATION_UNAVAILABLE): VALIDATING,
    (VALIDATING, Event.VALUES_COMPLETE): VALIDATING,
    (VALIDATING, Event.CONSENT_NOT_NEEDED): EXECUTING,
    (VALIDATING, Event.ABANDONED): Status.CANCELLED,
    (VALIDATING, Event.SUSPENDED): Status.SUSPENDED,
    (VALIDATING, Event.TIMED_OUT): Status.EXPIRED,
    # confirmation
    (CONFIRMING, Event.VALUES_CHANGED): COLLECTING,
    (CONFIRMING, Event.VALUES_COMPLETE): VALIDATING,
    (CONFIRMING, Event.ASKED_AGAIN): CONFIRMING,
    (CONFIRMING, Event.CONSENTED): EXECUTING,
    (CONFIRMING, Event.REFUSED): Status.CANCELLED,
    (CONFIRMING, Event.ABANDONED): Status.CANCELLED,
    (CONFIRMING, Event.CLOSED_IN_DOUBT): Status.CANCELLED,
    (CONFIRMING, Event.GAVE_UP): Status.CANCELLED,
    (CONFIRMING, Event.SUSPENDED): Status.SUSPENDED,
    (CONFIRMING, Event.TIMED_OUT): Status.EXPIRED,
    # execution: eligibility is checked once more before the call
    (EXECUTING, Event.NOT_ELIGIBLE): Status.OUT_OF_SCOPE,
    (EXECUTING, Event.ARGUMENT_REJECTED): COLLECTING,
    (EXECUTING, Event.VALIDATION_UNAVAILABLE): CONFIRMING,
    (EXECUTING, Event.ASKED_AGAIN): CONFIRMING,
    (EXECUTING, Event.SUCCEEDED): Status.COMPLETED,
    (EXECUTING, Event.REPORTED_FAILURE): Status.FAILED,
    (EXECUTING, Event.OUTCOME_UNKNOWN): Status.IN_DOUBT,
    # parked; back in collecting it is validated and confirmed anew
    (Status.SUSPENDED, Event.RESUMED): COLLECTING,
    (Status.SUSPENDED, Event.REFUSED): Status.CANCELLED,
    (Status.SUSPENDED, Event.ABANDONED): Status.CANCELLED,
    (Status.SUSPENDED, Event.DISPLACED): Status.CANCELLED,
    (Status.SUSPENDED, Event.TIMED_OUT): Status.EXPIRED,
    # an unknown outcome is settled by a look-up or by a person
    (Status.IN_DOUBT, Event.SUCCEEDED): Status.COMPLETED,
    (Status.IN_DOUBT, Event.REPORTED_FAILURE): Status.FAILED,
}


def step(transaction: Transaction, event: Event, at: str, **changes: Any) -> Transaction:
    """The transaction after `event` at the time `at` (ISO 8601), with `changes` to its other fields.

    Leaving AWAITING_CONFIRMATION drops the frozen confirmation, except into EXECUTING: no consent outlives its question.

    Raises:
        IllegalTransition: the table has no such step; a terminal status has none (I5).
    """
    status = TRANSITIONS.get((transaction.status, event))
    if status is None:
        raise IllegalTransition(f"{transaction.tool_name} is {transaction.status}: {event} cannot happen to it")
    if status not in (CONFIRMING, EXECUTING):
        changes["confirmation"] = None
    if status in TERMINAL:
        changes["finished_at"] = at
    happened = (*transaction.happened, (transaction.status, event.value))
    return replace(transaction, status=status, updated_at=at, happened=happened, **changes)
