"""What an answer may say, held against the facts of its turn."""

from typing import Any

import pytest

from agent_framework.judges.groundedness import judge
from agent_framework.judges.model import Facts

RESERVED: dict[str, Any] = {
    "tool_name": "reserve_book",
    "transaction_id": "t-1",
    "arguments": {"book_id": "LIV-1001", "address": "Rua das Flores, 123, ap 4, 13010-000"},
    "status": "COMPLETED",
    "result": {
        "book_id": "LIV-1001",
        "title": "Dom Casmurro",
        "protocol": "RES-2026-001",
        "price": "71.99",
        "due_on": "2026-12-10",
        "status": "reserved",
    },
    "resources": [{"type": "book_id", "value": "LIV-1001"}],
    "recorded_at": "2026-12-01T10:00:00+00:00",
}
FACTS = Facts(
    evidence=[RESERVED],
    message="e o meu livro?",
    actions={"reserve_book": {"pt-BR": ["reservar"], "en": ["reserve"]}},
    labels={"reserved": ["reservado"]},
)


@pytest.mark.parametrize(
    "answer",
    [
        "O livro LIV-1001 foi reservado. Protocolo: RES-2026-001.",
        "**Pronto!** O livro liv-1001 foi reservado, protocolo RES-2026-001.",
        "Dom Casmurro (LIV-1001) custa R$ 71,99 e vence em 10 de dezembro de 2026.",
        "LIV-1001: 71.99, até 10/12/2026.",
        "O livro LIV-1001 vai para Rua das Flores, 123, ap 4, 13010-000.",
    ],
)
def test_what_the_facts_support_in_any_spelling(answer: str) -> None:
    verdict = judge(answer, FACTS, "pt-BR")
    assert verdict.grounded, verdict.objections
    assert all(claim.supported_by for claim in verdict.claims)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("O livro LIV-1002 foi reservado.", "id"),
        ("O livro LIV-1001 foi reservado. Protocolo: RES-2026-002.", "protocol"),
        ("O livro LIV-1001 custa R$ 71,98.", "amount"),
        ("O livro LIV-1001 vence em 11 de dezembro de 2026.", "date"),
        ("O livro LIV-1001 foi devolvido.", "status"),
        ("O livro LIV-1001 não foi reservado.", "action"),
        ("O livro LIV-1001 vai para Rua das Flores, 124, ap 4, 13010-000.", "count"),
    ],
)
def test_one_thing_that_is_not_so_is_found(answer: str, kind: str) -> None:
    verdict = judge(answer, FACTS, "pt-BR")
    assert not verdict.grounded
    assert kind in {claim.kind for claim in verdict.claims if not claim.supported_by}


@pytest.mark.parametrize(
    "answer",
    [
        "O livro LIV-1001 foi de\u200bvolvido.",
        "O livro LIV-1001 foi d e v o l v i d o.",
        "O livro LIV-1001 foi ｄｅｖｏｌｖｉｄｏ.",
        "O livro LIV-1001 foi **dev**olvido.",
        "O livro LIV-1001 foi dev\u043elvido.",
    ],
)
def test_a_disguise_hides_no_word(answer: str) -> None:
    assert not judge(answer, FACTS, "pt-BR").grounded


@pytest.mark.parametrize(
    "status", ["FAILED", "IN_DOUBT", "OUT_OF_SCOPE", "AWAITING_CONFIRMATION", "COLLECTING_PARAMETERS"]
)
def test_nothing_is_told_as_done_that_was_not(status: str) -> None:
    transaction = {**RESERVED, "status": status, "result": None}
    facts = Facts(transaction=transaction, actions=FACTS.actions, labels=FACTS.labels)
    assert not judge("Pronto, o livro LIV-1001 foi reservado.", facts, "pt-BR").grounded


@pytest.mark.parametrize("answer", ["", " ", "🙂", "9" * 5000, "1/2/" * 500, "(" * 2000, "**" * 999, "\u202e\u0000"])
def test_no_answer_breaks_it(answer: str) -> None:
    judge(answer, FACTS, "pt-BR")
