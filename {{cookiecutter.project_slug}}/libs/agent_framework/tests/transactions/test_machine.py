"""The life cycle of the spec (section 4), line by line, and what can never happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_framework.exceptions import IllegalTransition
from agent_framework.transactions.machine import TRANSITIONS, Event, step
from agent_framework.transactions.model import ACTIVE, TERMINAL, Confirmation, Status, Transaction

NOW = "2026-01-01T12:00:00+00:00"
FROZEN = Confirmation(digest="d", asked_at=NOW)


def transaction(status: Status = Status.COLLECTING_PARAMETERS) -> Transaction:
    return Transaction("t1", "reserve", "reserve_book", "library", status, NOW, NOW, {"book_id": "B-1"})


def after(*events: Event) -> Status:
    current = transaction()
    for event in events:
        current = step(current, event, NOW)
    return current.status


def test_the_spec_s_straight_line() -> None:
    assert after(Event.VALUES_COMPLETE) is Status.PRE_VALIDATION
    assert after(Event.VALUES_COMPLETE, Event.ELIGIBLE) is Status.AWAITING_CONFIRMATION
    assert after(Event.VALUES_COMPLETE, Event.ELIGIBLE, Event.CONSENTED) is Status.EXECUTING
    assert after(Event.VALUES_COMPLETE, Event.ELIGIBLE, Event.CONSENTED, Event.SUCCEEDED) is Status.COMPLETED


def test_the_spec_s_other_exits() -> None:
    assert after(Event.ABANDONED) is Status.CANCELLED
    assert after(Event.VALUES_COMPLETE, Event.NOT_ELIGIBLE) is Status.OUT_OF_SCOPE
    assert after(Event.VALUES_COMPLETE, Event.ELIGIBLE, Event.CONSENTED, Event.REPORTED_FAILURE) is Status.FAILED


def test_nothing_but_consent_leads_from_confirmation_to_execution() -> None:
    into_execution = {pair for pair, to in TRANSITIONS.items() if to is Status.EXECUTING}
    assert into_execution == {
        (Status.AWAITING_CONFIRMATION, Event.CONSENTED),
        (Status.PRE_VALIDATION, Event.CONSENT_NOT_NEEDED),
    }


@pytest.mark.parametrize("status", sorted(TERMINAL))
@pytest.mark.parametrize("event", list(Event))
def test_i5_terminal_is_terminal(status: Status, event: Event) -> None:
    with pytest.raises(IllegalTransition):
        step(transaction(status), event, NOW)


def test_no_consent_outlives_its_question() -> None:
    confirming = step(transaction(), Event.VALUES_COMPLETE, NOW)
    confirming = step(confirming, Event.ELIGIBLE, NOW, confirmation=FROZEN)
    assert step(confirming, Event.VALUES_CHANGED, NOW).confirmation is None
    assert step(confirming, Event.CONSENTED, NOW).confirmation == FROZEN


@given(st.lists(st.sampled_from(list(Event)), max_size=30))
def test_i3_arguments_survive_any_stream_of_events(events: list[Event]) -> None:
    current = transaction()
    for event in events:
        if (current.status, event) in TRANSITIONS:
            current = step(current, event, NOW)
        assert current.arguments == {"book_id": "B-1"}
        assert (current.finished_at is not None) == (current.status in TERMINAL)


def test_it_is_stored_as_plain_json_and_comes_back() -> None:
    confirming = step(transaction(), Event.VALUES_COMPLETE, NOW)
    confirming = step(confirming, Event.ELIGIBLE, NOW, confirmation=FROZEN, missing_parameters=())
    assert Transaction.from_state(confirming.to_state()) == confirming


def test_i4_an_unknown_key_of_another_version_is_left_out() -> None:
    stored = transaction().to_state() | {"added_later": 1}
    assert Transaction.from_state(stored) == transaction()


def test_every_active_status_can_be_left() -> None:
    assert {status for status, _ in TRANSITIONS} >= ACTIVE
