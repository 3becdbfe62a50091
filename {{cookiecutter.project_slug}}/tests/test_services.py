"""The sample's order and billing systems keep their promises, on SQLite and on PostgreSQL."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TypeAlias

import pytest
from agent_framework import ArgumentRejected, Catalog, Eligible, NotEligible, Say, Tool, ToolContext, ToolFailed
from agent_framework.domain.tools import Verdict
from agent_framework.persistence.database import database_url, open_engine
from agent_framework.runtime.execution import plain_result
from agent_framework.runtime.readings import told
from agent_framework.testing.postgres import PostgresServer, postgres_programs, postgres_server
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

import app
from app.services import Services, open_services, reset
from app.services.billing import ChargeNotDisputable
from app.services.orders import OrderNotCancellable
from app.tools.billing import charge_can_be_disputed, consultar_fatura, contestar_cobranca
from app.tools.orders import cancelar_pedido, consultar_pedido, order_can_be_cancelled

MINE = "CUST-1001"
ELSES = "CUST-2002"
REDES = "TIM CTRL Redes Sociais 8.0"
ALL = Decimal("14.99")

Postgres: TypeAlias = PostgresServer | None


class Clock:
    """The year that protocols are numbered in."""

    year = 2026

    def __call__(self) -> datetime:
        return datetime(self.year, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest) -> Iterator[Postgres]:
    """None for SQLite, which needs no server."""
    if request.param == "sqlite":
        yield None
        return
    if postgres_programs() is None and not os.environ.get("CI"):
        pytest.skip("PostgreSQL's server is not installed")
    with postgres_server() as running:
        yield running


@pytest.fixture
def url(server: Postgres, tmp_path: Path) -> URL:
    return database_url(server.create_database(tmp_path.name) if server else f"sqlite:///{tmp_path}/test.db")


@pytest.fixture
async def engine(url: URL) -> AsyncIterator[AsyncEngine]:
    opened = open_engine(url)
    yield opened
    await opened.dispose()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def services(engine: AsyncEngine, clock: Clock) -> Services:
    return await open_services(engine, clock)


@pytest.fixture
def context(services: Services) -> ToolContext:
    return ToolContext("default", MINE, "s1", "pt-BR", services, transaction_id="t1", idempotency_key="k1")


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return Catalog.load(Path(app.__file__).parent / "messages")


# --- sample data ------------------------------------------------------------------------------------------------------


async def test_several_starters_at_once_fill_an_empty_database_once(url: URL) -> None:
    async def start() -> list[str]:
        engine = open_engine(url)
        orders = (await open_services(engine, Clock())).orders
        numbers = [order.order_id for order in await orders.recent(MINE)]
        await engine.dispose()
        return numbers

    started = await asyncio.gather(*(start() for _ in range(4)))
    assert started == [["PED-1003", "PED-1002", "PED-1001", "PED-2001", "PED-2002", "PED-2003"]] * 4


async def test_a_restart_keeps_what_was_done_and_a_reset_does_not(engine: AsyncEngine, services: Services) -> None:
    first = await services.orders.cancel(MINE, "PED-1001", "k1")
    again = await open_services(engine, Clock())
    assert await again.orders.cancellation_for("k1") == first
    await reset(engine)
    assert await services.orders.cancellation_for("k1") is None
    assert await services.orders.cancel(MINE, "PED-1001", "k2") == first


async def test_the_invoice_lists_its_charges_and_their_sum(services: Services) -> None:
    invoice = await services.billing.current_invoice(MINE)
    assert invoice is not None
    assert [(line.subject, line.charged) for line in invoice.charges] == [
        ("Plano Controle 20GB", Decimal("59.90")),
        (REDES, Decimal("71.99")),
        ("TIM Music", Decimal("14.99")),
    ]
    assert invoice.total == Decimal("146.88")
    assert await services.billing.current_invoice(ELSES) is not None
    assert await services.billing.current_invoice("CUST-0") is None


# --- cancelling -------------------------------------------------------------------------------------------------------


async def test_someone_elses_order_is_as_unknown_as_one_that_does_not_exist(services: Services) -> None:
    assert await services.orders.get(MINE, "PED-9001") is None
    assert await services.orders.get(MINE, "PED-0000") is None
    assert await services.orders.get(ELSES, "PED-9001") is not None


@pytest.mark.parametrize("order_id", ["PED-2001", "PED-2002", "PED-2003", "PED-9001", "PED-0000"])
async def test_what_cannot_be_cancelled_is_left_as_it_was(services: Services, order_id: str) -> None:
    before = await services.orders.get(MINE, order_id)
    with pytest.raises(OrderNotCancellable):
        await services.orders.cancel(MINE, order_id, "k1")
    assert await services.orders.get(MINE, order_id) == before
    assert await services.orders.cancellation_for("k1") is None


async def test_cancelling_again_with_the_same_key_gives_the_same_protocol(services: Services) -> None:
    first = await services.orders.cancel(MINE, "PED-1001", "k1")
    assert first.protocolo == "CANCEL-2026-001"
    assert await services.orders.cancel(MINE, "PED-1001", "k1") == first
    with pytest.raises(OrderNotCancellable):
        await services.orders.cancel(MINE, "PED-1001", "k2")


async def test_the_same_key_many_times_at_once_cancels_once(services: Services) -> None:
    done = await asyncio.gather(*(services.orders.cancel(MINE, "PED-1001", "k1") for _ in range(12)))
    assert {item.protocolo for item in done} == {"CANCEL-2026-001"}


async def test_protocols_taken_at_once_are_numbered_without_gap(services: Services) -> None:
    mine = [services.orders.cancel(MINE, f"PED-100{number}", f"k{number}") for number in (1, 2, 3)]
    done = await asyncio.gather(*mine, services.orders.cancel(ELSES, "PED-9001", "k4"))
    assert sorted(item.protocolo for item in done) == [f"CANCEL-2026-00{number}" for number in (1, 2, 3, 4)]


async def test_protocols_start_again_each_year(services: Services, clock: Clock) -> None:
    await services.orders.cancel(MINE, "PED-1001", "k1")
    clock.year = 2027
    assert (await services.orders.cancel(MINE, "PED-1002", "k2")).protocolo == "CANCEL-2027-001"


# --- contesting -------------------------------------------------------------------------------------------------------


async def test_a_dispute_is_opened_once_and_marks_its_charge(services: Services) -> None:
    first = await services.billing.dispute(MINE, "TIM Music", ALL, "k1")
    assert first.protocolo == "CONTEST-2026-001"
    assert await services.billing.dispute(MINE, "TIM Music", ALL, "k1") == first
    assert await services.billing.dispute_for("k1") == first
    invoice = await services.billing.current_invoice(MINE)
    assert invoice is not None
    assert [line.subject for line in invoice.charges if line.disputed] == ["TIM Music"]


async def test_two_disputes_of_one_charge_at_once_open_one(services: Services) -> None:
    tries = [services.billing.dispute(MINE, "TIM Music", ALL, f"k{number}") for number in range(8)]
    ended = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(item).__name__ for item in ended) == ["ChargeNotDisputable"] * 7 + ["Dispute"]


@pytest.mark.parametrize(
    ("subject", "amount"), [("Academia", "1.00"), (REDES, "72.00"), (REDES, "0.00"), ("Plano Controle 40GB", "1.00")]
)
async def test_what_cannot_be_contested_opens_nothing(services: Services, subject: str, amount: str) -> None:
    with pytest.raises(ChargeNotDisputable):
        await services.billing.dispute(MINE, subject, Decimal(amount), "k1")
    assert await services.billing.dispute_for("k1") is None


# --- the tools on top -------------------------------------------------------------------------------------------------


async def test_the_validator_of_an_order(context: ToolContext) -> None:
    async def verdict(order_id: str) -> Verdict:
        return await order_can_be_cancelled(order_id, context)

    assert await verdict("PED-1001") == Eligible({"item": "Cafeteira Italiana", "total": "189.90"})
    assert await verdict("PED-2001") == NotEligible("orders.not_cancellable.shipped", {"order_id": "PED-2001"})
    elses, unknown = await verdict("PED-9001"), await verdict("PED-0000")
    assert isinstance(elses, ArgumentRejected)
    assert isinstance(unknown, ArgumentRejected)
    assert elses.reason == unknown.reason


async def test_the_validator_of_a_charge(context: ToolContext) -> None:
    async def verdict(subject: str, amount: str) -> Verdict:
        return await charge_can_be_disputed(subject, Decimal(amount), context)

    assert await verdict(REDES, "71.99") == Eligible()
    limit = {"subject": REDES, "valor": "72.00", "charged": "71.99"}
    assert await verdict(REDES, "72.00") == ArgumentRejected("valor", "billing.amount_too_high", limit)
    assert await verdict(REDES, "0.00") == ArgumentRejected(
        "valor", "billing.amount_too_low", limit | {"valor": "0.00"}
    )
    rejected = await verdict("Academia", "10.00")
    assert isinstance(rejected, ArgumentRejected)
    assert rejected.params["on_invoice"] == ["Plano Controle 20GB", REDES, "TIM Music"]
    await context.services.billing.dispute(MINE, REDES, ALL, "other")
    assert await verdict(REDES, "71.99") == NotEligible("billing.already_disputed", {"subject": REDES})


async def test_a_tool_whose_system_refuses_reports_the_failure(context: ToolContext) -> None:
    with pytest.raises(ToolFailed):
        await cancelar_pedido.function("PED-2001", context=context)
    with pytest.raises(ToolFailed):
        await contestar_cobranca.function("Academia", Decimal(1), context=context)


@pytest.mark.parametrize("language", ["pt-BR", "en"])
async def test_every_result_can_be_told(context: ToolContext, texts: Catalog, language: str) -> None:
    async def text(tool: Tool, **arguments: str) -> str:
        result = plain_result(tool, await tool.function(**tool.load(arguments), context=context))
        return "\n".join(texts.say(said, language) for said in told(tool, result))

    for order_id in ("PED-1001", "PED-2001", "PED-2002", "PED-2003", "PED-9001"):
        assert order_id in await text(consultar_pedido, order_id=order_id)
    assert "PED-1003" in await text(consultar_pedido)
    assert "CANCEL-2026-001" in await text(cancelar_pedido, order_id="PED-1001")
    assert "CONTEST-2026-001" in await text(contestar_cobranca, subject="TIM Music", valor="14.99")
    assert "TIM Music" in await text(consultar_fatura)


@pytest.mark.parametrize("language", ["pt-BR", "en"])
async def test_every_refusal_can_be_told(context: ToolContext, texts: Catalog, language: str) -> None:
    await context.services.billing.dispute(MINE, "TIM Music", ALL, "other")
    numbers = ["PED-2001", "PED-2002", "PED-2003", "PED-9001"]
    verdicts = [await order_can_be_cancelled(number, context) for number in numbers]
    charges = [("TIM Music", "1"), ("Academia", "1"), (REDES, "80"), (REDES, "0")]
    verdicts += [await charge_can_be_disputed(subject, Decimal(amount), context) for subject, amount in charges]
    for verdict in verdicts:
        assert isinstance(verdict, NotEligible | ArgumentRejected)
        assert texts.say(Say(verdict.reason, verdict.params), language)
