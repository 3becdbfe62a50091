"""The precedence rules of the spec (section 6), on understood messages."""

from typing import Any

import pytest

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.messages import Catalog
from agent_framework.domain.registry import Domain
from agent_framework.domain.tools import NotRecoverable, ToolContext, read_tool, transactional_tool
from agent_framework.routing.enterprise_router import Act, EnterpriseRouter, Request, Situation
from agent_framework.transactions.model import Status, Transaction
from agent_framework.understanding.model import (
    Asked,
    ConsentReading,
    IntentReading,
    Pattern,
    Reply,
    Strength,
    Understanding,
    ValueReadings,
)

NOW = "2026-01-01T12:00:00+00:00"


@transactional_tool(confirm="c", answer="a", operation="o", recovery=NotRecoverable())
async def reserve(context: ToolContext) -> dict[str, Any]:
    """Reserve a book."""
    return {}


@read_tool(answer="a")
async def locate(context: ToolContext) -> dict[str, Any]:
    """Find a book."""
    return {}


DOMAIN = Domain(
    [Agent("library", "can", [Intent("reserve_book", reserve), Intent("locate_book", locate)])], Catalog({})
)
ROUTER = EnterpriseRouter(DOMAIN)

STRONG_LOCATE = IntentReading("locate_book", "library", Strength.STRONG, transactional=False, start=0)
STRONG_RESERVE = IntentReading("reserve_book", "library", Strength.STRONG, transactional=True, start=10)
WEAK_LOCATE = IntentReading("locate_book", "library", Strength.OBJECT, transactional=False, start=0)
WEAK_RESERVE = IntentReading("reserve_book", "library", Strength.OBJECT, transactional=True, start=0)


def said(
    *intents: IntentReading, reply: Reply | None = None, acknowledgement: bool = False, **fields: Any
) -> Understanding:
    kinds = ("values", "competing", "rejected", "withdrawn", "spans")
    readings = ValueReadings(**{key: fields.pop(key) for key in kinds if key in fields})
    consent = ConsentReading(reply, "rule", acknowledgement=acknowledgement) if reply else None
    values_for = fields.pop("values_for", {item.intent: ValueReadings() for item in intents})
    return Understanding("", "en", readings, consent, intents=intents, values_for=values_for, **fields)


def pending(status: Status, arguments: dict[str, str] | None = None) -> Situation:
    transaction = Transaction(
        "t1", "reserve", "reserve_book", "library", status, NOW, NOW, arguments or {}, ("book_id",)
    )
    asked = Asked.CONFIRMATION if status is Status.AWAITING_CONFIRMATION else Asked.PARAMETER
    return Situation(transaction, asked)


COLLECTING = pending(Status.COLLECTING_PARAMETERS)
CONFIRMING = pending(Status.AWAITING_CONFIRMATION, {"book_id": "B-1"})
IDLE = Situation()


# --- spec, section 6, steps 1 to 5 ------------------------------------------------------------------------------------


def test_1_a_filled_parameter_continues_even_beside_a_generic_word() -> None:
    decision = ROUTER.decide(said(WEAK_LOCATE, values={"book_id": "B-1"}), COLLECTING)
    assert (decision.act, decision.values) == (Act.FILL, {"book_id": "B-1"})


def test_2_explicit_abandonment_cancels_and_what_else_is_asked_is_served() -> None:
    decision = ROUTER.decide(said(STRONG_LOCATE, abandonment=True), COLLECTING)
    assert (decision.act, decision.requests) == (Act.ABANDON, (Request("locate_book"),))


def test_2_abandonment_wins_over_a_value_in_the_same_message() -> None:
    assert ROUTER.decide(said(values={"book_id": "B-1"}, abandonment=True), COLLECTING).act is Act.ABANDON


def test_3_an_unequivocal_new_intent_parks_the_transaction() -> None:
    decision = ROUTER.decide(said(STRONG_LOCATE), COLLECTING)
    assert (decision.act, decision.requests) == (Act.SUSPEND, (Request("locate_book"),))


def test_4_a_generic_word_of_the_domain_does_not_interrupt() -> None:
    assert ROUTER.decide(said(WEAK_LOCATE), COLLECTING).act is Act.ASK_AGAIN


def test_5_an_ambiguous_message_keeps_the_transaction() -> None:
    assert ROUTER.decide(said(), COLLECTING).act is Act.ASK_AGAIN
    assert ROUTER.decide(said(competing={"book_id": ("B-1", "B-2")}), COLLECTING).act is Act.CHOOSE


def test_the_value_of_another_intent_is_not_taken_for_the_pending_one() -> None:
    new = {"locate_book": ValueReadings({"book_id": "B-2"})}
    decision = ROUTER.decide(
        said(STRONG_LOCATE, values={"book_id": "B-2"}, spans={"book_id": (12, 15)}, values_for=new), COLLECTING
    )
    assert (decision.act, decision.requests) == (Act.SUSPEND, (Request("locate_book", {"book_id": "B-2"}),))


def test_yes_out_of_place_is_no_consent() -> None:
    assert ROUTER.decide(said(reply=Reply.CONSENT), COLLECTING).act is Act.ASK_AGAIN


# --- awaiting confirmation --------------------------------------------------------------------------------------------


def test_unconditional_consent_executes() -> None:
    assert ROUTER.decide(said(reply=Reply.CONSENT), CONFIRMING).act is Act.CONSENT


@pytest.mark.parametrize("reply", [reply for reply in Reply if reply is not Reply.CONSENT])
def test_i1_nothing_else_executes(reply: Reply) -> None:
    assert ROUTER.decide(said(reply=reply), CONFIRMING).act is not Act.CONSENT


@pytest.mark.parametrize(
    "readings",
    [
        {"values": {"book_id": "B-2"}},
        {"withdrawn": ("book_id",)},
        {"rejected": {"book_id": "B-x"}},
        {"competing": {"book_id": ("B-1", "B-2")}},
    ],
)
def test_i1_a_changed_value_is_never_a_consent(readings: dict[str, Any]) -> None:
    assert ROUTER.decide(said(reply=Reply.CONSENT, **readings), CONFIRMING).act is not Act.CONSENT


def test_i1_abandonment_beside_a_consent_wins() -> None:
    assert ROUTER.decide(said(reply=Reply.CONSENT, abandonment=True), CONFIRMING).act is Act.ABANDON


def test_repeating_the_shown_value_is_fine() -> None:
    assert ROUTER.decide(said(reply=Reply.CONSENT, values={"book_id": "B-1"}), CONFIRMING).act is Act.CONSENT


def test_an_acknowledgement_after_a_side_remark_is_asked_again() -> None:
    situation = Situation(CONFIRMING.transaction, Asked.CONFIRMATION, side_remark=True)
    assert ROUTER.decide(said(reply=Reply.CONSENT, acknowledgement=True), situation).act is Act.ASK_AGAIN
    assert ROUTER.decide(said(reply=Reply.CONSENT), situation).act is Act.CONSENT


def test_consent_first_then_what_else_was_asked() -> None:
    decision = ROUTER.decide(said(STRONG_LOCATE, reply=Reply.CONSENT), CONFIRMING)
    assert (decision.act, decision.requests) == (Act.CONSENT, (Request("locate_book"),))


# --- nothing pending --------------------------------------------------------------------------------------------------


def test_a_bare_noun_reads_and_never_opens_a_transaction() -> None:
    assert ROUTER.decide(said(WEAK_RESERVE, WEAK_LOCATE), IDLE).requests == (Request("locate_book"),)
    assert ROUTER.decide(said(WEAK_RESERVE), IDLE).act is Act.FALLBACK


def test_readings_first_then_one_transaction() -> None:
    decision = ROUTER.decide(said(STRONG_RESERVE, STRONG_LOCATE), IDLE)
    assert [request.intent for request in decision.requests] == ["locate_book", "reserve_book"]


def test_i5_a_yes_after_the_end_reminds_and_re_activates_nothing() -> None:
    situation = Situation(last_transaction={"status": "COMPLETED"})
    assert ROUTER.decide(said(reply=Reply.CONSENT), situation).act is Act.REMIND
    assert ROUTER.decide(said(reply=Reply.CONSENT), IDLE).act is Act.FALLBACK


def test_nothing_understood_is_said_so() -> None:
    assert ROUTER.decide(said(), IDLE).act is Act.FALLBACK
    assert ROUTER.decide(said(pattern=Pattern.GREETING), IDLE).act is Act.REMARK
