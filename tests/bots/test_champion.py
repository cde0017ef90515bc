"""`champion`: plays what its network rates best, the same in Python and compiled."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from meldroom.arena.contest import Contest, lineups, play_game
from meldroom.bots import champion, registry
from meldroom.bots.champion import (
    ChampionBot,
    Policy,
    champion_files,
    champion_path,
    champion_policy,
    is_champion,
)
from meldroom.bots.descriptions import described_bots
from meldroom.bots.levels import levels_of
from meldroom.bots.master import ROLLOUTS_PER_DECISION, MasterBot
from meldroom.bots.registry import bot_names, check_bot_name, check_installed, make_bot
from meldroom.bots.rows import action_count, has_row, legal_actions, row, row_size
from meldroom.bots.simulation import compiled_policies
from meldroom.bots.weights import Weights, WeightsError, as_layer, read_weights, write_weights
from meldroom.core.game import AnyGame, full_options
from meldroom.core.rng import Rng
from meldroom.core.state import AnyState
from meldroom.core.view import resample, view
from meldroom.fast.network import plays_by_network
from meldroom.games import GAMES, find
from meldroom.games.companions import skill_of
from meldroom.testing.random_games import Setup, random_game, seeds, setups
from tests.bots.test_network import ORIGIN, random_weights
from tests.conftest import Figure
from tests.levels import as_long

LEARNERS = [game for game in GAMES.values() if has_row(game)]
EVERY_LEARNER = pytest.mark.parametrize("game", LEARNERS, ids=lambda game: game.key)
GAME = LEARNERS[0]


def tiny_weights(game: AnyGame, version: int = 1, hidden: int = 24) -> Weights:
    """Make random weights that fit a game."""
    sizes = row_size(game), hidden, hidden // 2, action_count(game)
    weights = random_weights(sizes, Random(f"{game.key} {version}"), game.key)
    return weights._replace(version=version)


def written(folder: Path, game: AnyGame, version: int = 1, name: str = "some.weights") -> Path:
    """Write such weights into a folder."""
    write_weights(folder / name, tiny_weights(game, version))
    return folder / name


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let one game have weights of version 2, and those of version 1 beside them."""
    written(tmp_path, GAME, 2, "champion.weights")
    written(tmp_path, GAME, 1, "champion-1.weights")

    def folder_of(game: AnyGame) -> Path:
        return tmp_path if game is GAME else tmp_path / "none"

    monkeypatch.setattr(champion, "folder_of", folder_of)
    return tmp_path


def decisions(setup: Setup, seed: bytes, many: int) -> list[tuple[AnyState, int]]:
    """Give about so many states of a random game in which a seat has a choice, with the seat."""
    game = setup.game
    found = [
        (state, seat)
        for state in (ply.before for ply in random_game(setup, seed, 300))
        for seat in game.to_act(state.public)
        if len(game.legal(view(state, seat))) > 1
    ]
    return found[:: max(1, len(found) // many)]


@EVERY_LEARNER
def test_it_plays_the_legal_action_that_its_network_rates_best(
    game: AnyGame, tmp_path: Path
) -> None:
    policy = Policy(game, written(tmp_path, game))
    [seed] = seeds(f"champion {game.key}", 1)
    asked = 0
    for state, seat in decisions(Setup(game, 2, {}), seed, 40):
        seen = view(state, seat)
        legal, ratings = legal_actions(game, seen), policy.network.rate(row(game, seen))
        best = max(ratings[number] for number in legal)
        numbers = {action: number for number, action in legal.items()}
        chosen = numbers[policy.choose(seen)]
        assert ratings[chosen] == best
        assert chosen == min(number for number in legal if ratings[number] == best)
        rated = policy.rated_actions(seen)
        assert rated[0] == (policy.choose(seen), best)
        ranks = [(-rating, numbers[action]) for action, rating in rated]
        assert ranks == sorted((-ratings[number], number) for number in legal)
        asked += 1
    assert asked


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("games", [1, as_long(10)])
@EVERY_LEARNER
def test_the_compiled_champion_chooses_as_the_one_in_python(
    game: AnyGame, games: int, tmp_path: Path, figure: Figure, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy, plain = (Policy(game, written(tmp_path, game)) for _ in range(2))
    assert policy.compiled is not None
    monkeypatch.setattr(champion, "plays_by_network", lambda game: False)
    assert plain.compiled is None
    compared = 0
    for setup in setups(game):
        for seed in seeds(f"champion {setup}", games):
            for state, seat in decisions(setup, seed, 8 * games):
                seen = view(state, seat)
                assert policy.choose(seen) == plain.choose(seen)
                compared += 1
    figure(f"champion {game.key}: {compared} decisions, 0 differences")


@EVERY_LEARNER
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_choice_and_the_same_ratings(
    game: AnyGame, tmp_path: Path
) -> None:
    policy = Policy(game, written(tmp_path, game))
    asked = 0
    for setup in setups(game):
        for seed in seeds(f"leak {setup}", 1):
            for state, seat in decisions(setup, seed, 6):
                seen = view(state, seat)
                pack = game.deck.pack_for(state.seats)
                there = view(resample(seen, pack, Rng(seed, state.ply)), seat)
                assert policy.rate(there) == policy.rate(seen)
                assert policy.choose(there) == policy.choose(seen)
                asked += 1
    assert asked > 20


@pytest.mark.usefixtures("library")
@EVERY_LEARNER
def test_a_compiled_game_is_the_one_that_the_bots_play_in_python(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = written(tmp_path, game), written(tmp_path, game, 2, "other.weights")
    names = f"champion@{first}", "house", f"champion@{second}"
    options = full_options(game, skill_of(game).short)
    contest = Contest(game.key, (options,), lineups(game, names, 3), 1, bytes(32), None)
    assert compiled_policies(game, names) is not None
    compiled = [play_game(contest, number) for number in range(contest.games)]
    monkeypatch.setattr("meldroom.arena.contest.compiled_policies", lambda game, names: None)
    assert [play_game(contest, number) for number in range(contest.games)] == compiled


@EVERY_LEARNER
def test_a_game_with_a_champion_in_it_is_compiled_where_the_library_is(
    game: AnyGame, tmp_path: Path
) -> None:
    path = written(tmp_path, game)
    compiled = compiled_policies(game, [f"champion@{path}", "house"]) is not None
    assert compiled == plays_by_network(game)
    assert compiled_policies(game, [f"champion@{path}", "novice"]) is None


def test_the_newest_version_is_the_champion_and_older_ones_are_named(shipped: Path) -> None:
    assert list(champion_files(GAME)) == [1, 2]
    assert champion_path(GAME, "champion").name == "champion.weights"
    assert champion_path(GAME, "champion@2").name == "champion.weights"
    assert champion_path(GAME, "champion@1").name == "champion-1.weights"
    one, two = (make_bot(GAME, name, bytes(32)) for name in ("champion@1", "champion"))
    assert isinstance(one, ChampionBot)
    assert isinstance(two, ChampionBot)
    assert (one.policy.weights.version, two.policy.weights.version) == (1, 2)
    with pytest.raises(ValueError, match=r"there is no champion@3 .*; its versions are 1, 2"):
        make_bot(GAME, "champion@3", bytes(32))


def test_weights_that_are_replaced_are_read_again(tmp_path: Path) -> None:
    path = written(tmp_path, GAME, name="some@home.weights")
    before = champion_policy(GAME, f"champion@{path}")
    assert champion_policy(GAME, f"champion@{path}") is before
    written(tmp_path, GAME, 2, path.name)
    os.utime(path, ns=(0, 0))
    assert champion_policy(GAME, f"champion@{path}").weights.version == 2


def test_master_asks_the_champion_of_its_game(shipped: Path) -> None:
    other = next(game for game in GAMES.values() if game is not GAME)
    clock = iter([0.0]).__next__
    master, without = (make_bot(game, "master", bytes(32), clock) for game in (GAME, other))
    assert isinstance(master, MasterBot)
    assert isinstance(without, MasterBot)
    assert master.champion is champion_policy(GAME)
    assert without.champion is None
    for bot in (master, without):
        assert (bot.clock, bot.rollouts) == (clock, ROLLOUTS_PER_DECISION)


def test_only_a_game_with_weights_offers_a_champion(shipped: Path) -> None:
    other = next(game for game in GAMES.values() if game is not GAME)
    assert "champion" in levels_of(GAME)
    assert "champion" in bot_names()
    assert "champion" not in bot_names(other)
    check_installed("champion", GAME)
    with pytest.raises(ValueError, match="there is no bot 'champion'; choose from random, "):
        check_installed("champion", other)
    with pytest.raises(ValueError, match=r"choose from random, beginner, novice, house, master$"):
        check_bot_name(other, "nobody")
    with pytest.raises(ValueError, match=f"there is no champion of {other.name}"):
        make_bot(other, "champion", bytes(32))
    told = {bot["name"]: bot for bot in described_bots()}
    assert told["champion"]["games"] == [GAME.key]
    assert "games" not in told["house"]


def test_a_client_can_name_neither_a_version_nor_a_file(shipped: Path) -> None:
    for name in ("champion@1", f"champion@{shipped / 'champion.weights'}"):
        check_bot_name(GAME, name)
        with pytest.raises(ValueError, match="there is no bot"):
            check_installed(name, GAME)
        assert is_champion(name)
        assert not registry.may_be_slow(name)


def test_a_game_without_rows_has_no_champion(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert champion_files(GAME)
    monkeypatch.setattr(champion, "has_row", lambda game: False)
    assert champion_files(GAME) == {}
    with pytest.raises(ValueError, match="there is no champion of"):
        champion_path(GAME, "champion")


def test_weights_of_another_game_or_row_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, GAME)
    weights = read_weights(path)
    layers = (as_layer([0.0] * weights.actions, [0.0] * weights.actions),)
    small = Weights(GAME.key, 1, (1, weights.actions), ORIGIN, layers)
    for wrong in (weights._replace(game="other"), small):
        write_weights(path, wrong)
        with pytest.raises(WeightsError, match=r"does not fit"):
            make_bot(GAME, f"champion@{path}", bytes(32))
    with pytest.raises(ValueError, match="there is no weights file"):
        make_bot(GAME, "champion@nowhere/x.weights", bytes(32))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_weights_that_are_shipped_fit_their_game_and_are_small(game: AnyGame) -> None:
    for version, path in champion_files(game).items():
        assert Policy(find(game.key), path).weights.version == version
        assert path.stat().st_size <= 2.5e6
