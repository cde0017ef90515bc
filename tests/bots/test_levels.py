"""Every bot level in every game: what each one does, and that none sees hidden cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from meldroom.bots.levels import LEVELS, OVERLOOKED
from meldroom.bots.master import MasterBot
from meldroom.bots.registry import make_bot
from meldroom.bots.rule_bots import HouseBot, NoviceBot, RandomBot
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.skill import Bot, Lots, Skill
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.games import GAMES
from meldroom.games.companions import skill_of, timing_of
from meldroom.testing.random_games import Setup, seeds
from tests.conformance.tables import EVERY_GAME, EVERY_SETUP
from tests.positions import twin_position

# Not every game has a champion: tests/bots/test_champion.py
EVERY_LEVEL = pytest.mark.parametrize("name", [name for name in LEVELS if name != "champion"])


def weak_bot(game: AnyGame, name: str, seed: bytes) -> Bot:
    """Make a bot; `master` searches only a little here."""
    if name == "master":
        return MasterBot(game, seed, rollouts=12)
    return make_bot(game, name, seed)


def positions(setup: Setup, name: str, seed: bytes, every: int) -> Iterator[AnyState]:
    """Let `house` and the named bot play, and give the state every so many plies."""
    game = setup.game
    state = game.start(setup.options, setup.seats, Rng(seed))
    bots = [make_bot(game, ("house", name)[seat % 2], seed) for seat in range(setup.seats)]
    while acting := game.to_act(state.public):
        if state.ply % every == 0:
            yield state
        seen = view(state, acting[-1])
        state = game.apply(state, acting[-1], bots[acting[-1]].choose(seen, game.legal(seen)))


@EVERY_GAME
def test_a_bot_that_overlooks_things_plays_by_the_skill_of_the_game(game: AnyGame) -> None:
    for name, overlooks in OVERLOOKED.items():
        bot = make_bot(game, name, bytes(SEED_SIZE))
        assert isinstance(bot, NoviceBot)
        assert (bot.skill, bot.timing) == (skill_of(game), timing_of(game))
        assert bot.overlooks == overlooks


@EVERY_LEVEL
@EVERY_GAME
def test_a_bot_chooses_and_thinks_the_same_in_worlds_that_it_cannot_tell_apart(
    game: AnyGame, name: str
) -> None:
    lots = Random(f"peek {game.key}")
    for _ in range(4 if name == "master" else 20):
        worlds = twin_position(game, lots)
        seat, seed = worlds[0].to_act[0], lots.randbytes(SEED_SIZE)
        thoughts = []
        for match in worlds:
            bot: Any = weak_bot(game, name, seed)
            choice = bot.choose(match.view(seat), match.legal(seat))
            assert choice in match.legal(seat)
            playouts = bot.rollouts_played if isinstance(bot, MasterBot) else 0
            thoughts.append((choice, bot.lot.rng.calls, playouts))
        assert thoughts[0] == thoughts[1]


@EVERY_SETUP
def test_house_and_novice_play_every_setup_to_the_end(setup: Setup) -> None:
    setup = setup._replace(options={**skill_of(setup.game).short, **setup.options})
    [seed] = seeds(f"ladder {setup}", 1)
    *_, last = positions(setup, "novice", seed, every=1)
    assert last.ply


@EVERY_GAME
def test_every_level_is_the_same_class_in_every_game(game: AnyGame) -> None:
    seed = bytes(32)
    assert isinstance(make_bot(game, "random", seed), RandomBot)
    assert isinstance(make_bot(game, "novice", seed), NoviceBot)
    assert isinstance(make_bot(game, "house", seed), HouseBot)
    assert isinstance(make_bot(game, "master", seed), MasterBot)


def test_an_unknown_level_is_refused_with_a_list_of_the_levels() -> None:
    game = next(iter(GAMES.values()))
    with pytest.raises(
        ValueError, match="no bot 'oracle'; choose from random, beginner, novice, ho"
    ):
        make_bot(game, "oracle", bytes(32))


@pytest.mark.no_cover  # a measured game takes twice as long
@EVERY_GAME
def test_house_beats_random(game: AnyGame) -> None:
    wins = 0.0
    for seed in seeds(f"strength {game.key}", 3):
        for house in range(2):
            state = game.start(skill_of(game).short, 2, Rng(seed))
            bots = [make_bot(game, "house" if s == house else "random", seed) for s in range(2)]
            while acting := game.to_act(state.public):
                seen = view(state, acting[0])
                action = bots[acting[0]].choose(seen, game.legal(seen))
                state = game.apply(state, acting[0], action)
            result = game.result(state)
            assert result is not None
            wins += (result.places[house] == 1) / len(result.winners)
    assert wins >= 5


def test_the_default_skill_plays_at_random_and_rates_all_seats_alike() -> None:
    game = next(iter(GAMES.values()))
    state = game.start({}, 2, Rng(bytes(32)))
    seen = view(state, game.to_act(state.public)[0])
    legal = game.legal(seen)
    skill: Skill[Any, Any] = Skill()
    lot = Lots(bytes(32))
    assert skill.house(seen, legal, lot) in legal
    assert skill.novice(seen, legal, lot) in legal
    assert skill.candidates(seen, legal, legal[0]) == legal
    assert skill.prospect(state, 0) == 0.5
    assert skill.likely(state, seen) == 1
    assert skill.stage(state.public) is None
