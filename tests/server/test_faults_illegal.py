"""Illegal actions: refused with a rule, and everything stays as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from meldroom.core.action import Action
from meldroom.core.game import Game, Refusal
from meldroom.core.view import view
from meldroom.envs.encoding import encoding_of
from meldroom.match.match import Match
from meldroom.server.ws.connection import Limits
from tests.conformance.tables import EVERY_GAME, Setup
from tests.conformance.trials import seeds
from tests.conftest import Figure
from tests.server.house import run, served
from tests.server.people import sit_down
from tests.server.test_faults_line import dealt
from tests.server.wire import at, hear, say

FEW_OR_ALL = pytest.mark.parametrize
SPELLED = 400  # a sample of the actions that have no number of their own


def hashed(match: Match) -> str:
    """Hash all that there is of a state."""
    return sha256(repr(match.state).encode()).hexdigest()


def writable(match: Match, seat: int, chance: Random) -> Iterator[Action]:
    """Give every action that has a number, and a wide sample of those that are spelled."""
    whole = encoding_of(match.game).whole
    yield from whole
    spelled = [
        action
        for action in match.game.candidates(view(match.state, seat))
        if type(action) not in {type(other) for other in whole}
    ]
    yield from chance.sample(spelled, min(SPELLED, len(spelled)))


def refusals(match: Match, seat: int, actions: Iterable[Action]) -> int:
    """Try what is not legal; gives how much was refused, each with a rule and without a trace."""
    legal = {match.game.text(action) for action in match.legal(seat)}
    before, moves, many = hashed(match), list(match.moves), 0
    for text in {match.game.text(action) for action in actions} - legal:
        with pytest.raises(Refusal) as refusal:
            match.play(seat, text)
        assert refusal.value.violation.rule
        many += 1
    assert (hashed(match), match.moves) == (before, moves)
    return many


def after_random_moves(match: Match, many: int, chance: Random) -> None:
    """Play on at random."""
    for _ in range(many):
        if match.to_act:
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))


@FEW_OR_ALL(
    ("games", "stops"), [(1, 6), pytest.param(20, 40, marks=pytest.mark.slow)], ids=["few", "all"]
)
@EVERY_GAME
def test_20_every_action_that_is_not_legal_is_refused_and_changes_nothing(
    game: Game[Any], games: int, stops: int, figure: Figure
) -> None:
    acting = waiting = over = 0
    for number, seed in enumerate(seeds(f"illegal {game.key}", games)):
        setup = Setup(game, game.players[number % len(game.players)], {})
        chance = Random(seed)
        match = dealt(setup, seed).playing
        for _ in range(stops):
            for seat in range(setup.seats):
                refused = refusals(match, seat, writable(match, seat, chance))
                if seat in match.to_act:
                    acting += refused
                else:
                    waiting += refused
            after_random_moves(match, chance.randrange(1, 8), chance)
        while match.to_act:
            after_random_moves(match, 100, chance)
        for seat in range(setup.seats):
            over += refusals(match, seat, writable(match, seat, chance))
    assert min(acting, waiting, over) > 20
    figure(
        f"20: {game.key}: {acting} illegal, {waiting} out of turn and {over} actions after the end"
        " refused, no state changed"
    )


@FEW_OR_ALL("stops", [2, pytest.param(20, marks=pytest.mark.slow)])
@EVERY_GAME
def test_20_what_is_not_legal_is_refused_over_the_wire_too(
    game: Game[Any], tmp_path: Path, stops: int, figure: Figure
) -> None:
    async def scene() -> int:
        refused = 0
        chance = Random(game.key)
        texts = [game.text(action) for action in encoding_of(game).whole]
        async with served(tmp_path / "db", Limits(1e9, 1)) as origin:
            places = [player.place for player in await sit_down(origin, 1, game=game.key)]
            async with at(origin, places[0]) as first, at(origin, places[1]) as second:
                sockets = [first, second]
                for socket in sockets:
                    await say(socket, "give", share="00" * 16)
                plays = [await hear(socket, "play") for socket in sockets]
                for stop in range(stops):
                    for seat, socket in enumerate(sockets):
                        legal = {form["text"] for form in plays[seat]["legal"]}
                        wrong = sorted({*texts, "fly"} - legal)
                        for text in chance.sample(wrong, min(30, len(wrong))):
                            await say(socket, "act", id=f"w{refused}", texts=[text])
                            assert (await hear(socket, "refusal"))["id"] == f"w{refused}"
                            refused += 1
                    mover = plays[0]["to_act"][0]
                    text = chance.choice(plays[mover]["legal"])["text"]
                    ply = plays[mover]["ply"]
                    await say(sockets[mover], "act", id=f"m{stop}", texts=[text], ply=ply)
                    plays = [await hear(socket, "play") for socket in sockets]
                    assert [play["ply"] for play in plays] == [stop + 1] * 2
                    if not plays[0]["to_act"]:
                        break
        return refused

    figure(f"20: {game.key}: {run(scene(), 300)} refused over the wire, the game stayed as it was")


def test_20_nobody_acts_for_another_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path / "db") as origin:
            places = [player.place for player in await sit_down(origin, 1)]
            async with at(origin, places[0]) as first, at(origin, places[1]) as second:
                for socket in (first, second):
                    await say(socket, "give", share="00" * 16)
                play = await hear(first, "play")
                idle = (second, first)[play["to_act"][0]]
                await say(idle, "act", id="1", texts=["draw"])
                assert (await hear(idle, "refusal"))["rule"] == "X-1"
                await say(idle, "act", id="2", texts=["draw"], seat=play["to_act"][0])
                assert (await hear(idle, "refusal"))["rule"] == "P-1"

    run(scene())
