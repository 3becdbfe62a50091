"""What may be said beside a clear yes without changing it: reasons, stories, complaints, what is awaited, insistence.

Only what is recognised counts. Anything that could be another value, a limit, terms or a wish of its own stays open.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from agent_framework.understanding.clauses import Clause
from agent_framework.understanding.kinds import CHANGE, NEW_VALUE, SHOWN, WEAK, is_covered
from agent_framework.understanding.lexicon import Lexicon
from agent_framework.understanding.pending import Pending
from agent_framework.understanding.pieces import Labels, Piece
from agent_framework.understanding.stories import identifies

__all__ = ["is_remark", "unsettles"]

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
_PRAISES: Final = frozenset({"yes", "approval", "praise", "performative", "go", "permit", "want"})
_DECIDING: Final = frozenset({"settled_verbs", "naming_verbs"})
_NOTHING: Labels = frozenset()


def is_remark(clause: Clause, pending: Pending, lexicon: Lexicon, *, within_story: bool = False) -> bool:
    """Whether a clause that stands beside a clear yes leaves it as it is.

    `within_story`: the clause before it was such a remark, so that a "but" contrasts with that and not with the yes.
    """
    if clause.question:
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
    return _Remark(clause, pending, lexicon).unsettles


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
        self._open: Labels = frozenset().union(*(self._open_labels(index) for index in range(len(clause.pieces))))

    def _open_labels(self, index: int) -> Labels:
        piece, before = self._pieces[index], self._pieces[:index]
        following = self._pieces[index + 1 : index + 2]
        if "excuse" in self._mark(piece):
            return _NOTHING
        labels = piece.labels
        if any("nobody" in self._mark(other) for other in before):
            labels -= {"own_denial"}  # "ninguém assinou"
        if piece.word in self._lexicon.entries("earlier") and any(self._is_past(other) for other in before):
            labels -= {"delay"}  # "já reclamei antes"
        if self._is_pending(piece) and any(self._is_past(other) for other in self._pieces[index:]):
            labels -= {"delay"}  # "ainda não enviaram"
        if before[-1:] and "negator" in before[-1].labels:
            labels -= {"own_denial", "report"}  # "não assinou", "nunca respondeu"
        if any(self._is_past(other) for other in (*before[-1:], *following)):
            labels -= {"limit"}  # "só vi agora", "descobri só agora"
        if self._is_of_life(index):
            labels -= _OTHERS
        return labels

    def _is_of_life(self, index: int) -> bool:
        """Change and error that are not of what was shown: "mudei de cidade", "em outra loja", "a cor errada"."""
        piece, before, following = self._pieces[index], self._pieces[:index], self._pieces[index + 1 :]
        if not piece.labels & _OTHERS or (not following and not before):
            return False
        if self._plans(index):
            return True  # "prefiro comprar"
        last, first = before[-1:], following[:1]
        if "change_verbs" in piece.labels:
            moves = bool(last) and last[0].word in self._entries("reflexive")
            of = bool(first) and first[0].word in self._entries("of")
            return moves or (of and self._is_thing(following[1:2]))
        if piece.word in self._entries("another") and "wrong" not in piece.labels:
            return bool(last) and last[0].word in self._entries("prepositions") and self._is_thing(first)
        if "wrong" in piece.labels:
            if any("life_verbs" in self._mark(other) for other in following):
                return True  # "me enganei na hora de comprar"
            missed = bool(first) and first[0].word in self._entries("determiners") and self._is_thing(following[1:2])
            return missed or self._is_thing(last)
        return False

    def _is_thing(self, pieces: Sequence[Piece]) -> bool:
        """A noun that names neither what was shown nor one of the parameters."""
        return bool(pieces) and "unknown" in pieces[0].labels and pieces[0].word not in self._pending.named

    # --- kinds of remarks -------------------------------------------------------------------------------------------

    @property
    def unsettles(self) -> bool:
        """ "Já recebi", "tá aqui em casa", "veio maior"."""
        return self._decides or self._is_located or self._measures

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
        counts = counts | _SMALL | {"date_words"}
        small = all(piece.labels & counts or piece.word in units for piece in rest)
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
        return any(word in (name, f"{name}s", f"{name}es") for name in self._pending.named)

    @property
    def knows_nothing_of_it(self) -> bool:
        """ "Nem sei o que é isso": a ground where the transaction denies something."""
        rest = [piece for piece in self._pieces if "ignorance" not in self._mark(piece)]
        open_to_doubt = (_SETS_TERMS - {"doubt"}) | _WISHES | _OTHERS | _VALUES
        return self._pending.denies and len(rest) < len(self._pieces) and not self._labels & open_to_doubt

    @property
    def awaits(self) -> bool:
        """ "Aguardo o comprovante": what follows from the transaction anyway."""
        if self._labels & (_OTHERS | _VALUES | {"negator"}):
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
        return said and not self._open & (_OTHERS | _VALUES | _WISHES | {"negator"})

    @property
    def retells(self) -> bool:
        """ "Me disseram que era de graça": what somebody said of the past, and not about the consent."""
        said = next((index for index, piece in enumerate(self._pieces) if "report" in piece.labels), None)
        if said is None or self._labels - {"report"} & (_SETS_TERMS | _OTHERS | _VALUES | _PRAISES):
            return False
        told = range(said + 1, len(self._pieces))
        past = any(
            (self._is_past(self._pieces[index]) and not self._says_too_little(index))
            or "excuse" in self._mark(self._pieces[index])
            for index in told
        )
        decides = any(self._decides_at(index) for index in told)
        return past and not decides and not self._pending.forms.find(self._clause.tokens) and not self._supposes

    @property
    def tells(self) -> bool:
        """Of the past, of what is not, of how things are, or of oneself."""
        if self._lasts:
            return True
        if self._labels & _WISHES or identifies(self._pieces, self._lexicon) or self._supposes:
            return False
        return (
            self._narrates
            or self._denies
            or self._states
            or self._speaks_of_oneself
            or self._regrets
            or self._grounds_it
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
        """ "Faz 15 dias que espero", "estou esperando desde março", "é a terceira vez"."""
        if not self._counts_only or self._open & (_OTHERS | SHOWN) or self._decides_but_waits:
            return False
        return any(
            piece.labels & (_VALUES | {"indefinite"}) and self._is_count(index)
            for index, piece in enumerate(self._pieces)
        )

    @property
    def _decides_but_waits(self) -> bool:
        return any(self._mark(piece) & _DECIDING and "waiting_verbs" not in self._mark(piece) for piece in self._pieces)

    # --- of the past --------------------------------------------------------------------------------------------------

    @property
    def _narrates(self) -> bool:
        past = [index for index, piece in enumerate(self._pieces) if self._is_past(piece)]
        if not past or not self._counts_only:
            return False
        if self._decides:
            return False
        return not any(
            self._describes(index) or self._says_too_little(index) for index in past
        ) and self._tells_of_others_after(past[0])

    @property
    def _decides(self) -> bool:
        """What they tell of, undenied, makes the transaction pointless or says what was meant: "já recebi", "digitei"."""
        return any(self._decides_at(index) for index in range(len(self._pieces)))

    def _decides_at(self, index: int) -> bool:
        piece, before = self._pieces[index], self._pieces[:index]
        marks = self._mark(piece) & _DECIDING
        if "date_words" in piece.labels:
            return False  # "março", which is a form of "marcar" as well
        if not marks or self._denied(index) or self._plans(index) or piece.word in self._lexicon.entries("another"):
            return False
        # "O prazo passou": of things, the verb names nothing.
        of_others = self._has_subject_in(before) and not self._is_mine(before) and not self._open & _OTHERS
        return "settled_verbs" in marks or not (of_others or self._errs_in_things)

    @property
    def _errs_in_things(self) -> bool:
        """ "Escolhi a cor errada"."""
        wrong = [index for index, piece in enumerate(self._pieces) if "wrong" in piece.labels]
        return bool(wrong) and all(self._is_of_life(index) for index in wrong)

    def _plans(self, index: int) -> bool:
        """ "Resolvi comprar": what is decided is said by the infinitive that follows."""
        following = self._pieces[index + 1 : index + 2]
        if "planning_verbs" not in self._mark(self._pieces[index]) or not following:
            return False
        plain = "unknown" in following[0].labels and not self._mark(following[0]) & _DECIDING
        return plain and following[0].word.endswith(self._endings("infinitive_endings"))

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
        if "limit" in self._labels:
            return False  # "só vi agora"
        rest = [piece for position, piece in enumerate(self._pieces) if position != index]
        return "anymore" in self._labels or not any("unknown" in piece.labels for piece in rest)

    def _tells_of_others_after(self, verb: int) -> bool:
        """ "Já comprei outro", "comprei errado": another thing or an error of the story, not of what was shown."""
        others = [index for index in range(len(self._pieces)) if self._open_labels(index) & _OTHERS]
        if not others:
            return True
        named = all(self._pieces[index].word in self._lexicon.entries("another") for index in others)
        mine = self._pieces[verb].word not in self._lexicon.entries("past_words")
        return named and mine and min(others) >= verb and not self._labels & SHOWN

    # --- of what is not, and of oneself ---------------------------------------------------------------------------------

    @property
    def _denies(self) -> bool:
        """ "Não uso mais", "minha mãe nem usa": not "não pago", which sets terms, nor "não bloqueia", which asks."""
        if self._open & (_OTHERS | {"date_words"}) or not self._counts_only:
            return False
        if "unable" in self._labels:
            return "go" not in self._labels
        if self._has_mark("nobody"):
            return any("unknown" in piece.labels or "own_denial" in piece.labels for piece in self._pieces)
        negator = next((index for index, piece in enumerate(self._pieces) if "negator" in piece.labels), None)
        if negator is None:
            return False
        verb = self._verb_after(negator)
        if verb is None:
            return False
        if "terms_verbs" in self._mark(verb) and not self._is_reason(verb, negator):
            return False
        if "impersonal_verbs" in self._mark(verb):
            return verb is not self._pieces[-1] and not self._labels & _PRAISES - {"go"}
        if not verb.labels & {"unknown", "inform_verbs", "obtain", "own_denial"}:
            return False
        return self._is_first_person(verb, negator) or self._has_subject_in(self._pieces[:negator])

    def _is_reason(self, verb: Piece, negator: int) -> bool:
        """A verb that might set terms, and does not here: "não reconheço", "minha mãe não sabe mexer nisso"."""
        anothers = self._has_subject_in(self._pieces[:negator]) and not self._is_mine(self._pieces[:negator])
        knows = anothers and "knowing_verbs" in self._mark(verb)
        return knows or "own_denial" in verb.labels or self._is_anothers_wish(verb, negator)

    def _is_anothers_wish(self, verb: Piece, negator: int) -> bool:
        """ "Ele não quer mais": the thing, for nothing else is said to be unwanted."""
        rest = self._pieces[self._pieces.index(verb) + 1 :]
        small = all(piece.labels & {"anymore", "filler", "courtesy"} for piece in rest)
        explains = any(piece.word in self._lexicon.entries("explaining") for piece in rest)
        before = self._pieces[:negator]
        anothers = self._has_subject_in(before) and not self._is_mine(before)
        return anothers and "unwanted" in self._mark(verb) and small and not explains

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

    @property
    def _states(self) -> bool:
        """ "Minha filha mora longe", "isso é ilegal", "sou aposentada", "tá demorando": how things are.

        Not what is right or good ("a cobrança tá certa"), nor where a thing is ("tá aqui em casa").
        """
        if self._open & (_OTHERS | _VALUES | _PRAISES | {"negator"}) or self._decides or self._is_located:
            return False
        return any(self._is_stated(index) for index in range(len(self._pieces)))

    def _is_stated(self, index: int) -> bool:
        """Whether the piece is the verb of a statement: in the first person, or with a subject before it."""
        piece, before = self._pieces[index], self._pieces[:index]
        following = self._pieces[index + 1 : index + 2]
        says_more = any("unknown" in other.labels for other in self._pieces[index + 1 :])
        if "life_verbs" in self._mark(piece):
            return self._has_subject_in(before) or piece.word.endswith(self._endings("first_person_endings") or ("",))
        if piece.word in self._lexicon.entries("lasting") and following:
            gerund = following[0].word.endswith(self._endings("gerund_endings"))
            if gerund and "unknown" in following[0].labels:
                return True
        finite = piece.word in self._lexicon.entries("finite_verbs")
        return (
            finite and says_more and (self._has_subject_in(before) or piece.word in self._lexicon.entries("of_oneself"))
        )

    def _has_subject_in(self, before: Sequence[Piece]) -> bool:
        """A pronoun, or a noun with its determiner, that is not what the transaction is about."""
        if any(piece.labels & SHOWN for piece in before):
            return False
        if any(piece.word in self._subjects or "nobody" in self._mark(piece) for piece in before):
            return True
        if before[-1:] and "courtesy" in before[-1].labels and before[-1].word.split()[0] in self._determiners:
            return True  # "minha filha", which may address the agent as well
        nouns = [index for index, piece in enumerate(before) if "unknown" in piece.labels]
        return bool(nouns) and nouns[0] > 0 and before[nouns[0] - 1].word in self._determiners

    def _is_mine(self, before: Sequence[Piece]) -> bool:
        return any(piece.word in self._lexicon.entries("first_persons") for piece in before)

    @cached_property
    def _subjects(self) -> frozenset[str]:
        return self._entries("story_subjects", "addressed_subjects", "sentence_openers")

    @cached_property
    def _determiners(self) -> frozenset[str]:
        return self._entries("determiners", "possessives", "demonstrative", "indefinite")

    def _entries(self, *groups: str) -> frozenset[str]:
        return frozenset().union(*(self._lexicon.entries(group) for group in groups))

    @property
    def _is_located(self) -> bool:
        """ "Tá em casa", of a thing; "estou com ele", of oneself."""
        places, being = self._lexicon.entries("places"), self._lexicon.entries("being")
        things = self._lexicon.entries("determiners") | self._lexicon.entries("object_pronoun")
        rows = zip(self._pieces, self._pieces[1:], [*self._pieces[2:], None], strict=False)
        return any(
            piece.word in self._lexicon.entries("lasting")
            and after.word in places
            and (piece.word not in being or (held is not None and held.word in things))
            for piece, after, held in rows
        )

    @property
    def _speaks_of_oneself(self) -> bool:
        """ "Estou viajando", "vou comprar na loja"."""
        if self._labels & (_VALUES | {"negator"} | SHOWN):
            return False
        return (
            any(
                self._is_own_business(piece, after)
                for piece, after in zip(self._pieces, self._pieces[1:], strict=False)
            )
            and not self._open & _OTHERS
        )

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
        own = self._pending.forms.find(self._clause.tokens) and not (self._labels & {"own_grounds", "own_denial"})
        return not own and not self._open & _SETS_TERMS and not self._measures

    @property
    def _measures(self) -> bool:
        """ "Veio maior", "faltou a taxa", "o valor era": of a value, and so perhaps of another one."""
        if self._has_mark("comparing") or self._has_mark("omitting_verbs"):
            return True
        words = {piece.word for piece in self._pieces}
        described = words & (self._lexicon.entries("copulas") | self._lexicon.entries("past_words"))
        return bool(words & self._pending.named and (described or "negator" in self._labels))

    @property
    def _counts_only(self) -> bool:
        """Numbers say how often or how long: "três vezes", "faz 15 dias", "desde março"."""
        counts = {"number", "number_words"}
        return all(self._is_count(index) for index, piece in enumerate(self._pieces) if piece.labels & counts)

    def _is_count(self, index: int) -> bool:
        before = self._pieces[index - 1].word if index else ""
        after = self._pieces[index + 1].word if index + 1 < len(self._pieces) else ""
        if after in self._lexicon.entries("times") and "indefinite" not in self._pieces[index].labels:
            return True
        since = before in self._lexicon.entries("since")
        return since and (after in self._lexicon.entries("units") or "date_words" in self._pieces[index].labels)

    @property
    def _supposes(self) -> bool:
        endings = self._endings("hypothetical_endings")
        return bool(endings) and any(
            "unknown" in piece.labels and piece.word.endswith(endings) for piece in self._pieces
        )

    def _denied(self, index: int) -> bool:
        return any(
            piece.labels & {"negator", "own_grounds"} or self._is_pending(piece) or "unfulfilled" in self._mark(piece)
            for piece in self._pieces[: index + 1]
        )

    def _is_pending(self, piece: Piece) -> bool:
        """ "Ainda não"."""
        negators = self._lexicon.words("negator")
        return "delay" in piece.labels and any(token.folded in negators for token in piece.tokens)

    def _has_mark(self, mark: str) -> bool:
        return any(mark in labels for labels in self._marks.values())

    def _mark(self, piece: Piece) -> Labels:
        return self._marks.get(piece.start, _NOTHING)

    def _covers(self, *marks: str, until: int | None = None) -> bool:
        """Every word is of these marks, or small and nothing besides."""
        wanted = frozenset(marks)
        small = _SMALL | {"indefinite"}
        return all(self._mark(piece) & wanted or piece.labels <= small for piece in self._pieces[:until])

    def _endings(self, group: str) -> tuple[str, ...]:
        return tuple(self._lexicon.words(group))
