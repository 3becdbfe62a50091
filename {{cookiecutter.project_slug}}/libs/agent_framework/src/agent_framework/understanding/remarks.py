"""What may be said beside a clear yes without changing it: reasons, stories, complaints, what is awaited, insistence.

Only what is recognised counts. Anything that could be another value, a limit, terms or a wish of its own stays open.
"""

from functools import cached_property
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import CHANGE, NEW_VALUE, SHOWN, is_covered
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.pieces import Labels, Piece
from agent_framework.understanding.stories import identifies

__all__ = ["is_remark"]

_SETS_TERMS: Final = frozenset(
    {"limit", "exception", "everything", "condition", "quoted", "report", "instruct", "irony", "doubt", "delay"}
    | {"own_verb", "own_denial", "stop_verbs", "keep_verbs", "change_verbs", "proposals", "performative", "denied"}
)
_WISHES: Final = frozenset({"want", "permit"})
_OTHERS: Final = CHANGE | {"wrong", "reconsider"}
_VALUES: Final = NEW_VALUE - {"denied"}
_SMALL: Final = frozenset({"filler", "courtesy", "laughter", "addition", "reason", "contrast"})
_BEFORE_A_VERB: Final = frozenset({"anymore", "negator"})
_LINKS: Final = ("", "addition", "reason")
_NOTHING: Labels = frozenset()


def is_remark(clause: Clause, pending: Pending, lexicon: Lexicon) -> bool:
    """Whether a clause that stands beside a clear yes leaves it as it is."""
    if clause.question:
        return False
    remark = _Remark(clause, pending, lexicon)
    if remark.is_mild:
        return True
    if clause.link not in _LINKS:
        return clause.link == "contrast" and remark.exclaims
    if remark.insists or remark.restates or remark.knows_nothing_of_it:
        return True
    return remark.sets_no_terms and (remark.awaits or remark.complains or remark.tells)


class _Remark:
    """One clause, and what its words tell."""

    def __init__(self, clause: Clause, pending: Pending, lexicon: Lexicon) -> None:
        self._clause, self._pending, self._lexicon = clause, pending, lexicon
        self._labels = clause.labels
        self._pieces = clause.pieces
        self._marks: dict[int, frozenset[str]] = {
            clause.tokens[index].start: frozenset(match.labels)
            for match in lexicon.remarks.find(clause.tokens)
            for index in range(match.first, match.last)
        }
        # What a set reason is made of means nothing by itself.
        open_pieces = [piece for piece in clause.pieces if "excuse" not in self._mark(piece)]
        self._open: Labels = frozenset().union(*(piece.labels for piece in open_pieces))

    # --- kinds of remarks -------------------------------------------------------------------------------------------

    @property
    def is_mild(self) -> bool:
        """ "Pode ser", beside a yes."""
        return "mild" in self._labels and all(piece.labels & (_SMALL | {"mild"}) for piece in self._pieces)

    @property
    def insists(self) -> bool:
        """ "Já falei três vezes"."""
        rest = [piece for piece in self._pieces if "insisting" not in self._mark(piece)]
        units = self._lexicon.entries("units")
        counts = {"number", "number_words"}
        small = all(piece.labels <= _SMALL or piece.labels & counts or piece.word in units for piece in rest)
        return len(rest) < len(self._pieces) and small and self._counts_only

    @property
    def restates(self) -> bool:
        """ "O valor confere", "confirmo o valor de ...": of what has a name of its own among the values."""
        objects = [piece for piece in self._pieces if "object" in piece.labels]
        named = bool(objects) and all(piece.word in self._pending.named for piece in objects)
        return named and bool(self._labels & {"approval", "performative"}) and self._is_plainly_covered

    @property
    def knows_nothing_of_it(self) -> bool:
        """ "Nem sei o que é isso": a ground where the transaction denies something."""
        rest = [piece for piece in self._pieces if "ignorance" not in self._mark(piece)]
        open_to_doubt = (_SETS_TERMS - {"doubt"}) | _WISHES | _OTHERS | _VALUES
        return self._pending.denies and len(rest) < len(self._pieces) and not self._labels & open_to_doubt

    @property
    def awaits(self) -> bool:
        """ "Aguardo o comprovante": what follows from the transaction anyway."""
        if self._labels & (_OTHERS | _VALUES | {"negator", "permit"}):
            return False
        asked = self._has_mark("sequel") or self._has_mark("closing")
        return asked and self._covers("sequel", "awaiting", "closing")

    @property
    def exclaims(self) -> bool:
        """ "Que demora": nothing but the complaint."""
        said = (self._has_mark("complaint") or self._has_mark("excuse")) and "negator" not in self._open
        return (said or "courtesy" in self._labels) and self._covers("complaint", "excuse")

    @property
    def complains(self) -> bool:
        """ "Isso é um absurdo", "vocês são uma vergonha"."""
        said = self._has_mark("complaint") or self._has_mark("excuse")
        return said and not self._open & (_OTHERS | _VALUES | _WISHES | {"negator"})

    @property
    def tells(self) -> bool:
        """Of the past, of what is not, or of oneself."""
        if self._labels & _WISHES or identifies(self._pieces, self._lexicon) or self._supposes:
            return False
        return (
            self._narrates
            or self._denies
            or self._speaks_of_oneself
            or self._regrets
            or self._grounds_it
            or self._lasts
        )

    @property
    def _regrets(self) -> bool:
        """ "Não quero mais esse produto": one thing, and no longer wanted."""
        regret = [index for index, piece in enumerate(self._pieces) if "regret" in piece.labels]
        if not regret or self._labels & (_OTHERS | _VALUES | {"go", "negator"}):
            return False
        return any(piece.labels & {"unknown", "object"} for piece in self._pieces[regret[0] + 1 :])

    @property
    def _grounds_it(self) -> bool:
        """ "Não assinei nada", where that is a ground."""
        return "own_grounds" in self._labels and not self._labels & (_OTHERS | _VALUES | {"negator"})

    @property
    def _lasts(self) -> bool:
        """ "Faz 15 dias que espero"."""
        counted = any(piece.labels & {"number", "number_words"} for piece in self._pieces)
        return counted and self._counts_only and not self._labels & (_OTHERS | {"negator", "date_words"} | SHOWN)

    # --- of the past --------------------------------------------------------------------------------------------------

    @property
    def _narrates(self) -> bool:
        past = [index for index, piece in enumerate(self._pieces) if self._is_past(piece)]
        if not past or not self._counts_only:
            return False
        if any(
            self._mark(self._pieces[index]) & {"settled_verbs", "naming_verbs"}
            for index in past
            if not self._denied(index)
        ):
            return False
        return not any(
            self._describes(index) or self._says_too_little(index) for index in past
        ) and self._tells_of_others_after(past[0])

    def _is_past(self, piece: Piece) -> bool:
        return piece.tells_of_the_past(self._lexicon) or piece.word in self._lexicon.entries("past_words")

    def _describes(self, index: int) -> bool:
        """ "Era azul": a property, and so perhaps of another thing."""
        following = self._pieces[index + 1 : index + 2]
        is_copula = self._pieces[index].word in self._lexicon.entries("copulas")
        return is_copula and bool(following) and bool(following[0].labels & ({"unknown"} | _OTHERS))

    def _says_too_little(self, index: int) -> bool:
        """ "Fui eu", "foi mais": it owns up to something, or compares."""
        if self._pieces[index].word not in self._lexicon.entries("past_words") or self._denied(index):
            return False
        rest = [piece for position, piece in enumerate(self._pieces) if position != index]
        return "anymore" in self._labels or not any("unknown" in piece.labels for piece in rest)

    def _tells_of_others_after(self, verb: int) -> bool:
        """ "Já comprei outro", "comprei errado": another thing or an error of the story, not of what was shown."""
        others = [index for index, piece in enumerate(self._pieces) if piece.labels & _OTHERS]
        if not others:
            return True
        named = all(self._pieces[index].word in self._lexicon.entries("another") for index in others)
        mine = self._pieces[verb].word not in self._lexicon.entries("past_words")
        return named and mine and min(others) >= verb and not self._labels & SHOWN

    # --- of what is not, and of oneself ---------------------------------------------------------------------------------

    @property
    def _denies(self) -> bool:
        """ "Não uso mais", "minha mãe nem usa": not "não pago", which sets terms, nor "não bloqueia", which asks."""
        if self._labels & _OTHERS or not self._counts_only or self._labels & {"date_words"}:
            return False
        if "unable" in self._labels:
            return "go" not in self._labels
        negator = next((index for index, piece in enumerate(self._pieces) if "negator" in piece.labels), None)
        if negator is None:
            return self._has_mark("nobody") and any("unknown" in piece.labels for piece in self._pieces)
        verb = self._verb_after(negator)
        if verb is None or "terms_verbs" in self._mark(verb) or not verb.labels & {"unknown", "inform_verbs", "obtain"}:
            return False
        return self._is_first_person(verb, negator) or self._has_subject(negator)

    def _verb_after(self, negator: int) -> Piece | None:
        between = self._lexicon.entries("before_verbs") | self._lexicon.entries("story_subjects")
        rest = (
            piece
            for piece in self._pieces[negator + 1 :]
            if not piece.labels & _BEFORE_A_VERB and piece.word not in between
        )
        return next(rest, None)

    def _is_first_person(self, verb: Piece, negator: int) -> bool:
        if any(piece.word in self._lexicon.entries("planning") for piece in self._pieces[negator + 1 :]):
            return True
        endings, others = self._endings("first_person_endings"), self._endings("adjective_endings")
        return bool(endings) and verb.word.endswith(endings) and not verb.word.endswith(others)

    def _has_subject(self, negator: int) -> bool:
        before = self._pieces[:negator]
        if any("nobody" in self._mark(piece) for piece in before):
            return True
        subjects = self._lexicon.entries("story_subjects") | self._lexicon.entries("addressed_subjects")
        mine = self._lexicon.entries("possessives")
        return any(
            piece.word in subjects or (piece.word in mine and "unknown" in after.labels)
            for piece, after in zip(before, [*before[1:], self._pieces[negator]], strict=False)
        )

    @property
    def _speaks_of_oneself(self) -> bool:
        """ "Estou viajando", "vou comprar na loja"."""
        if self._labels & (_VALUES | {"negator"}) or self._labels & SHOWN:
            return False
        return any(
            self._is_own_business(piece, after) for piece, after in zip(self._pieces, self._pieces[1:], strict=False)
        ) and not self._labels & (_OTHERS - {"change"})

    def _is_own_business(self, piece: Piece, after: Piece) -> bool:
        if "unknown" not in after.labels or self._mark(after) & {"settled_verbs", "naming_verbs"}:
            return False
        being = piece.word in self._lexicon.entries("being") and after.word.endswith(self._endings("gerund_endings"))
        plan = piece.word in self._lexicon.entries("planning") and after.word.endswith(
            self._endings("infinitive_endings")
        )
        return being or plan

    # --- the words ------------------------------------------------------------------------------------------------------

    @cached_property
    def sets_no_terms(self) -> bool:
        """Nothing in it narrows, delays, supposes or orders, and it does not tell of the transaction itself."""
        own = self._pending.forms.find(self._clause.tokens) and "own_grounds" not in self._labels
        return not own and not self._open & _SETS_TERMS and not self._measures

    @property
    def _measures(self) -> bool:
        """ "Veio maior", "faltou a taxa", "o valor era": of a value, and so perhaps of another one."""
        if self._has_mark("comparing") or self._has_mark("omitting_verbs"):
            return True
        words = {piece.word for piece in self._pieces}
        described = words & (self._lexicon.entries("copulas") | self._lexicon.entries("past_words"))
        return bool(words & self._pending.named and described)

    @property
    def _counts_only(self) -> bool:
        """Numbers say how often or how long: "três vezes", "faz 15 dias"."""
        return all(
            self._is_count(index)
            for index, piece in enumerate(self._pieces)
            if piece.labels & {"number", "number_words"}
        )

    def _is_count(self, index: int) -> bool:
        before = self._pieces[index - 1].word if index else ""
        after = self._pieces[index + 1].word if index + 1 < len(self._pieces) else ""
        times = after in self._lexicon.entries("times")
        return times or (after in self._lexicon.entries("units") and before in self._lexicon.entries("since"))

    @property
    def _supposes(self) -> bool:
        endings = self._endings("hypothetical_endings")
        return bool(endings) and any(
            "unknown" in piece.labels and piece.word.endswith(endings) for piece in self._pieces
        )

    @property
    def _is_plainly_covered(self) -> bool:
        return is_covered(self._clause) and not self._labels & (_SETS_TERMS - {"performative"} | {"negator"})

    def _denied(self, index: int) -> bool:
        return any(piece.labels & {"negator", "own_grounds"} for piece in self._pieces[: index + 1])

    def _has_mark(self, mark: str) -> bool:
        return any(mark in labels for labels in self._marks.values())

    def _mark(self, piece: Piece) -> Labels:
        return self._marks.get(piece.start, _NOTHING)

    def _covers(self, *marks: str) -> bool:
        """Every word is of these marks, or small and nothing besides."""
        wanted = frozenset(marks)
        return all(self._mark(piece) & wanted or piece.labels <= _SMALL for piece in self._pieces)

    def _endings(self, group: str) -> tuple[str, ...]:
        return tuple(self._lexicon.words(group))
