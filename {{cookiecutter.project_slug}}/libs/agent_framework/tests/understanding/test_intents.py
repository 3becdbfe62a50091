"""Which intents a message expresses, on a library that lends books."""

import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_framework.domain.agents import Agent, Intent
from agent_framework.domain.parameters import Candidate, Parameter, ValueType
from agent_framework.domain.text import Text, fold
from agent_framework.domain.tools import NotRecoverable, Tool, ToolContext, read_tool, transactional_tool
from agent_framework.understanding.intents import IntentReader, ambiguities, verbs_of
from agent_framework.understanding.model import Strength
from agent_framework.understanding.phrases import words_of

OBJECT, ACTION, STRONG = Strength.OBJECT, Strength.ACTION, Strength.STRONG


class Shelfmark(ValueType):
    """A number of three digits, or a title among the options; the words "aquele mesmo" are a loose reading."""

    name = "shelfmark"

    def find(self, text: Text, options: Sequence[str] = ()) -> list[Candidate]:
        numbers = [
            Candidate(token.text, token.start, token.end, exact=token.end - token.start == 3)
            for token in text.tokens
            if token.kind == "number"
        ]
        starts = {option: fold(text.raw).find(fold(option)) for option in options}
        titles = [Candidate(name, start, start + len(name)) for name, start in starts.items() if start >= 0]
        return numbers + titles

    def parse(self, raw: str) -> str:
        return raw

    def load(self, canonical: str) -> Any:
        return canonical

    def display(self, canonical: str, language: str) -> str:
        return canonical

    def example(self, language: str) -> str:
        return "123"

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string"}


Book = Annotated[str, Parameter(Shelfmark(), ask="ask")]


def reading(name: str) -> Tool:
    @read_tool(answer="a")
    async def tool(book: Book, context: ToolContext) -> dict[str, Any]:
        """Read something."""
        return {}

    return tool


def transaction(name: str) -> Tool:
    @transactional_tool(confirm="c", answer="a", operation="o", recovery=NotRecoverable())
    async def tool(book: Book, context: ToolContext) -> dict[str, Any]:
        """Do something."""
        return {}

    return tool


BOOK = {"pt-BR": ["livro", "exemplar"], "en": ["book", "copy"]}
FEE = {"pt-BR": ["multa", "taxa de atraso"], "en": ["fee", "fine"]}
LOANS = Agent(
    "loans",
    "can",
    [
        Intent(
            "locate",
            reading("locate"),
            actions={
                "pt-BR": ["localizar", "ver", "consultar", "chegar", "situação"],
                "en": ["locate", "see", "track", "arrive", "status"],
            },
            objects=BOOK,
            phrases={"pt-BR": ["cadê", "onde está"], "en": ["where is"]},
        ),
        Intent(
            "return",
            transaction("return"),
            actions={"pt-BR": ["devolver", "devolução", "abrir mão de"], "en": ["return", "send back"]},
            objects=BOOK,
        ),
        Intent(
            "reserve",
            transaction("reserve"),
            actions={"pt-BR": ["reservar", "reserva"], "en": ["reserve"]},
            objects=BOOK,
        ),
        Intent(
            "cancel_reservation",
            transaction("cancel"),
            actions={"pt-BR": ["cancelar", "cancelamento"], "en": ["cancel", "cancellation"]},
            objects={"pt-BR": ["reserva"], "en": ["reservation", "booking"]},
        ),
    ],
)
FEES = Agent(
    "fees",
    "can",
    [
        Intent(
            "fees",
            reading("fees"),
            actions={"pt-BR": ["ver", "mostrar", "consultar"], "en": ["see", "show", "check"]},
            objects=FEE,
        ),
        Intent(
            "dispute",
            transaction("dispute"),
            actions={
                "pt-BR": ["contestar", "não reconhecer", "não atrasar"],
                "en": ["dispute", "not recognize", "did not borrow"],
            },
            objects=FEE,
            phrases={"pt-BR": ["multa indevida"], "en": ["unfair fee"]},
        ),
    ],
)
AGENTS = [LOANS, FEES]
READERS = {language: IntentReader(AGENTS, language) for language in ("pt-BR", "en")}
TRANSACTIONAL = {"return", "reserve", "cancel_reservation", "dispute"}


NO_OPTIONS: Mapping[str, Sequence[str]] = {}


def read(
    message: str, language: str = "pt-BR", options: Mapping[str, Sequence[str]] = NO_OPTIONS
) -> dict[str, Strength]:
    return {item.intent: item.strength for item in READERS[language].read(Text(message, language), options)}


def english(message: str) -> dict[str, Strength]:
    return read(message, "en")


# --- strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "quero devolver o livro",
        "devolver livro",
        "devolve meu livro pra mim",
        "devolva esse exemplar por favor",
        "vou devolver os livros",
        "gostaria de devolver o livro",
        "queria devolver um livro",
        "pode devolver o livro?",
        "você pode devolver meu livro",
        "preciso que devolvam o livro",
        "gostaria que devolvessem o livro",
        "quero fazer a devolução do livro",
        "devolução de livro",
        "solicito a devolução do livro",
        "abro mão do livro",
        "o livro, devolve",
        "esse livro eu quero devolver",
        "quero o livro devolvido",
        "devolvê-lo, o livro",
        "falei que quero devolver o livro",
        "se possível, devolve o livro",
        "quero devolver o 123",
        "QUERO DEVOLVER O LIVRO!!!",
        "tô querendo devolver o livro",
    ],
)
def test_an_action_and_its_object_are_strong(message: str) -> None:
    assert read(message) == {"return": STRONG}


@pytest.mark.parametrize(
    "message",
    [
        "I want to return the book",
        "return book",
        "please return my book",
        "can you return my book?",
        "I'd like to return a copy",
        "I need to send back the book",
        "I need to send the book back",
        "help me return the book",
        "I want the book returned",
        "I have to return my books",
        "if possible return the book",
        "the book, I want to return it",
    ],
)
def test_an_action_and_its_object_are_strong_in_english(message: str) -> None:
    assert english(message) == {"return": STRONG}


def test_an_action_alone() -> None:
    assert read("quero devolver") == {"return": ACTION}
    assert english("please return it") == {"return": ACTION}


def test_an_object_alone_counts_for_every_intent_that_lists_it() -> None:
    expected = {"locate": OBJECT, "return": OBJECT, "reserve": OBJECT}
    assert read("livro") == read("quero meu livro") == expected
    assert english("my book") == expected


def test_a_phrase_is_strong_alone() -> None:
    assert read("cadê?") == {"locate": STRONG}
    assert english("that is an unfair fee")["dispute"] is STRONG


def test_a_phrase_about_another_intents_object_is_not_about_this_one() -> None:
    assert read("cadê a minha multa") == {"fees": OBJECT, "dispute": OBJECT}


def test_general_verbs_need_an_object() -> None:
    assert read("quero ver") == {}
    assert read("quero ver a multa") == {"fees": STRONG}
    assert english("show me the fee") == {"fees": STRONG}


def test_a_value_of_the_tool_is_an_object() -> None:
    assert read("devolver 123") == {"return": STRONG}
    assert read("devolve o 7") == {"return": STRONG}
    assert read("quero devolver Dom Casmurro", options={"book": ["Dom Casmurro"]}) == {"return": STRONG}
    assert read("123")["locate"] is OBJECT
    assert read("7") == {}


def test_every_reading_says_where_it_stands() -> None:
    found = READERS["pt-BR"].read(Text("oi, quero devolver o livro"))
    assert [(item.intent, item.agent, item.transactional) for item in found] == [("return", "loans", True)]
    assert found[0].start == 10
    assert [(cue.name, cue.text) for cue in found[0].cues] == [("action", "devolver"), ("object", "livro")]


# --- words -----------------------------------------------------------------------------------------------------------


def test_a_part_of_a_word_is_no_word() -> None:
    assert read("achei a livraria e os multados da reservatória") == {}
    assert english("the bookshop and the feeling") == {}


def test_the_longest_phrase_wins() -> None:
    assert read("a multa indevida veio de novo") == {"dispute": STRONG}


def test_typing_errors_in_long_words() -> None:
    assert read("quero devlover o livro") == read("quero devover o livro") == {"return": STRONG}
    assert english("I want to retrun the book") == {"return": STRONG}
    assert "fees" not in read("quero ver a mula")


def test_a_real_word_is_no_typing_error() -> None:
    plan = Intent("plan", transaction("plan"), actions={"pt-BR": ["cancelar"]}, objects={"pt-BR": ["contrato"]})
    reader = IntentReader([Agent("plans", "can", [plan])], "pt-BR")
    assert reader.read(Text("encontrei o contato da loja")) == ()
    assert reader.read(Text("quero cancelar o contrto"))[0].strength is STRONG


def test_a_verb_spelt_like_a_noun_is_one_after_an_article() -> None:
    assert read("cancela a minha reserva") == {"cancel_reservation": STRONG}
    assert read("reserva um livro") == {"reserve": STRONG}
    assert "return" not in english("my return is late")


def test_what_an_object_is_said_of_comes_first() -> None:
    assert read("quero ver a multa do livro") == {"fees": STRONG}


# --- negation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "não devolve o livro",
        "não quero devolver o livro",
        "nao quero mais devolver o livro",
        "não precisa devolver o livro",
        "não quero que devolva o livro",
        "nunca pedi para devolver o livro",
        "devolve não",
        "quero o livro sem devolver",
        "em vez de devolver o livro",
        "não quero devolve o livro",
        "não quero a devolução do livro",
        "não é para devolver o livro",
        "não tenho intenção de devolver o livro",
    ],
)
def test_a_denied_action_supports_nothing(message: str) -> None:
    assert "return" not in read(message)


@pytest.mark.parametrize(
    "message",
    [
        "don't return the book",
        "I don't want to return the book",
        "I do not wish to return my book",
        "never return the book",
        "instead of returning the book",
        "I did not ask you to return the book",
    ],
)
def test_a_denied_action_supports_nothing_in_english(message: str) -> None:
    assert "return" not in english(message)


def test_negation_ends_with_its_clause() -> None:
    for joint in (", só ", " só ", ". Eu ", ", mas ", " e ", "; "):
        found = read(f"não quero devolver o livro{joint}quero contestar a multa")
        assert found["dispute"] is STRONG, joint
        assert "return" not in found, joint


def test_what_is_asked_instead_may_leave_the_object_out() -> None:
    assert read("não quero devolver meu livro, só quero saber onde está") == {"locate": STRONG}
    assert english("I don't want to return my book, just track it") == {"locate": STRONG}


def test_an_action_declared_with_its_negation_needs_one() -> None:
    assert read("não reconheço essa multa") == {"dispute": STRONG}
    assert read("nunca atrasei, tira a multa")["dispute"] is ACTION
    assert read("eu não reconheci nenhuma multa") == {"dispute": STRONG}
    assert read("reconheço a multa") == {"fees": OBJECT, "dispute": OBJECT}
    assert english("I don't recognise this fee") == {"dispute": STRONG}
    assert english("I never borrowed that, drop the fee")["dispute"] is ACTION
    assert english("I borrowed a book")["locate"] is OBJECT


def test_the_negation_of_one_action_is_not_that_of_the_next() -> None:
    assert read("não devolve o livro que reconheço, e a multa")["dispute"] is OBJECT


def test_not_being_able_to_is_wanting_to() -> None:
    assert read("não consigo devolver o livro") == read("não sei como devolver o livro") == {"return": ACTION}
    assert english("I can't return my book") == {"return": ACTION}


# --- who and when ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        "já devolvi o livro",
        "devolvi ontem o livro",
        "minha filha devolveu o livro",
        "ela devolve o livro amanhã",
        "o livro foi devolvido?",
        "o livro está devolvido",
        "tinha devolvido o livro",
        "vocês devolveram meu livro?",
        "acabei de devolver o livro",
        "pedi para devolver o livro",
        "solicitei a devolução do livro",
        "ele disse para devolver o livro",
        "qual o protocolo da devolução do livro",
        "quem devolve o livro",
        "devolvia os livros sempre",
    ],
)
def test_what_was_done_or_is_anothers_opens_nothing(message: str) -> None:
    assert "return" not in read(message)


@pytest.mark.parametrize(
    "message",
    [
        "I already returned the book",
        "my daughter returned the book",
        "was the book returned?",
        "the book has been returned",
        "did you return my book?",
        "she returns the book tomorrow",
        "I asked you to return the book",
        "he said to return the book",
    ],
)
def test_what_was_done_or_is_anothers_opens_nothing_in_english(message: str) -> None:
    assert "return" not in english(message)


def test_thanks_ask_for_nothing() -> None:
    assert "return" not in read("obrigado por devolver o livro")
    assert "fees" not in english("thanks for showing me that")


# --- unreal and uncertain --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    ["se eu devolver o livro pago multa?", "e se eu devolver o livro", "o que acontece se eu devolver o livro?"],
)
def test_a_supposition_opens_nothing(message: str) -> None:
    assert "return" not in read(message)
    assert "return" not in english("what happens if I return the book?")


@pytest.mark.parametrize(
    "message",
    [
        "como devolvo o livro?",
        "como faço para devolver o livro",
        "posso devolver o livro?",
        "dá pra devolver o livro?",
        "é possível devolver o livro",
        "quando posso devolver o livro",
        "quero saber como devolver o livro",
        "quero saber se posso devolver o livro",
        "minha mãe quer devolver o livro",
        "se não servir, devolve o livro",
        "devolveria o livro",
        "estou pensando em devolver o livro",
    ],
)
def test_a_question_about_a_transaction_is_an_action_at_most(message: str) -> None:
    assert read(message)["return"] is ACTION


@pytest.mark.parametrize(
    "message",
    [
        "how do I return the book?",
        "can I return the book?",
        "is it possible to return the book?",
        "she wants to return the book",
        "is it too late to return the book",
    ],
)
def test_a_question_about_a_transaction_is_an_action_at_most_in_english(message: str) -> None:
    assert english(message)["return"] is ACTION


@pytest.mark.parametrize(
    "message",
    [
        "como consulto meu livro?",
        "onde está o livro",
        "posso ver o livro?",
        "meu livro já chegou?",
        "o livro não chegou",
    ],
)
def test_a_reading_may_be_asked_about(message: str) -> None:
    assert read(message) == {"locate": STRONG}


def test_a_past_reading_is_no_request() -> None:
    assert read("vi o livro")["locate"] is OBJECT


# --- several ---------------------------------------------------------------------------------------------------------


def test_two_intents_in_the_order_of_their_places() -> None:
    for joint in (" e ", ", e também ", ". ", " ", " e depois "):
        found = read(f"me mostra a multa{joint}devolve o livro 123")
        assert list(found.items()) == [("fees", STRONG), ("return", STRONG)], joint
    assert list(english("show me the fee and return the book")) == ["fees", "return"]


def test_coordinated_actions_share_their_object() -> None:
    assert read("quero ver e devolver o livro") == {"locate": STRONG, "return": STRONG}


def test_beside_a_consent() -> None:
    assert read("sim, e me mostra a multa") == {"fees": STRONG}


def test_an_object_left_out_is_the_one_named_before() -> None:
    assert read("o livro não presta, quero devolver") == {"return": STRONG}
    assert read("123, quero devolver") == {"return": STRONG}
    assert read("o livro é ótimo, quero devolver minha carteirinha") != {"return": STRONG}


# --- declarations ----------------------------------------------------------------------------------------------------


def test_verbs_of_an_intent() -> None:
    forms = verbs_of(LOANS.intent("return"), "pt-BR")
    assert {words_of(form) for form in ("devolva", "devolvi", "devolução", "abro mão do")} <= forms
    assert verbs_of(LOANS.intent("return"), "fr") == frozenset()


def test_ambiguities_name_both_intents_the_words_and_the_cure() -> None:
    assert ambiguities(AGENTS, "pt-BR") == []
    twin = Intent("give_back", transaction("twin"), actions={"pt-BR": ["Devolver"]}, objects={"pt-BR": ["livro"]})
    (problem,) = ambiguities([*AGENTS, Agent("twins", "can", [twin])], "pt-BR")
    assert all(word in problem for word in ("return", "give_back", "devolver", "livro", "take"))


def test_a_shared_phrase_is_ambiguous() -> None:
    twin = Intent("lost", reading("lost"), phrases={"en": ["where is"]})
    (problem,) = ambiguities([LOANS, Agent("lost", "can", [twin])], "en")
    assert "locate" in problem
    assert "where is" in problem


# --- properties ------------------------------------------------------------------------------------------------------

WORDS = (
    "eu não quero devolver devolve devolvi livro o a de multa e mas se como já , . ? 123 ver cadê reserva reservar foi "
    "ela pode sem contestar reconheço I don't want to return the book show me if and can you was"
)


@given(st.text(max_size=80), st.sampled_from(["pt-BR", "en"]))
def test_reading_never_raises(message: str, language: str) -> None:
    READERS[language].read(Text(message, language))


@given(st.lists(st.sampled_from(WORDS.split()), max_size=25), st.sampled_from(["pt-BR", "en"]))
def test_readings_are_ordered_and_each_intent_comes_once(words: list[str], language: str) -> None:
    found = READERS[language].read(Text(" ".join(words), language))
    assert [item.start for item in found] == sorted(item.start for item in found)
    assert len({item.intent for item in found}) == len(found)
    assert all(cue.text for item in found for cue in item.cues)


@given(
    st.sampled_from(["", "oi, ", "bom dia ", "o livro, ", "por favor "]),
    st.sampled_from(["devolve", "devolver", "devolva", "reserve", "reservar", "conteste", "contestar"]),
    st.sampled_from([" o livro", "", " a multa", " o livro 123 pra mim", " agora, por favor"]),
)
def test_a_negator_right_before_the_only_action_takes_its_support_away(before: str, action: str, after: str) -> None:
    asked = {name for name, strength in read(before + action + after).items() if strength > OBJECT}
    denied = {name for name, strength in read(f"{before}não {action}{after}").items() if strength > OBJECT}
    assert asked & TRANSACTIONAL
    assert not denied & TRANSACTIONAL


@pytest.mark.parametrize("part", ["quero devolver o livro 123 e ", "não sei se ", "devolve 1 ", "blá blá "])
def test_reading_a_long_message_is_linear(part: str) -> None:
    def seconds(length: int) -> float:
        text = Text((part * length)[:length])
        started = time.process_time()
        READERS["pt-BR"].read(text)
        return time.process_time() - started

    short = min(seconds(2_000) for _ in range(5))
    assert min(seconds(16_000) for _ in range(3)) < 8 * 3 * short
