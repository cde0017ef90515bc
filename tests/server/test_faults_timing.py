"""Secrecy of timing: when a bot moves does not show how long it thought."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from hashlib import sha256
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from meldroom.core.view import AnyView
from meldroom.room import turns
from meldroom.room.clock import THINKING_TIME, BotTurn, Clock, Due
from meldroom.room.services import BotTask
from meldroom.server.cluster.shared_room import make_room
from meldroom.server.tables import thinker
from meldroom.server.tables.bot_pool import choose_text
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.levels import as_long
from tests.server.local_room import GAME, open_room, table_in_play, wait_until
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.fakes import simulated
from tests.server.simulation.loop import VirtualLoop

PACE = 0.5
EXTRA_TIME = PACE * THINKING_TIME / 3  # seconds that some choices take longer, by chance
MAX_SIGMAS = 5.0


def thinks_long(seen: AnyView) -> bool:
    """Choose at random, by a bot's view, so that moves differ in nothing but their time."""
    return sha256(repr((seen.zones, seen.ply)).encode()).digest()[0] % 2 == 1


class Stopwatch:
    """Notes when each bot was to move, and how much later the move was sent."""

    def __init__(self) -> None:
        self.planned: dict[tuple[int, int], float] = {}  # by clock and seat
        self.late: dict[bool, list[float]] = defaultdict(list)  # by whether it thought long

    def pop_due(self, clock: Clock, now: float) -> Due | None:
        """Do what the clock does, and note when a bot is to move."""
        due = _POP_DUE(clock, now)
        if isinstance(due, BotTurn):
            self.planned[id(clock), due.seat] = due.at
        return due

    async def time_table(self, room: Room, level: str, moves: int, skip: bool = False) -> None:
        """Let one person play, or skip, against a bot, which is timed."""
        game = "scorzo" if skip else GAME  # a game with a race lets nobody skip
        live, [ada], _ = await table_in_play(room, 1, seats=2, bot=level, game=game)
        for _ in range(moves):
            await wait_until(lambda: live.table.phase != "playing" or ada.legal)
            if live.table.phase != "playing":
                return
            ply = ada.position["ply"]
            await ada.act(ada.legal[0])
            if ada.position["ply"] == ply + 1 and ada.position["to_act"] == [1]:
                if skip:
                    await ada.request("skip")
                long = thinks_long(live.table.current_match.view(1))
                await wait_until(lambda ply=ply: ada.position["ply"] > ply + 1)
                planned = self.planned[id(live.clock), 1]
                self.late[long].append(asyncio.get_running_loop().time() - planned)


_POP_DUE = Clock.pop_due


@pytest.mark.parametrize(
    ("tables", "moves", "skip"),
    [(16, 6, False), as_long((8, 24, True))],
)
def test_19_when_a_bot_moves_does_not_depend_on_how_long_it_thought(
    tables: int, moves: int, skip: bool, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    stopwatch, loop = Stopwatch(), VirtualLoop(Random(0))

    def choose_slowly(task: BotTask) -> str:
        time.sleep(EXTRA_TIME if thinks_long(task.view) else 0.0)
        return choose_text(task)

    monkeypatch.setattr(thinker, "choose_text", choose_slowly)
    monkeypatch.setattr(Clock, "pop_due", lambda clock, now: stopwatch.pop_due(clock, now))

    async def scenario() -> None:
        room = make_room(SimulatedStore(Disk()), PACE, lambda _: None)
        await asyncio.gather(
            *[stopwatch.time_table(room, "novice", moves, skip) for _ in range(tables)]
        )

    with simulated(loop, Random(0)):
        loop.run_until_complete(scenario())
        loop.close()
    slow, quick = stopwatch.late[True], stopwatch.late[False]
    apart = deviation(slow, quick)
    figure(
        f"19: {len(slow)} moves that took {1000 * EXTRA_TIME:.0f} ms longer to think"
        f" and {len(quick)} others: {1000 * median(slow):.1f} and {1000 * median(quick):.1f} ms"
        f" after their time at the median, {apart:+.1f} sigma apart"
    )
    assert min(len(slow), len(quick)) >= 15
    assert abs(apart) < MAX_SIGMAS


async def test_19_a_bot_that_searches_takes_its_time_even_without_a_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopwatch = Stopwatch()
    monkeypatch.setattr(turns, "BOT_BUDGET", 0.3)
    monkeypatch.setattr(Clock, "pop_due", lambda clock, now: stopwatch.pop_due(clock, now))
    async with open_room(tmp_path / "db", 0.2) as room:
        await stopwatch.time_table(room, "master", 4)  # its turns begin with `draw` or `take`
    late = [*stopwatch.late[True], *stopwatch.late[False]]
    assert len(late) >= 2
    assert min(late) >= 0.3


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def deviation(some: list[float], others: list[float]) -> float:
    """Say by how many standard deviations some tend to rank above the others."""
    wins = sum((a > b) + (a == b) / 2 for a in some for b in others)
    pairs = len(some) * len(others)
    return (wins - pairs / 2) / sqrt(pairs * (len(some) + len(others) + 1) / 12)
