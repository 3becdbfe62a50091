"""The kinds of clauses in a reply to a confirmation question, and the labels that speak for each."""

from enum import StrEnum
from typing import Final

from agent_framework.understanding.clauses import Clause

__all__ = [
    "ABOUT_CONSENT",
    "ASKS",
    "CHANGE",
    "CONSENTS",
    "NEW_VALUE",
    "SHOWN",
    "SILENT",
    "STRONG",
    "WEAK",
    "Kind",
    "is_covered",
]


class Kind(StrEnum):
    """What a clause does. Only `CONSENT`, `WEAK` and (beside them) `BARE_VERB` speak for an execution."""

    CONSENT = "consent"
    WEAK = "acknowledgement"
    BARE_VERB = "bare verb"  # "cancela" in a cancellation: the order, or this conversation?
    REFUSAL = "refusal"
    CORRECTION = "correction"
    PROPOSAL = "proposal"
    CONDITION = "condition"
    QUESTION = "question"
    FACTS = "question of fact"  # when, where, who: the answer cannot change the customer's mind
    DOUBTED = "consent in question"  # "sim?"
    HESITATION = "hesitation"
    IRONY = "irony"
    REPORTED = "reported"
    ORDER = "order to the assistant"
    SHOWN = "shown"  # repeats what was shown
    NEUTRAL = "neutral"  # courtesy, "não tem problema", a reason
    STATEMENT = "statement"  # says something that the grammar does not cover


CONSENTS: Final = frozenset({Kind.CONSENT, Kind.WEAK})
ASKS: Final = frozenset({Kind.QUESTION, Kind.FACTS})

STRONG: Final = frozenset({"yes", "approval", "performative", "go", "permit"})
WEAK: Final = frozenset({"acknowledgement", "praise"})
SHOWN: Final = frozenset({"shown", "value", "object"})
SILENT: Final = frozenset(
    {
        "filler",
        "courtesy",
        "laughter",
        "addition",
        "reason",
        "contrast",
        "question_openers",
        "no_objection",
        "own_grounds",
    }
)
CHANGE: Final = frozenset({"change", "change_verbs"})
NEW_VALUE: Final = frozenset({"number", "number_words", "date_words", "denied"})
ABOUT_CONSENT: Final = STRONG | WEAK | SHOWN | {"opening_yes", "want", "own_verb", "own_imperative", "everything"}

_COVERED: Final = ABOUT_CONSENT | SILENT | {"negator", "limit", "emphatic", "objection", "mild"}


def is_covered(clause: Clause, *others: str) -> bool:
    """Whether every word has a meaning in a reply to a confirmation question. `others` are labels that count, too."""
    return all(piece.labels & _COVERED or piece.labels.intersection(others) for piece in clause.pieces)
