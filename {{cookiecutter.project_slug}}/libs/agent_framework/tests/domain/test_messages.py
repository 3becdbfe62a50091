"""A file of texts that cannot be used is refused when it is read, with the place and the cure."""

from pathlib import Path

import pytest

from agent_framework import Catalog, Say
from agent_framework.exceptions import DeclarationError


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("a:\n  b: [Which?, or that]", r"en\.yaml, line 2: .*between quotes"),
        ("a:\n  b: one\n  b: two", "line 3: 'b' stands here a second time"),
        ("a:\n  b:", "'a.b' is None, not a text"),
        ("a:\n  b: yes", "'a.b' is True, not a text"),
        ("a:\n  b: [one, 2]", "'a.b' is 2, not a text"),
        ('a:\n  b: "costs {amount"', "'a.b': .*braces"),
        ('a:\n  b: "costs {}"', "'a.b': .*is no placeholder"),
        ('a:\n  b: "costs {amount:moeda}"', "unknown format 'moeda'; use one of date, datetime, list, money, number"),
        ("- a", "expected a mapping"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, content: str, complaint: str) -> None:
    (tmp_path / "en.yaml").write_text(content, encoding="utf-8")
    with pytest.raises(DeclarationError, match=complaint):
        Catalog.load(tmp_path)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "pt-BR.yaml").write_bytes("a: não".encode("latin-1"))
    with pytest.raises(DeclarationError, match="save it as UTF-8"):
        Catalog.load(tmp_path)


def test_formats_and_texts_for_values(tmp_path: Path) -> None:
    (tmp_path / "pt-BR.yaml").write_text(
        'a:\n  b: "{amount:money}, {day:date}, {state:a.state}, {{sic}}"\n  state: {lent: emprestado}', encoding="utf-8"
    )
    said = Say("a.b", {"amount": "71.99", "day": "2026-12-10", "state": "lent"})
    assert Catalog.load(tmp_path).say(said, "pt-BR") == "R$ 71,99, 10 de dezembro de 2026, emprestado, {sic}"
