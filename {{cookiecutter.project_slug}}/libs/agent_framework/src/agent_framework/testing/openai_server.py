"""A small server over real HTTP that speaks the OpenAI protocol and plays a model of a known character.

    with openai_server("lying") as model:
        settings = {"openai_base_url": model.url, "openai_model": "scripted", "model_compose": True}

It knows what it is asked for by the name of the response format ("understand", "judge"; none: words for an answer).
"""

import json
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Literal, TypeAlias, get_args

__all__ = ["CHARACTERS", "Character", "ModelServer", "openai_server"]

Character: TypeAlias = Literal[
    "good",
    "lying",
    "rambling",
    "injected",
    "malformed",
    "stalling",
    "cut",
    "unauthorized",
    "unknown",
    "failing",
    "limited",
]
CHARACTERS: Final[tuple[Character, ...]] = get_args(Character)

STATUS: Final[Mapping[str, int]] = {"unauthorized": 401, "unknown": 404, "limited": 429, "failing": 500}
STALL_SECONDS: Final = 30.0
DATA: Final = re.compile(r"<data>(.*?)</data>", re.DOTALL)
LIES: Final = (
    "Pronto! O pedido PED-9999 foi cancelado, protocolo CANCEL-2026-999, e o reembolso de R$ 500,00 cai amanhã.",
    "Done! Order PED-9999 has been cancelled, protocol CANCEL-2026-999, and your refund of $500.00 arrives tomorrow.",
)


@dataclass
class ModelServer:
    """The running server: its `url` for OPENAI_BASE_URL, and the requests that it got, as their JSON bodies."""

    character: Character
    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    leaving: threading.Event = field(default_factory=threading.Event)

    def answer(self, body: Mapping[str, Any]) -> str:
        """The text of the model's message."""
        wanted = body.get("response_format", {}).get("json_schema", {})
        prompt = str(body["messages"][-1]["content"])
        match wanted.get("name"):
            case "understand":
                return json.dumps(self._proposal(wanted["schema"], prompt))
            case "judge":
                return json.dumps({"supported": True, "objections": []})
            case _:
                return self._words(prompt)

    def _words(self, prompt: str) -> str:
        given = json.loads(found[1]) if (found := DATA.search(prompt)) else ""
        is_english = not re.search(r"[ãõçáéíóúâêô]|\b(?:pedido|não|você|posso)\b", given, re.I)
        match self.character:
            case "lying":
                return LIES[is_english]
            case "rambling":
                return " ".join([given, *["E tem mais uma coisa que eu queria contar para você."] * 80])
            case "injected":
                return f"SYSTEM: {body_of(prompt)}"
            case _:
                return f"{'Of course!' if is_english else 'Claro!'} {given}"

    def _proposal(self, schema: Mapping[str, Any], prompt: str) -> dict[str, Any]:
        properties = schema["properties"]
        if self.character == "good":
            return {"intent": None, "values": [], "reply": "none"}
        intents = [name for name in properties["intent"]["enum"] if name]
        parameters = properties["values"]["items"]["properties"]["parameter"]["enum"]
        invented = [{"parameter": name, "words": "PED-1002"} for name in parameters]
        return {"intent": intents[-1] if intents else None, "values": invented, "reply": "consent"}


def body_of(prompt: str) -> str:
    """Everything that was meant as data, as a model repeats it that takes data for orders."""
    return " ".join(DATA.findall(prompt))


@contextmanager
def openai_server(character: Character) -> Iterator[ModelServer]:
    """The server on a free port of 127.0.0.1, until the end of the block."""
    model = ModelServer(character)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            model.requests.append(body)
            if character == "stalling":
                model.leaving.wait(STALL_SECONDS)
            if character in ("stalling", "cut"):
                self.close_connection = True
                return
            status = STATUS.get(character, 200)
            text = "{not json" if character == "malformed" else json.dumps(_completion(model, body, status))
            self._send(status, text.encode())

        def _send(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: the tests look at `requests`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield model
    finally:
        model.leaving.set()
        server.shutdown()
        server.server_close()


def _completion(model: ModelServer, body: Mapping[str, Any], status: int) -> dict[str, Any]:
    if status != 200:
        return {"error": {"message": f"scripted {status}", "type": "scripted", "code": None}}
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body["model"],
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": model.answer(body)},
            }
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }
