"""Explicit abandonment: the customer gives the pending business up."""

from collections.abc import Sequence
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.clauses import SMALL, Clause, read_clauses
from agent_framework.understanding.lexicon import Lexicon, default_lexicon
from agent_framework.understanding.model import Cue, Dialogue
from agent_framework.understanding.pending import Pending, pending_of
from agent_framework.understanding.phrases import Match

__all__ = ["abandonment_in", "orders_stop", "reads_abandonment"]

# After an order to stop the thing they say why, and give nothing up: "pode cancelar, desisti".
_EXPLAINS: Final = frozenset({"grounds", "regret"})
_YES: Final = frozenset({"yes"})
_AFTERWARDS: Final = SMALL | {"want", "inform", "question_words", "question_openers"}
_ADDRESSED: Final = SMALL - {"no", "negator"} | {"want", "go", "delay"}


def reads_abandonment(text: Text, dialogue: Dialogue, lexicon: Lexicon | None = None) -> Cue | None:
    """Where a message gives the pending business up ("esquece", "deixa pra lá", "forget it"), or None.

    Not where the phrase is denied ("não esquece de ..."), asked or quoted, and not where its verb is what the
    transaction does: a bare "cancela" in a cancellation may mean either.
    """
    lexicon = lexicon or default_lexicon(text.language)
    pending = pending_of(dialogue, text.language, lexicon)
    return abandonment_in(text, read_clauses(text, lexicon, pending), pending, lexicon)


def abandonment_in(text: Text, clauses: Sequence[Clause], pending: Pending, lexicon: Lexicon) -> Cue | None:
    """The same, for clauses that have been read."""
    # "Não quero mais, pode cancelar": the order that follows says what is no longer wanted.
    ordered = any(
        clause.labels & {"permit", "object", "value"} and orders_stop(clause, pending, lexicon) for clause in clauses
    )
    # So does the yes before it: "sim, desisti" gives the thing up. It is asked again.
    ordered |= pending.stops(lexicon) and bool(clauses) and clauses[0].labels <= _YES
    for clause in clauses:
        if not clause.question and not clause.labels & {"quoted", "report", "condition"}:
            match = _abandonment_of(clause, ordered, pending, lexicon)
            if match:
                return clause.cue("abandonment", match, text)
            ordered |= orders_stop(clause, pending, lexicon)
    return None


def orders_stop(clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    """The transaction stops something and the clause orders it: a reason to stop that follows gives nothing up."""
    ordered = "own_verb" in clause.labels and not clause.labels & {"negator", "no"}
    return ordered and pending.stops(lexicon)


def _abandonment_of(clause: Clause, ordered: bool, pending: Pending, lexicon: Lexicon) -> Match | None:
    matches = lexicon.abandonment.find(clause.tokens)
    if not matches:
        return None
    own = pending.forms.find(clause.tokens)
    # "Hold on" asks for a moment, though "hold" is a verb of stopping.
    held = [item for item in lexicon.patterns.find(clause.tokens) if "hold" in item.labels]
    stops = _stops_this(clause, matches)
    for match in matches:
        if any(form.first < match.last and match.first < form.last for form in (*own, *held)):
            continue
        if "stop_verbs" in match.labels and stops:
            return match
        explains = ordered and _EXPLAINS.intersection(match.labels)
        if "abandon" in match.labels and not explains and _gives_up(match, clause, own, pending, lexicon):
            return match
    return None


def _stops_this(clause: Clause, matches: Sequence[Match]) -> bool:
    """Verbs of stopping with nothing beside them but courtesy and words for this very business."""
    said = {
        i for item in matches if {"stop_verbs", "this_business"} & {*item.labels} for i in range(item.first, item.last)
    }
    return all(i in said or clause.labels_at[token.start] <= _ADDRESSED for i, token in enumerate(clause.tokens))


def _gives_up(match: Match, clause: Clause, own: Sequence[Match], pending: Pending, lexicon: Lexicon) -> bool:
    """The phrase is neither denied nor part of a longer meaning."""
    words = [token.folded for token in clause.tokens]
    negators = lexicon.words("negator")
    following = words[match.last] if match.last < len(words) else ""
    if negators.intersection(words[: match.first]) or following in lexicon.words("abandon_continues"):
        return False
    before_own = any(form.first == match.last for form in own)
    if "grounds" in match.labels and not before_own:
        # "I don't want it any more" is a reason to stop a thing as well as a wish to leave this business.
        return not pending.stops(lexicon) and _is_small(clause, match.last)
    return before_own or not negators.intersection(words[match.first : match.last]) or _is_small(clause, match.last)


def _is_small(clause: Clause, index: int) -> bool:
    """Nothing, a small word or another request follows."""
    rest = clause.tokens[index : index + 1]
    return not rest or bool(clause.labels_at[rest[0].start] & _AFTERWARDS)
