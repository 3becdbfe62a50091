"""A private PostgreSQL server for tests: its own data folder, its own port, gone afterwards."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["PostgresServer", "postgres_programs", "postgres_server"]


def postgres_programs() -> Path | None:
    """The folder of `initdb` and `postgres`, where PostgreSQL's server is installed."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    found = installed[0] if installed else shutil.which("initdb")
    return Path(found).parent if found else None


@dataclass(frozen=True)
class PostgresServer:
    """A running server. `create_database` gives each test a URL of its own."""

    programs: Path
    folder: Path
    port: int

    def start(self) -> None:
        """Start the server and wait until it answers. It listens on 127.0.0.1 only."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c max_connections=200"
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", str(self.folder / "log"), "-w", "start"
        )

    def stop(self, *, how: str = "immediate") -> None:
        """Stop the server: "immediate" is a crash, "fast" an orderly stop."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def create_database(self, name: str) -> str:
        """An empty database; its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, user=_user(), group=_user())


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server in a temporary folder, started; stopped and deleted on exit.

    Raises:
        FileNotFoundError: PostgreSQL's server is not installed.
    """
    programs = postgres_programs()
    if programs is None:
        raise FileNotFoundError("PostgreSQL's server is not installed: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        _give_to_postgres(folder)
        server = PostgresServer(programs, folder, _free_port())
        server._run("initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "--no-sync")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _user() -> str | None:
    """PostgreSQL refuses to run as root: then it runs as the user its package made."""
    return "postgres" if os.geteuid() == 0 else None


def _give_to_postgres(folder: Path) -> None:
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
