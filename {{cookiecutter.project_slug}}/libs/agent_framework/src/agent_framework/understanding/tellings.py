"""What a clause beside a yes tells: of the past, of what is not, of how things are, of oneself."""

from typing import Final

from agent_framework.understanding.kinds import SHOWN, WEAK
from agent_framework.understanding.pieces import Piece
from agent_framework.understanding.remark_words import DECIDING, OTHERS, VALUES, RemarkWords
from agent_framework.understanding.stories import identifies

__all__ = ["Telling"]

_WISHES: Final = frozenset({"want", "permit"})
_PRAISES: Final = frozenset({"yes", "approval", "praise", "performative", "go", "permit", "want"})
_BEFORE_A_VERB: Final = frozenset({"anymore", "negator"})


class Telling(RemarkWords):
    """A clause as a sentence about the world."""

    @property
    def tells(self) -> bool:
        """Of the past, of what is not, of how things are, or of oneself."""
        if self._lasts:
            return True
        if self._open & _WISHES or identifies(self._pieces, self._lexicon) or self._supposes:
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
    def _narrates(self) -> bool:
        past = [index for index, piece in enumerate(self._pieces) if self._is_past(piece)]
        if not past or not self._counts_only:
            return False
        if self._decides or self._labels & {"approval", "praise", *WEAK}:
            return False
        counts = any(piece.labels & VALUES for piece in self._pieces)
        if counts and any("terms_verbs" in self._mark(piece) for piece in self._pieces):
            return False  # "cobraram duas vezes"
        if not any(self._is_known(index) for index in past):
            return False  # "já montei": who knows what it is a reason for
        return not any(
            self._describes(index) or self._says_too_little(index) for index in past
        ) and self._tells_of_others_after(past[0])

    def _is_known(self, index: int) -> bool:
        """A verb of stories, or one that is denied ("nunca chegou"), unless somebody forbids ("minha mãe não deixou")."""
        piece = self._pieces[index]
        if self._denied(index):
            return "terms_verbs" not in self._mark(piece) or "own_denial" in piece.labels
        return (
            bool(self._mark(piece) & {"life_verbs", "planning_verbs"}) or self._is_of_life(index) or self._seen(index)
        )

    def _seen(self, index: int) -> bool:
        """ "Era pro aniversário", "só vi agora": a verb that any story has, where its words are of no thing."""
        return self._pieces[index].word in self._lexicon.entries("past_words")

    def _describes(self, index: int) -> bool:
        """ "Era azul": a property, and so perhaps of another thing."""
        following = self._pieces[index + 1 : index + 2]
        is_copula = self._pieces[index].word in self._lexicon.entries("copulas")
        return is_copula and bool(following) and bool(following[0].labels & ({"unknown"} | OTHERS))

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
        others = [index for index in range(len(self._pieces)) if self._open_labels(index) & OTHERS]
        if not others:
            return True
        named = all(self._pieces[index].word in self._lexicon.entries("another") for index in others)
        mine = self._pieces[verb].word not in self._lexicon.entries("past_words")
        return named and mine and min(others) >= verb and not self._labels & SHOWN

    @property
    def _lasts(self) -> bool:
        """ "Faz 15 dias que espero", "estou esperando desde março", "é a terceira vez"."""
        if not self._counts_only or self._open & (OTHERS | SHOWN) or self._decides_but_waits:
            return False
        at_hand = self._lexicon.entries("at_hand")
        if any("terms_verbs" in self._mark(piece) or piece.word in at_hand for piece in self._pieces):
            return False  # "cobraram duas vezes", "desde ontem tá comigo"
        return any(
            piece.labels & (VALUES | {"indefinite"}) and self._is_count(index)
            for index, piece in enumerate(self._pieces)
        )

    @property
    def _decides_but_waits(self) -> bool:
        return any(self._mark(piece) & DECIDING and "waiting_verbs" not in self._mark(piece) for piece in self._pieces)

    @property
    def _denies(self) -> bool:
        """ "Não uso mais", "minha mãe nem usa": not "não pago", which sets terms, nor "não bloqueia", which asks."""
        if self._open & (OTHERS | {"date_words"}) or not self._counts_only:
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
        no_longer = any("anymore" in piece.labels for piece in rest)
        return anothers and no_longer and "unwanted" in self._mark(verb) and small and not explains

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
        if self._open & (OTHERS | VALUES | _PRAISES | {"negator"}) or self._decides or self._is_located:
            return False
        return any(self._is_stated(index) for index in range(len(self._pieces)))

    def _is_stated(self, index: int) -> bool:
        """Whether the piece is the verb of a statement: in the first person, or with a subject before it."""
        piece, before = self._pieces[index], self._pieces[:index]
        following = self._pieces[index + 1 : index + 2]
        says_more = any("unknown" in other.labels for other in self._pieces[index + 1 :])
        if "life_verbs" in self._mark(piece):
            endings = self._endings("first_person_endings")
            mine = not self._is_past(piece) and (not endings or piece.word.endswith(endings))
            return mine or self._has_subject_in(before)
        if piece.word in self._lexicon.entries("lasting") and following:
            gerund = following[0].word.endswith(self._endings("gerund_endings"))
            if gerund and "life_verbs" in self._mark(following[0]):
                return True
        finite = piece.word in self._lexicon.entries("finite_verbs")
        return (
            finite and says_more and (self._has_subject_in(before) or piece.word in self._lexicon.entries("of_oneself"))
        )

    @property
    def _speaks_of_oneself(self) -> bool:
        """ "Estou viajando", "vou comprar na loja"."""
        if self._labels & (VALUES | {"negator"} | SHOWN):
            return False
        return (
            any(
                self._is_own_business(piece, after)
                for piece, after in zip(self._pieces, self._pieces[1:], strict=False)
            )
            and not self._open & OTHERS
        )

    def _is_own_business(self, piece: Piece, after: Piece) -> bool:
        if "life_verbs" not in self._mark(after) or self._mark(after) & DECIDING:
            return False
        being = piece.word in self._lexicon.entries("being") and after.word.endswith(self._endings("gerund_endings"))
        plan = piece.word in self._lexicon.entries("planning") and after.word.endswith(
            self._endings("infinitive_endings")
        )
        return being or plan

    @property
    def _regrets(self) -> bool:
        """ "Não quero mais esse produto": one thing, and no longer wanted."""
        regret = [index for index, piece in enumerate(self._pieces) if "regret" in piece.labels]
        if not regret or self._labels & (OTHERS | VALUES | {"go", "negator"}):
            return False
        return any(piece.labels & {"unknown", "object"} for piece in self._pieces[regret[0] + 1 :])

    @property
    def _grounds_it(self) -> bool:
        """ "Não assinei nada", where that is a ground."""
        return "own_grounds" in self._labels and not self._labels & (OTHERS | VALUES | {"negator"})

    @property
    def _supposes(self) -> bool:
        endings = self._endings("hypothetical_endings")
        return bool(endings) and any(
            "unknown" in piece.labels and piece.word.endswith(endings) for piece in self._pieces
        )

    # --- what unsettles a yes -----------------------------------------------------------------------------------------

    @property
    def unsettles(self) -> bool:
        """ "Já recebi", "tá aqui em casa", "veio maior"."""
        return self._decides or self._is_located or self._measures

    @property
    def _decides(self) -> bool:
        """What they tell of, undenied, makes the transaction pointless or says what was meant: "já recebi", "digitei"."""
        return any(self._decides_at(index) for index in range(len(self._pieces)))

    def _decides_at(self, index: int) -> bool:
        piece, before = self._pieces[index], self._pieces[:index]
        marks = self._mark(piece) & DECIDING
        if "date_words" in piece.labels or self._becomes(index):
            return False  # "março", which is a form of "marcar" as well
        if (
            not marks
            or self._is_of_life(index)
            or self._denied(index)
            or self._plans(index)
            or piece.word in self._lexicon.entries("another")
        ):
            return False
        # "O prazo passou": of things, the verb names nothing.
        of_others = self._has_subject_in(before) and not self._is_mine(before) and not self._open & OTHERS
        return "settled_verbs" in marks or not (of_others or self._errs_in_things)

    def _becomes(self, index: int) -> bool:
        """ "Ficou caro", "fiquei decepcionada"."""
        following = self._pieces[index + 1 : index + 2]
        becoming = self._pieces[index].word in self._lexicon.entries("becoming")
        return becoming and bool(following) and "unknown" in following[0].labels

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
    def _measures(self) -> bool:
        """ "Veio maior", "faltou a taxa", "o valor era": of a value, and so perhaps of another one."""
        if self._has_mark("comparing") or self._has_mark("omitting_verbs"):
            return True
        words = {piece.word for piece in self._pieces}
        described = words & (self._lexicon.entries("copulas") | self._lexicon.entries("past_words"))
        return bool(words & self._pending.named and (described or "negator" in self._labels))
