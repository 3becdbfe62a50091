"""The words of a language are data: merged group by group, and a mistake names its file and group."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from agent_framework.domain.text import Text
from agent_framework.exceptions import DeclarationError
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.lexicon import GROUPS, Lexicon, built_in_languages
from agent_framework.understanding.model import Asked, Dialogue, Reply, ValueReadings


def extra(folder: Path, content: str, language: str = "pt-BR") -> Path:
    (folder / f"{language}.yaml").write_text(content, encoding="utf-8")
    return folder


def test_languages() -> None:
    assert built_in_languages() == ("en", "pt-BR")


def test_a_folder_adds_to_a_group(tmp_path: Path) -> None:
    plain = Lexicon.load("pt-BR")
    merged = Lexicon.load("pt-BR", extra(tmp_path, "yes: [bah sim, tri]\n"))
    assert set(merged.groups["yes"]) == {*plain.groups["yes"], "bah sim", "tri"}
    assert merged.groups["go"] == plain.groups["go"]


def test_a_team_s_word_is_a_consent(tmp_path: Path) -> None:
    text, dialogue = Text("tri", "pt-BR"), Dialogue(asked=Asked.CONFIRMATION)
    lexicon = Lexicon.load("pt-BR", extra(tmp_path, "yes: [tri]\n"))
    assert read_consent(text, dialogue, ValueReadings(), ()).reply is Reply.UNCLEAR
    assert read_consent(text, dialogue, ValueReadings(), (), lexicon).reply is Reply.CONSENT


def test_a_folder_without_a_file_for_the_language_adds_nothing(tmp_path: Path) -> None:
    folder = extra(tmp_path, "yes: [tri]\n")
    assert Lexicon.load("en", folder).groups == Lexicon.load("en").groups


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("yess: [tri]\n", "unknown group 'yess'"),
        ("yes: tri\n", "group 'yes' must be a list"),
        ("yes: [[tri]]\n", "group 'yes' must be a list"),
        ("- tri\n", "must map groups"),
        ("yes: [tri\n", "not valid YAML"),
    ],
)
def test_a_mistake_names_the_file(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(DeclarationError) as raised:
        Lexicon.load("pt-BR", extra(tmp_path, content))
    assert said in raised.value.problems[0]
    assert str(tmp_path / "pt-BR.yaml") in raised.value.problems[0]


def test_an_unknown_language() -> None:
    with pytest.raises(DeclarationError, match="No lexicon for 'xx'; there are: en, pt-BR"):
        Lexicon.load("xx")


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_every_group_is_there(language: str) -> None:
    file = Path(__file__).parents[2] / "src/agent_framework/understanding/lexicons" / f"{language}.yaml"
    content: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    assert set(content) == GROUPS


@pytest.mark.parametrize("language", ["pt-BR", "en"])
def test_no_word_says_yes_and_no(language: str) -> None:
    groups = Lexicon.load(language).groups
    consents = {*groups["yes"], *groups["acknowledgement"], *groups["go"], *groups["permit"], *groups["performative"]}
    assert consents.isdisjoint(
        {*groups["no"], *groups["negator"], *groups["doubt"], *groups["delay"], *groups["abandon"]}
    )
