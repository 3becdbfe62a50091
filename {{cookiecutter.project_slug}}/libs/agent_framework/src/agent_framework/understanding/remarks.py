"""What may be said beside a clear yes without changing it: reasons, stories, complaints, what is awaited, insistence.

Only what is recognised counts. Anything that could be another value, a limit, terms or a wish of its own stays open.
"""

from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import WEAK, is_covered
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.remark_words import DECIDING, OTHERS, SMALL, VALUES
from agent_framework.understanding.tellings import Telling

__all__ = ["is_remark", "unsettles"]

_SETS_TERMS: Final = frozenset(
    {"limit", "exception", "everything", "condition", "quoted", "report", "instruct", "irony", "doubt", "delay"}
    | {"own_verb", "own_denial", "stop_verbs", "keep_verbs", "change_verbs", "proposals", "performative", "denied"}
)
_WISHES: Final = frozenset({"want", "permit"})
_LINKS: Final = ("", "addition", "reason")
_PRAISES: Final = frozenset({"yes", "approval", "praise", "performative", "go", "permit", "want"})
_COUNTS: Final = frozenset({"number", "number_words", "date_words"})
# A sentence that long is more than a remark; what is looked for in it costs its length times its length.
_LONGEST: Final = 40


def is_remark(clause: Clause, pending: Pending, lexicon: Lexicon, *, within_story: bool = False) -> bool:
    """Whether a clause that stands beside a clear yes leaves it as it is.

    `within_story`: the clause before it was such a remark, so that a "but" contrasts with that and not with the yes.
    """
    if clause.question or len(clause.pieces) > _LONGEST:
        return False
    remark = _Remark(clause, pending, lexicon)
    if remark.is_mild:
        return True
    if clause.link not in _LINKS and not (clause.link == "contrast" and within_story):
        return clause.link == "contrast" and remark.exclaims
    if remark.insists or remark.restates or remark.knows_nothing_of_it:
        return True
    if remark.retells:
        return True
    return remark.sets_no_terms and (remark.awaits or remark.complains or remark.tells)


def unsettles(clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    """Whether what a clause tells makes the transaction pointless, or may mean another value: "já recebi", "veio maior"."""
    return len(clause.pieces) > _LONGEST or _Remark(clause, pending, lexicon).unsettles


class _Remark(Telling):
    """A clause beside a yes, and what kind of remark it is."""

    @property
    def is_mild(self) -> bool:
        """ "Pode ser", beside a yes."""
        return "mild" in self._labels and all(piece.labels & (SMALL | {"mild"}) for piece in self._pieces)

    @property
    def insists(self) -> bool:
        """ "Já falei três vezes"."""
        rest = [piece for piece in self._pieces if "insisting" not in self._mark(piece)]
        units = self._lexicon.entries("units")
        small = all(piece.labels & (SMALL | _COUNTS) or piece.word in units for piece in rest)
        return len(rest) < len(self._pieces) and small and self._counts_only

    @property
    def restates(self) -> bool:
        """ "O valor confere", "confirmo o valor de ...": of what has a name of its own among the values."""
        objects = [piece for piece in self._pieces if piece.labels & {"object", "unknown"}]
        named = bool(objects) and all(self._is_named(piece.word) for piece in objects)
        said = self._labels & {"approval", "performative", "same", *WEAK}
        rest = tuple(piece for piece in self._pieces if piece not in objects)
        covered = bool(rest) and is_covered(replace(self._clause, pieces=rest))
        return named and bool(said) and covered and not self._labels & (_SETS_TERMS - {"performative"} | {"negator"})

    def _is_named(self, word: str) -> bool:
        # "A cobrança tá certa" would deny that anything is to be disputed.
        names = self._pending.named if self._pending.denies else self._pending.parameters
        return any(word in (name, f"{name}s", f"{name}es") for name in names)

    @property
    def knows_nothing_of_it(self) -> bool:
        """ "Nem sei o que é isso": a ground where the transaction denies something."""
        rest = [piece for piece in self._pieces if "ignorance" not in self._mark(piece)]
        open_to_doubt = (_SETS_TERMS - {"doubt"}) | _WISHES | OTHERS | VALUES
        return self._pending.denies and len(rest) < len(self._pieces) and not self._open & open_to_doubt

    @property
    def awaits(self) -> bool:
        """ "Aguardo o comprovante": what follows from the transaction anyway."""
        if self._labels & (OTHERS | VALUES | {"negator"}):
            return False
        if "permit" in self._labels and not self._has_mark("sequel_verbs"):
            return False
        told = self._endings("participle_endings") + self._endings("gerund_endings")
        others = [piece for piece in self._pieces if not self._mark(piece) & {"sequel", "closing"}]
        if any(self._is_past(piece) or (told and piece.word.endswith(told)) for piece in others):
            return False  # "já estornaram", "estornando hoje"
        asked = self._has_mark("sequel") or self._has_mark("closing") or self._has_mark("sequel_verbs")
        return asked and self._covers("sequel", "sequel_verbs", "awaiting", "closing", until=self._purpose)

    @property
    def _purpose(self) -> int:
        """Where "... pra pagar o aluguel" starts."""
        naming, endings = self._entries("naming_prepositions"), self._endings("infinitive_endings")
        rows = enumerate(pairwise(self._pieces))
        said = (
            index
            for index, (piece, after) in rows
            if endings and piece.word in naming and "inform_verbs" not in after.labels and after.word.endswith(endings)
        )
        return next(said, len(self._pieces))

    @property
    def exclaims(self) -> bool:
        """ "Que demora": nothing but the complaint."""
        said = (self._has_mark("complaint") or self._has_mark("excuse")) and "negator" not in self._open
        return (said or "courtesy" in self._labels) and self._covers("complaint", "excuse")

    @property
    def complains(self) -> bool:
        """ "Isso é um absurdo", "vocês são uma vergonha"."""
        said = self._has_mark("complaint") or self._has_mark("excuse")
        return said and not self._open & (OTHERS | VALUES | _WISHES | {"negator"}) and not self._decides

    @property
    def retells(self) -> bool:
        """ "Me disseram que era de graça": what somebody said of the past, and not about the consent."""
        said = next((index for index, piece in enumerate(self._pieces) if "report" in piece.labels), None)
        if said is None or self._labels - {"report"} & (_SETS_TERMS | OTHERS | VALUES | _PRAISES):
            return False
        told = range(said + 1, len(self._pieces))
        past = any(
            (self._is_past(self._pieces[index]) and not self._says_too_little(index))
            or "excuse" in self._mark(self._pieces[index])
            for index in told
        )
        decides = any(self._mark(self._pieces[index]) & DECIDING for index in told)
        return past and not decides and not self._pending.forms.find(self._clause.tokens) and not self._supposes

    @cached_property
    def sets_no_terms(self) -> bool:
        """Nothing in it narrows, delays, supposes or orders, and it does not tell of the transaction itself."""
        own = self._pending.forms.find(self._clause.tokens) and not (self._labels & {"own_grounds", "own_denial"})
        return not own and not self._open & _SETS_TERMS and not self._measures
