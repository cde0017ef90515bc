"""Playouts by the library against those by the referee: the same worlds, rollouts and ratings."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.bots.master import MasterBot
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import resample, view
from meldroom.fast import playouts, rollouts
from meldroom.fast.layout import games_with_twins
from meldroom.fast.pack import packed
from meldroom.fast.rollouts import POLICIES, compiled, python_playouts
from meldroom.games.companions import skill_of
from tests.conftest import Figure
from tests.fast.test_worlds import positions
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
CLOSE = 1e-9  # what rounding may change

pytestmark = pytest.mark.usefixtures("library")


@GAMES
@pytest.mark.parametrize("many", [20, as_long(5_000)])
def test_a_twin_rates_positions_as_the_skill_of_the_game(
    game: AnyGame, many: int, figure: Figure
) -> None:
    lots, skill = Random(f"{game.key} ratings"), skill_of(game)
    stages: dict[int, object] = {}
    furthest = 0.0
    for twin, state, seen in positions(game, lots, many):
        seat = seen.seat
        assert seat is not None
        world = resample(seen, game.deck.pack_for(seen.seats), Rng(lots.randbytes(SEED_SIZE)))
        twin.load(packed(game, world))
        prospect, likely, stage = twin.rate(seat)
        furthest = max(furthest, abs(prospect - skill.prospect(world, seat)))
        assert furthest < CLOSE
        assert likely == pytest.approx(skill.likely(world, seen), rel=CLOSE)
        assert stages.setdefault(stage, skill.stage(state.public)) == skill.stage(state.public)
    assert len(set(stages.values())) == len(stages), "a stage has one number"
    figure(f"prospect {game.key}: {many} positions, at most {furthest:.1e} apart")


@GAMES
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("many", [2, as_long(200)])
def test_playouts_by_the_library_give_what_those_by_the_referee_give(
    game: AnyGame, policy: str, many: int
) -> None:
    assert compiled(game, policy)
    lots, skill = Random(f"{game.key} {policy}"), skill_of(game)
    for _, state, seen in positions(game, lots, many):
        legal = game.legal(view(state, seen.seat))
        candidates = lots.sample(list(legal), min(3, len(legal)))
        horizon, first = lots.choice((3, 12, 100)), lots.choice((0, 7))
        search = seen, 2, policy, candidates, horizon, lots.randbytes(SEED_SIZE)
        fast = playouts(game, *search, first=first)
        slow = python_playouts(game, skill, *search, first=first)
        assert (fast.worlds, fast.rollouts, fast.plies) == (2, 2 * len(candidates), slow.plies)
        assert fast.sums == pytest.approx(slow.sums, abs=CLOSE)
        assert fast.squares == pytest.approx(slow.squares, abs=CLOSE)
        assert fast.lead_squares == pytest.approx(slow.lead_squares, abs=CLOSE)


@GAMES
def test_the_fast_generator_rates_the_same_action_alike_in_the_long_run(game: AnyGame) -> None:
    lots = Random(f"{game.key} long run")
    for _, state, seen in positions(game, lots, 2):
        action = lots.choice(list(game.legal(view(state, seen.seat))))
        search = seen, 500, "random", [action, action], 20
        exact = playouts(game, *search, lots.randbytes(SEED_SIZE))
        fast = playouts(game, *search, lots.randbytes(SEED_SIZE), exact=False)
        assert fast.sums[0] == fast.sums[1], "the same action has the same luck"
        assert fast.lead_squares == (0.0, 0.0)
        means = [played.sums[0] / played.worlds for played in (exact, fast)]
        variance = exact.squares[0] / exact.worlds - means[0] ** 2
        assert abs(means[0] - means[1]) <= 5 * (2 * variance / exact.worlds) ** 0.5 + CLOSE


def test_where_there_is_a_library_the_referee_plays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rollouts, "python_playouts", None)
    game = games_with_twins()[0]
    _, _, seen = next(positions(game, Random("no referee"), 1))
    [action, *_] = game.legal(seen)
    assert playouts(game, seen, 3, "house", [action], 1, bytes(SEED_SIZE)).rollouts == 3


def test_without_a_library_the_referee_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games_with_twins()[0]
    _, _, seen = next(positions(game, Random("no library"), 1))
    search = seen, 3, "house", game.legal(seen)[:2], 12, bytes(SEED_SIZE)
    expected = python_playouts(game, skill_of(game), *search, first=5)
    monkeypatch.setattr(rollouts, "bound", lambda *_: None)
    assert playouts(game, *search, first=5) == expected


def test_a_policy_that_is_not_known_is_refused() -> None:
    game = games_with_twins()[0]
    _, _, seen = next(positions(game, Random("refused"), 1))
    with pytest.raises(ValueError, match="random or house"):
        playouts(game, seen, 1, "nobody", game.legal(seen), 1, bytes(SEED_SIZE))


@GAMES
def test_master_chooses_the_same_with_and_without_the_library(game: AnyGame) -> None:
    lots = Random(f"{game.key} master")
    fast, slow = (MasterBot(game, bytes(SEED_SIZE), rollouts=12) for _ in range(2))
    slow.skill = type(slow.skill)()  # not the one that is compiled
    for _, state, seen in positions(game, lots, 6):
        legal = game.legal(view(state, seen.seat))
        assert fast.choose(seen, legal) == slow.choose(seen, legal)
        assert fast.rollouts_played == slow.rollouts_played
    assert fast.rollouts_played > 0
