"""Faults of the line: clients that drop and come back, and messages lost, late and out of order."""

from __future__ import annotations

import heapq
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from meldroom.core.game import Game, Refusal
from meldroom.core.rng import Rng, below
from meldroom.server.storage.log_entries import Began, Dealt, Gave, Opened, Sat, Settings
from meldroom.server.tables import permissions
from meldroom.server.tables.table import Table
from tests.conformance.tables import EVERY_GAME, Setup, setups
from tests.conformance.trials import check_conserved, seeds
from tests.conftest import Figure
from tests.server.house import hello, open_room, playing, run

FEW_OR_ALL = pytest.mark.parametrize
RESEND = 250  # milliseconds until a client looks again, and sends again what nobody acknowledged
LATEST = 300
LOST = 0.1


@FEW_OR_ALL("drops", [25, pytest.param(500, marks=pytest.mark.slow)])
def test_11_whoever_drops_and_comes_back_sees_what_a_fresh_look_shows(
    tmp_path: Path, drops: int, figure: Figure
) -> None:
    async def scene() -> None:
        rng = Rng(b"drops")
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 3)
            for number in range(drops):
                if sitting.table.phase != "playing":
                    sitting, callers, tokens = await playing(room, 3)
                seat = sitting.table.playing.to_act[0]
                actor = callers[seat]
                before = sitting.table.playing.state.ply
                text, mark = actor.legal[number % len(actor.legal)], f"m{number}"
                since = actor.sight.get("seq", 0)
                lot, rng = below(rng, 3)
                for _ in range(lot):  # lost on the way there, sent and its answer lost, sent twice
                    await actor.act(text, mark=mark)
                actor.leave()
                back = callers[seat] = await hello(room, sitting, tokens[seat], since=since)
                assert (await back.act(text, mark=mark))["is"] == "ack"
                assert sitting.table.phase == "over" or (
                    sitting.table.playing.state.ply == before + 1
                )
                fresh = await hello(room, sitting, tokens[seat])
                for name in ("view", "legal", "to_act", "ply", "arranged", "pad", "asks"):
                    assert back.sight.get(name) == fresh.sight.get(name)
                fresh.leave()

    run(scene(), 600)
    figure(f"11: {drops} drops, each act carried out once, every view as a fresh one")


class Told(NamedTuple):
    """How a simulated game went: the hash of all that was on the line, plies, milliseconds."""

    trace: str
    plies: int
    clock: int


class BadLine:
    """A line that loses a tenth, is late by up to 300 ms and mixes the order, in its own time."""

    def __init__(self, seed: bytes) -> None:
        self.chance = Random(seed)
        self.clock = 0
        self.numbers = count(1)
        self.waiting: list[tuple[int, int, str, int, Any]] = []
        self.trace = sha256()

    def send(self, kind: str, seat: int, content: Any) -> None:
        """Send something that may not arrive."""
        if self.chance.random() >= LOST:
            self._put(self.chance.randrange(LATEST), kind, seat, content)

    def wake(self, seat: int) -> None:
        """Let a client look again in a while, which needs no line."""
        self._put(RESEND, "wake", seat, None)

    def _put(self, wait: int, kind: str, seat: int, content: Any) -> None:
        heapq.heappush(self.waiting, (self.clock + wait, next(self.numbers), kind, seat, content))

    def next(self) -> tuple[str, int, Any]:
        """Give what comes next, and let the time go on to it."""
        self.clock, _, kind, seat, content = heapq.heappop(self.waiting)
        self.trace.update(f"{self.clock} {kind} {seat} {content}\n".encode())
        return kind, seat, content


def dealt(setup: Setup, seed: bytes) -> Table:
    """Seat people at a table and deal."""
    game, options = setup.game, setup.game.settled(setup.options)
    table = Table("t", Opened(game.key, game.rules, setup.seats, options, Settings(), "c"))
    for seat in range(setup.seats):
        table.evolve(Sat(seat, f"P{seat}", str(seat)), 0)
    for entry in (Dealt(seed.hex()), Gave(0, "00" * 16), Began()):
        table.evolve(entry, 0)
    return table


def simulated(setup: Setup, seed: bytes, most: int | None) -> Told:
    """Play a game over a bad line to its end, or for so many plies."""
    table, line = dealt(setup, seed), BadLine(seed)
    pending: list[tuple[str, str] | None] = [None] * setup.seats
    game, match, done = table.game, table.playing, 0
    for seat in range(setup.seats):
        line.wake(seat)
    while table.phase == "playing" and match.state.ply != most:
        kind, seat, content = line.next()
        if kind == "act":
            mark, text = content
            if (seat, mark) not in table.done:
                try:
                    moved, play = permissions.act(
                        table, seat, [text], mark, None, line.clock / 1000
                    )
                except Refusal:
                    line.send("refusal", seat, mark)
                    continue
                table.evolve(moved, line.clock, play)
                check_conserved(game, match.state)
                done += 1
            line.send("ack", seat, mark)
        elif kind in ("ack", "refusal"):
            waiting = pending[seat]
            if waiting and waiting[0] == content:
                pending[seat] = None
        else:
            if pending[seat] is None and seat in match.to_act:
                text = game.text(line.chance.choice(match.legal(seat)))
                pending[seat] = (f"m{next(line.numbers)}", text)
            if pending[seat] is not None:
                line.send("act", seat, pending[seat])
            line.wake(seat)
    assert done == match.state.ply == len(match.moves), "an act was carried out twice"
    assert most or match.result is not None
    return Told(line.trace.hexdigest(), match.state.ply, line.clock)


@FEW_OR_ALL(
    ("games", "most"),
    [(1, 200), pytest.param(2_000, None, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
@EVERY_GAME
def test_12_every_game_goes_on_over_a_bad_line_and_can_be_repeated(
    game: Game[Any], games: int, most: int | None, figure: Figure
) -> None:
    plies, hours, repeated = 0, 0.0, 0
    tables, every = cycle(setups(game)), seeds(f"line {game.key}", games)
    for number, (setup, seed) in enumerate(zip(tables, every, strict=False)):
        told = simulated(setup, seed, most)
        if number % 10 == 0:
            assert simulated(setup, seed, most) == told
            repeated += 1
        plies += told.plies
        hours += told.clock / 3_600_000
    figure(
        f"12: {game.key}: {games} games of {plies} plies over a bad line, {hours:.0f} hours"
        f" simulated; {repeated} repeated, same seed, same trace"
    )
