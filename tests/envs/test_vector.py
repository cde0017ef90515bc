"""Many games at once are the same games, in this process or in workers."""

from __future__ import annotations

from multiprocessing import Pipe, set_forkserver_preload
from sys import platform
from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)
pytest.importorskip("pettingzoo", reason=missing.RL)

import numpy as np
from gymnasium.vector import SyncVectorEnv

from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.vector import EnvGroup, MeldroomVector, run_worker, shapes_of
from meldroom.fast import Batch
from tests.envs.episodes import EVERY_KEY, EVERY_KEY_TO_THE_END, EVERY_SETUP, TO_THE_END, shortest
from tests.envs.worlds import Door, assert_no_leak, resampled_for

START_METHOD = "spawn" if platform == "win32" else "forkserver"  # a test runner may have threads
if START_METHOD == "forkserver":
    set_forkserver_preload(["meldroom.envs.vector"])


def random_actions(rng: Any, masks: Any) -> Any:
    """Choose by each mask; a game that is over has an empty one, and takes any action."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([rng.choice(numbers) if len(numbers) else 0 for numbers in legal])


def play(envs: Any, seed: int, steps: int) -> list[tuple[Any, ...]]:
    """Play random legal actions, and give the result of every step."""
    rng = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    results = [(observations, None, None, None, infos)]
    for _ in range(steps):
        results.append(envs.step(random_actions(rng, results[-1][0]["action_mask"])))
    envs.close()
    return results


@EVERY_KEY
def test_workers_give_the_same_as_gymnasiums_own_vector_environment(key: str) -> None:
    def make_env() -> MeldroomEnv:
        return MeldroomEnv(key, 2, max_steps=15)

    expected = SyncVectorEnv([make_env] * 3)
    ours = MeldroomVector(
        key, 2, num_envs=3, workers=2, context=START_METHOD, compiled=False, max_steps=15
    )
    assert ours.observation_space == expected.observation_space
    assert ours.action_space == expected.action_space
    assert ours.metadata["autoreset_mode"] == expected.metadata["autoreset_mode"]
    for one, other in zip(play(ours, 1, 40), play(expected, 1, 40), strict=True):
        for name in ("observation", "action_mask"):
            assert np.array_equal(one[0][name], other[0][name])
        for part in (1, 2, 3):
            assert other[part] is None or np.array_equal(one[part], other[part])
            assert other[part] is None or one[part].dtype == other[part].dtype
        assert np.array_equal(one[4]["seat"], other[4]["seat"])
        assert set(one[4]) == {"seat", "rewards"}, "no views"


def rows_door(key: str, players: int, options: dict[str, Any]) -> Door[Any]:
    """Return the second row of three games, which only the seat to act in it gets."""

    def deal(compiled: bool) -> Any:
        setup: dict[str, Any] = {"opponents": None, "reward": "round", **options}
        envs = MeldroomVector(key, players, num_envs=3, compiled=False, **setup)
        envs.reset(seed=9)
        return envs

    def act(envs: Any, number: int) -> None:
        actions = random_actions(np.random.default_rng(1), envs.arrays.mask)
        actions[1] = number
        envs.step(actions)

    def sent(envs: Any, seat: int) -> object:
        arrays = envs.arrays
        row = [arrays.observation, arrays.mask] if arrays.seat[1] == seat else []
        told = [arrays.reward, arrays.rewards, arrays.terminated, arrays.truncated, arrays.seat]
        return [array[1].tobytes() for array in (*row, *told)]

    return Door(deal, act, sent, lambda envs: envs.groups[0].envs[1].episode)


def assert_no_leak_with_opponents(envs: MeldroomVector, games: int) -> None:
    """Play so many games in each; every row equals what its seat observes in a resampled world."""
    ended: Any = np.zeros(envs.num_envs, int)
    rng = np.random.default_rng(9)
    observations, infos = envs.reset(seed=9)
    [group] = envs.groups
    assert isinstance(group, EnvGroup)
    for step in range(TO_THE_END):
        for row, env in group.envs.items():
            seat = int(infos["seat"][row])
            for episode in (env.episode, resampled_for(env.episode, seat, step)):
                assert observations["observation"][row].tobytes() == episode.observe(seat)
                assert observations["action_mask"][row].tobytes() == episode.mask(seat)
        if ended.min() >= games:
            break
        actions = random_actions(rng, observations["action_mask"])
        observations, _, terminated, _, infos = envs.step(actions)
        ended += terminated
    assert ended.min() >= games


@EVERY_SETUP
def test_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_rows(key: str, players: int) -> None:
    assert_no_leak(rows_door(key, players, {}), 20)


@EVERY_KEY_TO_THE_END
def test_no_row_leaks_from_the_deal_to_the_end(key: str) -> None:
    assert_no_leak(rows_door(key, 2, shortest(key)), TO_THE_END)


@EVERY_KEY_TO_THE_END
def test_no_row_with_opponents_leaks_from_the_deal_to_the_end(key: str) -> None:
    setup: dict[str, Any] = {"num_envs": 2, "opponents": "random", **shortest(key)}
    assert_no_leak_with_opponents(MeldroomVector(key, 2, compiled=False, **setup), 1)


@pytest.mark.slow
@EVERY_SETUP
def test_no_row_of_any_setup_leaks_from_the_deal_to_the_end(key: str, players: int) -> None:
    assert_no_leak(rows_door(key, players, {}), TO_THE_END)


def assert_same(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> None:
    """Compare all that every step gave, types included."""
    for ours, theirs in zip(one, other, strict=True):
        for part in (0, 4):
            assert ours[part].keys() == theirs[part].keys()
        pairs = [
            *zip(ours[0].values(), theirs[0].values(), strict=True),
            *zip(ours[1:4], theirs[1:4], strict=True),
            *zip(ours[4].values(), theirs[4].values(), strict=True),
        ]
        for mine, expected in pairs:
            if expected is not None:
                assert (mine.dtype, mine.tobytes()) == (expected.dtype, expected.tobytes())


def test_workers_and_this_process_give_the_same() -> None:
    setup: dict[str, Any] = {"num_envs": 5, "opponents": None, "compiled": False}
    here = play(MeldroomVector("thumbs-up", 3, **setup), 7, 60)
    workers = MeldroomVector("thumbs-up", 3, workers=2, context=START_METHOD, **setup)
    assert_same(here, play(workers, 7, 60))


@EVERY_KEY
@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("workers", [0, 2])
def test_the_compiled_twin_plays_the_same_games(key: str, workers: int) -> None:
    setup: dict[str, Any] = {"num_envs": 3, "reward": "round", "max_steps": 50}
    compiled = MeldroomVector(key, 2, workers=workers, **setup)
    assert [type(group) for group in compiled.groups] == [Batch]
    assert_same(play(compiled, 3, 70), play(MeldroomVector(key, 2, compiled=False, **setup), 3, 70))


@pytest.mark.usefixtures("library")
def test_the_compiled_twin_plays_by_the_options() -> None:
    setup: dict[str, Any] = {"num_envs": 2, "rounds": "up"}
    compiled = MeldroomVector("scorzo", 2, **setup)
    assert compiled.batch is not None
    in_python = MeldroomVector("scorzo", 2, compiled=False, **setup)
    assert_same(play(compiled, 3, 5), play(in_python, 3, 5))


def test_opponents_that_are_not_compiled_play_in_python() -> None:
    envs = MeldroomVector("thumbs-up", 2, num_envs=2, opponents="novice")
    assert [type(group) for group in envs.groups] == [EnvGroup]


def test_a_vector_of_no_games_is_refused() -> None:
    with pytest.raises(ValueError, match="num_envs is at least 1, not 0"):
        MeldroomVector("thumbs-up", 2, num_envs=0)


def test_seeds_can_be_given_one_by_one() -> None:
    envs = MeldroomVector("thumbs-up", 2, num_envs=3)
    with pytest.raises(ValueError, match="shorter"):
        envs.reset(seed=[1, 2])
    first, _ = envs.reset(seed=[4, 4, 5])
    assert np.array_equal(first["observation"][0], first["observation"][1])
    assert not np.array_equal(first["observation"][0], first["observation"][2])
    again, _ = envs.reset()
    assert not np.array_equal(first["observation"], again["observation"])


def test_an_error_in_a_worker_is_raised() -> None:
    envs = MeldroomVector(
        "thumbs-up", 2, num_envs=2, workers=5, context=START_METHOD, compiled=False
    )
    assert len(envs.workers) == 2, "no idle worker"
    envs.reset(seed=[1, 2])
    with pytest.raises(RuntimeError, match="environments 1 to 1: "):
        envs.reset(seed=[1, -1])
    workers = [process for process, _, _ in envs.workers]
    assert all(process.daemon for process in workers), "they end with Python"
    envs.close()
    assert envs.workers == []
    assert not any(process.is_alive() for process in workers)


def test_a_worker_fills_its_rows_until_it_is_told_to_stop() -> None:
    setup: dict[str, Any] = {"game": "thumbs-up", "players": 2, "compiled": False}
    shapes = shapes_of(3, MeldroomEnv(**setup))
    shared: dict[str, Any] = {name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()}
    alone = MeldroomVector(num_envs=2, **setup)
    expected, _ = alone.reset(seed=[4, 5])
    shared["action"][1:] = expected["action_mask"].argmax(axis=1)
    expected, *_ = alone.step(shared["action"][1:])
    own_end, worker_end = Pipe()
    for command in ([4, 5], "step", [-1, -1], None):
        own_end.send(command)
    run_worker(worker_end, shared, 1, 2, 3, setup)
    assert worker_end.closed
    assert [own_end.recv(), own_end.recv()] == [None, None], "no error"
    assert own_end.recv().startswith("environments 1 to 2: ")
    assert np.array_equal(shared["observation"][1:], expected["observation"])
    assert np.array_equal(shared["mask"][1:], expected["action_mask"])
    assert not shared["observation"][0].any(), "the row of another worker"
