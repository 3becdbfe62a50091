"""Moves in a conversation, in both languages, and what looks like one and is none."""

from pathlib import Path

import pytest

from agent_framework.domain.text import Text
from agent_framework.exceptions import DeclarationError
from agent_framework.understanding.lexicon import Lexicon, add_words_from
from agent_framework.understanding.model import Dialogue, Pattern
from agent_framework.understanding.patterns import is_question, read_pattern, refers_to_another, refers_to_last

PATTERNS = {
    ("pt-BR", Pattern.HOLD): ["um minuto", "só um minutinho, vou pegar", "espera aí", "peraí"],
    ("en", Pattern.HOLD): ["one moment", "hold on, let me check", "wait"],
    ("pt-BR", Pattern.LATER): ["agora não", "depois", "não, mais tarde", "por enquanto não", "depois eu vejo isso"],
    ("en", Pattern.LATER): ["not now", "later please", "maybe later", "no, some other time"],
    ("pt-BR", Pattern.SKIP): ["prefiro não dizer", "prefiro não informar o número", "pula"],
    ("en", Pattern.SKIP): ["I'd rather not say", "skip", "prefer not to say"],
    ("pt-BR", Pattern.HELP): ["ajuda", "me ajuda", "não entendi", "não sei o que fazer"],
    ("en", Pattern.HELP): ["help", "I don't understand", "what are my options?"],
    ("pt-BR", Pattern.WHERE): ["onde eu acho esse número?", "onde encontro o código", "como eu descubro?"],
    ("en", Pattern.WHERE): ["where do I find that number?", "where can I find it", "how do I find it?"],
    ("pt-BR", Pattern.WHY): ["por quê?", "pq?", "por que vocês precisam disso?"],
    ("en", Pattern.WHY): ["why?", "why do you need that?", "what for?"],
    ("pt-BR", Pattern.REPEAT): ["repete", "pode repetir?", "o que você disse?", "?"],
    ("en", Pattern.REPEAT): ["can you repeat that?", "say that again", "pardon?"],
    ("pt-BR", Pattern.WHAT): ["o que é isso?", "o que é ISBN?", "o que significa?"],
    ("en", Pattern.WHAT): ["what is this?", "what does that mean", "what do you mean?"],
    ("pt-BR", Pattern.PERSON): ["quero falar com um atendente", "atendente", "me transfere"],
    ("en", Pattern.PERSON): ["I want to talk to a human", "speak to someone", "representative please"],
    ("pt-BR", Pattern.RESUME): ["quero retomar", "vamos continuar", "voltando ao empréstimo", "de onde paramos?"],
    ("en", Pattern.RESUME): ["let's resume", "where were we?", "back to my loan", "I want to continue"],
    ("pt-BR", Pattern.GREETING): ["oi", "bom dia", "olá!"],
    ("en", Pattern.GREETING): ["hi", "hello there", "good morning"],
    ("pt-BR", Pattern.THANKS): ["obrigado", "valeu!", "muito obrigada"],
    ("en", Pattern.THANKS): ["thanks", "thank you so much", "thx"],
    ("pt-BR", Pattern.CHITCHAT): ["tudo bem?", "oi tudo bem", "quem é você?"],
    ("en", Pattern.CHITCHAT): ["how are you?", "are you a robot?", "hi, what's your name?"],
    ("pt-BR", Pattern.SILENCE): ["", "   ", "..."],
    ("en", Pattern.SILENCE): ["", "…", "."],
    ("pt-BR", Pattern.LONG): ["o livro é bonito e grande " * 30, "chuva " * 110, "e aí ela foi embora " * 40],
    ("en", Pattern.LONG): ["the book is old and heavy " * 30, "rain " * 130, "and then she went home " * 40],
}

NO_PATTERN = {
    "pt-BR": [
        "não precisa repetir",
        "a próxima fatura",
        "porque não quero",
        "bom dia, quero cancelar",
        "obrigado, mas não era isso que eu queria",
        "onde está meu livro",
        "não sei",
        "não quero retomar",
        "depois de amanhã eu viajo",
        "o curso vai continuar em maio",
        "quanto tempo demora?",
        "👍",
        "1001",
    ],
    "en": [
        "I don't want to talk to a human",
        "next friday",
        "because I want it",
        "hi, cancel my membership",
        "where is my book",
        "I don't know",
        "I don't want to resume",
        "later that day she left",
        "the book goes back to my sister",
        "what is the status of my loan",
    ],
}


@pytest.mark.parametrize(
    ("language", "pattern", "message"), [(*key, text) for key, texts in PATTERNS.items() for text in texts]
)
def test_pattern(language: str, pattern: Pattern, message: str) -> None:
    found, cues = read_pattern(Text(message, language), Dialogue())
    assert found is pattern
    assert all(message[cue.start : cue.end] == cue.text for cue in cues)


@pytest.mark.parametrize(
    ("language", "message"), [(lang, text) for lang, texts in NO_PATTERN.items() for text in texts]
)
def test_no_pattern(language: str, message: str) -> None:
    assert read_pattern(Text(message, language), Dialogue()) == (None, ())


@pytest.mark.parametrize("pattern", list(Pattern))
def test_each_pattern_is_read_in_each_language(pattern: Pattern) -> None:
    assert len(PATTERNS["pt-BR", pattern]) >= 3
    assert len(PATTERNS["en", pattern]) >= 3


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("pt-BR", "sim?"),
        ("pt-BR", "qual o prazo"),
        ("pt-BR", "será que demora"),
        ("pt-BR", "me diz o prazo"),
        ("en", "what is the deadline"),
        ("en", "do they send an email"),
        ("en", "tell me the deadline"),
    ],
)
def test_a_question_with_or_without_its_mark(language: str, message: str) -> None:
    assert is_question(Text(message, language))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("pt-BR", "sim"),
        ("pt-BR", "porque não quero"),
        ("pt-BR", "quando chegar eu vejo"),
        ("en", "do it"),
        ("en", "yes"),
    ],
)
def test_no_question(language: str, message: str) -> None:
    assert not is_question(Text(message, language))


@pytest.mark.parametrize(
    ("language", "message", "points"),
    [
        ("pt-BR", "quero cancelar esse empréstimo", True),
        ("pt-BR", "o mesmo", True),
        ("pt-BR", "cancela ele", True),
        ("pt-BR", "desse livro", True),
        ("pt-BR", "quero meu livro", False),
        ("pt-BR", "esse é o número", False),
        ("pt-BR", "isso", False),
        ("pt-BR", "onde esta meu livro", False),
        ("en", "cancel that loan", True),
        ("en", "cancel it", True),
        ("en", "the same one", True),
        ("en", "that is right", False),
        ("en", "I want my book", False),
        ("en", "is it possible", False),
    ],
)
def test_pointing_to_what_was_handled_last(language: str, message: str, points: bool) -> None:
    assert refers_to_last(Text(message, language)) is points


@pytest.mark.parametrize(
    ("language", "message", "another"),
    [
        ("pt-BR", "quero cancelar outro livro", True),
        ("pt-BR", "é outra", True),
        ("pt-BR", "quero cancelar o livro", False),
        ("en", "cancel another book", True),
        ("en", "I want a different one", True),
        ("en", "cancel the book", False),
    ],
)
def test_pointing_away_from_what_was_handled_last(language: str, message: str, another: bool) -> None:
    assert refers_to_another(Text(message, language)) is another


def test_a_team_adds_words_without_code(tmp_path: Path) -> None:
    (tmp_path / "pt-BR.yaml").write_text("person: [bibliotecária]\n", encoding="utf-8")
    (tmp_path / "en.yaml").write_text("# none of our own\n", encoding="utf-8")
    text = Text("chama a bibliotecária", "pt-BR")
    assert read_pattern(text, Dialogue()) == (None, ())
    assert read_pattern(text, Dialogue(), Lexicon.load("pt-BR", tmp_path))[0] is Pattern.PERSON
    try:
        add_words_from(tmp_path)
        assert read_pattern(text, Dialogue())[0] is Pattern.PERSON
    finally:
        add_words_from()
    assert read_pattern(text, Dialogue()) == (None, ())


@pytest.mark.parametrize(("name", "told"), [("pt-BR", "unknown group 'persons'"), ("fr", "No lexicon for 'fr'")])
def test_words_under_a_wrong_name_are_refused_at_start(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / f"{name}.yaml").write_text("persons: [bibliotecária]\n", encoding="utf-8")
    try:
        with pytest.raises(DeclarationError, match=told):
            add_words_from(tmp_path)
    finally:
        add_words_from()
