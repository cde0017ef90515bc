"""Faults of the network: dropped connections, and messages lost, late and out of order."""

from __future__ import annotations

import heapq
from hashlib import sha256
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from meldroom.core.game import AnyGame, Refusal, full_options
from meldroom.core.rng import Rng, below
from meldroom.room import permissions
from meldroom.room.log_entries import (
    GamePrepared,
    GameStarted,
    SeatTaken,
    Settings,
    ShareGiven,
    TableOpened,
)
from meldroom.room.table import Table
from meldroom.testing.checks import check_conserved
from meldroom.testing.random_games import Setup, seeds, setups
from tests.conformance.tables import EVERY_GAME
from tests.conftest import Figure
from tests.server.local_room import join, open_room, table_in_play

FEW_OR_ALL = pytest.mark.parametrize
RESEND_INTERVAL = 250  # milliseconds until a client sends again what was not acknowledged
MAX_DELAY = 300  # milliseconds
LOSS_RATE = 0.1


@FEW_OR_ALL("drops", [25, pytest.param(500, marks=pytest.mark.slow)])
async def test_11_a_client_that_reconnects_sees_what_a_new_one_sees(
    tmp_path: Path, drops: int, figure: Figure
) -> None:
    rng = Rng(b"drops")
    async with open_room(tmp_path / "db") as room:
        live, clients, tokens = await table_in_play(room, 3)
        for number in range(drops):
            if live.table.phase != "playing":
                live, clients, tokens = await table_in_play(room, 3)
            seat = live.table.current_match.to_act[0]
            actor = clients[seat]
            before = live.table.current_match.state.ply
            text, act_id = actor.legal[number % len(actor.legal)], f"m{number}"
            since = actor.position.get("seq", 0)
            sent, rng = below(rng, 3)
            for _ in range(sent):  # lost, or only its answer lost, or sent twice
                await actor.act(text, act_id=act_id)
            actor.disconnect()
            back = clients[seat] = await join(room, live, tokens[seat], since=since)
            assert (await back.act(text, act_id=act_id))["is"] == "ack"
            assert live.table.phase == "over" or (live.table.current_match.state.ply == before + 1)
            fresh = await join(room, live, tokens[seat])
            for name in ("view", "legal", "to_act", "ply", "hand", "pad", "prompt", "display"):
                assert back.position.get(name) == fresh.position.get(name)
            fresh.disconnect()
    figure(f"11: {drops} drops, each act played once, every view as a new one")


class Outcome(NamedTuple):
    """How a simulated game went: the hash of all messages, plies, milliseconds."""

    trace: str
    plies: int
    clock: int


class BadNetwork:
    """Loses a tenth of the messages, delays and reorders the others, in simulated time."""

    def __init__(self, seed: bytes) -> None:
        self.random = Random(seed)
        self.clock = 0
        self.numbers = count(1)
        self.waiting: list[tuple[int, int, str, int, Any]] = []
        self.trace = sha256()

    def send(self, kind: str, seat: int, content: Any) -> None:
        """Send a message that may not arrive."""
        if self.random.random() >= LOSS_RATE:
            self._put(self.random.randrange(MAX_DELAY), kind, seat, content)

    def wake(self, seat: int) -> None:
        """Wake a client in a while, which needs no network."""
        self._put(RESEND_INTERVAL, "wake", seat, None)

    def _put(self, wait: int, kind: str, seat: int, content: Any) -> None:
        heapq.heappush(self.waiting, (self.clock + wait, next(self.numbers), kind, seat, content))

    def next(self) -> tuple[str, int, Any]:
        """Give the next message, and let the time go on to it."""
        self.clock, _, kind, seat, content = heapq.heappop(self.waiting)
        self.trace.update(f"{self.clock} {kind} {seat} {content}\n".encode())
        return kind, seat, content


def started_table(setup: Setup, seed: bytes) -> Table:
    """Seat people at a table and start a game."""
    game, options = setup.game, full_options(setup.game, setup.options)
    table = Table("t", TableOpened(game.key, game.rules, setup.seats, options, Settings(), "c"))
    for seat in range(setup.seats):
        table.apply(SeatTaken(seat, f"P{seat}", str(seat)), 0)
    for entry in (GamePrepared(seed.hex()), ShareGiven(0, "00" * 16), GameStarted()):
        table.apply(entry, 0)
    return table


def simulated(setup: Setup, seed: bytes, max_plies: int | None) -> Outcome:
    """Play a game over a bad network, to its end or for `max_plies`."""
    table, network = started_table(setup, seed), BadNetwork(seed)
    pending: list[tuple[str, str] | None] = [None] * setup.seats
    game, match, played = table.game, table.current_match, 0
    for seat in range(setup.seats):
        network.wake(seat)
    while table.phase == "playing" and match.state.ply != max_plies:
        kind, seat, content = network.next()
        if kind == "act":
            act_id, text = content
            if (seat, act_id) not in table.completed_acts:
                try:
                    [entry], play, _ = permissions.act(
                        table, seat, [text], act_id, None, network.clock / 1000
                    )
                except Refusal:
                    network.send("refusal", seat, act_id)
                    continue
                table.apply(entry, network.clock, play)
                check_conserved(game, match.state)
                played += 1
            network.send("ack", seat, act_id)
        elif kind in ("ack", "refusal"):
            waiting = pending[seat]
            if waiting and waiting[0] == content:
                pending[seat] = None
        else:
            if pending[seat] is None and seat in match.to_act:
                text = game.text(network.random.choice(match.legal(seat)))
                pending[seat] = (f"m{next(network.numbers)}", text)
            if pending[seat] is not None:
                network.send("act", seat, pending[seat])
            network.wake(seat)
    assert played == match.state.ply == len(match.moves), "an act was played twice"
    assert max_plies or match.result is not None
    return Outcome(network.trace.hexdigest(), match.state.ply, network.clock)


@FEW_OR_ALL(
    ("games", "max_plies"),
    [(1, 200), pytest.param(2_000, None, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
@EVERY_GAME
def test_12_every_game_goes_on_over_a_bad_network_and_can_be_repeated(
    game: AnyGame, games: int, max_plies: int | None, figure: Figure
) -> None:
    plies, hours, repeated = 0, 0.0, 0
    tables, every = cycle(setups(game)), seeds(f"line {game.key}", games)
    for number, (setup, seed) in enumerate(zip(tables, every, strict=False)):
        outcome = simulated(setup, seed, max_plies)
        if number % 10 == 0:
            assert simulated(setup, seed, max_plies) == outcome
            repeated += 1
        plies += outcome.plies
        hours += outcome.clock / 3_600_000
    figure(
        f"12: {game.key}: {games} games of {plies} plies over a bad network, {hours:.0f} hours"
        f" simulated; {repeated} repeated, same seed, same trace"
    )
