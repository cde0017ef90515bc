"""Whole games by compiled policies: the same records, byte for byte, as bots in Python play."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.arena import contest as arena
from meldroom.arena.contest import Contest, play_game
from meldroom.bots import simulation
from meldroom.bots.simulation import simulated_games
from meldroom.core.codec import canonical
from meldroom.core.game import AnyGame
from meldroom.core.options import Setting, offered
from meldroom.core.record import replay
from meldroom.core.rng import SEED_SIZE
from meldroom.fast import bulk_games, games, plays
from meldroom.fast.layout import games_with_twins
from meldroom.games import find
from meldroom.match.simulation import seeds_of_game
from tests.conftest import Figure
from tests.levels import as_long

BOTS = ("random", "house")
GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)

pytestmark = pytest.mark.usefixtures("library")


def by_lot(game: AnyGame, lots: Random) -> tuple[dict[str, Setting], list[str]]:
    """Choose options and a compiled bot for every seat."""
    options = {name: lots.choice(values) for name, values in offered(game.options).items()}
    assert plays(game, BOTS)
    return options, [lots.choice(BOTS) for _ in range(lots.choice(game.players))]


@GAMES
@pytest.mark.parametrize("many", [2, as_long(200)])
def test_simulated_games_are_the_same_with_and_without_the_library(
    game: AnyGame, many: int, figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    lots, moves = Random(f"{game.key} simulated"), 0
    for _ in range(many):
        options, bots = by_lot(game, lots)
        run = game, options, bots, lots.randbytes(SEED_SIZE), [lots.randrange(100)]
        [fast] = simulated_games(*run)
        with monkeypatch.context() as patch:
            patch.setattr(simulation, "plays", lambda *_: False)
            [slow] = simulated_games(*run)
        assert canonical(fast) == canonical(slow)
        moves += len(fast["moves"])
    figure(f"whole games {game.key}: {many} records of {moves} moves, byte for byte the same")


@GAMES
def test_a_contest_is_the_same_with_and_without_the_library(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, bots = by_lot(game, Random(f"{game.key} contest"))
    contest = Contest(game.key, (options,), (tuple(bots),), 1, bytes(SEED_SIZE), None)
    outcome, record = play_game(contest, 0)
    monkeypatch.setattr(arena, "compiled_policies", lambda *_: None)
    slow_outcome, slow_record = play_game(contest, 0)
    assert (outcome, canonical(record)) == (slow_outcome, canonical(slow_record))


def test_a_game_of_more_plies_than_expected_is_played_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find("victor-or-victim")
    seeds = [seeds_of_game(bytes(SEED_SIZE), number, 2) for number in range(2)]
    expected = list(games(game, {}, ["random", "random"], seeds))
    monkeypatch.setattr("meldroom.fast.whole_games.USUAL_PLIES", 10)
    assert list(games(game, {}, ["random", "random"], seeds)) == expected
    record = expected[0].record(game, {}, ["Ada", "Bruno"])
    assert len(list(replay(record, find))) == len(expected[0].moves) + 1


def test_a_bot_that_is_not_compiled_is_refused() -> None:
    game = find("victor-or-victim")
    assert not plays(game, ["random", "master"])
    with pytest.raises(RuntimeError, match="random, master"):
        next(games(game, {}, ["random", "master"], []))


@GAMES
@pytest.mark.parametrize("policy", BOTS)
def test_games_in_bulk_follow_from_the_seed_and_somebody_wins_each(
    game: AnyGame, policy: str
) -> None:
    seats = game.players[-1]
    steps, wins = bulk_games(game, {}, seats, 20, 1, policy)
    assert steps > 20
    assert len(wins) == seats
    assert sum(wins) >= 20
    assert bulk_games(game, {}, seats, 20, 1, policy) == (steps, wins)
    assert bulk_games(game, {}, seats, 20, 2, policy) != (steps, wins)
    with pytest.raises(RuntimeError, match=f"master is not compiled for {game.name}"):
        bulk_games(game, {}, seats, 1, 1, "master")
