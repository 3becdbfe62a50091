"""The durable state of a conversation.

LangGraph keeps exactly what is declared here: a key that is not is dropped without a word. Every value is plain JSON. Add
fields of your own freely; never remove one of these.
"""

from typing import Any, TypedDict

__all__ = ["AgentState"]


class AgentState(TypedDict, total=False):
    """One conversation, as its checkpoint holds it."""

    schema_version: int  # version of this schema; older checkpoints are migrated when they are loaded

    # --- the conversation
    message: str  # the customer's words in this turn
    begun: str  # id of the message that the turn is about
    answered: str  # id of the message that this state has answered: a redelivery changes nothing
    answer: str  # the text that was sent
    language: str  # "pt-BR" or "en": detected per message, kept where a message does not show it
    history: list[dict[str, Any]]  # window of the last messages; the journal has all of them
    last_resource: dict[str, Any]  # {"type", "value"} handled last: what "it" means next

    # --- the transaction (spec, sections 2 and 3)
    active_transaction: dict[
        str, Any
    ]  # the canonical transaction under way; survives every turn until a terminal status
    last_transaction: dict[str, Any]  # snapshot of the last terminal transaction; never re-activated
    transaction_status: str  # status reached in this turn; "" where no transaction was involved
    missing_parameters: list[str]  # what active_transaction still lacks, the one asked for first
    selected_tool_call: dict[str, Any]  # the reading about to be run in this turn; never the latch
    pending_tool_call: dict[str, Any]  # a reading that waits for its parameter; never the latch
    confirmation_required: bool  # the active transaction waits for a yes or a no
    confirmation_received: bool  # an unconditional yes came in this turn
    transaction_pre_validation: dict[str, Any]  # what the domain's validator answered in this turn
    suspended_transactions: list[dict[str, Any]]  # parked for another wish, newest first, at most three; offered again
    last_question: dict[str, Any]  # what the agent asked last: a bare "yes" answers this, and nothing else
    in_doubt_transactions: list[dict[str, Any]]  # executed or not, unknown: closed until settled
    notice: dict[str, Any]  # what was settled between two messages, to be told with the next answer

    # --- evidence (spec, Transaction Evidence)
    transaction_evidence: list[dict[str, Any]]  # results of executed transactions, the newest ones
    transaction_evidence_total: int  # how many there were in all
    last_transaction_evidence: dict[str, Any]  # the newest of them
    relevant_transaction_evidence: list[dict[str, Any]]  # those about this turn's resources; the judge gets these

    # --- one turn: cleared by `receive`
    route: str  # name of the agent that acts
    intent: str  # the turn's intent; "fallback" where nothing was understood
    intents: list[str]  # all intents of the turn
    last_intent: str  # intent of the turn before
    decision: dict[str, Any]  # what the router decided, and by which rule
    requests: list[dict[str, Any]]  # intents still to be served in this turn
    next_state: str  # node that follows
    tool_results: list[dict[str, Any]]  # results of the readings of this turn
    said: list[dict[str, Any]]  # message keys and values that the answer is made of
    question: dict[str, Any]  # the question that the answer ends with
    draft: dict[str, Any]  # the answer before it is judged
    handover: dict[str, Any]  # why a person is called for in this turn; the journal has the open ones
    judge: dict[str, Any]  # the verdict on what was sent, and the objections to what was not
