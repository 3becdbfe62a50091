"""One turn, from message to state patch: the nodes of the graph.

`receive → route → <agent> → execute → respond → judge`, one run per message. The host (`runtime/conversation.py`) holds the
conversation's lock, loads and stores the state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from langgraph.runtime import Runtime

from agent_framework.domain.agents import Intent
from agent_framework.domain.registry import Domain
from agent_framework.domain.text import Text
from agent_framework.domain.tools import Say
from agent_framework.observability import metrics
from agent_framework.routing.enterprise_router import Act, Decision, EnterpriseRouter, Request, Situation
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import Desk, Step
from agent_framework.runtime.listening import Listener
from agent_framework.runtime.parking import MOST_OFFERS, Parking
from agent_framework.runtime.readings import ReadingRoom
from agent_framework.runtime.remarks import EVASIONS, NO_ANSWER, Remarks
from agent_framework.runtime.respond import Responder
from agent_framework.runtime.settlement import Settlement
from agent_framework.runtime.state_contract import TURN_FIELDS, migrate
from agent_framework.runtime.turn_state import TurnState
from agent_framework.transactions.machine import Event
from agent_framework.transactions.model import ACTIVE, Status, Transaction
from agent_framework.understanding.language import detect_language
from agent_framework.understanding.model import Asked, Pattern

__all__ = ["AgentRuntime"]

State: TypeAlias = Mapping[str, Any]
Patch: TypeAlias = dict[str, Any]
Turn: TypeAlias = Runtime[TurnContext]

TRANSACTION_FIELDS: Final = (
    "active_transaction",
    "last_transaction",
    "transaction_status",
    "missing_parameters",
    "selected_tool_call",
    "pending_tool_call",
    "confirmation_required",
    "confirmation_received",
    "transaction_pre_validation",
    "transaction_evidence",
    "last_transaction_evidence",
    "in_doubt_transactions",
    "suspended_transactions",
)


@dataclass(frozen=True)
class AgentRuntime:
    """The nodes. Each takes the state and LangGraph's runtime, and returns a patch of declared fields only."""

    domain: Domain
    listener: Listener
    router: EnterpriseRouter
    desk: Desk
    parking: Parking
    settlement: Settlement
    readings: ReadingRoom
    remarks: Remarks
    responder: Responder

    @staticmethod
    def transaction_state_patch(state: State) -> Patch:
        """The transactional fields of a state: what a node of the team's own returns beside its answer (spec, section 9)."""
        return {field: state[field] for field in TRANSACTION_FIELDS if field in state}

    # --- receive ----------------------------------------------------------------------------------------------------

    async def receive(self, state: State, runtime: Turn) -> Patch:
        """Clear what belonged to the turn before, settle what is open, let expire what is overdue.

        A message that this very state has answered, though its answer did not reach the inbox, changes nothing.
        """
        turn = TurnState(state, runtime.context)
        if turn.context.settles_only:
            return await self._settle_only(turn)
        if state.get("answered") == turn.context.message_id:
            return {"next_state": "end"}
        turn.set(**TURN_FIELDS, **migrate(state))
        turn.set(last_intent=turn.get("intent", ""), intent="", route="", next_state="route")
        turn.context.resumed = state.get("begun") == turn.context.message_id
        turn.set(begun=turn.context.message_id, language=self._language(turn))
        turn.remember("customer", turn.message)
        turn.context.note("message", {"text": turn.message, "language": turn.language})
        if self._inconsistent(turn):
            return turn.patch
        turn.set(transaction_status="")
        self._take_notice(turn)
        await self.settlement.recover(turn)
        self.parking.expire(turn)
        if active := turn.transaction:
            self._keep_or_expire(turn, active)
        return turn.patch

    def _language(self, turn: TurnState) -> str:
        """By the small words; where there are none, by those of the domain; else the conversation's."""
        by_words = {detect_language(turn.message, None, language) for language in self.domain.texts.languages}
        if len(by_words) == 1:
            return detect_language(turn.message, turn.get("language"), turn.context.default_language)
        return self.listener.language_of(turn.message) or turn.language

    async def _settle_only(self, turn: TurnState) -> Patch:
        """Settle without a message: what there is to tell waits for the customer's next one."""
        turn.set(said=[], relevant_transaction_evidence=[], next_state="end")
        await self.settlement.recover(turn)
        if said := turn.get("said"):
            earlier = turn.get("notice") or {"said": [], "evidence": []}
            evidence = [*earlier["evidence"], *turn.get("relevant_transaction_evidence")]
            said = [*earlier["said"], *said]
            turn.set(notice={"said": said, "status": turn.get("transaction_status"), "evidence": evidence}, said=[])
        return turn.patch

    def _take_notice(self, turn: TurnState) -> None:
        if notice := turn.get("notice", {}):
            turn.set(said=notice["said"], transaction_status=notice["status"], notice={})
            turn.set(relevant_transaction_evidence=notice["evidence"])

    def _keep_or_expire(self, turn: TurnState, active: Transaction) -> None:
        turn.set(transaction_status=active.status.value)
        if active.overdue(turn.context.now):
            said = self._about("framework.expired", active)
            turn.apply(self.desk.end(active, Event.TIMED_OUT, "expired", turn.context, said))

    def _inconsistent(self, turn: TurnState) -> bool:
        """A status without its transaction is reported; nothing is restarted from the message (I8; spec, section 7)."""
        status = turn.get("transaction_status", "")
        if status not in ACTIVE or turn.transaction:
            return False
        turn.context.note("error", {"where": "state", "error": f"{status} without active_transaction"})
        turn.set(transaction_status="", missing_parameters=[], confirmation_required=False)
        turn.set(intent="fallback", route="fallback", next_state="respond")
        turn.say(Say("framework.inconsistent"))
        return True

    # --- route ------------------------------------------------------------------------------------------------------

    async def route(self, state: State, runtime: Turn) -> Patch:
        """Understand the message against the state, decide, and name the agent that acts."""
        turn = TurnState(state, runtime.context)
        said = await self.listener.listen(turn)
        transaction = turn.transaction
        situation = self._situation(turn)
        decision = self.router.decide(said, situation)
        if decision.undecided and (more := await self.listener.ask_model(turn, said)):
            said, decision = more, self.router.decide(more, situation)
        turn.context.note("understood", said.trace())
        turn.context.note("decided", decision.trace())
        metrics.TURNS.add(1, {"act": decision.act.value})
        turn.set(decision=decision.to_state(), requests=decision.to_state()["requests"])
        about = transaction or turn.parked(decision.parked)
        self._name(turn, decision, about)
        if about is None and not decision.requests:
            self._speak_idle(turn, decision)
        return turn.patch

    def _situation(self, turn: TurnState) -> Situation:
        transaction = turn.transaction
        return Situation(
            transaction=transaction,
            asked=turn.asked,
            side_remark=bool(transaction and transaction.confirmation and transaction.confirmation.side_remark),
            suspended=tuple(turn.suspended),
            offered=turn.offered,
            pending_read=turn.get("pending_tool_call", {}).get("intent"),
            last_intent=turn.get("last_intent") or None,
            proposed=turn.proposed,
            last_transaction=turn.get("last_transaction"),
        )

    def _name(self, turn: TurnState, decision: Decision, transaction: Transaction | None) -> None:
        """Intent and route of the turn: the transaction's while it goes on, else what takes its place."""
        wanted = [request.intent for request in decision.requests]
        opened = [name for name in wanted if self.domain.intents[name].tool.transactional]
        goes_on = transaction is not None and decision.act not in (Act.ABANDON, Act.SUSPEND, Act.REFUSE)
        settled = turn.get("last_transaction", {}) if turn.get("transaction_status") else {}
        own = [transaction.intent] if transaction else [settled["intent"]] if settled else []
        intents = [*own, *wanted] if goes_on or not wanted else [*opened, *(n for n in wanted if n not in opened)]
        intent = intents[0] if intents else "fallback"
        agent = self.domain.agent_of.get(intent)
        turn.set(
            intent=intent,
            intents=list(dict.fromkeys([*own, *wanted])),
            route=agent.name if agent else "fallback",
            next_state=agent.name if agent and (transaction or wanted) else "respond",
        )

    def _speak_idle(self, turn: TurnState, decision: Decision) -> None:
        """The answer where no agent has anything to do."""
        if turn.get("said"):
            return
        if decision.pattern is Pattern.PERSON and decision.act is Act.REMARK:
            turn.hand_over("asked", None)
        if decision.act is Act.REMIND:
            self._remind(turn)
        elif turn.offered and turn.offered.offers < MOST_OFFERS:
            turn.say(self._reply_to_offer(turn, decision, turn.offered))
        elif decision.pattern and decision.act is Act.REMARK:
            turn.say(self.remarks.idle(decision.pattern))
        elif decision.proposed in self.domain.intents:
            self._ask_back(turn, str(decision.proposed))
        else:
            turn.say(self.remarks.fallback())

    def _ask_back(self, turn: TurnState, intent: str) -> None:
        """Only a model sees this intent in the message: nothing is opened before the customer says so."""
        tool = self.domain.intents[intent].tool
        about = Say(tool.operation or self.domain.agent_of[intent].can)
        said = Say("framework.is_it_about", {"about": about.to_json()})
        turn.set(question={"say": said.to_json(), "asked": Asked.PROPOSAL, "parameter": None, "intent": intent})

    def _reply_to_offer(self, turn: TurnState, decision: Decision, offered: Transaction) -> Say:
        if decision.pattern or decision.question:
            return self.remarks.reply(turn.message, turn.language, decision.pattern, offered)
        return Say("framework.not_understood")

    def _remind(self, turn: TurnState) -> None:
        """A yes or a no after the end: say how it ended; nothing is re-activated (I5)."""
        last = Transaction.from_state(turn.get("last_transaction"))
        if last.status is Status.COMPLETED:
            self.settlement.tell_again(turn, last)
        else:
            turn.say(self._about("framework.already_over", last))
        turn.set(intent=last.intent, route=last.agent, intents=[last.intent])
        if turn.context.resumed:
            turn.set(transaction_status=last.status.value)

    # --- <agent> ----------------------------------------------------------------------------------------------------

    async def act(self, state: State, runtime: Turn) -> Patch:
        """The node of every agent: deal with the pending transaction, then serve what else was asked for."""
        turn = TurnState(state, runtime.context)
        decision = turn.decision
        transaction = turn.transaction or turn.parked(decision.parked)
        if transaction and decision.act is not Act.SERVE:
            step = await self._deal(turn, transaction, decision)
            turn.apply(self._unless_in_doubt(turn, step))
            turn.set(decision=replace(decision, act=Act.SERVE).to_state())
        turn.set(next_state=await self._serve(turn))
        return turn.patch

    async def _deal(self, turn: TurnState, transaction: Transaction, decision: Decision) -> Step:
        desk, context, language = self.desk, turn.context, turn.language
        match decision.act:
            case Act.FILL:
                return await desk.fill(transaction, decision.values, context, language)
            case Act.CHANGE:
                return await desk.withdraw(transaction, decision.withdrawn, decision.values, context, language)
            case Act.CHOOSE:
                step = await desk.withdraw(transaction, decision.withdrawn, decision.values, context, language)
                candidates = [value for values in decision.competing.values() for value in values]
                return step.after(Say("framework.which_of", {"candidates": candidates}))
            case Act.CONSENT:
                return self.settlement.consent(turn, transaction)
            case Act.REFUSE:
                return desk.end(
                    transaction, Event.REFUSED, "refused", context, self._about("framework.cancelled", transaction)
                )
            case Act.ABANDON:
                said = self._about("framework.cancelled", transaction)
                return desk.end(transaction, Event.ABANDONED, "abandoned", context, said)
            case Act.SUSPEND:
                return self.parking.park(turn, transaction)
            case Act.RESUME:
                return await self.parking.resume(transaction, decision.values, context, language)
            case Act.REMARK:
                return await self._remark(turn, transaction, decision)
            case _:
                return await self._ask_again(turn, transaction, decision)

    async def _remark(self, turn: TurnState, transaction: Transaction, decision: Decision) -> Step:
        """Answer the remark and repeat the question; who asks for a moment, or for a person, is not pressed."""
        reply = self.remarks.reply(turn.message, turn.language, decision.pattern, transaction)
        brings_nothing = decision.pattern in EVASIONS or reply.key == NO_ANSWER
        step = await self.desk.ask_again(
            transaction, turn.context, turn.language, counts=brings_nothing, side_remark=True
        )
        if not step.transaction.active:
            return step
        if decision.pattern is Pattern.PERSON:
            turn.hand_over("asked", transaction)
        quiet = decision.pattern in (Pattern.HOLD, Pattern.PERSON)
        return (replace(step, question=None) if quiet else step).after(reply)

    async def _ask_again(self, turn: TurnState, transaction: Transaction, decision: Decision) -> Step:
        confirming = transaction.status is Status.AWAITING_CONFIRMATION
        # Whatever the message answers, it is not the question that is now put once more.
        unheard = confirming and turn.asked is not Asked.CONFIRMATION
        step = await self.desk.ask_again(
            transaction, turn.context, turn.language, counts=not unheard, side_remark=unheard
        )
        if not step.transaction.active or transaction.status is Status.PRE_VALIDATION:
            return step
        if decision.rejected:
            return step.after(self._malformed(transaction, decision, turn.language))
        if confirming and not unheard:
            attempts = step.transaction.confirmation.attempts if step.transaction.confirmation else 1
            return step.after(Say("framework.confirm_again", variant=attempts - 1))
        return step

    def _malformed(self, transaction: Transaction, decision: Decision, language: str) -> Say:
        name, words = next(iter(decision.rejected.items()))
        value_type = self.domain.tools[transaction.tool_name].parameters[name].type
        reason = decision.reasons[name]
        key = reason if self.domain.texts.has(language, reason) else "values.malformed"
        return Say(key, {"value": words, "example": value_type.example(language)})

    def _unless_in_doubt(self, turn: TurnState, step: Step) -> Step:
        """What is in doubt stays closed until it is settled."""
        complete = step.transaction.status in (Status.AWAITING_CONFIRMATION, Status.EXECUTING)
        if not complete or not self.settlement.closed_by_doubt(turn, step.transaction):
            return step
        said = self._about("framework.closed_in_doubt", step.transaction)
        waiting = replace(step.transaction, status=Status.AWAITING_CONFIRMATION)
        return self.desk.end(waiting, Event.CLOSED_IN_DOUBT, "in_doubt", turn.context, said)

    async def _serve(self, turn: TurnState) -> str:
        """Open or select what comes next; the node that follows."""
        while True:
            transaction = turn.transaction
            if transaction and transaction.status is Status.EXECUTING:
                return "execute"
            request = turn.next_request()
            if request is None:
                return "respond"
            intent = self.domain.intents[request.intent]
            if not intent.tool.transactional:
                if self.readings.select(turn, intent, request):
                    return "execute"
            elif transaction is None:
                turn.apply(self._unless_in_doubt(turn, await self._begin(turn, intent, request)))

    async def _begin(self, turn: TurnState, intent: Intent, request: Request) -> Step:
        """The parked transaction that the wish means, else a new one. Never two of one kind with the same values."""
        if parked := self.parking.matching(turn, request):
            return await self.parking.resume(parked, request.values, turn.context, turn.language)
        return await self.desk.open(intent, request.values, turn.context, turn.language)

    # --- execute ----------------------------------------------------------------------------------------------------

    async def execute(self, state: State, runtime: Turn) -> Patch:
        """Run the one thing that is to be run: the confirmed transaction, else the selected reading."""
        turn = TurnState(state, runtime.context)
        transaction = turn.transaction
        if transaction and transaction.status is Status.EXECUTING:
            await self.settlement.execute(turn)
            self._answer_beside(turn, transaction)
        else:
            await self.readings.call(turn)
        turn.set(next_state=turn.get("route") if turn.get("requests") else "respond")
        return turn.patch

    def _answer_beside(self, turn: TurnState, transaction: Transaction) -> None:
        """ "sim, em quanto tempo o dinheiro volta?": the execution first, then the answer."""
        if turn.decision.question and not turn.get("requests"):
            intent = self.domain.intents[transaction.intent]
            answer = self.remarks.side_answer(intent, Text(turn.message, turn.language))
            turn.say(answer or Say(NO_ANSWER))

    # --- respond and judge ------------------------------------------------------------------------------------------

    async def respond(self, state: State, runtime: Turn) -> Patch:
        """Write a draft from the facts of the turn."""
        turn = TurnState(state, runtime.context)
        if not turn.get("draft"):
            self.parking.offer(turn)
        turn.set(draft=await self.responder.compose(turn), next_state="judge")
        return turn.patch

    async def judge(self, state: State, runtime: Turn) -> Patch:
        """Check every claim of the draft. Rejected: write once more. Passed: it is the answer."""
        turn = TurnState(state, runtime.context)
        verdict = await self.responder.judge(turn)
        draft = turn.get("draft")
        if not verdict.grounded and draft["source"] != "withheld":
            turn.reject(draft, verdict.objections)
            turn.set(next_state="respond")
            return turn.patch
        # The draft that passes is in the journal as the answer.
        turn.context.note("verdict", verdict.trace())
        rejected = turn.get("judge", {}).get("rejected", [])
        turn.set(judge=verdict.to_json() | {"rejected": rejected}, answer=draft["text"], next_state="end")
        turn.set(answered=turn.context.message_id)
        turn.keep_question(draft)
        turn.remember("agent", draft["text"])
        turn.context.note("answer", {"text": draft["text"], "source": draft["source"]})
        return turn.patch

    def _about(self, key: str, transaction: Transaction) -> Say:
        operation = Say(str(self.domain.tools[transaction.tool_name].operation))
        return Say(key, {"operation": operation.to_json()})
