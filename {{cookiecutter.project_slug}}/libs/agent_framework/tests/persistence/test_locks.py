"""One turn at a time per conversation: in the process, between processes, and after a crash of the holder."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from agent_framework.exceptions import StorageUnavailable
from agent_framework.persistence.locks import FileLocks

HOLDER = """
import asyncio, sys
from pathlib import Path
from agent_framework.persistence.locks import FileLocks
async def main():
    async with FileLocks(Path(sys.argv[1])).hold("k", 5):
        print("held", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_tasks_of_one_process_take_turns(tmp_path: Path) -> None:
    locks, inside, most = FileLocks(tmp_path / "l"), 0, 0

    async def turn() -> None:
        nonlocal inside, most
        async with locks.hold("k", 5):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(turn() for _ in range(50)))
    assert most == 1


async def test_conversations_do_not_wait_for_each_other(tmp_path: Path) -> None:
    locks = FileLocks(tmp_path / "l")
    async with locks.hold("a", 1), locks.hold("b", 1):
        pass


async def test_who_waits_too_long_is_told(tmp_path: Path) -> None:
    locks = FileLocks(tmp_path / "l")
    async with locks.hold("k", 1):
        with pytest.raises(StorageUnavailable):
            async with locks.hold("k", 0.05):
                pass
    async with locks.hold("k", 0.05):
        pass


async def test_a_killed_holder_frees_the_conversation(tmp_path: Path) -> None:
    path = tmp_path / "l"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
    locks = FileLocks(path)
    with pytest.raises(StorageUnavailable):
        async with locks.hold("k", 0.1):
            pass
    holder.kill()
    await asyncio.to_thread(holder.wait)
    async with locks.hold("k", 1):
        pass
    holder.stdout.close()
