"""Bots that search think in processes of their own, which may die and which nobody waits for."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games import find
from meldroom.server.tables.bot_pool import SHORTEST, Asked, BotPool, think
from tests.server.house import GAME, open_room, playing, run, until
from tests.server.process import Process
from tests.server.wire import at, opened, say


def question(level: str = "master") -> Asked:
    """Ask what to do in a position with several choices."""
    game = find(GAME)
    state = game.start({}, 3, Rng(b"a question"))
    state = game.apply(state, state.public.turn, game.parse("draw"))
    seen = view(state, state.public.turn)
    return Asked(GAME, level, b"chance" * 5, seen, None)


def test_what_a_thinker_answers_follows_from_what_it_is_asked() -> None:
    bot_pool = BotPool(1)

    async def scene() -> list[str]:
        return [await bot_pool.choose(question()) for _ in range(2)]

    assert run(scene()) == [think(question())] * 2
    bot_pool.close()
    assert multiprocessing.active_children() == []


def test_house_moves_for_a_thinker_that_is_killed_and_another_comes() -> None:
    bot_pool = BotPool(1)

    async def scene() -> None:
        await bot_pool.choose(question())
        [thinker] = multiprocessing.active_children()
        assert thinker.pid is not None
        os.kill(thinker.pid, signal.SIGSTOP)
        thought = asyncio.create_task(bot_pool.choose(question()))
        await asyncio.sleep(0.2)
        thinker.kill()
        assert await thought == think(question(level="house"))
        assert await bot_pool.choose(question()) == think(question())
        [other] = multiprocessing.active_children()
        other.kill()
        await until(lambda: not other.is_alive())
        assert await bot_pool.choose(question()) == think(question())

    run(scene())
    bot_pool.close()


def test_where_many_wait_each_has_less_time() -> None:
    bot_pool = BotPool(2)
    shares = []
    for bot_pool.busy in (1, 2, 4, 100):
        shares.append(bot_pool.share(1.0))
    assert shares == [1.0, 1.0, 0.5, SHORTEST]


def test_masters_play_at_a_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, [ada], _ = await playing(room, 1, seats=2, bot="master")
            for _ in range(4):
                await until(lambda: 0 in sitting.table.playing.to_act)
                await ada.act(ada.legal[0])
            assert "bot" in {heard["by"] for heard in ada.heard if heard["is"] == "play"}
        assert multiprocessing.active_children() == []

    run(scene())


THINKING = """
import asyncio, multiprocessing
from meldroom.server.tables.bot_pool import BotPool
from tests.server.test_bot_pool import question
if __name__ == "__main__":
    async def scene():
        bot_pool = BotPool(1)
        await bot_pool.choose(question())
        print(multiprocessing.active_children()[0].pid, flush=True)
        await asyncio.sleep(600)
    asyncio.run(scene())
"""


def test_thinkers_go_when_the_room_is_killed() -> None:
    room = subprocess.Popen(
        [sys.executable, "-c", THINKING],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert room.stdout is not None
    thinker = int(room.stdout.readline())
    room.kill()
    room.wait()
    room.stdout.close()
    run(until(lambda: not alive(thinker)))


def alive(pid: int) -> bool:
    """Say whether a process runs; one that ended and was not waited for does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


# -- how long others wait while masters think


@pytest.mark.slow
def test_a_table_is_as_quick_while_masters_think(tmp_path: Path) -> None:
    server = Process(tmp_path / "db", more=["--hurry"])
    try:
        told = run(_measured(server.origin), 120)
    finally:
        server.stop()
    for label, waits in told:
        p50, p99 = waits[len(waits) // 2], waits[len(waits) * 99 // 100]
        print(f"\n{label}: {len(waits)} acts, p50 {1000 * p50:.1f} ms, p99 {1000 * p99:.1f} ms")
        assert len(waits) > 50


async def _measured(origin: str, tables: int = 4) -> list[tuple[str, list[float]]]:
    told = [("nobody thinks", await _acts(origin))]
    others = []
    for _ in range(tables):
        place = await opened(origin, seats=4, bot="master")
        others.append(asyncio.create_task(_pace(origin, place)))
    await asyncio.sleep(5)
    told.append((f"{tables} tables of masters", await _acts(origin)))
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return told


async def _acts(origin: str, seconds: float = 15) -> list[float]:
    """Act at a table of bots that do not search, and measure from act to ack."""
    waits: list[float] = []
    place = await opened(origin, seats=2, bot="random")
    task = asyncio.create_task(_pace(origin, place, waits))
    await asyncio.wait([task], timeout=seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return sorted(waits)


async def _pace(origin: str, place: dict[str, Any], waits: list[float] | None = None) -> None:
    """Play on and on, a move every tenth of a second at most."""
    marks, sent = count(), 0.0
    async with at(origin, place) as socket:
        await say(socket, "give", share="00" * 16)
        while True:
            heard = json.loads(await socket.recv())
            if heard["is"] == "ack" and waits is not None:
                waits.append(time.monotonic() - sent)
            elif heard["is"] == "play" and heard["legal"]:
                await asyncio.sleep(0.1)
                sent = time.monotonic()
                await say(socket, "act", id=str(next(marks)), texts=[heard["legal"][0]["text"]])
            elif heard["is"] == "table" and heard["phase"] == "over":
                await say(socket, "rematch")
                await say(socket, "give", share="00" * 16)
