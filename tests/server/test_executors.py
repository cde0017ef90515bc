"""Work has threads of its own kind; whoever asks for much waits behind themselves."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextvars import ContextVar, copy_context
from pathlib import Path

import pytest

import meldroom.server
from meldroom.room.refusals import LimitReached
from meldroom.server.executors import Asker, Executor, FairQueue, asker, bots, database, slow
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

read = ("meldroom.room.log_", "meldroom.room.summaries", "meldroom.server.storage.",
        "meldroom.server.people.")
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


STRANGER, NEIGHBOUR = "203.0.113.5", "203.0.113.6"


class Served:
    """Tasks that wait in a queue, and who was served in which order."""

    def __init__(self, at_once: int = 1, max_waiting: int | None = None) -> None:
        self.queue = FairQueue(at_once, max_waiting)
        self.order: list[str] = []

    def ask(self, address: str, first: bool = False, weight: int = 1) -> asyncio.Task[None]:
        """Ask for a turn as a client at an address."""
        context = copy_context()
        context.run(asker.set, Asker(address, weight))
        return asyncio.get_running_loop().create_task(self._serve(address, first), context=context)

    async def _serve(self, address: str, first: bool) -> None:
        async with self.queue.turn(first):
            self.order.append(address)
            await asyncio.sleep(0)


async def test_48_an_address_that_asks_for_much_lets_others_in_between() -> None:
    served = Served()
    tasks = [served.ask(STRANGER) for _ in range(10)] + [served.ask(NEIGHBOUR) for _ in range(2)]
    await asyncio.gather(*tasks)
    assert served.order[:5] == [STRANGER, STRANGER, NEIGHBOUR, STRANGER, NEIGHBOUR]
    assert (served.order.count(STRANGER), served.queue.running, served.queue.waiting) == (10, 0, 0)


async def test_48_what_comes_first_waits_for_nobody_who_waits() -> None:
    served = Served()
    tasks = [served.ask(STRANGER) for _ in range(10)] + [served.ask("a bot", first=True)]
    await asyncio.gather(*tasks)
    assert served.order[:2] == [STRANGER, "a bot"]


@pytest.mark.parametrize("weight", [1, 3])
async def test_49_an_address_with_too_many_waiting_is_refused_and_no_other(weight: int) -> None:
    served = Served(max_waiting=2)
    kept = [served.ask(STRANGER, weight=weight) for _ in range(1 + 2 * weight)]
    refused = [served.ask(STRANGER, weight=weight) for _ in range(4)]
    other, room = served.ask(NEIGHBOUR), [served.ask("") for _ in range(8)]
    outcomes = await asyncio.gather(*refused, return_exceptions=True)
    assert all(isinstance(one, LimitReached) for one in outcomes)
    await asyncio.gather(*kept, other, *room)
    assert len(served.order) == len(kept) + 1 + 8, "the room itself is never refused"


async def test_who_no_longer_waits_takes_no_turn() -> None:
    served = Served()
    first, gone, last = (served.ask(address) for address in ("a", "b", "c"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, last)
    assert served.order == ["a", "c"]
    assert (served.queue.running, served.queue.waiting) == (0, 0)


async def test_a_turn_that_comes_as_its_waiter_is_cancelled_goes_to_the_next() -> None:
    queue, let_go, served = FairQueue(1), asyncio.Event(), list[str]()

    async def hold() -> None:
        async with queue.turn():
            await let_go.wait()
        waiting[0].cancel()  # in the moment in which its turn comes

    async def wait(name: str) -> None:
        async with queue.turn():
            served.append(name)

    holder = asyncio.create_task(hold())
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(wait(name)) for name in "ab"]
    await asyncio.sleep(0)
    let_go.set()
    await asyncio.gather(holder, *waiting, return_exceptions=True)
    assert served == ["b"]
    assert queue.running == 0
