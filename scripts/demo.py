"""`make demo`: bake the default project into build/, serve it, and hold the evidence conversation over HTTP.

The conversation is that of "Transaction Evidence", in Portuguese and then in English, each on an empty database. The
exit code is 1 where the last answer lacks the evidence, or the judge did not use it.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TEMPLATE = Path(__file__).resolve().parent.parent
BUILD = TEMPLATE / "build"
CONVERSATIONS = {
    "Português": ("quero meu pedido", "quero cancelar pedido", "PED-1001", "sim", "quero meu pedido"),
    "English": ("show my order", "cancel my order", "PED-1001", "yes", "show my order"),
}
READY_SECONDS = 60


def bake() -> Path:
    """The default project, fresh. An environment that an earlier run built is kept: `make` brings it up to date."""
    kept = BUILD / "environment"
    for environment in BUILD.glob("*/.venv"):
        environment.rename(kept)
    for folder in BUILD.glob("*/Makefile"):
        shutil.rmtree(folder.parent)
    command = [sys.executable, "-m", "cookiecutter", "--no-input", "--output-dir", str(BUILD), str(TEMPLATE)]
    subprocess.run(command, check=True)
    project = next(BUILD.glob("*/Makefile")).parent
    if kept.exists():
        kept.rename(project / ".venv")
    subprocess.run(["make", "--no-print-directory", "install", f"PYTHON={sys.executable}"], cwd=project, check=True)
    return project


@contextmanager
def server(project: Path) -> Iterator[str]:
    """`make run` on an empty database; its address."""
    shutil.rmtree(project / "data", ignore_errors=True)
    port = free_port()
    command = [str(project / ".venv/bin/python"), "-m", "uvicorn", "app.main:app", "--port", str(port)]
    environment = {**os.environ, "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen([*command, "--log-level", "error"], cwd=project, env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_ready(url, process)
        yield url
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Return once `/ready` answers."""
    deadline = time.monotonic() + READY_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{url}/ready", timeout=5).close()
        except (urllib.error.URLError, ConnectionError):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit("The server did not become ready; its log is above.")
            time.sleep(0.1)
        else:
            return


def say(url: str, message: str) -> dict[str, Any]:
    """Send one message; the answer's JSON."""
    body = {"channel": "web", "tenant_id": "default", "payload": {"session_id": "demo", "message": message}}
    request = urllib.request.Request(
        f"{url}/gateway/message", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=300) as answer:
        told: dict[str, Any] = json.load(answer)
        return told


def show(message: str, answer: dict[str, Any]) -> None:
    """Print one turn: message, answer, status, evidence."""
    told = answer["metadata"]
    text = answer["text"].replace("\n", "\n            ")
    print(f"\n  customer  {message}\n  agent     {text}")
    print(f"            [{told['intent']}, {told['transaction_status'] or 'no transaction'}, {verdict(told['judge'])}]")
    for entry in told["transaction_evidence"]:
        arguments = " ".join(f"{name}={value}" for name, value in entry["arguments"].items())
        protocol = entry["result"].get("protocolo", "no protocol")
        print(f"            evidence: {entry['tool_name']} {arguments} {entry['status']} {protocol}")


def verdict(judge: dict[str, Any]) -> str:
    """The judge's verdict in words."""
    claims = judge["claims"]
    supported = sum(claim["supported_by"] is not None for claim in claims)
    grounded = "grounded" if judge["grounded"] else "NOT GROUNDED"
    return f"{grounded}, {supported} of {len(claims)} claims supported" if claims else f"{grounded}, nothing claimed"


def complaints(answer: dict[str, Any]) -> Iterator[str]:
    """What the last answer lacks."""
    told = answer["metadata"]
    if told["intent"] != "retail_order_tracking":
        yield f"the intent is {told['intent']}, not retail_order_tracking"
    cancelled = [
        entry
        for entry in told["transaction_evidence"]
        if (entry["tool_name"], entry["status"]) == ("cancelar_pedido", "COMPLETED")
        and entry["arguments"].get("order_id") == "PED-1001"
    ]
    if not cancelled or not cancelled[0]["result"].get("protocolo"):
        yield "the evidence of cancelar_pedido for PED-1001 with its protocol is missing"
        return
    protocol = cancelled[0]["result"]["protocolo"]
    if not told["judge"]["grounded"]:
        yield "the judge did not find the answer grounded"
    if not any(protocol in claim["value"] and claim["supported_by"] for claim in told["judge"]["claims"]):
        yield f"the judge did not support {protocol} by the evidence"


def main() -> int:
    """Hold both conversations; 0 where every evidence is there."""
    project = bake()
    failed = False
    for language, messages in CONVERSATIONS.items():
        print(f"\n── {language} " + "─" * (70 - len(language)))
        with server(project) as url:
            for message in messages:
                show(message, answer := say(url, message))
        for complaint in complaints(answer):
            failed = True
            print(f"\n  FAILED: {complaint}")
    print("\nThe demo failed." if failed else "\nThe evidence is there, and the judge used it.")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
