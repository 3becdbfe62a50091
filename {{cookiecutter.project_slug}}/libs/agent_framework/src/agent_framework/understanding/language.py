"""Which language a message is in: by its function words, and by letters that only one language has."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from agent_framework.domain.text import Text, fold
from agent_framework.understanding.lexicon import built_in_languages, default_lexicon

__all__ = ["detect_language"]

_LETTERS: Final = {"pt-BR": frozenset("ãõçáâêéíóôú")}
# A name or two beside one word of a language still leave it likely.
_MOST_UNKNOWN: Final = 3
_ENDINGS: Final = {"en": ("n't", "'s", "'m", "'re", "'ll", "'ve", "'d")}


def detect_language(raw: str, previous: str | None, default: str) -> str:
    """The language of a message; `previous` (else `default`) where it says nothing ("PED-1001", "ok", "12").

    One word of another language in a longer message does not change the language of a conversation, nor does a loan
    word ("yes").
    """
    words, scores = _scores(raw)
    present = previous or default
    best = max(scores, key=lambda language: (scores[language], language == present))
    if best == present or scores[best] == scores.get(present, 0):
        return present
    return best if previous is None or _is_foreign(words, best, present) else present


# A turn asks several times of its message.
@lru_cache(64)
def _scores(raw: str) -> tuple[list[str], Mapping[str, int]]:
    """The words of a message, and how many of them are of each language."""
    words = [token.text.casefold().replace("’", "'") for token in Text(raw).tokens if token.kind == "word"]
    return words, {language: _score(words, language) for language in built_in_languages()}


def _is_foreign(words: Sequence[str], language: str, present: str) -> bool:
    """Enough of the words are of this language and not of the present one's lexicon."""
    known = default_lexicon(present).known if present in built_in_languages() else frozenset[str]()
    foreign = [word for word in words if fold(word) not in known]
    score = _score(foreign, language)
    return score > 1 or (score == 1 and len(foreign) <= _MOST_UNKNOWN)


def _score(words: Sequence[str], language: str) -> int:
    typical = _typical(language)
    letters = _LETTERS.get(language, frozenset())
    endings = _ENDINGS.get(language, ())
    return sum(fold(word) in typical or not letters.isdisjoint(word) or word.endswith(endings) for word in words)


@cache
def _typical(language: str) -> frozenset[str]:
    """Words of this language's list that stand in no other's."""
    others = [default_lexicon(other).words("typical") for other in built_in_languages() if other != language]
    return default_lexicon(language).words("typical").difference(*others)
