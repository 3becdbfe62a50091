"""Texts that a declaration leaves to the tool's name, and what start-up says where they are missing."""

from typing import Annotated

import pytest

from agent_framework import Agent, Catalog, Idempotent, Identifier, Intent, Parameter, ToolContext, transactional_tool
from agent_framework.domain.registry import Domain, check_domain
from agent_framework.exceptions import DeclarationError


@transactional_tool(recovery=Idempotent())
async def sow(
    seed: Annotated[str, Parameter(Identifier("S-##"))],
    context: ToolContext,
    note: Annotated[str | None, Parameter(Identifier("N-##"))] = None,
) -> dict[str, str]:
    """Sow."""
    return {}


GARDEN = Agent("garden", can="sow.can", intents=[Intent("sowing", sow, actions={"en": ["sow"]})])
TEXTS = {"can": "sow", "ask_seed": "Which?", "confirm": "Sow {seed}?", "done": "Done.", "operation": "the sowing"}


def catalog(**changed: str | None) -> Catalog:
    """The texts of the garden; one that is None is missing."""
    return Catalog({"en": {f"sow.{key}": (text,) for key, text in {**TEXTS, **changed}.items() if text is not None}})


def test_a_text_that_is_not_named_is_the_one_under_the_tools_name() -> None:
    assert (sow.confirm, sow.answer, sow.operation) == ("sow.confirm", "sow.done", "sow.operation")
    assert sow.parameters["seed"].ask == "sow.ask_seed"
    assert sow.parameters["note"].ask is None
    check_domain(Domain([GARDEN], catalog()))


@pytest.mark.parametrize("missing", ["ask_seed", "confirm", "done", "operation"])
def test_each_of_them_is_demanded_at_start(missing: str) -> None:
    with pytest.raises(DeclarationError, match=f"'sow.{missing}' is missing"):
        check_domain(Domain([GARDEN], catalog(**{missing: None})))


def test_a_confirmation_that_hides_an_argument_is_refused() -> None:
    with pytest.raises(DeclarationError, match="does not show"):
        check_domain(Domain([GARDEN], catalog(confirm="Sow?")))
