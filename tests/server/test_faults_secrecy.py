"""Secrecy: what a seat is sent, and what the server notes down, tells of no hidden card."""

from __future__ import annotations

import copy
import json
import logging
import re
from operator import call
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.cards import Seat
from meldroom.core.fair_deal import FairDeal
from meldroom.core.game import Game
from meldroom.core.rng import Rng, below
from meldroom.core.view import resample, view
from meldroom.games import find
from meldroom.match.match import Match
from meldroom.server.storage.log_entries import MoveMade
from meldroom.server.tables.audience import Audience
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.payload import MatchPayload, encode
from meldroom.server.tables.table import Table
from tests.conformance.tables import EVERY_GAME, Setup
from tests.conformance.trials import Step, seeds, twin_step
from tests.conftest import Figure
from tests.server.faulty_disk import FAULTS, faulty_disk
from tests.server.house import open_room, playing, run
from tests.server.test_faults_line import dealt

PLIES = 120  # of each game; every so manieth is looked at, others in the next game
STRIDE = 30


class Ear:
    """A guest of a table who keeps every byte."""

    def __init__(self, seat: Seat | None, helped: bool) -> None:
        self.seat, self.helped = seat, helped
        self.muted: set[Seat] = set()
        self.heard: list[bytes] = []

    def tell(self, message: bytes) -> None:
        """Keep what is sent."""
        self.heard.append(message)

    def dismiss(self, code: int, why: str) -> None:
        """Stay."""


def sent(table: Table, step: Step, ear: Ear) -> list[bytes]:
    """Let an action happen at a copy of the table; give all that is sent to one who listens.

    Whoever comes back just then is sent a greeting too, with what was missed.
    """
    table = copy.copy(table)
    match = table.match = copy.copy(table.playing)
    match.moves = list(match.moves)
    match.state = step.before
    if match.turn_states:
        match.turn_states = [*match.turn_states[:-1], step.before]
    else:
        match.turn_states, match.turn_start = [], step.before
    circle = Audience(table, Broadcaster(call))
    circle.look()
    circle.guests.add(ear)
    text = match.game.text(step.action)
    play = match.judge(step.seat, [text])
    moved = MoveMade(step.seat, play.texts, "person", "m")
    table.done, table.chairs = {}, [copy.copy(chair) for chair in table.chairs]
    table.evolve(moved, 0, play)
    circle.tell_play(moved, play.states, None)
    circle.tell_facts()
    circle.greet(ear, table.seq - 1, None)
    return ear.heard


@pytest.mark.parametrize("games", [4, pytest.param(2_000, marks=pytest.mark.slow)])
@EVERY_GAME
def test_19_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see(
    game: Game[Any], games: int, figure: Figure
) -> None:
    worlds = many = 0
    for number, seed in enumerate(seeds(f"leaks {game.key}", games)):
        seats = game.players[number % len(game.players)]
        table, rng = dealt(Setup(game, seats, {}), seed), Rng(seed)
        match = table.playing
        while match.to_act and match.state.ply < PLIES:
            at, rng = below(rng, len(match.to_act))
            mover = match.to_act[at]
            legal = match.legal(mover)
            at, rng = below(rng, len(legal))
            before, action = match.state, legal[at]
            play = match.judge(mover, [game.text(action)])
            if (match.state.ply + number) % STRIDE == 0 and play.states:
                step = Step(before, mover, action, play.states[0])
                for seat in range(seats):
                    twin, rng = twin_step(game, step, seat, rng)
                    if twin is not None:
                        worlds += 1
                        many += same_stream(table, step, twin, seat)
                many += same_to_watchers(match, rng)
            table.evolve(MoveMade(mover, play.texts, "person", "m"), 0, play)
    assert worlds >= 10
    figure(
        f"19: {game.key}: {games} games, {worlds} pairs of worlds, {many} bytes sent to a seat,"
        " the same in both"
    )


def same_stream(table: Table, step: Step, twin: Step, seat: Seat) -> int:
    """Compare every byte that is sent to a seat in two worlds; gives how many there are."""
    many = 0
    for helped in (True, False):
        told = sent(table, step, Ear(seat, helped))
        assert sent(table, twin, Ear(seat, helped)) == told
        many += sum(map(len, told))
    return many


def same_to_watchers(match: Match, rng: Rng) -> int:
    """Compare what one who looks on sees with a world that nobody who looks on can rule out."""
    other = copy.copy(match)
    pack = match.game.pack(match.state.seats)
    other.watcher_state = resample(view(match.watcher_state, None), pack, rng)
    told = [encode(MatchPayload(world, False).sight(None, True)) for world in (match, other)]
    assert told[0] == told[1]
    return len(told[0])


def test_19_events_of_two_kinds_with_the_same_words_are_told_apart() -> None:
    match = Match(find("thumbs-up"), {}, 3, FairDeal(bytes(32), (b"",) * 3))
    told = [json.loads(bytes(e)) for e in MatchPayload(match, False).events([match.state], 0)]
    assert [event["event"] for event in told[:2]] == ["gathered", "shuffled"]
    hidden = [event for event in told if event.get("target_owner") in (1, 2)]
    assert {tuple(event["cards"]) for event in hidden} == {(None,)}


@EVERY_GAME
def test_19_the_servers_own_log_has_no_card_secret_token_or_share(
    game: Game[Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> list[str]:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2, game=game.key)
            for fails in (False, True):
                disk.fail(FAULTS[1], 1) if fails else disk.mend()
                for _ in range(10):
                    seat = sitting.table.playing.to_act[0]
                    await callers[seat].act(callers[seat].legal[0])
            shares = [share.hex() for share in sitting.table.shares.values()]
            disk.mend()
            return [*tokens, *shares, sitting.table.secret.hex(), sitting.table.opened.code]

    with caplog.at_level(logging.DEBUG), faulty_disk() as disk:
        words = run(scene())
    assert "the disk failed" in caplog.text
    assert not [word for word in words if word in caplog.text]
    spoken = set(re.findall(r"[^\s'\",:()\[\]]+", caplog.text))
    assert not spoken & set(game.deck.codes)
