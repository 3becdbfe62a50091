"""The forms of declared verbs and nouns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_framework.domain.text import Text
from agent_framework.understanding.morphology import (
    Form,
    classify_form,
    inflect,
    inflections,
    noun_forms,
    split_negation,
)
from agent_framework.understanding.phrases import words_of

LANGUAGES = ("pt-BR", "en")


def has(phrase: str, language: str, *forms: str) -> bool:
    return {words_of(form) for form in forms} <= inflect(phrase, language)


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("reservar", "reservo reserva reserve reservem reservando reservado reservadas reservei reservou reservaria"),
        ("reservar", "reservá-lo reserva-o reserve-os reservar-me reservando-o reservaram-no reservasse reservarem"),
        ("devolver", "devolvo devolve devolva devolvam devolvi devolveu devolvido devolvê-los devolvendo devolveria"),
        ("abrir", "abro abre abra abri abriu abrindo aberto aberta abri-lo"),
        ("trocar", "troco troca troque troquem troquei trocou"),
        ("pagar", "pago paga pague paguei pagou pagas"),
        ("começar", "começo comece comecei começou"),
        ("corrigir", "corrijo corrige corrija corrigi corrigido"),
        ("distinguir", "distingo distingue distinga distingui"),
        ("vencer", "venço vence vença venci"),
        ("concluir", "concluo conclui conclua concluem concluí concluído"),
        ("bloquear", "bloqueio bloqueia bloqueie bloqueiem bloqueei bloqueou bloqueado"),
        ("enviar", "envio envia envie enviei enviou"),
        ("transferir", "transfiro transfere transfira transferi transferido"),
        ("cobrir", "cubro cobre cubra cobri coberto"),
        ("subir", "subo sobe suba sobem subi"),
        ("traduzir", "traduzo traduz traduza traduzi"),
        ("refazer", "refaço refaz refaça refiz refez refizeram refeito refaria refizer"),
        ("obter", "obtenho obtém obtenha obtive obteve obtinha obtido"),
        ("repor", "reponho repõe reponha repus repôs reposto repondo"),
        ("pedir", "peço pede peça pedi pediu pedido"),
        ("ver", "vejo vê veja vi viu visto vendo"),
        ("entregar", "entrego entregue entregado entregues"),
    ],
)
def test_portuguese_verbs(verb: str, forms: str) -> None:
    assert has(verb, "pt-BR", *forms.split())


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("cancel", ["cancels", "canceled", "cancelled", "canceling", "cancelling"]),
        ("reserve", ["reserves", "reserved", "reserving"]),
        ("try", ["tries", "tried", "trying"]),
        ("pay", ["pays", "paid", "paying"]),
        ("repay", ["repaid"]),
        ("stop", ["stopped", "stopping"]),
        ("fetch", ["fetches", "fetched"]),
        ("recognize", ["recognise", "recognised", "recognizing"]),
        ("give back", ["gave back", "giving back", "give it back", "gave them back"]),
        ("sign up for", ["signed up for", "signing up for"]),
    ],
)
def test_english_verbs(verb: str, forms: list[str]) -> None:
    assert has(verb, "en", *forms)


def test_only_the_first_word_of_a_verb_phrase_is_conjugated() -> None:
    assert has("desistir de", "pt-BR", "desisto de", "desisti da", "desistiu do", "desistindo disso")
    assert not has("desistir de", "pt-BR", "desisto")
    assert has("dar baixa em", "pt-BR", "dei baixa no", "dá baixa em")


def test_a_negation_of_its_own_stays_with_the_verb() -> None:
    assert has("não reconhecer", "pt-BR", "não reconheço", "nunca reconheci", "n reconheço")
    assert not has("não reconhecer", "pt-BR", "reconheço")
    assert has("not borrow", "en", "did not borrow", "didn't borrow", "never borrowed", "haven't borrowed")
    assert not has("did not borrow", "en", "borrow")


@pytest.mark.parametrize(
    ("phrase", "language", "expected"),
    [
        ("não reconhecer", "pt-BR", (True, "reconhecer")),
        ("reconhecer", "pt-BR", (False, "reconhecer")),
        ("did not sign up for", "en", (True, "sign up for")),
        ("don’t borrow", "en", (True, "borrow")),
        ("do", "en", (False, "do")),
        ("", "en", (False, "")),
    ],
)
def test_split_negation(phrase: str, language: str, expected: tuple[bool, str]) -> None:
    assert split_negation(phrase, language) == expected


def test_a_noun_of_action_gets_its_plural() -> None:
    assert has("devolução", "pt-BR", "devoluções")
    assert inflect("cancelamento", "pt-BR") == {("cancelamento",), ("cancelamentos",)}
    assert inflect("reservation", "en") == {("reservation",), ("reservations",)}


@pytest.mark.parametrize(
    ("noun", "language", "plural"),
    [
        ("livro", "pt-BR", "livros"),
        ("nota fiscal", "pt-BR", "notas fiscais"),
        ("cartão de leitor", "pt-BR", "cartões de leitor"),
        ("aluguel", "pt-BR", "aluguéis"),
        ("valor", "pt-BR", "valores"),
        ("item", "pt-BR", "itens"),
        ("book", "en", "books"),
        ("library card", "en", "library cards"),
        ("date of return", "en", "dates of return"),
        ("copy", "en", "copies"),
        ("delay", "en", "delays"),
    ],
)
def test_plurals(noun: str, language: str, plural: str) -> None:
    assert {words_of(noun), words_of(plural)} <= noun_forms(noun, language)


@pytest.mark.parametrize(
    ("form", "phrase", "language", "expected"),
    [
        ("reservar", "reservar", "pt-BR", {Form.INFINITIVE}),
        ("reserva", "reservar", "pt-BR", {Form.ASKING}),
        ("reservem", "reservar", "pt-BR", {Form.ASKING}),
        ("reservei", "reservar", "pt-BR", {Form.PAST_FIRST}),
        ("reservou", "reservar", "pt-BR", {Form.PAST_OTHER}),
        ("reservava", "reservar", "pt-BR", {Form.PAST_FIRST, Form.PAST_OTHER}),
        ("reservado", "reservar", "pt-BR", {Form.PARTICIPLE}),
        ("reservando", "reservar", "pt-BR", {Form.GERUND}),
        ("reservaria", "reservar", "pt-BR", {Form.CONDITIONAL}),
        ("pago", "pagar", "pt-BR", {Form.PRESENT_FIRST, Form.PARTICIPLE}),
        ("não reconheci", "não reconhecer", "pt-BR", {Form.PAST_FIRST}),
        ("reserva", "devolver", "pt-BR", set()),
        ("reserved", "reserve", "en", {Form.PAST_FIRST, Form.PAST_OTHER, Form.PARTICIPLE}),
        ("took", "take", "en", {Form.PAST_FIRST, Form.PAST_OTHER}),
        ("reservation", "reservation", "en", {Form.NOUN}),
    ],
)
def test_what_a_form_says(form: str, phrase: str, language: str, expected: set[Form]) -> None:
    assert classify_form(words_of(form), phrase, language) == expected


def test_another_language_has_the_phrase_itself() -> None:
    assert inflect("annuler", "fr") == {("annuler",)}
    assert noun_forms("livre", "fr") == {("livre",)}


@given(st.text(max_size=30), st.sampled_from(LANGUAGES))
def test_any_phrase_has_forms(phrase: str, language: str) -> None:
    assert words_of(phrase) in inflect(phrase, language) or "-" in phrase or split_negation(phrase, language)[0]
    assert noun_forms(phrase, language)


@given(st.text("abcdeghilmnoprstuvzçãéíô '", max_size=30), st.sampled_from(LANGUAGES))
def test_every_form_is_what_a_message_has(phrase: str, language: str) -> None:
    for words in inflections(phrase, language):
        assert tuple(token.folded for token in Text(" ".join(words)).tokens) == words or not Text(phrase).tokens


@given(st.text("abcdefghijlmnopqrstuvxzç", min_size=1, max_size=8), st.sampled_from(["ar", "er", "ir"]))
def test_any_infinitive_is_among_its_forms(stem: str, ending: str) -> None:
    assert words_of(stem + ending) in inflect(stem + ending, "pt-BR")
