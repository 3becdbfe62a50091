"""The command line `agent`, for people who work on a project. Commands are thin: the work is done elsewhere."""

from pathlib import Path
from typing import Annotated

import httpx
import typer
from pydantic import ValidationError
from rich.console import Console

from agent_framework.cli.chat import Chat, open_server
from agent_framework.cli.check import print_declaration
from agent_framework.cli.coverage import print_exercised
from agent_framework.cli.handed_over import print_handed_over
from agent_framework.cli.in_doubt import print_unsettled
from agent_framework.cli.new_tool import NewTool
from agent_framework.cli.operate import (
    Verdict,
    prune_conversations,
    settle_transaction,
    take_over,
    unsettled_executions,
    waiting_for_a_person,
)
from agent_framework.cli.record import record_session
from agent_framework.cli.refused import Refused
from agent_framework.cli.reset import reset_database
from agent_framework.cli.why import Situation, print_trace, trace_message
from agent_framework.exceptions import DeclarationError, StorageUnavailable
from agent_framework.testing.exercised import exercised_by, scenario_files
from agent_framework.testing.project_folder import NoProject, ProjectFolder
from agent_framework.testing.runner import ScenarioFailed, play
from agent_framework.testing.scenario import DEFAULT_CUSTOMER, ScenarioFormatError, load_scenarios
from agent_framework.testing.servers import ServerNotReady
from agent_framework.testing.transcript import transcript

__all__ = ["app", "main"]

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)

REFUSALS = (
    DeclarationError,
    NoProject,
    Refused,
    ScenarioFormatError,
    ServerNotReady,
    StorageUnavailable,
    ValidationError,  # of the settings
    httpx.ConnectError,
)


def main() -> None:
    """The console script. What is refused on purpose is told in a sentence, without a traceback; exit code 1."""
    try:
        app()
    except REFUSALS as refusal:
        err.print(str(refusal), style="red", markup=False)
        raise SystemExit(1) from None


def _folder() -> ProjectFolder:
    return ProjectFolder.find(Path.cwd())


@app.command()
def chat(
    url: Annotated[str | None, typer.Option(help="A running server; without it the application runs in here.")] = None,
    customer: Annotated[str, typer.Option(help="Who writes (development only).")] = "CUST-1001",
) -> None:
    """Talk to the agent; the state of the transaction is shown beside each answer. Reads lines from a pipe, too."""
    with open_server(url) as server:
        Chat(server, customer, out).run()


@app.command()
def check() -> None:
    """Validate the declaration and show what is declared: agents, intents, tools and their policies."""
    folder = _folder()
    print_declaration(folder.declared().domain(folder.settings()), out)


@app.command("new-tool")
def new_tool(
    name: Annotated[str, typer.Argument(help="In snake case: change_address.")],
    agent: Annotated[str | None, typer.Option(help="An agent that is there, or the name of a new one.")] = None,
    param: Annotated[
        list[str] | None, typer.Option(help="name:type, repeated: order_id:PED-####, amount:money.")
    ] = None,
    say: Annotated[list[str] | None, typer.Option(help="How customers ask for it: 'en=change address'.")] = None,
) -> None:
    """Write a transactional tool with its texts, intent, sample and scenario: green before you edit a line."""
    for path in NewTool.parse(_folder(), name, agent, param or [], say or []).write():
        out.print(f"  {path}", markup=False)
    out.print(f"Next: make test, then edit app/tools/{name}.py.", markup=False)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False)],
    process: Annotated[bool, typer.Option(help="On a real server process.")] = False,
) -> None:
    """Play scenarios and print their conversations."""
    failed = False
    for path in files:
        for item in load_scenarios(path).scenarios:
            out.rule(item.name, align="left")
            try:
                out.print(transcript(play(item, _folder(), path, process=process)), markup=False, soft_wrap=True)
            except ScenarioFailed as failure:
                failed = True
                out.print(str(failure), style="red", markup=False, soft_wrap=True)
    raise typer.Exit(failed)


@app.command()
def why(
    text: Annotated[str, typer.Argument(help="What the customer writes.")],
    state: Annotated[
        str,
        typer.Option(
            help="What is pending: 'cancelar_pedido order_id=PED-1001 confirming' (or collecting, or suspended). "
            "Without it, nothing."
        ),
    ] = "",
    session: Annotated[str | None, typer.Option(help="A stored session, instead of --state.")] = None,
    tenant: Annotated[str, typer.Option(help="The session's tenant.")] = "default",
    language: Annotated[str | None, typer.Option(help="pt-BR or en; detected where it is not given.")] = None,
    json: Annotated[bool, typer.Option("--json", help="As the journal has it.")] = False,
) -> None:
    """Show how a message is understood in a state, and what it leads to. Nothing is executed or stored."""
    trace = trace_message(_folder(), text, Situation(state, session, tenant, language=language))
    if json:
        out.print_json(data=trace.to_json())
    else:
        print_trace(trace, out)


@app.command()
def record(
    session: Annotated[str, typer.Argument(help="Its id.")],
    user: Annotated[str | None, typer.Option(help="Whose it is; found where it is not given.")] = None,
    tenant: Annotated[str, typer.Option(help="Whose customer that is.")] = "default",
    play_as: Annotated[str, typer.Option(help="The customer who plays the scenario.")] = DEFAULT_CUSTOMER,
) -> None:
    """Write a stored conversation as a scenario, personal data masked: agent record s-1 > tests/scenarios/life.yaml."""
    typer.echo(record_session(_folder(), session, tenant, user, play_as), nl=False)


@app.command()
def coverage(
    files: Annotated[
        list[Path] | None, typer.Argument(exists=True, dir_okay=False, help="All, if none is named.")
    ] = None,
) -> None:
    """Show what the scenarios exercise of the state machine and of the understanding, and what they never do."""
    folder = _folder()
    paths = files or scenario_files(folder)
    with err.status(f"playing {len(paths)} files"):
        found = exercised_by(paths, folder)
    print_exercised(found, out)


@app.command("in-doubt")
def in_doubt(json: Annotated[bool, typer.Option("--json", help="For a program.")] = False) -> None:
    """List the executions whose outcome is not known, the oldest first. Nothing is called or changed."""
    found = unsettled_executions(_folder())
    if json:
        out.print_json(data=found)
    else:
        print_unsettled(found, out)


@app.command("handed-over")
def handed_over(
    take: Annotated[str | None, typer.Option(metavar="KEY", help="A person has this conversation now.")] = None,
    by: Annotated[str, typer.Option(envvar="USER", help="Who that is.")] = "operator",
    json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """List the conversations that wait for a person, the one that waits longest first."""
    if take:
        out.print(take_over(_folder(), take, by), markup=False, soft_wrap=True)
        return
    waiting = waiting_for_a_person(_folder())
    if json:
        out.print_json(data=waiting)
    else:
        print_handed_over(waiting, out)


@app.command()
def settle(
    transaction_id: Annotated[str, typer.Argument(help="As `agent in-doubt` lists it.")],
    succeeded: Annotated[bool, typer.Option("--succeeded/--failed", help="What you found out.")],
    result: Annotated[str, typer.Option(help="What the tool would have returned, JSON; the arguments are added.")] = "",
    reason: Annotated[str, typer.Option(help="How you know. The ledger and the journal keep it.")] = "",
    by: Annotated[str, typer.Option(envvar="USER", help="Who says so.")] = "operator",
) -> None:
    """Say how an execution in doubt ended. The customer is told with the next answer."""
    verdict = Verdict.parse(succeeded=succeeded, result=result, reason=reason, by=by)
    out.print(settle_transaction(_folder(), transaction_id, verdict), markup=False, soft_wrap=True)


@app.command()
def prune(
    days: Annotated[int | None, typer.Option(min=1, help="Instead of RETENTION_DAYS.")] = None,
) -> None:
    """Delete what is older: journals, stored answers, closed conversations. The ledger, and whatever is open, stays."""
    out.print(prune_conversations(_folder(), days), markup=False, soft_wrap=True)


@app.command()
def reset(yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Delete the development database: conversations, ledger and sample data start anew."""
    settings = _folder().settings()
    if not yes:
        typer.confirm(f"Delete {settings.database_url}?", abort=True)
    for path in reset_database(settings):
        out.print(f"deleted {path}", markup=False)
