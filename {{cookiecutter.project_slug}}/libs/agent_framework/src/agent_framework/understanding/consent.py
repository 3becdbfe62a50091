"""How a reply to a confirmation question is read: what its clauses amount to together. When in doubt, no consent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.clause_kinds import Kind, kind_of
from agent_framework.understanding.clauses import Clause, read_clauses
from agent_framework.understanding.comments import comments, elaborates
from agent_framework.understanding.lexicon import Lexicon, default_lexicon
from agent_framework.understanding.model import (
    ConsentReading,
    Cue,
    Dialogue,
    IntentReading,
    Reply,
    Strength,
    ValueReadings,
)
from agent_framework.understanding.patterns import abandonment_in, orders_stop
from agent_framework.understanding.pending import Pending, pending_of

__all__ = ["read_consent"]

_CONSENTS: Final = frozenset({Kind.CONSENT, Kind.WEAK})
_ASKS: Final = frozenset({Kind.QUESTION, Kind.FACTS})
_HARMLESS: Final = _CONSENTS | _ASKS | {Kind.NEUTRAL, Kind.SHOWN, Kind.BARE_VERB}
_BRINGS_UP: Final = frozenset(
    {"number", "number_words", "date_words", "denied", "limit", "negator", "want", "everything"}
)
_OF_GROUNDS: Final = frozenset({"grounds", "regret", "filler", "courtesy", "object", "shown"})
_AFTER_CONTRAST: Final = _CONSENTS | {Kind.NEUTRAL, Kind.FACTS}


@dataclass(frozen=True)
class _Said:
    """The clauses of a reply with their kinds."""

    clauses: tuple[Clause, ...]
    kinds: tuple[Kind, ...]
    pending_tool: bool
    shown: bool

    def has(self, *kinds: Kind) -> bool:
        return any(kind in kinds for kind in self.kinds)

    def first(self, *kinds: Kind) -> int:
        """Index of the first clause of these kinds; the number of clauses where there is none."""
        return next((index for index, kind in enumerate(self.kinds) if kind in kinds), len(self.kinds))


def read_consent(
    text: Text,
    dialogue: Dialogue,
    readings: ValueReadings,
    intents: Sequence[IntentReading],
    lexicon: Lexicon | None = None,
) -> ConsentReading:
    """What a reply amounts to while the dialogue's transaction waits for its confirmation.

    Only an unconditional consent to exactly what was shown is read as CONSENT: every clause has to be covered by the grammar.
    One false execution costs more than many needless questions.
    """
    lexicon = lexicon or default_lexicon(text.language)
    pending = pending_of(dialogue, text.language, lexicon.words("negator") | lexicon.words("without"))
    shown = [readings.spans[name] for name in _repeated(readings, dialogue) if name in readings.spans]
    clauses = read_clauses(text, lexicon, pending, shown)
    abandonment = abandonment_in(text, clauses, pending, lexicon)
    others = [item for item in intents if item.strength is Strength.STRONG and not _own(item, dialogue)]
    kinds = _kinds(clauses, pending, abandonment, others, lexicon)
    said = _Said(clauses, kinds, dialogue.tool is not None, bool(dialogue.shown))
    cues = _cues(text, said)
    if abandonment:
        return ConsentReading(Reply.REFUSAL, "abandonment", cues)
    if _changes(readings, dialogue):
        return ConsentReading(Reply.CORRECTION, "another value than the one shown", cues)
    reply, rule = _reply(said, bool(others))
    return _reading(reply, rule, said, cues)


def _repeated(readings: ValueReadings, dialogue: Dialogue) -> list[str]:
    return [name for name, value in readings.values.items() if dialogue.arguments.get(name) == value]


def _changes(readings: ValueReadings, dialogue: Dialogue) -> bool:
    new = len(_repeated(readings, dialogue)) < len(readings.values)
    return new or bool(readings.competing or readings.rejected or readings.withdrawn)


def _own(item: IntentReading, dialogue: Dialogue) -> bool:
    return dialogue.intent is not None and item.intent == dialogue.intent.name


def _kinds(
    clauses: Sequence[Clause],
    pending: Pending,
    abandonment: Cue | None,
    others: Sequence[IntentReading],
    lexicon: Lexicon,
) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    ordered = False
    for clause in clauses:
        kind = kind_of(clause, kinds[-1] if kinds else None, lexicon)
        if abandonment and clause.start <= abandonment.start < clause.end:
            kind = Kind.REFUSAL
        elif ordered and _grounds(clause):
            kind = Kind.NEUTRAL
        elif kind is Kind.STATEMENT:
            kind = _placed(clause, kinds, pending, others, lexicon)
        elif kind is Kind.QUESTION and kinds and kinds[-1] is Kind.STATEMENT and clause.link == "addition":
            kinds[-1] = kind  # "the fee and the deadline?"
        kinds.append(kind)
        ordered |= orders_stop(clause, pending, lexicon)
    return tuple(kinds)


def _grounds(clause: Clause) -> bool:
    """A reason to stop, and nothing else."""
    told = bool(clause.labels & {"grounds", "regret"})
    return told and all(piece.labels & _OF_GROUNDS for piece in clause.pieces)


def _placed(
    clause: Clause, before: Sequence[Kind], pending: Pending, others: Sequence[IntentReading], lexicon: Lexicon
) -> Kind:
    """What a clause that the grammar does not cover is in its place."""
    if any(clause.start <= item.start < clause.end for item in others):
        return Kind.FACTS
    if before and before[-1] in _ASKS and clause.link in ("", "addition") and not clause.labels & _BRINGS_UP:
        return before[-1]  # "what is the price, and the address": the question goes on
    if pending.verb_words or clause.link not in ("", "addition"):
        return Kind.STATEMENT
    said_yes = "yes" in clause.pieces[0].labels
    rest = clause.pieces[said_yes:]
    if elaborates(rest) or comments(rest, lexicon):
        if said_yes or "performative" in clause.pieces[0].labels:
            return Kind.CONSENT
        return Kind.NEUTRAL if Kind.CONSENT in before else Kind.STATEMENT
    return Kind.STATEMENT


# --- the clauses together ---------------------------------------------------------------------------------------------


def _reply(said: _Said, other_intent: bool) -> tuple[Reply, str]:
    """The first line that holds decides."""
    if said.has(Kind.ORDER):
        return Reply.UNCLEAR, "order to the assistant"
    if said.has(Kind.REPORTED):
        return (Reply.QUESTION if _asked(said) else Reply.UNCLEAR), "reported speech"
    if said.has(Kind.CONDITION):
        asks = _asked(said) and not said.has(*_CONSENTS)
        return (Reply.QUESTION if asks else Reply.CONDITION), "condition"
    if said.has(Kind.CORRECTION):
        return Reply.CORRECTION, "asks for a change"
    if said.has(Kind.PROPOSAL):
        return (Reply.CORRECTION if not said.pending_tool or said.has(*_CONSENTS) else Reply.QUESTION), "proposal"
    if said.has(Kind.IRONY) or _sneers(said):
        return Reply.UNCLEAR, "irony"
    if said.has(*_CONSENTS):
        return _with_consent(said)
    return _without_consent(said, other_intent)


def _with_consent(said: _Said) -> tuple[Reply, str]:
    consented = said.first(*_CONSENTS)
    if said.has(Kind.REFUSAL):
        denied_last = len(said.kinds) - 1 - said.kinds[::-1].index(Kind.REFUSAL) > consented
        return (Reply.REFUSAL if denied_last else Reply.UNCLEAR), "yes and no"
    if said.has(Kind.HESITATION):
        return Reply.HESITATION, "hesitation beside a consent"
    if said.has(Kind.DOUBTED):
        return Reply.QUESTION, "the consent itself is asked"
    if any(
        clause.link == "contrast" and kind not in _AFTER_CONTRAST
        for clause, kind in zip(said.clauses, said.kinds, strict=True)
    ):
        asks = said.has(*_ASKS) and not said.has(Kind.STATEMENT)
        return (Reply.QUESTION if asks else Reply.CONDITION), "contrast after a consent"
    if said.has(Kind.STATEMENT):
        return _more_than_shown(said), "says more than a consent"
    if not said.has(Kind.CONSENT) and any(_suggests(clause) for clause in said.clauses):
        return Reply.QUESTION, "a suggestion after a mere acknowledgement"
    if said.first(*_ASKS) < consented:
        return Reply.QUESTION, "asks before consenting"
    if said.has(Kind.BARE_VERB) and not said.has(Kind.CONSENT):
        return Reply.UNCLEAR, "the verb may mean the conversation"
    if said.clauses[-1].trailing and said.kinds[-1] not in _ASKS:
        return Reply.HESITATION, "trails off"
    return Reply.CONSENT, "unconditional consent"


def _without_consent(said: _Said, other_intent: bool) -> tuple[Reply, str]:
    if said.has(Kind.REFUSAL):
        corrects = said.has(Kind.STATEMENT, Kind.SHOWN) and not said.pending_tool
        return (Reply.CORRECTION, "refused for another value") if corrects else (Reply.REFUSAL, "refusal")
    if other_intent:
        return Reply.OTHER_INTENT, "another intent"
    if _asked(said):
        return Reply.QUESTION, "question"
    if said.has(Kind.HESITATION):
        return Reply.HESITATION, "hesitation"
    if said.has(Kind.BARE_VERB):
        return Reply.UNCLEAR, "the verb may mean the conversation"
    if said.has(Kind.STATEMENT, Kind.SHOWN):
        return _more_than_shown(said), "neither consent nor refusal"
    return Reply.UNCLEAR, "says nothing about the question"


def _suggests(clause: Clause) -> bool:
    return any(piece.word == "what about" for piece in clause.pieces)


def _more_than_shown(said: _Said) -> Reply:
    """With no tool that could read the value, anything that was not shown is one."""
    return Reply.CORRECTION if said.shown and not said.pending_tool else Reply.UNCLEAR


def _asked(said: _Said) -> bool:
    return said.has(*_ASKS, Kind.DOUBTED) or any(clause.question for clause in said.clauses)


def _sneers(said: _Said) -> bool:
    """Laughter beside nothing but an emphatic yes: "claro kkk"."""
    if not any("laughter" in clause.labels for clause in said.clauses):
        return False
    consents = [
        piece.labels
        for clause, kind in zip(said.clauses, said.kinds, strict=True)
        if kind in _CONSENTS
        for piece in clause.pieces
        if piece.labels & {"yes", "permit", "go", "approval", "praise", "performative", "want", "acknowledgement"}
    ]
    return bool(consents) and all("emphatic" in labels for labels in consents)


# --- what is handed back ------------------------------------------------------------------------------------------------


def _reading(reply: Reply, rule: str, said: _Said, cues: tuple[Cue, ...]) -> ConsentReading:
    if reply not in (Reply.CONSENT, Reply.REFUSAL):
        return ConsentReading(reply, rule, cues)
    rest = said.first(*_ASKS)
    aside = rest < len(said.kinds)
    return ConsentReading(
        reply,
        rule,
        cues,
        acknowledgement=reply is Reply.CONSENT and not said.has(Kind.CONSENT),
        side_question=aside,
        rest=said.clauses[rest].start if aside else None,
    )


def _cues(text: Text, said: _Said) -> tuple[Cue, ...]:
    return tuple(
        Cue(kind.value, text.raw[clause.start : clause.end], clause.start, clause.end)
        for clause, kind in zip(said.clauses, said.kinds, strict=True)
    )
