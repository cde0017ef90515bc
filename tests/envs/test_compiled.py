"""Single environments give the same whether the compiled twin or the referee plays."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)
pytest.importorskip("pettingzoo", reason=missing.RL)

import numpy as np

from meldroom.core.view import view
from meldroom.envs.compiled import CompiledEpisode, LazyInfo
from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.pettingzoo import env, parallel_env
from meldroom.fast.rollouts import compiled
from meldroom.games import GAMES
from tests.envs.episodes import EVERY_KEY, shortest

pytestmark = pytest.mark.usefixtures("library")


def assert_equal(one: Any, other: Any) -> None:
    """Compare what a step gave, arrays to the last bit."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_equal(one[key], other[key])
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.tobytes()) == (other.dtype, other.tobytes())
    elif isinstance(one, tuple) and not hasattr(one, "_fields"):
        assert len(one) == len(other)
        for pair in zip(one, other, strict=True):
            assert_equal(*pair)
    else:
        assert one == other


def number_for(rng: np.random.Generator, mask: Any) -> int:
    """Choose a legal number, and now and then any."""
    if rng.random() < 0.05:
        return int(rng.integers(len(mask)))
    return int(rng.choice(np.flatnonzero(mask)))


@EVERY_KEY
def test_pettingzoo_gives_the_same_from_both(key: str) -> None:
    setup: dict[str, Any] = {"reward": "round", "max_cycles": 60, **shortest(key)}
    both = [env(key, 3, compiled=compiled, **setup) for compiled in (True, False)]
    assert isinstance(both[0].episode, CompiledEpisode)
    rng = np.random.default_rng(1)
    for seed in (5, None):
        if seed is None:
            both[1].episode.rng = both[0].episode.rng
        for each in both:
            each.reset(seed=seed)
        while both[0].agents:
            assert_equal(both[0].last(), both[1].last())
            assert both[0].agent_selection == both[1].agent_selection
            for agent in both[0].agents:
                assert_equal(both[0].observe(agent), both[1].observe(agent))
            observation, _, terminated, truncated, _ = both[0].last()
            over = terminated or truncated
            number = None if over else number_for(rng, observation["action_mask"])
            for each in both:
                each.step(number)


@EVERY_KEY
def test_the_parallel_environment_gives_the_same_from_both(key: str) -> None:
    both = [parallel_env(key, 2, compiled=compiled) for compiled in (True, False)]
    observations: list[Any] = [each.reset(seed=2) for each in both]
    rng = np.random.default_rng(2)
    for _ in range(40):
        assert_equal(*observations)
        masks = {agent: each["action_mask"] for agent, each in observations[0][0].items()}
        actions = {a: number_for(rng, mask) if mask.any() else 0 for a, mask in masks.items()}
        observations = [each.step(actions) for each in both]
        if not both[0].agents:
            break


@EVERY_KEY
@pytest.mark.parametrize("opponents", [None, "random", "house"])
def test_gymnasium_gives_the_same_from_both(key: str, opponents: str | None) -> None:
    both = [
        MeldroomEnv(key, 3, opponents=opponents, max_steps=50, compiled=compiled, **shortest(key))
        for compiled in (True, False)
    ]
    assert both[0].compiled == (opponents != "house" or compiled(GAMES[key], "house"))
    rng = np.random.default_rng(3)
    for seed in (7, None):
        given = [each.reset(seed=seed) for each in both]
        assert_equal(*given)
        over = False
        while not over:
            number = number_for(rng, given[0][0]["action_mask"])
            steps = [each.step(number) for each in both]
            assert_equal(*steps)
            given = [(step[0], step[4]) for step in steps]
            over = steps[0][2] or steps[0][3]


def test_an_info_that_was_kept_has_the_view_of_its_time() -> None:
    aec = env("thumbs-up", 2)
    aec.reset(seed=1)
    kept = []
    for _ in range(20):
        observation, _, _, _, info = aec.last()
        kept.append((info, view(aec.episode.referee.state, aec.episode.seat)))
        aec.step(int(observation["action_mask"].argmax()))
    aec.reset()
    for info, expected in [*kept[::3], *reversed(kept)]:
        assert info["view"] == expected


def test_an_info_is_a_dict_whose_view_is_made_once() -> None:
    made = []

    def make() -> Any:
        made.append(1)
        return "view"

    def info() -> LazyInfo:
        lazy = LazyInfo(make)
        lazy["seat"] = 2
        return lazy

    assert info()["seat"] == 2
    assert len(info()) == 2
    copied = deepcopy(info())
    assert copied["seat"] == 2
    assert not made, "Stable-Baselines3 copies the info of every step"
    assert copied == {"view": "view", "seat": 2} == deepcopy(copied)
    whole = {"view": "view", "seat": 2}
    for same in (dict(info()), copy(info()), info().copy(), {**info()}, dict(info().items())):
        assert same == whole
    for equal in (pickle.loads(pickle.dumps(info())), info() | {}, {} | info()):
        assert equal == whole
    assert info() == whole
    assert info() != {}
    assert repr(info()) == repr(whole)
    assert (info().get("view"), info().get("seat"), info().get("none", 3)) == ("view", 2, 3)
    made.clear()
    one = info()
    assert (one["view"], one["view"], one.pop("view")) == ("view",) * 3
    assert len(made) == 1


def test_a_copy_goes_on_as_the_original() -> None:
    episode = CompiledEpisode("thumbs-up", 3)
    again = pickle.loads(pickle.dumps(episode))
    for each in (episode, again):
        each.deal()
    for _ in range(30):
        episode.act(min(episode.next_numbers))
    for other in (copy(episode), deepcopy(episode), pickle.loads(pickle.dumps(episode))):
        assert other.state == episode.state
        for seat in range(3):
            assert (other.observe(seat), other.mask(seat)) == (
                episode.observe(seat),
                episode.mask(seat),
            )
    assert again.act(min(again.next_numbers)) is None
    other = copy(episode)
    numbers = episode.next_numbers
    other.play(other.legal[0])
    assert episode.next_numbers == numbers
    episode.deal()
    copied = copy(other)
    for each in (other, copied):
        each.deal()
    assert other.state == copied.state


def test_gymnasium_and_pettingzoo_deal_the_same_game_from_a_seed() -> None:
    aec, single = env("thumbs-up", 3), MeldroomEnv("thumbs-up", 3, opponents=None)
    aec.reset(seed=4)
    single.reset(seed=4)
    assert aec.episode.state == single.episode.state
