from collections.abc import Callable
from typing import Any

import pytest

from agent_framework.domain.text import Text
from agent_framework.understanding.values import Choice, FreeText

ADDRESS = FreeText(max_length=80)
NAME = Choice(open=True)


@pytest.mark.parametrize(
    "message",
    ["Rua X, 10", "Rua X, 10.", '"Rua X, 10"', "é Rua X, 10", "é na Rua X, 10", "o nome é Rua X, 10, por favor",
    "oi, é Rua X, 10",
     "meu nome: Rua X, 10", "pode colocar Rua X, 10", "fica na Rua X, 10", "não é Rua Y, 5, é Rua X, 10",
     "Rua X, 10 tá?"],
)  # fmt: skip
def test_the_value_and_not_the_sentence_around_it(find: Callable[..., Any], message: str) -> None:
    assert find(ADDRESS, message.replace(" tá?", ", tá")) == ["…Rua X, 10"]


@pytest.mark.parametrize(
    ("message", "value"),
    [("Av. Brasil, 1500 - Centro, São Paulo", None), ("Rua 7 de Setembro, 20, apto 1002", None),
    ("quebrou no caminho", None),
     ("não gostei do tamanho", None), ("porque chegou tarde demais", "chegou tarde demais"), ("o tecido é ruim", None)],
)  # fmt: skip
def test_text_is_kept_as_it_was_written(find: Callable[..., Any], message: str, value: str | None) -> None:
    assert find(ADDRESS, message) == [f"…{value or message}"]


@pytest.mark.parametrize(
    ("message", "value"),
    [("my name is Ann Lee, thanks", "Ann Lee"), ("it's Ann Lee", "Ann Lee"),
    ("the name is Cloud Storage", "Cloud Storage"),
     ("I'd like Cloud Storage please", "Cloud Storage")],
)  # fmt: skip
def test_names_in_english(find: Callable[..., Any], message: str, value: str) -> None:
    assert find(NAME, message, "en") == [f"…{value}"]


@pytest.mark.parametrize(
    ("message", "value"),
    [("é o Ioga Suave", "Ioga Suave"), ("o Ioga Suave, por favor", "Ioga Suave"), ("do Ioga Suave", "Ioga Suave"),
     ("acho que é o Ioga Suave", "Ioga Suave"), ("sim, Ioga Suave", "Ioga Suave"),
     ("Não sei direito. É o Ioga Suave", "Ioga Suave")],
)  # fmt: skip
def test_names_in_portuguese(find: Callable[..., Any], message: str, value: str) -> None:
    assert find(NAME, message) == [f"…{value}"]


MOVES = [
    "tudo bem?", "já te falei o nome do serviço", "prefiro não dizer", "não sei", "onde vejo isso?", "um minuto",
    "um segundo", "sim",
    "não", "ok", "não lembro", "deixa pra lá", "esquece", "quero ver minha conta", "espera aí", "oi", "bom dia",
    "kkkk", "???", "👍",
    "como assim", "me ajuda", "por quê?", "não entendi", "cancela", "sei lá", "nem ideia", "isso", "repete",
    "deixa eu ver aqui",
    "vou procurar", "estou procurando", "obrigado", "já falei", "cadê o professor", "você é um robô",
    "quero falar com alguém",
    "qual curso?", "não tenho certeza", "", "...",
]  # fmt: skip
ENGLISH_MOVES = [
    "how are you?", "i already told you", "i'd rather not say", "i don't know", "where do i see that", "one moment",
    "yes", "no",
    "never mind", "forget it", "show me my account", "help", "what?", "i don't remember", "thanks", "hold on",
    "no idea",
    "can you repeat that", "who are you", "that sounds perfect",
]  # fmt: skip


@pytest.mark.parametrize("kind", [NAME, ADDRESS], ids=["name", "text"])
@pytest.mark.parametrize(
    ("message", "language"), [(item, "pt-BR") for item in MOVES] + [(item, "en") for item in ENGLISH_MOVES]
)
def test_moves_in_the_conversation_hold_no_value(
    find: Callable[..., Any], kind: FreeText | Choice, message: str, language: str
) -> None:
    assert find(kind, message, language) == []


@pytest.mark.parametrize(
    "message", ["encontrei o contato da loja", "rastrear a entrega", "primeiro quero saber o prazo"]
)
def test_a_name_is_no_sentence(find: Callable[..., Any], message: str) -> None:
    assert find(NAME, message) == []


def test_text_that_is_too_long_is_refused() -> None:
    (candidate,) = FreeText(max_length=10).find(Text("Rua das Acácias, 100"))
    assert (candidate.value, candidate.reason) == (None, "values.text_too_long")
