"""Illegal actions are refused with a rule and change nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from meldroom.core.action import Action
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, Refusal
from meldroom.core.view import view
from meldroom.games.companions import conformance_of
from meldroom.match.match import Match
from meldroom.testing.random_games import Setup, seeds
from tests.conformance.tables import EVERY_GAME
from tests.conftest import Figure
from tests.server.local_room import UNLIMITED, local_server
from tests.server.random_players import open_tables
from tests.server.socket_client import connected, give_shares, receive, send
from tests.server.test_faults_network import started_table

FEW_OR_ALL = pytest.mark.parametrize
MAX_SPELLED = 400  # of the actions that have no number of their own


def state_hash(match: Match) -> str:
    """Hash the whole state."""
    return sha256(repr(match.state).encode()).hexdigest()


def sample_actions(match: Match, seat: int, random: Random) -> Iterator[Action]:
    """Give every action that has a number, and a wide sample of those that are spelled."""
    whole = encoding_of(match.game).whole
    yield from whole
    spelled = [
        action
        for action in conformance_of(match.game).candidates(view(match.state, seat))
        if type(action) not in {type(other) for other in whole}
    ]
    yield from random.sample(spelled, min(MAX_SPELLED, len(spelled)))


def count_refusals(match: Match, seat: int, actions: Iterable[Action]) -> int:
    """Try all that is not legal and count it; each must be refused by a rule and change nothing."""
    legal = {match.game.text(action) for action in match.legal(seat)}
    before, moves, count = state_hash(match), list(match.moves), 0
    for text in {match.game.text(action) for action in actions} - legal:
        with pytest.raises(Refusal) as refusal:
            match.play(seat, text)
        assert refusal.value.violation.rule
        count += 1
    assert (state_hash(match), match.moves) == (before, moves)
    return count


def play_randomly(match: Match, moves: int, random: Random) -> None:
    """Play random moves."""
    for _ in range(moves):
        if match.to_act:
            seat = random.choice(match.to_act)
            match.play(seat, random.choice(match.legal(seat)))


@FEW_OR_ALL(
    ("games", "stops"), [(1, 6), pytest.param(20, 40, marks=pytest.mark.slow)], ids=["few", "all"]
)
@EVERY_GAME
def test_20_every_action_that_is_not_legal_is_refused_and_changes_nothing(
    game: AnyGame, games: int, stops: int, figure: Figure
) -> None:
    acting = waiting = over = 0
    for number, seed in enumerate(seeds(f"illegal {game.key}", games)):
        setup = Setup(game, game.players[number % len(game.players)], {})
        random = Random(seed)
        match = started_table(setup, seed).current_match
        for _ in range(stops):
            for seat in range(setup.seats):
                refused = count_refusals(match, seat, sample_actions(match, seat, random))
                if seat in match.to_act:
                    acting += refused
                else:
                    waiting += refused
            play_randomly(match, random.randrange(1, 8), random)
        while match.to_act:
            play_randomly(match, 100, random)
        for seat in range(setup.seats):
            over += count_refusals(match, seat, sample_actions(match, seat, random))
    assert min(acting, waiting, over) > 20
    figure(
        f"20: {game.key}: {acting} illegal, {waiting} out of turn and {over} actions after the end"
        " refused, no state changed"
    )


@FEW_OR_ALL("stops", [2, pytest.param(20, marks=pytest.mark.slow)])
@EVERY_GAME
def test_20_every_action_that_is_not_legal_is_refused_over_a_websocket_too(
    game: AnyGame, tmp_path: Path, stops: int, figure: Figure
) -> None:
    async def scenario() -> int:
        refused = 0
        random = Random(game.key)
        texts = [game.text(action) for action in encoding_of(game).whole]
        async with local_server(tmp_path / "db", UNLIMITED) as origin:
            places = [player.place for player in await open_tables(origin, 1, game=game.key)]
            async with (
                connected(origin, places[0]) as first,
                connected(origin, places[1]) as second,
            ):
                sockets = [first, second]
                await give_shares(*sockets)
                plays = [await receive(socket, "play") for socket in sockets]
                for stop in range(stops):
                    for seat, socket in enumerate(sockets):
                        legal = {form["text"] for form in plays[seat]["legal"]}
                        wrong = sorted({*texts, "fly"} - legal)
                        for text in random.sample(wrong, min(30, len(wrong))):
                            await send(socket, "act", id=f"w{refused}", texts=[text])
                            assert (await receive(socket, "refusal"))["id"] == f"w{refused}"
                            refused += 1
                    mover = plays[0]["to_act"][0]
                    text = random.choice(plays[mover]["legal"])["text"]
                    ply = plays[mover]["ply"]
                    await send(sockets[mover], "act", id=f"m{stop}", texts=[text], ply=ply)
                    plays = [await receive(socket, "play") for socket in sockets]
                    assert [play["ply"] for play in plays] == [stop + 1] * 2
                    if not plays[0]["to_act"]:
                        break
        return refused

    refused = asyncio.run(scenario())
    figure(f"20: {game.key}: {refused} refused over a websocket, the game stayed as it was")


async def test_20_nobody_acts_for_another_seat(origin: str) -> None:
    places = [player.place for player in await open_tables(origin, 1)]
    async with (
        connected(origin, places[0]) as first,
        connected(origin, places[1]) as second,
    ):
        await give_shares(first, second)
        play = await receive(first, "play")
        idle = (second, first)[play["to_act"][0]]
        await send(idle, "act", id="1", texts=["draw"])
        assert (await receive(idle, "refusal"))["rule"] == "X-1"
        await send(idle, "act", id="2", texts=["draw"], seat=play["to_act"][0])
        assert (await receive(idle, "refusal"))["rule"] == "P-1"
