"""What a judge gets and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Claim", "Facts", "Verdict"]


@dataclass(frozen=True)
class Facts:
    """Everything that an answer of this turn may rest on, as plain JSON.

    Args:
        tool_results: `{"tool_name", "arguments", "result", "resources"}` of every successful call of this turn.
        evidence: `relevant_transaction_evidence`: `{"tool_name", "transaction_id", "arguments", "status", "result",
            "resources": [{"type", "value"}], "recorded_at"}`; status COMPLETED or FAILED.
        transaction: public state of the transaction this turn is about (`tool_name`, `status`, `arguments` ...).
        message: the customer's own words; what they said may be repeated to them, it proves no outcome.
        stated: values that a text of the domain itself carries (options, examples, details of a pre-validation).
        actions: transactional tool to the verbs that claim its effect, per language, from the declarations of the
            intents (`{"cancelar_pedido": {"pt-BR": ["cancelar"], "en": ["cancel"]}}`).
        labels: canonical status value to the words for it in the answer's language (`{"shipped": ["enviado"]}`).
    """

    tool_results: Sequence[Mapping[str, Any]] = ()
    evidence: Sequence[Mapping[str, Any]] = ()
    transaction: Mapping[str, Any] | None = None
    message: str = ""
    stated: Sequence[Any] = ()
    actions: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing the answer says. `kind`: id, protocol, amount, date, count, status, action, commitment.

    `supported_by` names the evidence (`"tool:consultar_pedido"`, `"evidence:<transaction_id>"`, `"transaction"`,
    `"message"`, `"stated"`; `"answer"` for a count of what it lists itself, `"no execution"` for a denial where nothing
    was executed, `"offer"` for what a tool would do), or is None where nothing supports the claim; `objection` then
    says why, in English.
    """

    kind: str
    text: str
    value: str
    supported_by: str | None
    objection: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "text": self.text,
            "value": self.value,
            "supported_by": self.supported_by,
            "objection": self.objection,
        }


@dataclass(frozen=True)
class Verdict:
    """Grounded where every claim is supported."""

    claims: tuple[Claim, ...] = ()

    @property
    def grounded(self) -> bool:
        return all(claim.supported_by for claim in self.claims)

    @property
    def objections(self) -> tuple[str, ...]:
        return tuple(claim.objection or claim.text for claim in self.claims if not claim.supported_by)

    def to_json(self) -> dict[str, Any]:
        return {"grounded": self.grounded, "claims": [claim.to_json() for claim in self.claims]}

    def trace(self) -> dict[str, Any]:
        """Plain JSON for the journal: the words of the claims, each once, under what supports them; then the objections."""
        supported: dict[str, list[str]] = {}
        for claim in self.claims:
            if claim.supported_by and claim.text not in supported.setdefault(claim.supported_by, []):
                supported[claim.supported_by].append(claim.text)
        traced: dict[str, Any] = {"grounded": self.grounded}
        if supported:
            traced["supported"] = supported
        return traced | ({"objections": list(self.objections)} if self.objections else {})
