"""Each kind of message that people were misread in, with its neighbours in both languages.

The reader and the router decide, with no server: what a message does with the pending transaction, and the values it gives.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from agent_framework.domain.messages import Catalog
from agent_framework.domain.registry import Domain, discover_agents
from agent_framework.domain.text import Text
from agent_framework.routing.enterprise_router import Decision, EnterpriseRouter, Situation
from agent_framework.transactions.model import Status, Transaction
from agent_framework.understanding.model import Asked, Dialogue
from agent_framework.understanding.understand import Reader

FOLDER: Final = Path(__file__).parent / "neighbours"
LANGUAGES: Final = ("pt-BR", "en")
OPTIONS: Final = {"subject": ["Plano Controle 20GB", "TIM CTRL Redes Sociais 8.0", "TIM Music"]}
DISPUTE: Final = {"subject": "TIM CTRL Redes Sociais 8.0", "valor": "71.99"}
# By the file and the state it names: the pending intent, and what is known of its arguments.
PENDING: Final[Mapping[tuple[str, str], tuple[str, Mapping[str, str]]]] = {
    ("confirmation", "cancel"): ("retail_order_cancel", {"order_id": "PED-1001"}),
    ("confirmation", "dispute"): ("billing_dispute", DISPUTE),
    ("collecting", "cancel"): ("retail_order_cancel", {}),
    ("collecting", "subject"): ("billing_dispute", {"valor": "71.99"}),
    ("collecting", "amount"): ("billing_dispute", {"subject": DISPUTE["subject"]}),
    ("collecting", "both"): ("billing_dispute", {}),
}
NOW: Final = "2026-01-01T12:00:00+00:00"


@cache
def kinds(name: str) -> Mapping[str, Mapping[str, Any]]:
    content: Mapping[str, Mapping[str, Any]] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return content


@cache
def reader_and_router() -> tuple[Domain, Reader, EnterpriseRouter]:
    domain = Domain(discover_agents("app.agents"), Catalog({}))
    return domain, Reader(domain.agents, LANGUAGES), EnterpriseRouter(domain)


def decide(name: str, state: str, message: str, language: str) -> Decision:
    domain, reader, router = reader_and_router()
    text = Text(message, language)
    if (name, state) not in PENDING:
        return router.decide(reader.read(text, Dialogue(options=OPTIONS)), Situation())
    intent_name, known = PENDING[name, state]
    intent = domain.intents[intent_name]
    missing = tuple(item for item in intent.tool.required if item not in known)
    asked = Asked.PARAMETER if missing else Asked.CONFIRMATION
    status = Status.COLLECTING_PARAMETERS if missing else Status.AWAITING_CONFIRMATION
    transaction = Transaction("t", intent.tool.name, intent_name, "a", status, NOW, NOW, known, missing)
    said = reader.read(text, Dialogue(asked, intent.tool, intent, known, missing, OPTIONS))
    return router.decide(said, Situation(transaction, asked))


def messages() -> Iterator[Any]:
    for name in ("confirmation", "collecting"):
        for kind, what in kinds(name).items():
            for language in LANGUAGES:
                for message in what[language]:
                    yield pytest.param(name, what, message, language, id=f"{kind}: {message}")


@pytest.mark.parametrize(("name", "what", "message", "language"), list(messages()))
def test_what_it_does(name: str, what: Mapping[str, Any], message: str, language: str) -> None:
    decision = decide(name, what["in"], message, language)
    if "acts" in what:
        assert decision.act.value in what["acts"], decision.rule
    if "values" in what:
        assert dict(decision.values) == what["values"]
    if "intents" in what:
        assert [item.intent for item in decision.requests] == what["intents"]


@pytest.mark.parametrize("name", ["confirmation", "collecting"])
def test_every_kind_has_three_neighbours_in_each_language(name: str) -> None:
    short = {kind for kind, what in kinds(name).items() for language in LANGUAGES if len(what[language]) < 3}
    assert not short
