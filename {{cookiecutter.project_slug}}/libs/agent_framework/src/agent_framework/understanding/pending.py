"""What a pending transaction lets a reply repeat without saying anything new: its verb, its objects, what was shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Final

from agent_framework.domain.parameters import Parameter
from agent_framework.domain.text import Text
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.model import Dialogue
from agent_framework.understanding.morphology import inflect, split_negation
from agent_framework.understanding.phrases import PhraseTable, words_of
from agent_framework.understanding.spelling import Spelling
from agent_framework.understanding.verb_orders import (
    FIRST_PERSON,
    IMPERATIVE,
    NAMED_OR_ORDERED,
    noun_forms,
    order_forms,
)

__all__ = ["NOTHING_PENDING", "Pending", "pending_of"]


@dataclass(frozen=True)
class Pending:
    """The words that belong to the pending transaction.

    Args:
        verbs: forms of its verb that ask for it ("own_verb"; the imperative also "own_imperative", the noun "own_noun"),
            and those that give a reason for it or against it, where its action carries its own negation ("own_grounds":
            "não reconheço", "own_denial": "reconheço").
        forms: its verb in all its forms.
        verb_words: the words of those forms that are the verb itself.
        spelling: reads mistyped forms of its verb.
        denies: one of its actions is a denial, so that not to know is a ground for it.
        objects: words of what it is about.
        shown: words of the values (and texts) that were shown.
        denied: words that were shown with a negation before them ("without subtitles").
        numbers: the numbers shown, each with the word after it.
        parameters: words that name a parameter.
        named: those of a parameter whose values cannot be listed, and so never the thing itself.
    """

    verbs: PhraseTable = field(default_factory=lambda: PhraseTable({}))
    forms: PhraseTable = field(default_factory=lambda: PhraseTable({}))
    verb_words: frozenset[str] = frozenset()
    spelling: Spelling = field(default_factory=lambda: Spelling((), ()))
    denies: bool = False
    objects: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    numbers: frozenset[tuple[str, str]] = frozenset()
    parameters: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()

    @property
    def words(self) -> frozenset[str]:
        """Every word, for the spelling: none of them is a typing error."""
        return self.verb_words | self.objects | self.shown | self.denied

    def has_shown(self, word: str) -> bool:
        """Whether the word, or another form of it, was shown."""
        return word in self.shown or _stem(word) in self._stems

    def has_number(self, number: str, unit: str, appointed: bool) -> bool:
        """Whether the number was shown with the word after it: "2 rooms" is not in "March 2nd, 3 rooms".

        `appointed`: a preposition gives it a use of its own ("for 7" is not "7 pm").
        """
        shown = {after for other, after in self.numbers if other == number}
        if unit or appointed:
            return any(unit[:4] == after[:4] for after in shown)
        return bool(shown)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(_stem(word) for word in self.shown)

    def stops(self, lexicon: Lexicon) -> bool:
        """Whether what the transaction does is to stop something."""
        return not self.verb_words.isdisjoint(lexicon.words("stop_verbs"))


NOTHING_PENDING: Final = Pending()


def pending_of(dialogue: Dialogue, language: str, lexicon: Lexicon) -> Pending:
    """The words of this dialogue's transaction."""
    intent = dialogue.intent
    verbs = _verbs(_key(intent.actions) if intent else ())
    objects = _objects(_key(intent.objects) if intent else ())
    texts = [*dialogue.shown.values(), *dialogue.arguments.values()]
    if dialogue.tool:
        texts += dialogue.tool.display(dialogue.arguments, language).values()
    shown: set[str] = set()
    denied: set[str] = set()
    numbers: set[tuple[str, str]] = set()
    negators = lexicon.words("negator") | lexicon.words("without")
    parameters = dialogue.tool.parameters.values() if dialogue.tool else ()
    for text in texts:
        _add_shown(text, negators, shown, denied, numbers)
    names = _names(parameters, language)
    named = _names((item for item in parameters if item.options is None), language)
    return Pending(*verbs, objects, frozenset(shown), frozenset(denied - shown), frozenset(numbers), names, named)


def _names(parameters: Iterable[Parameter], language: str) -> frozenset[str]:
    phrases = (phrase for item in parameters for phrase in item.words.get(language, ()))
    return frozenset(word for phrase in phrases for word in words_of(phrase))


def _stem(word: str) -> str:
    """Without an ending that marks number or time: "tickets", "booking", "booked"."""
    endings = (ending for ending in ("ing", "ed", "s") if word.endswith(ending) and len(word) > len(ending) + 2)
    return word.removesuffix(next(endings, ""))


def _key(words: Mapping[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((language, phrase) for language, phrases in words.items() for phrase in phrases)


@lru_cache(maxsize=256)
def _verbs(actions: tuple[tuple[str, str], ...]) -> tuple[PhraseTable, PhraseTable, frozenset[str], Spelling, bool]:
    orders = [(language, action) for language, action in actions if not split_negation(action, language)[0]]
    reasons = [action for action in actions if action not in orders]
    denials = [(language, split_negation(action, language)[1]) for language, action in reasons]
    forms = [form for language, action in actions for form in inflect(action, language)]
    # The longest word of a form is its verb; the others are a pronoun, a negation or a preposition of its own.
    words = frozenset(max(form, key=len) for form in forms)
    verbs = {
        "own_verb": [form for language, action in orders for form in order_forms(action, language, NAMED_OR_ORDERED)],
        "own_noun": [form for language, action in orders for form in noun_forms(action, language)],
        "own_imperative": [form for language, action in orders for form in order_forms(action, language, IMPERATIVE)],
        "own_grounds": [form for language, action in reasons for form in order_forms(action, language, FIRST_PERSON)],
        "own_denial": [" ".join(form) for language, action in denials for form in inflect(action, language)],
    }
    all_forms = PhraseTable({"own_form": [" ".join(form) for form in forms]})
    return PhraseTable(verbs), all_forms, words, Spelling(words, ()), bool(reasons)


@lru_cache(maxsize=256)
def _objects(objects: tuple[tuple[str, str], ...]) -> frozenset[str]:
    # As declared, in the singular: "the orders" are more than the one that was shown.
    return frozenset(word for _, phrase in objects for word in words_of(phrase))


def _add_shown(
    text: str, negators: frozenset[str], shown: set[str], denied: set[str], numbers: set[tuple[str, str]]
) -> None:
    tokens = Text(text).tokens
    under_negation = 0
    for token, following in zip_longest(tokens, tokens[1:]):
        if token.kind == "mark":
            under_negation = 0
            continue
        if token.kind == "number":
            numbers.add((token.folded, following.folded if following else ""))
        (denied if under_negation else shown).add(token.folded)
        under_negation = 2 if token.folded in negators else max(0, under_negation - 1)
