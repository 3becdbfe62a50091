"""How a reply to a confirmation question is read: what its clauses amount to together. When in doubt, no consent."""

from collections.abc import Sequence
from typing import Final

from agent_framework.domain.text import Text
from agent_framework.understanding.abandonment import abandonment_in
from agent_framework.understanding.clauses import Clause, read_clauses
from agent_framework.understanding.kinds import ASKS, CONSENTS, NEW_VALUE, SILENT, Kind
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
from agent_framework.understanding.not_said import begs, yes_not_said
from agent_framework.understanding.pending import pending_of
from agent_framework.understanding.said import Said, read_said
from agent_framework.understanding.second_thoughts import second_thought

__all__ = ["read_consent"]

# "Yes, but ...": only courtesy leaves such a consent as it is. Where no declared tool is at stake, a question does, too.
_ANNOUNCES: Final = SILENT | {"objection", "indefinite"}
_AFTER_CONTRAST: Final = CONSENTS | {Kind.NEUTRAL}


def read_consent(
    text: Text,
    dialogue: Dialogue,
    readings: ValueReadings,
    intents: Sequence[IntentReading],
    lexicon: Lexicon | None = None,
) -> ConsentReading:
    """What a reply amounts to while the dialogue's transaction waits for its confirmation.

    Only an unconditional consent to exactly what was shown is read as CONSENT: the grammar has to cover every clause.
    One false execution costs more than many needless questions.
    """
    lexicon = lexicon or default_lexicon(text.language)
    pending = pending_of(dialogue, text.language, lexicon)
    spans = tuple(readings.spans[name] for name in _repeated(readings, dialogue) if name in readings.spans)
    clauses = read_clauses(text, lexicon, pending, spans)
    abandonment = abandonment_in(text, clauses, pending, lexicon)
    clear = [item for item in intents if item.strength is Strength.STRONG]
    said = read_said(clauses, dialogue, pending, abandonment, clear, lexicon)
    if said.more is not None:
        readings = readings.before(said.clauses[said.more].start)
    if abandonment:
        reply, rule = Reply.REFUSAL, "abandonment"
    elif _changes(readings, dialogue):
        reply, rule = Reply.CORRECTION, "another value than the one shown"
    elif unsaid := yes_not_said(text, clauses, lexicon):
        reply, rule = unsaid
    elif begs(text, lexicon):
        return ConsentReading(Reply.CONSENT, "asks for it")
    else:
        reply, rule = _reply(said, any(not _is_own(item, dialogue) for item in clear))
    if reply is Reply.CONSENT and dialogue.tool and (open_end := second_thought(text, said, pending, lexicon)):
        reply, rule = open_end
    return _reading(reply, rule, said, text)


def _repeated(readings: ValueReadings, dialogue: Dialogue) -> list[str]:
    return [name for name, value in readings.values.items() if dialogue.arguments.get(name) == value]


def _changes(readings: ValueReadings, dialogue: Dialogue) -> bool:
    new = len(_repeated(readings, dialogue)) < len(readings.values)
    return new or bool(readings.competing or readings.rejected or readings.withdrawn)


def _is_own(item: IntentReading, dialogue: Dialogue) -> bool:
    return dialogue.intent is not None and item.intent == dialogue.intent.name


# --- the clauses together: the first line that holds decides --------------------------------------------------------


def _reply(said: Said, other_intent: bool) -> tuple[Reply, str]:
    if said.has(Kind.ORDER):
        return Reply.UNCLEAR, "order to the assistant"
    if said.has(Kind.REPORTED):
        return (Reply.QUESTION if said.asks else Reply.UNCLEAR), "reported speech"
    if said.has(Kind.CONDITION):
        asks = said.asks and not said.has(*CONSENTS)
        return (Reply.QUESTION if asks else Reply.CONDITION), "condition"
    if said.has(Kind.CORRECTION):
        return Reply.CORRECTION, "asks for a change"
    if said.has(Kind.PROPOSAL):
        return (Reply.CORRECTION if not said.typed or said.has(*CONSENTS) else Reply.QUESTION), "proposal"
    if said.has(Kind.IRONY) or said.sneers:
        return Reply.UNCLEAR, "irony"
    return _with_consent(said) if said.has(*CONSENTS) else _without_consent(said, other_intent)


def _with_consent(said: Said) -> tuple[Reply, str]:
    if said.has(Kind.REFUSAL):
        return _yes_and_no(said), "yes and no"
    if said.has(Kind.HESITATION):
        return Reply.HESITATION, "hesitation beside a consent"
    if _announces_question(said.clauses[-1]):
        return Reply.HESITATION, "announces a question"
    if said.has(Kind.DOUBTED):
        return Reply.QUESTION, "the consent itself is asked"
    harmless = _AFTER_CONTRAST if said.typed else _AFTER_CONTRAST | ASKS
    if said.any(lambda clause, kind: clause.link == "contrast" and kind not in harmless):
        asks = said.has(*ASKS) and not said.has(Kind.STATEMENT)
        return (Reply.QUESTION if asks else Reply.CONDITION), "contrast after a consent"
    if said.has(Kind.STATEMENT):
        return _more_than_shown(said), "says more than a consent"
    if said.first(*ASKS) < said.first(*CONSENTS):
        return Reply.QUESTION, "asks before consenting"
    return _complete(said)


def _announces_question(clause: Clause) -> bool:
    """ "Sim, tenho uma dúvida"."""
    opens = any("question_openers" in piece.labels and " " in piece.word for piece in clause.pieces)
    return opens and not clause.question and clause.labels <= _ANNOUNCES


def _complete(said: Said) -> tuple[Reply, str]:
    """Nothing speaks against the consent; how much speaks for it?"""
    if not said.has(Kind.CONSENT):
        if said.has(Kind.BARE_VERB):
            return Reply.UNCLEAR, "the verb may mean the conversation"
        if said.any(_raises_topic) or (said.typed and said.has(*ASKS)):
            return Reply.QUESTION, "a question after a mere acknowledgement"
    if said.clauses[-1].trailing and said.kinds[-1] not in ASKS:
        return Reply.HESITATION, "trails off"
    return Reply.CONSENT, "unconditional consent"


def _without_consent(said: Said, other_intent: bool) -> tuple[Reply, str]:
    if said.has(Kind.REFUSAL):
        corrects = said.any(_brings_value) if said.typed else said.has(Kind.STATEMENT, Kind.SHOWN)
        return (Reply.CORRECTION, "refused for another value") if corrects else (Reply.REFUSAL, "refusal")
    if other_intent:
        return Reply.OTHER_INTENT, "another intent"
    if said.asks:
        return Reply.QUESTION, "question"
    if said.has(Kind.HESITATION):
        return Reply.HESITATION, "hesitation"
    if said.has(Kind.BARE_VERB):
        return Reply.UNCLEAR, "the verb may mean the conversation"
    if said.has(Kind.STATEMENT, Kind.SHOWN):
        return _more_than_shown(said), "neither consent nor refusal"
    return Reply.UNCLEAR, "says nothing about the question"


def _yes_and_no(said: Said) -> Reply:
    """The last word counts as a refusal, never as a consent; "sim e não" is neither."""
    last = said.last(Kind.REFUSAL)
    denied = last > said.first(*CONSENTS) and said.clauses[last].link != "addition"
    return Reply.REFUSAL if denied else Reply.UNCLEAR


def _brings_value(clause: Clause, kind: Kind) -> bool:
    return kind is Kind.STATEMENT and bool(clause.labels & NEW_VALUE)


def _raises_topic(clause: Clause, kind: Kind) -> bool:
    """ "Great, what about the bedroom?" """
    return "topics" in clause.labels


def _more_than_shown(said: Said) -> Reply:
    """With no tool that could read the value, anything that was not shown is one."""
    return Reply.UNCLEAR if said.typed else Reply.CORRECTION


def _reading(reply: Reply, rule: str, said: Said, text: Text) -> ConsentReading:
    cues = tuple(
        Cue(kind.value, text.raw[clause.start : clause.end], clause.start, clause.end)
        for clause, kind in zip(said.clauses, said.kinds, strict=True)
    )
    rest = said.first(*ASKS)
    if reply not in (Reply.CONSENT, Reply.REFUSAL) or rest == len(said.kinds):
        rest = -1
    return ConsentReading(
        reply,
        rule,
        cues,
        acknowledgement=reply is Reply.CONSENT and not said.has(Kind.CONSENT),
        side_question=rest >= 0,
        rest=said.clauses[rest].start if rest >= 0 else None,
        again=rest >= 0 and said.again,
    )
