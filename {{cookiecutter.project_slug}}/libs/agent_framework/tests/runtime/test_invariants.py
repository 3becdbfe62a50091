"""I1, I3 and I5 under any stream of understood messages, whatever the domain answers and however time passes.

Wishes come while another is under way, so transactions are parked, resumed, displaced and forgotten on the way.

The messages are made as understood, so that they may say anything: also what no sentence could.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Annotated, Any, TypeAlias, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from langgraph.runtime import Runtime
from structlog.testing import capture_logs

from agent_framework import (
    Agent,
    ArgumentRejected,
    Catalog,
    Eligible,
    Idempotent,
    Identifier,
    Integer,
    Intent,
    NotEligible,
    NotRecoverable,
    Parameter,
    Tool,
    ToolContext,
    ToolFailed,
    read_tool,
    transactional_tool,
)
from agent_framework.domain.registry import Domain
from agent_framework.gateway.service import build_runtime
from agent_framework.persistence.conversations import Identity
from agent_framework.persistence.database import create_tables, database_url, open_engine
from agent_framework.runtime.agent_runtime import AgentRuntime
from agent_framework.runtime.context import TurnContext
from agent_framework.runtime.desk import Limits
from agent_framework.runtime.listening import Listener
from agent_framework.runtime.turn_state import TurnState
from agent_framework.testing.clock import MovableClock
from agent_framework.transactions.ledger import Ledger
from agent_framework.transactions.model import TERMINAL, Status
from agent_framework.understanding.model import (
    ConsentReading,
    IntentReading,
    Pattern,
    Reply,
    Strength,
    Understanding,
    ValueReadings,
)

# --- a library that lends books, in a world that has its moods --------------------------------------------------------

TEXTS = """
can: lend books
ask: Which one?
lend: Shall I lend you {book} for {days} days?
renew: Shall I renew {book}?
done: Done with {book}.
found: It is on the shelf.
operation: the loan
no: Not that one.
"""
Book = Annotated[str, Parameter(Identifier("B-##"), ask="ask", resource="book")]
Days = Annotated[int, Parameter(Integer(1, 99), ask="ask")]


async def may_lend(book: str, context: ToolContext, days: int = 1) -> Any:
    mood = context.services.mood
    if mood == "validator breaks":
        raise RuntimeError(mood)
    if mood == "not eligible":
        return NotEligible("no")
    for name, bad in (("book", book == "B-99"), ("days", days > 30)):
        if bad:
            context.services.rejected.add(name)
            return ArgumentRejected(name, "no")
    return Eligible({"shelf": "two" if mood == "shelf changes" else "one"})


def work(context: ToolContext, **arguments: Any) -> dict[str, Any]:
    done = {name: str(value) for name, value in arguments.items()}
    context.services.calls.append((context.transaction_id, done))
    if context.services.mood == "tool fails":
        raise ToolFailed("no")
    if context.services.mood == "tool breaks":
        raise RuntimeError
    return done


@transactional_tool(confirm="lend", answer="done", operation="operation", recovery=NotRecoverable(), validate=may_lend)
async def lend(book: Book, days: Days, context: ToolContext) -> dict[str, Any]:
    """Lend a book."""
    return work(context, book=book, days=days)


@transactional_tool(confirm="renew", answer="done", operation="operation", recovery=Idempotent(), validate=may_lend)
async def renew(book: Book, context: ToolContext) -> dict[str, Any]:
    """Renew a loan."""
    return work(context, book=book)


@read_tool(answer="found")
async def locate(context: ToolContext, book: Book | None = None) -> dict[str, Any]:
    """Find a book."""
    return {}


INTENTS = {"lending": lend, "renewal": renew, "locating": locate}
TOOLS = {tool.name: tool for tool in INTENTS.values()}
LIBRARY = Agent("library", "can", [Intent(name, tool) for name, tool in INTENTS.items()])
MOODS = ["fine"] * 8 + [
    *("not eligible", "validator breaks", "shelf changes", "tool fails", "tool breaks"),
]

# --- what messages may say ------------------------------------------------------------------------------------------------

VALUES = {
    "book": st.sampled_from([*["B-01", "B-02"] * 3, "B-99"]),
    "days": st.sampled_from([*["1", "7"] * 3, "31"]),
}
values = st.fixed_dictionaries({}, optional=VALUES)
seldom_names = st.sampled_from([(), (), (), ("book",), ("days",), ("book", "days")])
rarely = st.sampled_from([False] * 7 + [True])


@st.composite
def intents(draw: st.DrawFn) -> tuple[IntentReading, ...]:
    names = draw(st.lists(st.sampled_from(sorted(INTENTS)), max_size=2, unique=True))
    strength = st.sampled_from(Strength)
    return tuple(
        IntentReading(name, "library", draw(strength), INTENTS[name].transactional, 10 * place)
        for place, name in enumerate(names)
    )


@st.composite
def anything(draw: st.DrawFn) -> Understanding:
    """Any combination of findings, consistent or not."""
    readings = ValueReadings(
        draw(values),
        competing={"book": ("B-01", "B-02")} if draw(rarely) else {},
        rejected=dict.fromkeys(draw(seldom_names), "?"),
        withdrawn=tuple(draw(seldom_names)),
    )
    consent = ConsentReading(
        draw(st.sampled_from(Reply)), "any", acknowledgement=draw(rarely), side_question=draw(rarely)
    )
    found = draw(intents())
    return Understanding(
        text="",
        language="en",
        readings=readings,
        consent=draw(st.none() | st.just(consent)),
        abandonment=draw(rarely),
        intents=found,
        values_for={item.intent: readings_for(INTENTS[item.intent], ValueReadings(draw(values))) for item in found},
        pattern=draw(st.none() | st.sampled_from(Pattern)) if draw(rarely) else None,
        question=draw(rarely),
        refers_to_last=draw(rarely),
    )


def readings_for(tool: Tool | None, readings: ValueReadings) -> ValueReadings:
    """Values are only ever read for the parameters of a tool."""
    names = tool.parameters if tool else {}
    return ValueReadings(
        {name: value for name, value in readings.values.items() if name in names},
        competing={name: found for name, found in readings.competing.items() if name in names},
        rejected={name: words for name, words in readings.rejected.items() if name in names},
        reasons={name: "values.malformed" for name in readings.rejected if name in names},
        withdrawn=tuple(name for name in readings.withdrawn if name in names),
    )


def wish(name: str, given: Mapping[str, str]) -> Understanding:
    own = readings_for(INTENTS[name], ValueReadings(given))
    reading = IntentReading(name, "library", Strength.STRONG, INTENTS[name].transactional, 0)
    return Understanding("", "en", own, intents=(reading,), values_for={name: own})


def switch(name: str, given: Mapping[str, str], another: bool) -> Understanding:
    """Another wish, as the reader finds one in the answer to a question."""
    consent = ConsentReading(Reply.OTHER_INTENT, "any")
    return replace(wish(name, given), readings=ValueReadings(), consent=consent, refers_to_another=another)


def remark(pattern: Pattern) -> Understanding:
    return Understanding("", "en", consent=ConsentReading(Reply.UNCLEAR, "any"), pattern=pattern)


def answer(given: Mapping[str, str], reply: Reply) -> Understanding:
    return Understanding("", "en", ValueReadings(given), ConsentReading(reply, "any"))


# Mostly what leads to a confirmation and to an answer to it: the rest of a stream happens on the way.
messages = st.one_of(
    st.builds(wish, st.sampled_from(["lending", "renewal"]), st.fixed_dictionaries(VALUES)),
    st.builds(answer, values, st.just(Reply.UNCLEAR)),
    st.builds(answer, st.just({}), st.sampled_from([Reply.CONSENT, *Reply])),
    st.builds(answer, values, st.just(Reply.CONSENT)),
    anything(),
)


# What parks transactions and what becomes of them then.
parking_messages = st.one_of(
    st.builds(switch, st.sampled_from(["lending", "renewal"]), values, st.booleans()),
    st.builds(switch, st.sampled_from(["lending", "renewal", "locating"]), st.just({}), st.booleans()),
    st.builds(answer, st.just({}), st.sampled_from([*[Reply.CONSENT] * 3, Reply.REFUSAL, Reply.UNCLEAR])),
    st.builds(answer, values, st.just(Reply.UNCLEAR)),
    st.builds(remark, st.sampled_from([Pattern.HOLD, Pattern.PERSON, Pattern.RESUME, Pattern.WHY])),
    anything(),
)


@dataclass(frozen=True)
class Turn:
    """A message, the mood of the world while it is dealt with, and the seconds since the one before."""

    said: Understanding
    mood: str
    seconds: float


moods = st.sampled_from(MOODS)
turns = st.builds(Turn, messages, moods, st.sampled_from([1.0] * 12 + [1_000.0, 100_000.0]))
streams = st.lists(turns, min_size=2, max_size=14)
parking_turns = st.builds(Turn, parking_messages, moods, st.sampled_from([1.0] * 30 + [1_000.0, 100_000.0]))
parking_streams = st.lists(parking_turns, min_size=4, max_size=24)

# --- one conversation, and what must hold of it ---------------------------------------------------------------------------

Arguments: TypeAlias = Mapping[str, str]


@dataclass
class Watch:
    """What was shown, agreed to and ended so far, by transaction."""

    shown: dict[str, Arguments] = field(default_factory=dict)
    agreed: list[tuple[str, Arguments]] = field(default_factory=list)
    kept: dict[str, Arguments] = field(default_factory=dict)
    ended: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    asked: str | None = None

    def hear(self, said: Understanding, pending: Mapping[str, Any], now: datetime) -> None:
        """A message comes: does it agree, in time and without a condition, to what was shown and asked last?"""
        known = self.shown.get(pending.get("transaction_id", ""))
        if known is None or self.asked != pending["transaction_id"]:
            return
        if now >= datetime.fromisoformat(pending["expires_at"]):
            return
        if _agrees(replace(said, readings=readings_for(TOOLS[pending["tool_name"]], said.readings)), known):
            self.agreed.append((pending["transaction_id"], known))

    def see(self, said: Understanding, state: Mapping[str, Any], context: TurnContext) -> None:
        """The turn is over."""
        world = context.services
        touched = {*said.readings.values, *said.readings.withdrawn, *said.readings.competing, *world.rejected}
        for event in (item.data for item in context.events if item.event == "transition"):
            self._follow(event, touched)
        self._ask(state)
        self._park(state)
        for call in world.calls:
            assert call in self.agreed, "I1: executed what was not confirmed"
        self._terminal_stays(state)

    def _follow(self, event: Mapping[str, Any], touched: set[str]) -> None:
        name, status = event["transaction_id"], Status(event["to"])
        assert name not in self.ended, "I5: something happened to a transaction that is over"
        for parameter, value in self.kept.get(name, {}).items():
            assert parameter in touched or event["arguments"].get(parameter) == value, f"I3: lost {parameter}"
        self.kept[name] = event["arguments"]
        if status not in (Status.AWAITING_CONFIRMATION, Status.EXECUTING):
            self.shown.pop(name, None)
        if status in TERMINAL:
            self.ended[name] = {}

    def _park(self, state: Mapping[str, Any]) -> None:
        parked = state.get("suspended_transactions") or []
        active = (state.get("active_transaction") or {}).get("transaction_id")
        places = [*self.ended, active, *(item["transaction_id"] for item in parked)]
        assert len(parked) <= 3, "more than three are parked"
        assert len(places) == len(set(places)), "a transaction is in two places"
        for item in parked:
            assert item["arguments"] == self.kept[item["transaction_id"]], "I3: lost while parked"
            assert item["confirmation"] is None, "I1: a question outlived its parking"
            assert item["status"] == "SUSPENDED"
        assert json.loads(json.dumps(parked)) == parked

    def _ask(self, state: Mapping[str, Any]) -> None:
        question, active = state["question"], state.get("active_transaction") or {}
        if question or state["handover"] or state["answer"].endswith("?"):
            confirming = question and question["asked"] == "confirmation"
            self.asked = active["transaction_id"] if confirming else None
        if active:
            assert active["arguments"] == self.kept[active["transaction_id"]], "I3: state and journal differ"
        if question and question["asked"] == "confirmation":
            showed = {name: question["say"]["params"][name] for name in TOOLS[active["tool_name"]].parameters}
            assert all(value in state["answer"] for value in showed.values()), "I1: the question hides an argument"
            self.shown[active["transaction_id"]] = showed

    def _terminal_stays(self, state: Mapping[str, Any]) -> None:
        last = state.get("last_transaction") or {}
        if last:
            before = self.ended[last["transaction_id"]]
            assert before in ({}, last), "I5: a terminal transaction changed"
            self.ended[last["transaction_id"]] = last
        assert (state.get("active_transaction") or {}).get("transaction_id") not in self.ended, "I5: active again"


def _agrees(said: Understanding, shown: Arguments) -> bool:
    changes = any(shown.get(name) != value for name, value in said.readings.values.items())
    doubts = said.readings.competing or said.readings.rejected or said.readings.withdrawn or said.abandonment
    return bool(said.consent and said.consent.reply is Reply.CONSENT) and not changes and not doubts


@dataclass(frozen=True)
class Scripted:
    """Hears what the test says."""

    said: Understanding

    async def listen(self, turn: TurnState) -> Understanding:
        pending = turn.transaction or turn.offered
        tool = TOOLS[pending.tool_name] if pending else None
        return replace(self.said, readings=readings_for(tool, self.said.readings))

    async def ask_model(self, turn: TurnState, said: Understanding) -> None:
        """There is none."""

    def language_of(self, message: str) -> None:
        return None


async def one_turn(runtime: AgentRuntime, state: dict[str, Any], context: TurnContext) -> dict[str, Any]:
    """The graph of a turn, as `app/workflows/agent_graph.py` draws it."""
    turn = Runtime(context=context)
    nodes = {"library": runtime.act, "execute": runtime.execute, "route": runtime.route}
    state |= await runtime.receive(state, turn)
    following = state["next_state"] or "route"
    while following in nodes:
        state |= await nodes[following](state, turn)
        following = state["next_state"]
    while following != "end":
        state |= await runtime.respond(state, turn)
        state |= await runtime.judge(state, turn)
        following = state["next_state"]
    return state


@dataclass
class Library:
    """The runtime on a real ledger, its clock and an event loop."""

    runtime: AgentRuntime
    clock: MovableClock
    loop: asyncio.Runner
    conversations: int = 0

    def play(self, stream: list[Turn]) -> None:
        self.conversations += 1
        identity = Identity("default", "library", "ana", f"s{self.conversations}")
        self.loop.run(self._play(stream, identity))

    async def _play(self, stream: list[Turn], identity: Identity) -> None:
        watch, state = Watch(), cast(dict[str, Any], {"message": "…"})
        for number, turn in enumerate(stream):
            self.clock.move(timedelta(seconds=turn.seconds))
            world = SimpleNamespace(mood=turn.mood, calls=[], rejected=set())
            context = TurnContext(identity, f"m{number}", self.clock(), "en", world)
            watch.hear(turn.said, state.get("active_transaction") or {}, context.now)
            runtime = replace(self.runtime, listener=cast(Listener, Scripted(turn.said)))
            state = await one_turn(runtime, state, context)
            watch.see(turn.said, state, context)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("library")
    (folder / "en.yaml").write_text(TEXTS, encoding="utf-8")
    clock = MovableClock()
    with capture_logs(), asyncio.Runner() as loop:
        engine = open_engine(database_url(f"sqlite:///{folder}/ledger.db"))
        loop.run(create_tables(engine))
        domain = Domain([LIBRARY], Catalog.load(folder), "en")
        yield Library(build_runtime(domain, Ledger(engine), clock, Limits()), clock, loop)
        loop.run(engine.dispose())


often = settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)


@pytest.mark.holds("I1", "I3", "I5")
@often
@given(stream=streams)
def test_i1_i3_i5_hold_whatever_is_said(library: Library, stream: list[Turn]) -> None:
    library.play(stream)


@pytest.mark.holds("I1", "I3", "I5", "I10")
@often
@given(stream=parking_streams)
def test_i1_i3_i5_hold_while_transactions_are_parked_and_resumed(library: Library, stream: list[Turn]) -> None:
    library.play(stream)
