"""Bots that search think in worker processes, which may die and which hold up no table."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from meldroom.cli.deal_share import DealShare
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.view import AnyView, view
from meldroom.games import find
from meldroom.room.refusals import LimitReached
from meldroom.room.services import BotTask
from meldroom.server.executors import Asker, asker
from meldroom.server.tables.bot_pool import (
    MAX_QUESTIONS,
    MIN_BUDGET,
    WORKER_NICENESS,
    BotPool,
    choose_text,
)
from tests import patience
from tests.patience import PATIENCE
from tests.server.local_room import GAME, open_room, table_in_play, wait_until
from tests.server.server_process import ServerProcess
from tests.server.socket_client import connected, open_table, send


class EndlessBot:
    """A bot that notes in a file that it thinks, and never stops thinking."""

    NOTE = "MELDROOM_TEST_THINKING"  # the variable with the path of the file

    def __init__(self, game: AnyGame, seed: bytes) -> None:
        pass

    def choose(self, seen: AnyView, legal: Sequence[Action], budget: float | None) -> Action:
        """Choose nothing."""
        Path(os.environ[self.NOTE]).touch()
        threading.Event().wait()
        raise AssertionError


def bot_task(level: str = "master") -> BotTask:
    """Make a task in a position with several choices."""
    game = find(GAME)
    state = game.start({}, 3, Rng(b"a question"))
    state = game.apply(state, state.public.turn, game.parse("draw"))
    seen = view(state, state.public.turn)
    return BotTask(GAME, level, b"chance" * 5, seen, None)


@pytest.fixture
def bot_pool() -> Iterator[BotPool]:
    """A pool with one worker, which is gone once the pool is closed."""
    bot_pool = BotPool(1)
    yield bot_pool
    bot_pool.close()


async def test_the_choice_follows_from_the_task_alone(bot_pool: BotPool) -> None:
    choices = [asyncio.create_task(bot_pool.choose(bot_task())) for _ in range(2)]
    await asyncio.sleep(0)
    assert bot_pool.tasks == 2
    assert [await choice for choice in choices] == [choose_text(bot_task())] * 2
    assert bot_pool.tasks == 0


async def test_no_worker_is_left_when_the_pool_is_closed(bot_pool: BotPool) -> None:
    workers = [await bot_pool.run(os.getpid), await bot_pool.run_in_background(os.getpid)]
    assert all(map(is_running, workers))
    bot_pool.close()
    assert not any(map(is_running, workers))


async def test_house_moves_for_a_worker_that_is_killed_and_another_one_is_started(
    bot_pool: BotPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = tmp_path / "thinking"
    monkeypatch.setenv(EndlessBot.NOTE, str(thinking))
    worker = await bot_pool.run(os.getpid)
    endless = bot_task(level="tests.server.tables.test_bot_pool:EndlessBot")
    choice = asyncio.create_task(bot_pool.choose(endless))
    await wait_until(thinking.exists)
    os.kill(worker, signal.SIGKILL)
    assert await choice == choose_text(bot_task(level="house"))
    assert await bot_pool.choose(bot_task()) == choose_text(bot_task())
    other = await bot_pool.run(os.getpid)
    os.kill(other, signal.SIGKILL)
    await wait_until(lambda: not is_running(other))
    assert await bot_pool.run(os.getpid) not in (worker, other)


def test_where_many_bots_think_each_has_less_time() -> None:
    bot_pool = BotPool(2)
    shares = []
    bot_pool.tasks = 50  # questions of people take nothing from the bots
    for bot_pool.thinking in (1, 2, 4, 100):
        shares.append(bot_pool.share(1.0))
    assert shares == [1.0, 1.0, 0.5, MIN_BUDGET]


async def test_bots_go_first_and_what_is_in_the_background_follows(
    bot_pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.tables.bot_pool.MAX_WAIT", PATIENCE)
    order: list[str] = []

    async def choice() -> None:
        await bot_pool.choose(bot_task())
        order.append("bot")

    async def background() -> int:
        niceness = await bot_pool.run_in_background(os.nice, 0)
        order.append("background")
        return niceness

    first = asyncio.create_task(choice())
    await asyncio.sleep(0)
    behind = asyncio.create_task(background())
    await asyncio.sleep(0)
    second = asyncio.create_task(choice())
    await asyncio.gather(first, second)
    assert order == ["bot", "bot"], "it does not even start while a bot thinks"
    assert await behind > os.nice(0) + WORKER_NICENESS, "and its process gives way to theirs"


async def test_48_bots_go_before_the_questions_of_people_who_wait(bot_pool: BotPool) -> None:
    order: list[str] = []

    async def question(address: str) -> None:
        asker.set(Asker(address))
        await bot_pool.run(abs, -1)
        order.append(address)

    async def choice() -> None:
        await bot_pool.choose(bot_task())
        order.append("bot")

    asked = [asyncio.create_task(question("stranger")) for _ in range(5)]
    await asyncio.sleep(0)
    asked.append(asyncio.create_task(question("neighbour")))
    asked.append(asyncio.create_task(choice()))
    await asyncio.gather(*asked)
    assert order[:4] == ["stranger", "bot", "stranger", "neighbour"]


async def test_49_an_address_has_few_questions_waiting(bot_pool: BotPool) -> None:
    asker.set(Asker("stranger"))
    asked = [asyncio.create_task(bot_pool.run(abs, -1)) for _ in range(MAX_QUESTIONS + 5)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [answer == 1 for answer in answers].count(True) == MAX_QUESTIONS + 1
    assert {type(answer) for answer in answers} == {int, LimitReached}


async def test_what_is_in_the_background_does_not_wait_for_bots_for_ever(
    bot_pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meldroom.server.tables.bot_pool.MAX_WAIT", 0.01)
    worker = await bot_pool.run(os.getpid)
    os.kill(worker, signal.SIGSTOP)
    choice = asyncio.create_task(bot_pool.choose(bot_task()))
    assert await bot_pool.run_in_background(abs, -1) == 1
    assert not choice.done()
    os.kill(worker, signal.SIGCONT)
    await choice


async def test_what_is_in_the_background_is_done_again_if_its_worker_is_killed(
    bot_pool: BotPool,
) -> None:
    os.kill(await bot_pool.run_in_background(os.getpid), signal.SIGKILL)
    assert await bot_pool.run_in_background(abs, -1) == 1


async def test_bots_that_search_play_at_a_table(tmp_path: Path) -> None:
    async with open_room(tmp_path / "db") as room:
        _, [ada], _ = await table_in_play(room, 1, seats=2, bot="master")
        for _ in range(4):
            await wait_until(lambda: bool(ada.legal))
            await ada.act(ada.legal[0])
        assert "bot" in {play["by"] for play in ada.messages("play")}
        worker = await room.bot_pool.run(os.getpid)
    assert not is_running(worker)


ROOM_WITH_A_WORKER = """
import asyncio, os
from meldroom.server.tables.bot_pool import BotPool
if __name__ == "__main__":
    async def scenario():
        bot_pool = BotPool(1)
        print(await bot_pool.run(os.getpid), flush=True)
        await asyncio.Event().wait()
    asyncio.run(scenario())
"""


def test_workers_exit_when_the_room_is_killed() -> None:
    room = subprocess.Popen(
        [sys.executable, "-c", ROOM_WITH_A_WORKER],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert room.stdout is not None
    worker = int(room.stdout.readline())
    room.kill()
    room.wait()
    room.stdout.close()
    patience.wait_until(lambda: not is_running(worker), "end of the worker")


def is_running(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


# -- how long others wait while bots search


@pytest.mark.slow
def test_a_table_is_as_quick_while_bots_search_at_others(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "db", more=["--hurry"])
    try:
        measured = asyncio.run(_measured(server.origin))
    finally:
        server.stop()
    for label, seconds in measured:
        p50, p99 = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
        print(f"\n{label}: {len(seconds)} acts, p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms")
        assert len(seconds) > 50


async def _measured(origin: str, tables: int = 4) -> list[tuple[str, list[float]]]:
    measured = [("no bot searches", await _ack_seconds(origin))]
    others = []
    for _ in range(tables):
        place = await open_table(origin, seats=4, bot="master")
        others.append(asyncio.create_task(_play_on(origin, place)))
    await asyncio.sleep(5)
    measured.append((f"bots search at {tables} tables", await _ack_seconds(origin)))
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return measured


async def _ack_seconds(origin: str, duration: float = 15) -> list[float]:
    """Act at a table of bots that do not search, and measure from act to ack."""
    seconds: list[float] = []
    place = await open_table(origin, seats=2, bot="random")
    task = asyncio.create_task(_play_on(origin, place, seconds))
    await asyncio.wait([task], timeout=duration)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return sorted(seconds)


async def _play_on(origin: str, place: dict[str, Any], seconds: list[float] | None = None) -> None:
    """Play on and on, a move every tenth of a second at most."""
    act_ids, sent = count(), 0.0
    async with connected(origin, place) as socket:
        share = DealShare()
        await socket.send(json.dumps(share.answer(socket.welcome["table"], 0)))
        while True:
            message = json.loads(await socket.recv())
            given = message["is"] == "table" and share.answer(message, 0)
            if given:
                await socket.send(json.dumps(given))
            if message["is"] == "ack" and seconds is not None:
                seconds.append(time.monotonic() - sent)
            elif message["is"] == "play" and message["legal"]:
                await asyncio.sleep(0.1)
                sent = time.monotonic()
                text = message["legal"][0]["text"]
                await send(socket, "act", id=str(next(act_ids)), texts=[text])
            elif message["is"] == "table" and message["phase"] == "over":
                await send(socket, "rematch")
