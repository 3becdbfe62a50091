"""What is counted, through OpenTelemetry's API: nothing happens unless the process has an SDK and an exporter.

Attributes name parts of the declaration (acts, tools, states), never anything of a customer's.
"""

from typing import Final

from opentelemetry.metrics import get_meter

__all__ = [
    "EXECUTIONS",
    "HAND_OVERS",
    "IN_DOUBT",
    "JUDGE_REJECTIONS",
    "MODEL_CALLS",
    "REPLAYS",
    "STORAGE_UNAVAILABLE",
    "TURNS",
    "execution_reached",
]

METER: Final = get_meter("agent_framework")

TURNS: Final = METER.create_counter("agent.turns", description="Messages that were acted on, by act.")
EXECUTIONS: Final = METER.create_counter("agent.executions", description="Outcomes of executions, by tool and state.")
IN_DOUBT: Final = METER.create_counter(
    "agent.in_doubt",
    description="Executions whose outcome became unknown, by tool: each waits for a look-up or a person.",
)
HAND_OVERS: Final = METER.create_counter("agent.hand_overs", description="Calls for a person, by reason.")
REPLAYS: Final = METER.create_counter("agent.replays", description="Messages that were delivered again.")
JUDGE_REJECTIONS: Final = METER.create_counter(
    "agent.judge.rejections", description="Drafts that the judge did not let out, by source."
)
MODEL_CALLS: Final = METER.create_counter(
    "agent.model.calls", description="Calls of a model that were made or given up, by purpose and outcome."
)
STORAGE_UNAVAILABLE: Final = METER.create_counter(
    "agent.storage.unavailable",
    description="Requests answered 503: the database was gone, or a conversation stayed busy.",
)


def execution_reached(tool_name: str, state: str) -> None:
    """An execution got another state in the ledger."""
    EXECUTIONS.add(1, {"tool": tool_name, "state": state})
    if state == "IN_DOUBT":
        IN_DOUBT.add(1, {"tool": tool_name})
