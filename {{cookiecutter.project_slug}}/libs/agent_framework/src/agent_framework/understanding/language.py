"""Which language a message is in: by its function words, and by letters that only one language has."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.lexicon import built_in_languages, default_lexicon

__all__ = ["detect_language"]

_LETTERS: Final = {"pt-BR": frozenset("ãõçáâêéíóôú")}
_ENDINGS: Final = {"en": ("n't", "'s", "'m", "'re", "'ll", "'ve", "'d")}


def detect_language(raw: str, previous: str | None, default: str) -> str:
    """The language of a message; `previous` (else `default`) where it says nothing ("PED-1001", "ok", "12").

    One word of another language in a longer message does not change the language of a conversation.
    """
    words = [token.text.casefold().replace("’", "'") for token in Text(raw).tokens if token.kind == "word"]
    present = previous or default
    scores = {language: _score(words, language) for language in built_in_languages()}
    best = max(scores, key=lambda language: (scores[language], language == present))
    ahead = scores[best] - scores.get(present, 0)
    if best == present or ahead <= 0:
        return present
    certain = previous is None or ahead > 1 or 2 * scores[best] >= len(words)
    return best if certain else present


def _score(words: Sequence[str], language: str) -> int:
    typical = _typical(language)
    letters = _LETTERS.get(language, frozenset())
    endings = _ENDINGS.get(language, ())
    folded = Text(" ".join(words)).tokens
    return sum(
        token.folded in typical or not letters.isdisjoint(token.text) or bool(endings) and token.text.endswith(endings)
        for token in folded
    )


@cache
def _typical(language: str) -> frozenset[str]:
    """Words of this language's list that stand in no other's."""
    others = [default_lexicon(other).words("typical") for other in built_in_languages() if other != language]
    return default_lexicon(language).words("typical").difference(*others)
