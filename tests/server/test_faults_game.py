"""Faults of play: leaks, forgeries, lost and doubled messages, jumping clocks."""

from __future__ import annotations

import heapq
import json
import logging
import os
import secrets
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from meldroom.core.fair import FairDeal, commitment
from meldroom.core.game import Game, Refusal
from meldroom.core.record import replay
from meldroom.core.rng import Rng, below
from meldroom.core.view import resample, view
from meldroom.games import GAMES, find
from meldroom.server import etiquette
from meldroom.server.circle import Circle
from meldroom.server.entries import Began, Dealt, Gave, Opened, Sat, Settings
from meldroom.server.match import Match
from meldroom.server.records import record_of
from meldroom.server.screen import Screen, encode
from meldroom.server.table import Table
from tests.conformance.tables import EVERY_GAME
from tests.conformance.trials import seeds
from tests.server.chronicle import chronicle
from tests.server.house import hello, open_room, playing, run, until

FEW_OR_ALL = pytest.mark.parametrize


def randomly(match: Match, rng: Rng) -> tuple[int, str, Rng]:
    """Choose any legal action of any seat that may act."""
    at, rng = below(rng, len(match.to_act))
    seat = match.to_act[at]
    legal = match.legal(seat)
    at, rng = below(rng, len(legal))
    return seat, match.game.text(legal[at]), rng


def new_match(game: Game[Any], seed: bytes, seats: int) -> Match:
    return Match(game, {}, seats, FairDeal(seed, (b"",) * seats))


# -- 19: two worlds that a seat cannot tell apart give it the same bytes


@FEW_OR_ALL("games", [1, pytest.param(100, marks=pytest.mark.slow)])
@EVERY_GAME
def test_19_what_a_seat_is_sent_does_not_depend_on_what_it_cannot_see(
    game: Game[Any], games: int
) -> None:
    compared = 0
    for number, seed in enumerate(seeds(f"leaks {game.key}", games)):
        seats = game.players[number % len(game.players)]
        match, rng = new_match(game, seed, seats), Rng(seed)
        for ply in range(300):
            if not match.to_act:
                break
            if ply % 5 == 0:
                for seat in (*range(seats), None):
                    compared += same_bytes(match, seat, Rng(seed, 1000 + ply))
            seat, text, rng = randomly(match, rng)
            match.submit(seat, [text])
    print(f"\n19: {game.key}: {compared} pairs of worlds, the same bytes for each seat")
    assert compared >= 10


def same_bytes(match: Match, seat: int | None, rng: Rng) -> int:
    """Compare what a seat is sent with what it would be sent in a world that it cannot rule out."""
    if seat is None:
        return 0 if match.turn or match.turn_before else _same(match, None, rng)
    return _same(match, seat, rng)


def _same(match: Match, seat: int | None, rng: Rng) -> int:
    assert isinstance(match.deal, FairDeal)
    other = new_match(match.game, match.deal.secret, match.state.seats)
    pack = match.game.pack(match.state.seats)
    other.state = resample(view(match.state, seat), pack, rng)
    other.seen_by_watchers = other.state
    for helped in (False, True):
        told = [Screen(world, False).sight(seat, helped) for world in (match, other)]
        for sight in told:
            sight.pop("undo", None)  # it speaks of the way here, which has no twin
        assert encode(told[0]) == encode(told[1])
    return int(other.state.zones != match.state.zones)


def test_19_events_of_two_kinds_with_the_same_words_are_told_apart() -> None:
    match = new_match(find("thumbs-up"), bytes(32), 3)
    told = [json.loads(bytes(e)) for e in Screen(match, False).events([match.state], 0)]
    assert [event["event"] for event in told[:2]] == ["gathered", "shuffled"]
    hidden = [event for event in told if event.get("target_owner") in (1, 2)]
    assert {tuple(event["cards"]) for event in hidden} == {(None,)}


def test_19_the_servers_own_log_has_no_secret_token_or_share(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> list[str]:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, tokens = await playing(room, 2)
            for _ in range(10):
                seat = sitting.table.playing.to_act[0]
                await callers[seat].act(callers[seat].legal[0])
            shares = [share.hex() for share in sitting.table.shares.values()]
            return [*tokens, *shares, sitting.table.secret.hex(), sitting.table.opened.code]

    with caplog.at_level(logging.DEBUG):
        words = run(scene())
    assert not [word for word in words if word in caplog.text]


# -- 20: what is not legal is refused and changes nothing


@EVERY_GAME
def test_20_every_action_that_is_not_legal_is_refused_and_changes_nothing(game: Game[Any]) -> None:
    refused = 0
    [seed] = seeds(f"illegal {game.key}", 1)
    match, rng = new_match(game, seed, game.players[-1]), Rng(seed)
    for ply in range(120):
        if not match.to_act:
            break
        if ply % 15 == 0:
            before = match.state
            for seat in range(match.state.seats):
                legal = {game.text(action) for action in match.legal(seat)}
                for action in list(game.candidates(view(match.state, seat)))[:200]:
                    if (text := game.text(action)) not in legal:
                        with pytest.raises(Refusal) as refusal:
                            match.submit(seat, [text])
                        assert refusal.value.violation.rule
                        refused += 1
            assert match.state is before
        seat, text, rng = randomly(match, rng)
        match.submit(seat, [text])
    print(f"\n20: {game.key}: {refused} illegal actions refused")
    assert refused > 100


# -- 22: the fair deal


@FEW_OR_ALL("games", [1, pytest.param(2_000, marks=pytest.mark.slow)])
def test_22_finished_games_verify_and_altered_ones_do_not(games: int) -> None:
    hands = 0
    for number in range(games):
        rows = chronicle("x" * 14, game="thumbs-up") if number == 0 else None
        seed = secrets.token_bytes(32)
        match = Match(find("thumbs-up"), {"hands": 3}, 2, FairDeal(seed, (b"a" * 16, b"")))
        rng = Rng(seed)
        while match.to_act:
            seat, text, rng = randomly(match, rng)
            match.submit(seat, [text])
        form = record_of("x" * 14, rows, 1) if rows else match.record(["Ada", "Elif"])
        assert form is not None
        assert form["commit"] == commitment(bytes.fromhex(form["secret"]))
        for _ in replay(form, find):
            pass
        hands += len(match.state.public.ledger)
    print(f"\n22: {games} games of {hands} hands verified")


# -- 6: the same log gives the same game, on every Python that we promise

REPLAY = """
import json, sys
from meldroom.core.record import replay
from meldroom.games import find
form = json.load(sys.stdin)
for state in replay(form, find): pass
print(form["digest"], state.ply)
"""


def others() -> list[str]:
    """Find the other Pythons of this machine, of those that we promise."""
    found = []
    for version in ("3.11", "3.12", "3.13"):
        python = shutil.which(f"python{version}")
        if python and version != f"{sys.version_info.major}.{sys.version_info.minor}":
            tried = subprocess.run([python, "-c", ""], capture_output=True, check=False)
            found += [python] if tried.returncode == 0 else []
    return found


OTHERS = others()


@EVERY_GAME
def test_6_a_stored_game_replays_to_the_same_end_on_every_python(game: Game[Any]) -> None:
    form = record_of("x" * 14, chronicle("x" * 14, game=game.key), 1)
    assert form is not None
    source = str(Path(sys.modules["meldroom"].__path__[0]).parent)
    pythons = [sys.executable, *OTHERS]
    for python in pythons:
        fresh = subprocess.run(
            [python, "-c", REPLAY],
            input=json.dumps(form),
            env={**os.environ, "PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        )
        assert fresh.stdout == f"{form['digest']} {len(form['moves'])}\n"
    print(f"\n6: {game.key}: the same end on {len(pythons)} Pythons")


# -- 11: drops at any point


@FEW_OR_ALL("drops", [25, pytest.param(500, marks=pytest.mark.slow)])
def test_11_whoever_drops_and_comes_back_sees_what_a_fresh_look_shows(
    tmp_path: Path, drops: int
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
        print(f"\n11: {drops} drops, each act carried out once, every view as a fresh one")

    run(scene(), 600)


# -- 12: a bad line, in simulated time


def simulated(game: Game[Any], seed: bytes, most: int | None) -> tuple[str, int]:
    """Play a game over a line that loses a tenth, is late by up to 300 ms and mixes the order."""
    seats = game.players[0]
    opened = Opened(game.key, game.rules, seats, {}, Settings(), "c")
    table = Table("t", opened)
    for seat in range(seats):
        table.evolve(Sat(seat, f"P{seat}", str(seat)), 0)
    table.evolve(Dealt(seed.hex()), 0)
    table.evolve(Gave(0, "00" * 16), 0)
    table.evolve(Began(), 0)
    rng, clock, number, trace = Rng(seed), 0, 0, sha256()
    line: list[tuple[int, int, str, int, Any]] = []
    pending: list[tuple[str, str] | None] = [None] * seats

    def send(kind: str, seat: int, content: Any, wait: int = 0) -> None:
        nonlocal rng, number
        lost, rng = below(rng, 10)
        late, rng = below(rng, 300)
        number += 1
        if kind == "wake" or lost:
            due = clock + (wait if kind == "wake" else late)
            heapq.heappush(line, (due, number, kind, seat, content))

    for seat in range(seats):
        send("wake", seat, None, 1)
    while line and table.phase == "playing" and table.seq != most:
        clock, _, kind, seat, content = heapq.heappop(line)
        trace.update(f"{clock} {kind} {seat} {content}\n".encode())
        assert table.match is not None
        if kind == "act":
            mark, text = content
            if (seat, mark) not in table.done:
                try:
                    moved, play = etiquette.act(table, seat, [text], mark, None, clock / 1000)
                    table.evolve(moved, clock, play)
                except Refusal:
                    send("refusal", seat, mark)
                    continue
            send("ack", seat, (mark, table.match.state.ply))
        elif kind in ("ack", "refusal"):
            mark = content[0] if kind == "ack" else content
            waiting = pending[seat]
            if waiting and waiting[0] == mark:
                pending[seat] = None
        else:  # wake: send again what is not acknowledged, or act on a fresh look
            waiting = pending[seat]
            if waiting is None and seat in table.match.to_act:
                legal = table.match.legal(seat)
                at, rng = below(rng, len(legal))
                waiting = pending[seat] = (f"{number}", game.text(legal[at]))
            if waiting is not None:
                send("act", seat, waiting)
            send("wake", seat, None, 250)
    marks = list(table.done)
    assert len(set(marks)) == len(marks)
    assert table.phase == "over" or table.seq == most, "the game does not go on"
    return trace.hexdigest(), clock


@FEW_OR_ALL(
    ("games", "most"),
    [(1, 200), pytest.param(200, None, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
@EVERY_GAME
def test_12_every_game_goes_on_over_a_bad_line_and_can_be_repeated(
    game: Game[Any], games: int, most: int | None
) -> None:
    hours = 0.0
    for seed in seeds(f"line {game.key}", games):
        trace, clock = simulated(game, seed, most)
        assert simulated(game, seed, most)[0] == trace
        hours += clock / 3_600_000
    print(f"\n12: {game.key}: {games} games, {hours:.1f} hours simulated, same seed, same trace")


# -- 27: clocks that jump


def test_27_a_jump_of_the_wall_clock_times_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, real_ns = time.time, time.time_ns

    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            sitting, callers, _ = await playing(room, 2, clock="20s")
            for hours in (1, -1, 24):
                monkeypatch.setattr(time, "time", lambda h=hours: real() + 3600 * h)
                monkeypatch.setattr(
                    time, "time_ns", lambda h=hours: real_ns() + 3600 * h * 1_000_000_000
                )
                seat = sitting.table.playing.to_act[0]
                await callers[seat].act("draw")
                left = sitting.clock.left(time.monotonic())
                assert left is not None
                assert 15 < left <= 20
                await callers[seat].act(callers[seat].legal[0])
            assert {heard["by"] for heard in callers[0].heard if heard["is"] == "play"} == {
                "table",
                "person",
            }
            assert room.log.read(sitting.table.key)

    run(scene())
    print("\n27: jumps of +1, -1 and +24 hours: no time-out")


def test_every_game_is_played_by_bots_at_a_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with open_room(tmp_path / "db") as room:
            for key in GAMES:
                sitting, [ada], _ = await playing(room, 1, seats=3, game=key, clock="20s")
                await until(lambda s=sitting: 0 in s.table.playing.to_act)
                assert ada.legal
                assert ada.sight["asks"]
                assert ada.sight["pad"]["columns"]

    run(scene())


def test_a_circle_without_a_game_greets_without_a_view() -> None:
    opened = Opened("thumbs-up", "1", 2, {}, Settings(), "c")
    circle = Circle(Table("t", opened))
    circle.look()
    assert circle.screen is None
