"""Evidence: recorded for executed results only, bounded, and never across resources, customers or tenants (I6)."""

from typing import Any

import pytest

from agent_framework.transactions.evidence import (
    EVIDENCE_LIMIT,
    EvidenceEntry,
    evidence_of,
    keep_newest,
    relevant,
    resources_in,
)
from agent_framework.transactions.model import Status, Transaction

NOW = "2026-01-01T12:00:00+00:00"


def entry(number: int = 1, **changes: Any) -> EvidenceEntry:
    base: EvidenceEntry = {
        "transaction_id": f"t{number}",
        "tenant_id": "default",
        "customer_id": "C1",
        "resources": [{"type": "book_id", "value": "B-1"}],
    }
    return base | changes


def test_resources_are_typed_ids_at_any_depth() -> None:
    data = {"book_id": "B-1", "copies": [{"copy_id": 7}, {"resource_key": "shelf-3"}], "title": "A", "empty_id": ""}
    assert resources_in(data) == {("book_id", "B-1"), ("copy_id", "7"), ("resource_key", "shelf-3")}


def test_who_asks_is_no_resource() -> None:
    assert resources_in({"customer_id": "C1", "tenant_id": "default", "transaction_id": "t1"}) == frozenset()


def test_i6_the_same_value_of_another_type_is_another_resource() -> None:
    assert relevant([entry()], frozenset({("loan_id", "B-1")}), "default", "C1") == []
    assert relevant([entry()], frozenset({("book_id", "B-1")}), "default", "C1") == [entry()]


@pytest.mark.parametrize(("tenant", "customer"), [("other", "C1"), ("default", "C2")])
def test_i6_never_across_customers_or_tenants(tenant: str, customer: str) -> None:
    assert relevant([entry()], frozenset({("book_id", "B-1")}), tenant, customer) == []


def test_the_history_keeps_the_newest() -> None:
    history: list[EvidenceEntry] = []
    for number in range(30):
        history = keep_newest(history, entry(number))
    assert len(history) == EVIDENCE_LIMIT
    assert history[-1]["transaction_id"] == "t29"


def test_one_entry_per_transaction() -> None:
    history = keep_newest([entry(1, status="FAILED")], entry(1, status="COMPLETED"))
    assert [item["status"] for item in history] == ["COMPLETED"]


@pytest.mark.parametrize("status", [s for s in Status if s not in (Status.COMPLETED, Status.FAILED)])
def test_what_was_not_executed_leaves_no_evidence(status: Status) -> None:
    transaction = Transaction("t1", "reserve", "reserve_book", "library", status, NOW, NOW)
    with pytest.raises(ValueError, match="no executed result"):
        evidence_of(transaction, None, "default", "C1")  # type: ignore[arg-type]
