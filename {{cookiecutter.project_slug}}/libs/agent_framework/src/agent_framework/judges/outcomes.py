"""What supports a status, a deed or a promise: a field that says so, or the successful call of that very tool."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

from agent_framework.domain.text import fold
from agent_framework.judges.assertions import ANY_TOOL, Assertion
from agent_framework.judges.binding import Scene
from agent_framework.judges.grounds import shown
from agent_framework.judges.index import Index, fields_of
from agent_framework.judges.model import Claim
from agent_framework.judges.records import Field, Proof, Record
from agent_framework.judges.statuses import Statuses
from agent_framework.judges.vocabulary import vocabulary

__all__ = ["Dated", "Outcomes", "Testimony"]

_DONE: Final = "COMPLETED"
_PENDING: Final = frozenset(
    {"COLLECTING_PARAMETERS", "PRE_VALIDATION", "AWAITING_CONFIRMATION", "EXECUTING", "SUSPENDED"}
)
_ABSENT: Final = "no execution"

Dated = Callable[[Assertion, frozenset[str]], str | None]
"""Finds the support of a forecast by its date."""

Testimony = Callable[[], Sequence[tuple[str, Assertion]]]
"""Reads what the texts of the facts assert: source and assertion."""


class Outcomes:
    """Looks for the support of assertions."""

    def __init__(
        self, index: Index, statuses: Statuses, testimony: Testimony, grants: Mapping[str, frozenset[str]]
    ) -> None:
        self.index = index
        self.statuses = statuses
        self.testimony = testimony
        self.grants = grants
        self.forecasts = vocabulary("en").data["forecasts"]

    def claim(self, scene: Scene, assertion: Assertion, dated: Dated) -> Claim:
        """The claim that an assertion makes."""
        text = scene.answer.said(assertion.first, assertion.last)
        source = self._support(assertion, dated)
        value = (
            " | ".join(sorted(assertion.keys)) if assertion.positive else f"not {' | '.join(sorted(assertion.keys))}"
        )
        return Claim(assertion.kind, text, value, source, None if source else self._objection(assertion, text))

    def _objection(self, assertion: Assertion, text: str) -> str:
        whose = (
            f" on {' and '.join(shown(handle) for handle in assertion.about.handles)}"
            if assertion.about.handles
            else ""
        )
        if assertion.kind == "commitment":
            return f"Nothing in the facts promises {text!r}; leave it out."
        if not assertion.positive:
            return f"The facts do not show that {text!r} is denied rightly{whose}."
        tools = [key.removeprefix("tool:") for key in sorted(assertion.keys) if key.startswith("tool:")]
        if assertion.kind == "action" and tools:
            names = " or ".join("a tool" if tool == ANY_TOOL else tool for tool in tools)
            became = next((proof.status for proof in self._proofs(assertion) if proof.status != _DONE), None)
            known = f" (its transaction is {became})" if became else ""
            return f"{text!r}: no successful call of {names}{whose} is in evidence{known}."
        return f"No fact{whose} has the status {text!r}; use the status of the facts."

    def _support(self, assertion: Assertion, dated: Dated) -> str | None:
        if assertion.kind == "commitment":
            return self._promise(assertion, dated)
        if assertion.universal and assertion.positive and not self._holds_for_all(assertion):
            return None
        handles: Sequence[str | None] = assertion.about.handles or (None,)
        check = self._holds if assertion.positive else self._denied
        found = [check(assertion, handle) for handle in handles]
        return found[0] if all(found) else self._testified(assertion)

    # --- what is so -------------------------------------------------------------------------------------------------

    def _holds(self, assertion: Assertion, handle: str | None) -> str | None:
        if proof := self._executed(assertion, handle):
            return proof.source
        if assertion.doer or (assertion.event and not assertion.anterior and self._undone(assertion, handle)):
            return None
        return self._recorded(assertion, handle)

    def _holds_for_all(self, assertion: Assertion) -> bool:
        """Where a list of the facts has statuses, all of them are this one."""
        rows = [record for listing in self.index.listings for record in listing.records]
        held = [self.statuses.held(item) for row in rows for item in row.fields if item.is_status]
        return assertion.about.handles != () or all(states & assertion.keys for states in held)

    def _recorded(self, assertion: Assertion, handle: str | None) -> str | None:
        """A record whose status or whose truth says so."""
        for record, item in fields_of(self._records(handle)):
            if self.statuses.held(item) & assertion.keys:
                return record.source
        words = [key.removeprefix("word:") for key in assertion.keys if key.startswith("word:")]
        return self._worded(words, handle) if words else None

    def _worded(self, stems: Sequence[str], handle: str | None) -> str | None:
        for record, item in fields_of(self._records(handle)):
            tokens = [*fold(item.text).replace("_", " ").split(), *item.words]
            if item.truth is not False and any(token.startswith(stem) for token in tokens for stem in stems):
                return record.source
        return None

    def _executed(self, assertion: Assertion, handle: str | None) -> Proof | None:
        done = (proof for proof in self._proofs(assertion, handle) if proof.status == _DONE)
        return next(done, None)

    def _undone(self, assertion: Assertion, handle: str | None) -> bool:
        return any(proof.status != _DONE for proof in self._proofs(assertion, handle))

    def _proofs(self, assertion: Assertion, handle: str | None = None) -> list[Proof]:
        handles = {handle} if handle else set(assertion.about.handles)
        return [
            proof
            for proof in self.index.proofs
            if assertion.keys & {f"tool:{proof.tool}", f"tool:{ANY_TOOL}"}
            and (not handles or handles & proof.handles)
            and self._bears(proof)
        ]

    def _bears(self, proof: Proof) -> bool:
        """The last transaction proves nothing in a turn that looked at something else."""
        looked = self._looked_at
        return proof.source != "transaction" or not looked or not proof.handles or bool(looked & proof.handles)

    @cached_property
    def _looked_at(self) -> frozenset[str]:
        read = (record for record in self.index.all if record.source.startswith("tool:"))
        return frozenset(handle for record in read for handle in record.handles)

    # --- what is not so ---------------------------------------------------------------------------------------------

    def _denied(self, assertion: Assertion, handle: str | None) -> str | None:
        """A denial holds where something is known of the matter, and it is not so."""
        if self._executed(assertion, handle) or self._recorded(assertion, handle):
            return None
        if any(other.keys & assertion.keys for other in self._told(handle)):
            return None
        proofs = self._proofs(assertion, handle)
        if any(proof.status == "IN_DOUBT" for proof in proofs):
            return None
        if proofs:
            return proofs[0].source
        known = (record.source for record, item in fields_of(self._records(handle)) if self._bears_on(item, assertion))
        nothing = _ABSENT if any(key.startswith("tool:") for key in assertion.keys) else None
        return next(known, None) or self._known_otherwise(assertion, handle) or nothing

    def _bears_on(self, item: Field, assertion: Assertion) -> bool:
        return item.is_status or (item.truth is False and bool(self.statuses.named(item) & assertion.keys))

    def _told(self, handle: str | None) -> list[Assertion]:
        """The statuses that the domain's own texts tell of a resource."""
        return [
            other
            for source, other in self.testimony()
            if source == "stated" and other.positive and (handle is None or handle in other.about.handles)
        ]

    def _known_otherwise(self, assertion: Assertion, handle: str | None) -> str | None:
        return "stated" if any(other.kind != "commitment" for other in self._told(handle)) else None

    # --- promises and testimony -------------------------------------------------------------------------------------

    def _promise(self, assertion: Assertion, dated: Dated) -> str | None:
        if source := self._testified(assertion):
            return source
        pending = [proof for proof in self.index.proofs if proof.source == "transaction" and proof.status in _PENDING]
        if any(f"tool:{proof.tool}" in assertion.keys for proof in pending):
            return "transaction"
        if assertion.offered and not pending:
            return "offer"
        if source := self._granted(assertion):
            return source
        fields = {name for key in assertion.keys for name in self.forecasts.get(key.removeprefix("promise:"), ())}
        return dated(assertion, frozenset(fields)) if fields else None

    def _granted(self, assertion: Assertion) -> str | None:
        """A field of just that name: "discount", for a discount."""
        goods = {key for key in assertion.keys if key.startswith("goods:")}
        for proof in self.index.proofs:
            if proof.status == _DONE and goods & self.grants.get(proof.tool, frozenset()):
                return proof.source
        for record, item in fields_of(self.index.all if goods else ()):
            if goods & self.statuses.goods(item):
                return record.source
        return None

    def _testified(self, assertion: Assertion) -> str | None:
        """A text of the domain that asserts the same of the same."""
        for source, other in self.testimony():
            trusted = source == "stated" or assertion.kind == "commitment"
            if trusted and _agree(assertion, other):
                return source
        return None

    def _records(self, handle: str | None) -> list[Record]:
        return self.index.about(handle) if handle else self.index.all


def _agree(assertion: Assertion, other: Assertion) -> bool:
    mine, theirs = set(assertion.about.handles), set(other.about.handles)
    if (
        assertion.positive != other.positive
        or not assertion.keys & other.keys
        or (mine and theirs and not mine <= theirs)
    ):
        return False
    if assertion.kind == "commitment" or other.kind == "commitment":
        return assertion.kind == other.kind
    return other.doer or not assertion.doer
