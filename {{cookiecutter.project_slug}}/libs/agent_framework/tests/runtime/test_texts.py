"""The framework's own texts: each remark has one in each language, and a project replaces any of them."""

from pathlib import Path

import pytest

from agent_framework.domain.messages import Catalog
from agent_framework.domain.tools import Say
from agent_framework.understanding.lexicon import built_in_languages
from agent_framework.understanding.model import Pattern

PARAMS = {"operation": "the loan", "can": ["lend books"]}


@pytest.mark.parametrize("language", built_in_languages())
@pytest.mark.parametrize("where", ["patterns", "idle"])
@pytest.mark.parametrize("pattern", list(Pattern))
def test_each_remark_has_a_text_in_each_language(pattern: Pattern, where: str, language: str) -> None:
    assert Catalog.load().say(Say(f"framework.{where}.{pattern}", PARAMS), language)


def test_the_languages_say_the_same_things() -> None:
    texts = Catalog.load()
    portuguese, english = (set(texts.keys(language)) for language in ("pt-BR", "en"))
    assert portuguese == english
    for key in sorted(english):
        assert texts.placeholders("pt-BR", key) == texts.placeholders("en", key), key


def test_a_project_replaces_a_text_under_the_same_key(tmp_path: Path) -> None:
    (tmp_path / "en.yaml").write_text("framework: {patterns: {hold: 'No rush!'}}", encoding="utf-8")
    texts = Catalog.load(tmp_path)
    assert texts.say(Say("framework.patterns.hold"), "en") == "No rush!"
    assert texts.say(Say("framework.idle.hold"), "en") == "Of course, take your time."
    assert texts.say(Say("framework.patterns.hold"), "pt-BR").startswith("Claro")
