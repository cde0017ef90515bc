"""The Gymnasium environment passes Gymnasium's checker and our own tests."""

from __future__ import annotations

from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)
pytest.importorskip("pettingzoo", reason=missing.RL)

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from meldroom.core.view import view
from meldroom.envs.gymnasium import MeldroomEnv, env_id
from meldroom.envs.pettingzoo import env as make_aec
from meldroom.envs.pettingzoo import parallel_env
from meldroom.games import GAMES, find
from tests.envs.episodes import EVERY_KEY


def play(env: MeldroomEnv, seed: int, limit: int = 20_000) -> list[tuple[Any, ...]]:
    """Play random legal actions, and give the result of every step."""
    observation, _ = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    steps: list[tuple[Any, ...]] = []
    for _ in range(limit):
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        step = env.step(action)
        steps.append(step)
        observation = step[0]
        if step[2] or step[3]:
            break
    return steps


@EVERY_KEY
def test_every_game_is_registered_and_passes_the_checker(key: str) -> None:
    made = gymnasium.make(env_id(key, find(key).rules), disable_env_checker=True)
    check_env(made.unwrapped, skip_render_check=True)


@EVERY_KEY
def test_the_learner_keeps_its_seat_and_sees_only_its_view(key: str) -> None:
    for seat in (0, 1, None):
        env = MeldroomEnv(key, seat=seat)
        steps = play(env, 3, limit=50)
        seats = {info["seat"] for *_, info in steps}
        assert len(seats) == 1
        assert seat is None or seats == {seat}
        *_, info = steps[-1]
        assert info["view"] == view(env.episode.state, info["seat"])
        assert not steps[-1][2] or not steps[-1][0]["action_mask"].any()


@EVERY_KEY
def test_the_learner_is_rewarded_by_its_place_at_the_end(key: str) -> None:
    env = MeldroomEnv(key, 2, max_steps=20_000)
    steps = play(env, 4)
    *_, terminated, truncated, info = steps[-1]
    assert terminated
    assert not truncated
    result = env.episode.game.result(env.episode.state)
    assert result is not None
    earned = sum(step[1] for step in steps)
    assert earned == pytest.approx({1: 1.0, 2: -1.0}[result.places[info["seat"]]] if
                                   len(result.winners) == 1 else 0.0)  # fmt: skip
    with pytest.raises(ValueError, match="reset before the next step"):
        env.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    env = MeldroomEnv("thumbs-up", 3)
    first, again = play(env, 5, limit=80), play(env, 5, limit=80)
    assert [step[4]["view"] for step in first] == [step[4]["view"] for step in again]
    other = play(env, 6, limit=80)
    assert [step[4]["view"] for step in first] != [step[4]["view"] for step in other]


def test_an_illegal_number_is_refused_and_changes_nothing() -> None:
    env = MeldroomEnv("thumbs-up", 3, max_steps=2)
    observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[-1])
    unchanged, reward, terminated, truncated, refused = env.step(illegal)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert refused["refused"].rule in ("R5", "R7", "Q7", "Q20")
    assert refused["view"] == info["view"]
    assert np.array_equal(unchanged["observation"], observation["observation"])
    assert env.step(illegal)[3], "a refused step counts as well"


def test_without_opponents_the_learner_plays_every_seat() -> None:
    env = MeldroomEnv("thumbs-up", 3, opponents=None, reward="round", hands=3)
    steps = play(env, 2)
    assert {info["seat"] for *_, info in steps} == {0, 1, 2}
    rewards = sum(info["rewards"] for *_, info in steps)
    result = env.episode.game.result(env.episode.state)
    assert result is not None
    assert rewards == pytest.approx([score - (600 - score) / 2 for score in result.scores])


@EVERY_KEY
def test_bots_of_the_named_levels_play_the_other_seats(key: str) -> None:
    env = MeldroomEnv(key, 3, opponents=["novice", "house"], seat=1)
    play(env, 1, limit=5)
    assert {seat: type(bot).__name__ for seat, bot in env.bots.items()} == {
        2: "NoviceBot",
        0: "HouseBot",
    }


@pytest.mark.usefixtures("library")
def test_it_is_made_by_the_options_and_plays_compiled_unless_told_not_to() -> None:
    env = MeldroomEnv("scorzo", 2, rounds="up")
    assert (env.episode.options["rounds"], env.compiled) == ("up", True)
    assert not MeldroomEnv("scorzo", 2, compiled=False).compiled


def test_an_impossible_setup_is_refused() -> None:
    with pytest.raises(ValueError, match="a game of 3 needs 2 opponents, not 1"):
        MeldroomEnv("thumbs-up", 3, opponents=["random"])
    with pytest.raises(ValueError, match="there is no bot 'genius'"):
        MeldroomEnv("thumbs-up", 3, opponents="genius")
    with pytest.raises(ValueError, match="there is no seat 3 in a game of 3"):
        MeldroomEnv("thumbs-up", 3, seat=3)


@pytest.mark.parametrize("compiled", [True, False])
def test_before_the_first_reset_the_error_says_to_reset(compiled: bool) -> None:
    learner = MeldroomEnv("thumbs-up", 2, render_mode="ansi", compiled=compiled)
    for ask in (lambda: learner.step(0), learner.action_masks, learner.render):
        with pytest.raises(AttributeError, match="no game yet: reset the environment first"):
            ask()
    aec = make_aec("thumbs-up", 2, compiled=compiled)
    for ask in (lambda: aec.step(0), aec.last):
        with pytest.raises(AttributeError, match="no game yet: reset the environment first"):
            ask()
    with pytest.raises(AttributeError, match="no game yet: reset the environment first"):
        parallel_env("thumbs-up", 2, compiled=compiled).step({"player_0": 0})
    with pytest.raises(AttributeError, match="no attribute 'seet'"):
        assert learner.seet


def test_a_parallel_step_without_the_action_of_the_seat_to_act_is_refused() -> None:
    together = parallel_env("victor-or-victim", 2)
    together.reset(seed=1)
    actor = f"player_{together.episode.seat}"
    with pytest.raises(ValueError, match=f"{actor} is to act, and there is no action of {actor}"):
        together.step({})
    together.max_cycles = 1
    together.step({actor: int(together._observations()[actor]["action_mask"].argmax())})
    with pytest.raises(ValueError, match="the game is over: reset before the next step"):
        together.step({actor: 0})


def test_a_render_mode_that_shows_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no render mode 'human'; choose from ansi, rgb_array"):
        MeldroomEnv("thumbs-up", 2, render_mode="human")
    with pytest.raises(ValueError, match="no render mode 'human'; choose from ansi, rgb_array"):
        make_aec("thumbs-up", 2, render_mode="human")


def test_the_learner_sees_its_own_hand_rendered_and_no_other() -> None:
    env = MeldroomEnv("thumbs-up", 2, render_mode="ansi")
    env.reset(seed=1)
    drawn = str(env.render())
    assert "pool: ?? ??" in drawn
    rack = next(
        zone for zone in env.episode.view(env.seat).zones if zone.label == f"rack{env.seat}"
    )
    assert f"rack{env.seat}: {env.episode.game.deck.text(rack.cards)}" in drawn
    assert f"rack{1 - env.seat}: ?? ?? ?? ?? ??" in drawn
    assert MeldroomEnv("thumbs-up", 2).render() is None
    assert all(env_id(key, game.rules) in gymnasium.registry for key, game in GAMES.items())
