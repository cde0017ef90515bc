"""Every kind of work has threads of its own, and nothing uses those that all would share."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

import meldroom.server
from meldroom.server.executors import Executor, bots, database, slow
from tests.patience import PATIENCE

SERVER = Path(meldroom.server.__file__).parent


def shared_threads(path: Path) -> Iterator[str]:
    """Find where a module uses the threads that asyncio shares among everything."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            default = node.attr == "to_thread" or node.attr == "set_default_executor"
            if default:
                yield f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args else None
            in_default = isinstance(first, ast.Constant) and first.value is None
            if node.func.attr == "run_in_executor" and in_default:
                yield f"{path.name}:{node.lineno}"


def test_48_nothing_in_the_server_uses_threads_that_all_kinds_of_work_share(tmp_path: Path) -> None:
    assert [place for path in sorted(SERVER.rglob("*.py")) for place in shared_threads(path)] == []
    planted = tmp_path / "planted.py"
    planted.write_text("asyncio.to_thread(f)\nloop.run_in_executor(None, f)\n")
    assert sorted(shared_threads(planted)) == ["planted.py:1", "planted.py:2"]


async def test_48_work_of_one_kind_that_hangs_holds_up_no_other() -> None:
    release = threading.Event()
    hanging = [asyncio.create_task(slow.run(release.wait, PATIENCE)) for _ in range(20)]
    try:
        for executor in (bots, database):
            assert await asyncio.wait_for(executor.run(abs, -1), PATIENCE) == 1
    finally:
        release.set()
    assert all(await asyncio.gather(*hanging))


async def test_no_more_runs_at_once_than_there_are_threads() -> None:
    executor, release = Executor("test", 2), threading.Event()
    working = [asyncio.create_task(executor.run(release.wait, PATIENCE)) for _ in range(5)]
    await asyncio.sleep(0)
    assert (executor.queue.running, executor.queue.waiting) == (2, 3)
    release.set()
    assert all(await asyncio.gather(*working))
    assert (executor.queue.running, executor.queue.waiting) == (0, 0)


async def test_a_thread_sees_the_context_of_whoever_asked() -> None:
    word: ContextVar[str] = ContextVar("word")
    word.set("asked")
    assert await database.run(word.get) == "asked"


def test_an_executor_serves_one_event_loop_after_another() -> None:
    for _ in range(2):
        assert asyncio.run(database.run(abs, -1)) == 1


PREPARED_LATE = """
import sys
import msgspec
import meldroom.server.app

def below(kind):
    return {kind}.union(*map(below, kind.__subclasses__()))

def look(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        late.append(kind.__name__)

read = ("meldroom.server.storage.", "meldroom.server.people.")
kinds = [kind for kind in below(msgspec.Struct)
         if kind.__module__.startswith(read) and not kind.__subclasses__()]
late = []
sys.setprofile(look)
for kind in kinds:
    msgspec.json.Decoder(kind)
sys.setprofile(None)
print(len(kinds), *late)
"""


def test_55_what_threads_read_is_prepared_when_it_is_imported() -> None:
    """msgspec crashes where two threads at once are the first that read a type."""
    found = subprocess.run(
        [sys.executable, "-c", PREPARED_LATE], capture_output=True, text=True, check=True
    )
    number, *late = found.stdout.split()
    assert late == []
    assert int(number) > 20
