"""What a pending transaction lets a reply repeat without saying anything new: its verb, its objects, what was shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.model import Dialogue
from agent_framework.understanding.morphology import Form, inflect, inflections, noun_forms
from agent_framework.understanding.phrases import PhraseTable
from agent_framework.understanding.spelling import Spelling

__all__ = ["NOTHING_PENDING", "Pending", "asking_forms", "pending_of"]

ASKS_FOR_IT: Final = frozenset({Form.INFINITIVE, Form.ASKING, Form.NOUN})
_IMPERATIVE: Final = frozenset({Form.ASKING})


@dataclass(frozen=True)
class Pending:
    """The words that belong to the pending transaction.

    Args:
        verbs: forms of its verb that ask for it ("own_verb"; the imperative also "own_imperative").
        forms: its verb in all its forms.
        verb_words: the words of those forms that are the verb itself.
        spelling: reads mistyped forms of its verb.
        objects: words of what it is about.
        shown: words of the values (and texts) that were shown.
        denied: words that were shown with a negation before them ("without subtitles").
        numbers: the numbers shown, each with the word after it.
    """

    verbs: PhraseTable = field(default_factory=lambda: PhraseTable({}))
    forms: PhraseTable = field(default_factory=lambda: PhraseTable({}))
    verb_words: frozenset[str] = frozenset()
    spelling: Spelling = field(default_factory=lambda: Spelling((), ()))
    objects: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    numbers: frozenset[tuple[str, str]] = frozenset()

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

    def stops(self, stop_verbs: frozenset[str]) -> bool:
        """Whether what the transaction does is to stop something."""
        return not self.verb_words.isdisjoint(stop_verbs)


NOTHING_PENDING: Final = Pending()


def pending_of(dialogue: Dialogue, language: str, negators: frozenset[str]) -> Pending:
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
    for text in texts:
        _add_shown(text, negators, shown, denied, numbers)
    return Pending(*verbs, objects, frozenset(shown), frozenset(denied - shown), frozenset(numbers))


def _stem(word: str) -> str:
    """Without an ending that marks number or time: "tickets", "booking", "booked"."""
    ending = next((ending for ending in ("ing", "ed", "s") if word.endswith(ending) and len(word) > len(ending) + 2), "")
    return word.removesuffix(ending)


def _key(words: Mapping[str, Iterable[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((language, phrase) for language, phrases in words.items() for phrase in phrases)


@lru_cache(maxsize=256)
def _verbs(actions: tuple[tuple[str, str], ...]) -> tuple[PhraseTable, PhraseTable, frozenset[str], Spelling]:
    asking = [form for language, action in actions for form in asking_forms(action, language)]
    imperatives = [form for language, action in actions for form in asking_forms(action, language, _IMPERATIVE)]
    forms = [form for language, action in actions for form in inflect(action, language)]
    # The longest word of a form is its verb; the others are a pronoun, a negation or a preposition of its own.
    words = frozenset(max(form, key=len) for form in forms)
    verbs = PhraseTable({"own_verb": asking, "own_imperative": imperatives})
    return verbs, PhraseTable({"own_form": [" ".join(form) for form in forms]}), words, Spelling(words, ())


@lru_cache(maxsize=256)
def _objects(objects: tuple[tuple[str, str], ...]) -> frozenset[str]:
    return frozenset(word for language, phrase in objects for form in noun_forms(phrase, language) for word in form)


def asking_forms(action: str, language: str, kinds: frozenset[Form] = ASKS_FOR_IT) -> list[str]:
    """Forms of an action, given in the infinitive, that ask for it: not those that tell of one in the past."""
    return [" ".join(form) for form, says in inflections(action, language).items() if says & kinds]


def _add_shown(
    text: str, negators: frozenset[str], shown: set[str], denied: set[str], numbers: set[tuple[str, str]]
) -> None:
    tokens = Text(text).tokens
    under_negation = 0
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.kind == "mark":
            under_negation = 0
            continue
        if token.kind == "number":
            numbers.add((token.folded, following.folded if following else ""))
        (denied if under_negation else shown).add(token.folded)
        under_negation = 2 if token.folded in negators else max(0, under_negation - 1)
