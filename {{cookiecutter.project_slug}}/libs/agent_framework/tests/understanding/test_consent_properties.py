"""What holds for any reply: nothing breaks, negation is never a consent, a word that nobody knows is a doubt."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_framework.domain.text import Text, fold
from agent_framework.understanding.consent import read_consent
from agent_framework.understanding.lexicon import default_lexicon
from agent_framework.understanding.model import Asked, Dialogue, Reply, ValueReadings
from agent_framework.understanding.patterns import is_question, read_pattern, reads_abandonment, refers_to_last

WORDS = {"pt-BR": sorted(default_lexicon("pt-BR").known), "en": sorted(default_lexicon("en").known)}
LANGUAGES = st.sampled_from(["pt-BR", "en"])
MARKS = [",", ".", "!", "?", "...", "-", '"', "(", "\n", "👍", "🙄", "71,99", "$"]


@st.composite
def messages(draw: st.DrawFn) -> Text:
    """Words of the lexicon, marks and noise in any order."""
    language = draw(LANGUAGES)
    parts = st.one_of(st.sampled_from(WORDS[language]), st.sampled_from(MARKS), st.text(max_size=5))
    return Text(" ".join(draw(st.lists(parts, max_size=12))), language)


def consent(message: str, language: str, dialogue: Dialogue) -> Reply:
    return read_consent(Text(message, language), dialogue, ValueReadings(), ()).reply


@settings(max_examples=200, deadline=None)
@given(text=messages(), shown=st.dictionaries(st.text(max_size=3), st.text(max_size=8), max_size=2))
def test_nothing_raises(text: Text, shown: dict[str, str]) -> None:
    dialogue = Dialogue(asked=Asked.CONFIRMATION, shown=shown)
    reading = read_consent(text, dialogue, ValueReadings(), ())
    assert all(text.raw[cue.start : cue.end] == cue.text for cue in reading.cues)
    read_pattern(text, dialogue)
    reads_abandonment(text, dialogue)
    is_question(text)
    refers_to_last(text)


GOVERNED = {
    "pt-BR": (["não", "nao", "ñ", "nunca", "nem"], ["quero", "pode", "confirmo", "autorizo", "aceito", "concordo"]),
    "en": (["not", "don't", "do not", "never", "cannot"], ["confirm", "agree", "proceed", "do it", "go ahead"]),
}


@settings(max_examples=200, deadline=None)
@given(language=LANGUAGES, data=st.data())
def test_a_governed_yes_word_is_no_consent(language: str, data: st.DataObject) -> None:
    negators, verbs = GOVERNED[language]
    fillers = st.lists(
        st.sampled_from(["eu", "me", "isso", "por favor"] if language == "pt-BR" else ["i", "it", "please"]), max_size=2
    )
    words = [
        *data.draw(fillers),
        data.draw(st.sampled_from(negators)),
        data.draw(st.sampled_from(verbs)),
        *data.draw(fillers),
    ]
    assert consent(" ".join(words), language, Dialogue(asked=Asked.CONFIRMATION)) is not Reply.CONSENT


@settings(max_examples=200, deadline=None)
@given(language=LANGUAGES, before=st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9), max_size=4))
def test_whatever_stands_before_a_refusal(language: str, before: list[str]) -> None:
    refusal = "não quero" if language == "pt-BR" else "I do not want it"
    message = " ".join([*before, refusal])
    assert consent(message, language, Dialogue(asked=Asked.CONFIRMATION)) is not Reply.CONSENT


@settings(max_examples=200, deadline=None)
@given(word=st.text("bcdfghjklmnpqrstvwxz", min_size=6, max_size=12), place=st.integers(0, 3))
def test_an_unknown_word_in_the_consent_is_a_doubt(word: str, place: int) -> None:
    lexicon = default_lexicon("pt-BR")
    read = lexicon.spelling.read(Text(word).tokens)[0].folded
    words = ["sim", "pode", "seguir"]
    words.insert(place, word)
    reply = consent(" ".join(words), "pt-BR", Dialogue(asked=Asked.CONFIRMATION))
    assert read in lexicon.known or reply is not Reply.CONSENT


@settings(max_examples=100, deadline=None)
@given(
    yes=st.sampled_from(["sim", "pode", "claro", "confirmo", "ok", "isso mesmo", "pode seguir"]),
    marks=st.integers(1, 3),
)
def test_a_yes_with_a_question_mark_is_no_consent(yes: str, marks: int) -> None:
    assert consent(yes + "?" * marks, "pt-BR", Dialogue(asked=Asked.CONFIRMATION)) is not Reply.CONSENT


@settings(max_examples=100, deadline=None)
@given(
    yes=st.sampled_from(["sim", "pode seguir", "claro", "confirmo"]),
    shout=st.booleans(),
    dots=st.sampled_from(["", ".", "!"]),
)
def test_case_and_accents_do_not_matter(yes: str, shout: bool, dots: str) -> None:
    message = yes.upper() if shout else fold(yes)
    assert consent(message + dots, "pt-BR", Dialogue(asked=Asked.CONFIRMATION)) is Reply.CONSENT


@pytest.mark.parametrize("part", ["sim, ", "cancela ", "não ", "palavra ", "o que é ", '"a ', "a\n", "siiiii ", "? "])
def test_a_long_message_is_read_in_no_time(part: str) -> None:
    message = (part * 4000)[:4000]
    consent("sim", "pt-BR", Dialogue())
    started = time.perf_counter()
    consent(message, "pt-BR", Dialogue(asked=Asked.CONFIRMATION))
    # A quadratic reading takes many seconds; a linear one some thirty milliseconds, on a noisy machine a few times that.
    assert time.perf_counter() - started < 2
