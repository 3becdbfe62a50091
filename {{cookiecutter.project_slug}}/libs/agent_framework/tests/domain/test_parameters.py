"""How parameters are declared in a signature."""

from typing import Annotated

from agent_framework import FreeText, Parameter, ToolContext, read_tool

Title = Annotated[str, Parameter(FreeText(), words={"en": ["title", "book"]})]


def test_a_parameter_with_words_may_be_optional() -> None:
    @read_tool(answer="books.found")
    async def find_books(context: ToolContext, title: Title | None = None) -> dict[str, str]:
        """Find books."""
        return {}

    assert find_books.required == ()
    assert find_books.parameters["title"].words == {"en": ["title", "book"]}
