"""The value inside the sentence around it: "o endereço é Rua X, 10, por favor" is about "Rua X, 10".

What is a move in the conversation ("já te falei", "um minuto", "qual serviço?") holds no value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from agent_framework.domain.text import Text, Token
from agent_framework.understanding.lexicon import Lexicon, built_in_languages, default_lexicon
from agent_framework.understanding.phrases import PhraseTable
from agent_framework.understanding.values.words import ValueWords, words_of_language

__all__ = ["read_verbatim", "small_words"]

_OPENING_GROUPS: Final = ("yes", "opening_yes", "acknowledgement", "courtesy", "laughter")
_CLOSING_GROUPS: Final = ("courtesy", "laughter", "acknowledgement")
# A message that opens with one of these says something about the conversation.
_MOVES: Final = frozenset(
    {
        "question_words",
        "modal_requests",
        "proposals",
        "inform",
        "inform_verbs",
        "doubt",
        "delay",
        "irony",
        "want",
        "permit",
    }
    | {
        "condition",
        "when",
        "report",
        "instruct",
        "performative",
        "change_verbs",
        "stop_verbs",
        "objection",
        "reconsider",
    }
)
# So does a name with one of these before it, and a text that is hardly longer.
_REFUSALS: Final = frozenset({"no", "negator", "wrong", "everything"})
# Wherever one of these stands, somebody is asked for something.
_ASKING: Final = frozenset({"inform", "modal_requests", "proposals"})
_ENDS: Final = frozenset(".!?;…")
_QUOTES: Final = frozenset("\"'“”‘’«»`")
_OPENS: Final = frozenset("(#")
_REACH: Final = 8
_LONGEST_LABEL: Final = 4
_LONGEST_NAME: Final = 10
_SHORTEST_TEXT: Final = 3
_UNSPEAKABLE: Final = 5
_VOWELS: Final = frozenset("aeiouy")
_TALK_WITHIN: Final = {True: 4, False: 3}


def read_verbatim(
    text: Text, first: int, last: int, own: frozenset[str], *, name: bool, introduced: bool = False
) -> tuple[int, int] | None:
    """The tokens of the value between two tokens, or None.

    Args:
        own: words for the parameter, which may introduce its value.
        name: whether the value is a name, which no sentence can be.
        introduced: whether the words before said that the value follows.
    """
    return _Passage(text, own, name).read(first, last, introduced=introduced)


@cache
def small_words(language: str) -> frozenset[str]:
    """Words beside a value that say nothing about it."""
    words, lexicon = words_of_language(language), _lexicon(language)
    groups = (
        "determiners",
        "prepositions",
        "copulas",
        "amount_verbs",
        "links",
        "openers",
        "closers",
        "value_nouns",
        "definite",
    )
    phrases = words.set(*groups) | words.set("number_joiners", "contrast", "negators", "corrections")
    single = {part for phrase in phrases for part in phrase.split()}
    return frozenset(single).union(
        *(lexicon.words(group) for group in ("filler", "courtesy", "yes", "acknowledgement"))
    )


def _lexicon(language: str) -> Lexicon:
    return default_lexicon(language if language in built_in_languages() else "en")


@cache
def _edges(language: str) -> tuple[PhraseTable, PhraseTable]:
    """What may stand before a value and what may stand after it."""
    words, lexicon = words_of_language(language), _lexicon(language)
    opening = {group: lexicon.groups[group] for group in _OPENING_GROUPS} | {"openers": tuple(words.set("openers"))}
    closing = {group: lexicon.groups[group] for group in _CLOSING_GROUPS} | {"closers": tuple(words.set("closers"))}
    return PhraseTable(opening), PhraseTable(closing)


@dataclass(frozen=True)
class _Passage:
    """Part of a message that may hold a value."""

    text: Text
    own: frozenset[str]
    name: bool

    @cached_property
    def _words(self) -> ValueWords:
        return words_of_language(self.text.language)

    @property
    def _tokens(self) -> tuple[Token, ...]:
        return self.text.tokens

    def read(self, first: int, last: int, *, introduced: bool) -> tuple[int, int] | None:
        """The first sentence that holds a value; text goes on over those behind it, a name does not."""
        found: tuple[int, int] | None = None
        for start, end in self._sentences(first, last):
            place = self._read_sentence(start, end, introduced=introduced and start == first)
            if found and (place is None or self.name):
                break
            if place:
                found = (found[0] if found else place[0], place[1])
        return found

    def _read_sentence(self, first: int, last: int, *, introduced: bool) -> tuple[int, int] | None:
        first, wanted = self._start(first, last)
        last = self._end(first, last)
        start, found = self._introduction(first, last)
        introduced = introduced or found
        if not introduced and first < last and self._makes_a_move(self._tokens[first:last], introduced=False):
            return None
        first = self._without_article(start, last, introduced=introduced)
        first, last = self._unquoted(first, last)
        if self.name:
            first, last = self._named(first, last)
        if first >= last or (wanted and self._is_infinitive(first, last)):
            return None
        return None if self._is_conversation(first, last, introduced=introduced) else (first, last)

    # --- the edges --------------------------------------------------------------------------------------------------

    def _sentences(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The sentences between two tokens, without those that ask something."""
        start = first
        for index in range(first, last):
            if index + 1 == last or self._ends_sentence(index):
                if not any(token.text == "?" for token in self._tokens[start : index + 1]):
                    yield start, index + 1
                start = index + 1

    def _ends_sentence(self, index: int) -> bool:
        token, following = self._tokens[index], self._tokens[index + 1]
        between = self.text.raw[token.end : following.start]
        return "\n" in between or (token.text in _ENDS and bool(between))

    def _start(self, first: int, last: int) -> tuple[int, bool]:
        """Past courtesy and openers, and whether one of them wants something."""
        table = _edges(self.text.language)[0]
        skipped = {match.first + first: match.last + first for match in table.find(self._tokens[first:last])}
        negators, wanting = self._words.set("negators"), self._words.set("wanting")
        position, wanted = first, False
        while position < last:
            token = self._tokens[position]
            refused = token.folded in negators and position + 1 < last and self._tokens[position + 1].kind == "mark"
            if position in skipped:
                words = {item.folded for item in self._tokens[position : skipped[position]]}
                wanted = wanted or bool(words & wanting)
                position = skipped[position]
            elif refused or (token.kind == "mark" and token.text not in _OPENS and token.text not in _QUOTES):
                position += 1
            else:
                break
        reason = not self.name and position + 2 < last and self._tokens[position].folded in self._words.set("reasons")
        return position + reason, wanted

    def _end(self, first: int, last: int) -> int:
        table = _edges(self.text.language)[1]
        closing = {match.last + first: match.first + first for match in table.find(self._tokens[first:last])}
        while last > first:
            token = self._tokens[last - 1]
            if closing.get(last, first) > first and not self._is_capitalised(closing[last]):
                last = closing[last]
            elif token.kind == "mark" and token.text != ")" and token.text not in _QUOTES:
                last -= 1
            else:
                break
        return last

    def _is_capitalised(self, index: int) -> bool:
        """Whether a word may belong to the name before it: "Ioga Suave", where a "suave" of its own would agree."""
        token = self._tokens[index]
        return self.name and token.text[:1].isupper() and self._tokens[index - 1].kind != "mark"

    def _introduction(self, first: int, last: int) -> tuple[int, bool]:
        """Past "o endereço é", "meu nome:", "não é X, é": where the value starts, and whether it was introduced."""
        corrected = self._corrected(first, last)
        if corrected is not None:
            return corrected, True
        copulas = self._words.set("copulas")
        small = self._words.set("determiners", "prepositions", "value_nouns", "links") | self.own
        only_small = True
        for index in range(first, min(last, first + _REACH)):
            token = self._tokens[index]
            if token.folded in copulas and only_small and index + 1 < last:
                return self._past_copulas(index, last), True
            if token.text in (":", "=") and index - first <= _LONGEST_LABEL and (only_small or token.text == ":"):
                return index + 1, True
            if token.kind != "word":
                break
            only_small = only_small and token.folded in small
        return first, False

    def _past_copulas(self, index: int, last: int) -> int:
        small = self._words.set("copulas", "value_nouns")
        while index < last and (self._tokens[index].folded in small or self._tokens[index].text == ":"):
            index += 1
        return index

    def _corrected(self, first: int, last: int) -> int | None:
        """ "não é Rua Y, 5, é Rua X, 10": behind the last "é" that a pause precedes."""
        if first >= last or self._tokens[first].folded not in self._words.set("negators"):
            return None
        copulas = self._words.set("copulas")
        return next(
            (
                index + 1
                for index in range(last - 2, first, -1)
                if self._tokens[index].folded in copulas and self._tokens[index - 1].kind == "mark"
            ),
            None,
        )

    def _without_article(self, first: int, last: int, *, introduced: bool) -> int:
        """ "o TIM Music" names "TIM Music"; "A casa da esquina" stays whole where it was not introduced."""
        if not (introduced or self.name):
            following = self._tokens[first + 1].text if first + 1 < last else ""
            place = first < last and self._tokens[first].folded in self._words.set("prepositions")
            return first + (place and following[:1].isupper())
        skipped = self._words.set("determiners", "prepositions")
        while first + 1 < last and self._tokens[first].folded in skipped and self._tokens[first + 1].kind != "mark":
            first += 1
        return first

    def _named(self, first: int, last: int) -> tuple[int, int]:
        """Of "a cobrança do Deezer que veio", "Deezer": a name has no relative clause, nor the word for what it names."""
        relative = self._words.set("relatives")
        ends = (index for index in range(first, last) if index > first and self._tokens[index].folded in relative)
        end = next((index for index in ends if self._tokens[index].text.islower()), last)
        if end < last and first and self._tokens[first - 1].folded in self._words.set("possessives"):
            return first, first  # "meu marido que cuida disso"
        last = end
        generic, links = self.own | self._words.set("vague"), self._words.set("prepositions", "determiners")
        start = first
        while start + 1 < last and self._tokens[start].folded in generic:
            start += 1
            while start + 1 < last and self._tokens[start].folded in links:
                start += 1
        return (start, last) if start > first and self._tokens[start].text[:1].isupper() else (first, last)

    def _unquoted(self, first: int, last: int) -> tuple[int, int]:
        while first < last and self._tokens[first].text in _QUOTES:
            first += 1
        while last > first and self._tokens[last - 1].text in _QUOTES:
            last -= 1
        return first, last

    # --- talk about the conversation --------------------------------------------------------------------------------

    def _is_conversation(self, first: int, last: int, *, introduced: bool) -> bool:
        tokens = self._tokens[first:last]
        if not any(token.kind == "word" or (token.kind == "number" and not self.name) for token in tokens):
            return True
        small = small_words(self.text.language) | self.own
        if self.name:
            small |= self._words.set("vague") | _lexicon(self.text.language).words("complaint")
        if all(token.kind == "mark" or token.folded in small for token in tokens):
            return True
        if _is_noise(tokens) or self._makes_a_move(tokens, introduced=introduced):
            return True
        return not introduced and (self._talks(tokens) or (self.name and self._is_sentence(tokens)))

    def _makes_a_move(self, tokens: Sequence[Token], *, introduced: bool) -> bool:
        lexicon, whole = _lexicon(self.text.language), tuple(tokens)
        if any("abandon" in match.labels for match in lexicon.abandonment.find(whole)):
            return True
        if introduced and tokens[0].text[:1].isupper():
            return False
        replies, patterns = lexicon.reply.find(whole), lexicon.patterns.find(whole)
        if any(not _ASKING.isdisjoint(match.labels) for match in replies):
            return True
        opening = [match for match in replies if match.first == 0]
        if any(match.first == 0 for match in patterns) or any(self._is_move(match.labels, tokens) for match in opening):
            return True
        known = {index for match in (*replies, *patterns) for index in range(match.first, match.last)}
        small = small_words(self.text.language)
        return all(
            token.kind == "mark" or index in known or token.folded in small for index, token in enumerate(tokens)
        )

    def _is_move(self, labels: Sequence[str], tokens: Sequence[Token]) -> bool:
        """ "na" may be a mistyped "nah", and is a small word much more often."""
        if not _MOVES.isdisjoint(labels):
            return True
        short = sum(token.kind == "word" for token in tokens) < _SHORTEST_TEXT
        return "filler" not in labels and not _REFUSALS.isdisjoint(labels) and (self.name or short)

    def _talks(self, tokens: Sequence[Token]) -> bool:
        """Within its first words it is about who says, knows, has or wants something."""
        heard = [token.folded for token in tokens if token.kind == "word"][: _TALK_WITHIN[self.name]]
        return not self._words.set("talk").isdisjoint(heard)

    def _is_sentence(self, tokens: Sequence[Token]) -> bool:
        """More than a name: it has a subject, a verb with its object, or too many words."""
        words = [token for token in tokens if token.kind != "mark"]
        if len(words) > _LONGEST_NAME or words[0].folded in self._words.set("pronouns", "negators"):
            return True
        if words[0].text.islower() and words[0].folded in self._words.set("relatives"):
            return True  # "que calor"
        if len(words) > 1 and self._is_object_of_verb(words[1], words[2:]):
            return True
        return self._is_infinitive_word(words[0]) or self._has_verb(words)

    def _has_verb(self, words: Sequence[Token]) -> bool:
        """ "Minha fatura veio alta", "esqueci": in small letters, for a name may have any word in it."""
        lexicon = _lexicon(self.text.language)
        finite, told = lexicon.entries("finite_verbs"), tuple(lexicon.words("past_endings"))
        first = words[0]
        opens = first.text.islower() and first.folded in lexicon.verbs_of_stories and first.folded.endswith(told)
        return opens or any(token.text.islower() and token.folded in finite for token in words)

    def _is_object_of_verb(self, second: Token, rest: Sequence[Token]) -> bool:
        """A name has no "my" in it and hardly an article as its second word: "encontrei o contato", "track my order"."""
        if not second.text.islower():
            return False
        articles = self._words.set("determiners") - self._words.set("prepositions")
        return second.folded in self._words.set("possessives") or (bool(rest) and second.folded in articles)

    def _is_infinitive(self, first: int, last: int) -> bool:
        token = self._tokens[first]
        return token.folded in self._words.set("infinitive_markers") or self._is_infinitive_word(token)

    def _is_infinitive_word(self, token: Token) -> bool:
        word = token.folded
        ending = any(word.endswith(ending) for ending in self._words.set("infinitive_endings"))
        return token.text.islower() and ending and len(word) > 2 and word not in self._words.set("not_infinitives")


def _is_noise(tokens: Sequence[Token]) -> bool:
    """Laughter, a lengthened sound: one word of one or two letters again and again."""
    words = [token.folded for token in tokens if token.kind == "word"]
    if (
        len(words) == 1
        and len(words[0]) >= _UNSPEAKABLE
        and words[0].isalpha()
        and not _VOWELS.intersection(words[0][1:])
    ):
        return True
    return (
        bool(words)
        and all(len(word) > 2 and len(set(word)) < 3 and not word.istitle() for word in words)
        and max(len(word) - len(set(word)) for word in words) >= 2
    )
