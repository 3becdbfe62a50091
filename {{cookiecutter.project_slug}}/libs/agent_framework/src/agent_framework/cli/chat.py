"""A conversation in the terminal, the state of the transaction beside each answer."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.json import JSON
from rich.table import Table
from rich.text import Text

from agent_framework.testing.conversation import Conversation
from agent_framework.testing.project_folder import ProjectFolder
from agent_framework.testing.servers import AppServer, RemoteServer, Server
from agent_framework.testing.transcript import facts
from agent_framework.testing.turn import Turn

__all__ = ["Chat", "open_server"]

HELP: Final = "/state shows the transaction state, /new starts another conversation, /quit ends."
COLOURS: Final = {
    "COLLECTING_PARAMETERS": "yellow",
    "AWAITING_CONFIRMATION": "yellow",
    "COMPLETED": "green",
    "FAILED": "red",
    "IN_DOUBT": "red",
}


@contextmanager
def open_server(url: str | None) -> Iterator[Server]:
    """The server at `url`, or the project's application in this process, on the project's own database."""
    server: Server
    if url:
        server = RemoteServer(url)
    else:
        folder = ProjectFolder.find(Path.cwd())
        server = AppServer(lambda: folder.create_app(log_level="ERROR"))
    with server:
        yield server


class Chat:
    """Reads lines, sends them, prints the answers."""

    def __init__(self, server: Server, customer: str, out: Console) -> None:
        self._server = server
        self._customer = customer
        self._out = out
        self._conversation = Conversation(server, customer)

    def run(self) -> None:
        """Until /quit or the end of the input."""
        if sys.stdin.isatty():
            self._out.print(HELP, style="dim")
        for line in _lines():
            if line == "/quit":
                return
            self._answer(line)

    def _answer(self, line: str) -> None:
        if line == "/new":
            self._conversation = Conversation(self._server, self._customer)
            self._out.print("A new conversation.", style="dim")
        elif line == "/state" and self._conversation.turns:
            self._out.print(JSON.from_data(self._conversation.state()))
        elif line.startswith("/"):
            self._out.print(HELP, style="dim")
        else:
            self._show(self._conversation.say(line))

    def _show(self, turn: Turn) -> None:
        if not sys.stdin.isatty():
            self._out.print(f"> {turn.message}", markup=False)
        beside = Text("\n".join(facts(turn)), style=COLOURS.get(turn.status or "", "dim"))
        grid = Table.grid(padding=(0, 3), expand=True)
        grid.add_column(ratio=3)
        grid.add_column(ratio=2)
        grid.add_row(Text(turn.text), beside)
        self._out.print(grid)


def _lines() -> Iterator[str]:
    """What is typed or piped, without empty lines."""
    while True:
        try:
            line = input("> " if sys.stdin.isatty() else "").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line:
            yield line
