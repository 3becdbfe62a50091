"""What is said beside a clear yes: what leaves it as it is, and what does not, by kind."""

from typing import Any

import pytest

from agent_framework.understanding.model import Reply

STORIES: dict[str, tuple[str, dict[str, list[str]]]] = {
    "the past": (
        "cancel",
        {
            "pt-BR": [
                "sim, comprei errado",
                "sim. meu filho comprou sem querer",
                "sim mudei de cidade",
                "sim, nunca chegou",
            ],
            "en": ["yes, I bought it by mistake", "yes, my kid ordered it", "yes, it never arrived"],
        },
    ),
    "what is not": (
        "cancel",
        {
            "pt-BR": ["sim, não uso mais", "sim minha mãe não sabe mexer nisso", "sim, não faz mais sentido"],
            "en": ["yes, I don't use it", "yes, my mother doesn't use it", "yes, no longer need it"],
        },
    ),
    "how things are": (
        "cancel",
        {
            "pt-BR": ["sim, sou aposentada e ganho pouco", "sim, moro em outra cidade", "sim, tá demorando demais"],
            "en": ["yes, it's too expensive", "yes, this is ridiculous", "yes, I live far away"],
        },
    ),
    "how long": (
        "cancel",
        {
            "pt-BR": ["sim, faz 15 dias que estou esperando", "sim, é a terceira vez", "sim já é o terceiro mês"],
            "en": ["yes, it took two weeks", "yes, I called three times", "yes, for the third time"],
        },
    ),
    "what others said": (
        "contest",
        {
            "pt-BR": ["sim, me disseram que era de graça", "sim, o atendente falou que era grátis"],
            "en": ["yes, they told me it was free", "yes, the guy said it was free"],
        },
    ),
    "no knowledge of it": (
        "contest",
        {
            "pt-BR": ["sim, nem sei o que é isso", "sim, não lembro de ter pedido isso", "sim, não fui eu"],
            "en": ["yes, I have no idea what this is", "yes, I don't know what that is"],
        },
    ),
    "insistence": (
        "cancel",
        {
            "pt-BR": ["já disse que quero cancelar", "sim, já falei três vezes"],
            "en": ["yes, already said", "I already said yes"],
        },
    ),
    "what is awaited": (
        "cancel",
        {
            "pt-BR": [
                "sim, quero meu dinheiro de volta",
                "sim e pode estornar",
                "sim, preciso do dinheiro pra pagar o aluguel",
            ],
            "en": ["yes, I want my money back", "yes, refund me please", "yes, I'd like a refund"],
        },
    ),
}

UNSETTLED: dict[str, tuple[str, dict[str, list[str]]]] = {
    "it is settled": (
        "cancel",
        {
            "pt-BR": ["sim, recebi", "pode cancelar, já resolvi", "sim, faz 15 dias que recebi", "sim, vou ficar"],
            "en": ["yes, it arrived", "go ahead, I received it", "yes, I still want it"],
        },
    ),
    "where it is": ("cancel", {"pt-BR": ["sim, tá aqui em casa", "sim, estou com ele aqui"], "en": ["yes, it's here"]}),
    "it is owned up to": (
        "contest",
        {
            "pt-BR": [
                "sim, fui eu",
                "sim, é minha",
                "sim, reconheço",
                "pode contestar, era eu",
                "sim aceito a cobrança",
            ],
            "en": ["yes, it was me", "yes, I ordered it"],
        },
    ),
    "it compares": (
        "contest",
        {
            "pt-BR": ["sim, veio maior", "sim, faltou a taxa", "pode contestar, veio mais caro"],
            "en": ["yes, it was higher"],
        },
    ),
    "terms": (
        "cancel",
        {"pt-BR": ["sim, não pago multa", "sim, sem taxa", "sim, com ressalvas"], "en": ["yes, but I won't pay a fee"]},
    ),
    "only supposed": ("cancel", {"pt-BR": ["sim, eu cancelaria"], "en": ["I would cancel", "yes, I would cancel"]}),
    "another order": (
        "cancel",
        {
            "pt-BR": ["sim, pode entregar", "cancela o cancelamento", "sim, confirma você"],
            "en": ["cancel the cancellation"],
        },
    ),
    "a comment on the yes": (
        "cancel",
        {"pt-BR": ["sim, é o que você quer ouvir", "ele: pode cancelar"], "en": ["yes is what you want to hear"]},
    ),
    "its own doubt": (
        "cancel",
        {"pt-BR": ["sim, tenho uma dúvida", "sim, sem multa?"], "en": ["yes, I have a question"]},
    ),
}


def rows(kinds: dict[str, tuple[str, dict[str, list[str]]]]) -> list[Any]:
    return [
        pytest.param(within, language, message, id=f"{kind}: {message}")
        for kind, (within, messages) in kinds.items()
        for language in messages
        for message in messages[language]
    ]


@pytest.mark.parametrize(("within", "language", "message"), rows(STORIES))
def test_it_leaves_the_yes_as_it_is(reply: Any, within: str, language: str, message: str) -> None:
    assert reply(message, within, language).reply is Reply.CONSENT


@pytest.mark.parametrize(("within", "language", "message"), rows(UNSETTLED))
def test_it_leaves_no_clear_yes(reply: Any, within: str, language: str, message: str) -> None:
    assert reply(message, within, language).reply is not Reply.CONSENT


@pytest.mark.parametrize(
    ("message", "language"),
    [("sim, e cancela a ASS-1002 também", "pt-BR"), ("yes, and cancel ASS-1002 too", "en")],
)
def test_the_same_for_another_thing_is_a_request_of_its_own(reply: Any, message: str, language: str) -> None:
    reading = reply(message, "cancel", language)
    assert (reading.reply, reading.again, reading.side_question) == (Reply.CONSENT, True, True)
    assert "ASS-1002" in message[reading.rest :]


def test_a_story_without_a_yes_is_none(reply: Any) -> None:
    assert reply("comprei errado", "cancel").reply is not Reply.CONSENT
