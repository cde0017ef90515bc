"""Secrecy in time: when a bot moves tells nothing of what it had to think about."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.view import View
from meldroom.server.tables import live_table as server
from meldroom.server.tables.bot_pool import Asked, think
from meldroom.server.tables.clock import HEAD_START, Clock, Due, Think
from meldroom.server.tables.live_table import now
from meldroom.server.tables.room import Room
from tests.conftest import Figure
from tests.server.house import open_room, playing, run, until

PACE = 0.5
LONG = PACE * HEAD_START / 3  # seconds that a bot thinks longer where a lot says so
SIGMAS = 5.0


def thinks_long(seen: View[Any]) -> bool:
    """Draw a lot for what a bot sees, so that moves differ in nothing else than in their time."""
    return sha256(repr((seen.zones, seen.ply)).encode()).digest()[0] % 2 == 1


class Watch:
    """Notes when each bot was to move, and how late everybody heard of it."""

    def __init__(self) -> None:
        self.planned: dict[tuple[int, int], float] = {}  # by clock and seat
        self.late: dict[bool, list[float]] = defaultdict(list)  # by whether it thought long

    def next(self, clock: Clock, moment: float) -> Due | None:
        """Look at the clock, and note what a bot is told."""
        due = _NEXT(clock, moment)
        if isinstance(due, Think):
            self.planned[id(clock), due.seat] = due.at
        return due

    async def table(self, room: Room, level: str, moves: int) -> None:
        """Let one person play against a bot, who is timed."""
        sitting, [ada], _ = await playing(room, 1, seats=2, bot=level)
        for _ in range(moves):
            await until(lambda: sitting.table.phase != "playing" or ada.legal, 60)
            if sitting.table.phase != "playing":
                return
            ply = ada.sight["ply"]
            await ada.act(ada.legal[0])
            if ada.sight["ply"] == ply + 1 and ada.sight["to_act"] == [1]:
                long = thinks_long(sitting.table.playing.view(1))
                await until(lambda ply=ply: ada.sight["ply"] > ply + 1, 60)
                planned = self.planned[id(sitting.clock), 1]
                self.late[long].append(now() - planned)


_NEXT = Clock.next


@pytest.mark.parametrize(
    ("tables", "moves"), [(8, 12), pytest.param(24, 200, marks=pytest.mark.slow)]
)
def test_19_when_a_bot_moves_does_not_depend_on_how_long_it_thought(
    tables: int, moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    watch = Watch()

    def thinking(asked: Asked) -> str:
        time.sleep(LONG if thinks_long(asked.seen) else 0.0)
        return think(asked)

    monkeypatch.setattr(server, "think", thinking)
    monkeypatch.setattr(Clock, "next", lambda clock, moment: watch.next(clock, moment))

    async def scene() -> None:
        async with open_room(tmp_path / "db", PACE) as room:
            await asyncio.gather(*[watch.table(room, "novice", moves) for _ in range(tables)])

    run(scene(), 600)
    slow, quick = watch.late[True], watch.late[False]
    apart = deviation(slow, quick)
    figure(
        f"19: {len(slow)} moves that took {1000 * LONG:.0f} ms longer to think and {len(quick)}"
        f" others: {1000 * median(slow):.1f} and {1000 * median(quick):.1f} ms after their"
        f" time at the median, {apart:+.1f} sigma apart"
    )
    assert min(len(slow), len(quick)) >= 15
    assert abs(apart) < SIGMAS


def test_19_a_bot_that_searches_is_not_sooner_done_where_it_has_no_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    monkeypatch.setattr(server, "BUDGET", 0.3)
    monkeypatch.setattr(Clock, "next", lambda clock, moment: watch.next(clock, moment))

    async def scene() -> None:
        async with open_room(tmp_path / "db", 0.2) as room:
            await watch.table(room, "master", 4)  # who begins every turn with `draw`, or `take`

    run(scene())
    late = [*watch.late[True], *watch.late[False]]
    assert len(late) >= 2
    assert min(late) >= 0.3


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def deviation(some: list[float], others: list[float]) -> float:
    """Say by how many standard deviations some tend to rank above the others."""
    wins = sum((a > b) + (a == b) / 2 for a in some for b in others)
    pairs = len(some) * len(others)
    return (wins - pairs / 2) / sqrt(pairs * (len(some) + len(others) + 1) / 12)
