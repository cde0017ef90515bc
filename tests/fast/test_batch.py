"""A batch beside the environments in Python: all that a step gives, to the last bit."""

from __future__ import annotations

import gc
import sys
import threading
from copy import copy
from random import Random
from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)

import numpy as np

from meldroom.bots.levels import make_level
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.rng import SEED_SIZE
from meldroom.envs.episode import Episode
from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.fast import Batch
from meldroom.fast.batch import can_advise
from meldroom.fast.host_lanes import THREAD_NAME, Helper
from meldroom.fast.layout import games_with_twins
from meldroom.fast.rollouts import compiled
from meldroom.games import find
from tests.conftest import Figure
from tests.fast.lockstep import DECISIVE
from tests.levels import as_long
from tests.patience import PATIENCE

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
LANES = 4
MAX_STEPS_TOGETHER = 8_000  # then other seats and options are drawn

pytestmark = pytest.mark.usefixtures("library")


class BatchLockstep:
    """The same games in a batch and in environments; AssertionError at the first difference."""

    def __init__(self, game: AnyGame, lots: Random) -> None:
        self.lots, self.texts = lots, encoding_of(game).texts
        self.game, self.advised = game, can_advise(game)
        seats = lots.choice(list(game.players))
        options: dict[str, Any] = {
            name: lots.choice(values) for name, values in offered(game.options).items()
        }
        names = ["random", "house"] if compiled(game, "house") else ["random"]
        opponents = lots.choice([[], [lots.choice(names) for _ in range(seats - 1)]])
        seat = lots.choice([None, *range(seats)])
        reward = lots.choice(["place", "score", "round"])
        max_steps = lots.choice([None, None, 40])
        self.where = f"{game.key}, {seats} seats, {options}, {opponents}, {seat}, {reward}"
        self.envs = [
            MeldroomEnv(
                game.key, seats, opponents=opponents or None, seat=seat, reward=reward,
                max_steps=max_steps, compiled=False, **options,
            )
            for _ in range(LANES)
        ]  # fmt: skip
        seed = lots.getrandbits(30)
        self.batch = Batch(
            game, seats, LANES, options, seed,
            opponents=opponents, learner=seat, reward=reward, max_steps=max_steps,
            threads=lots.choice([1, 2]), advice=self.advised,
        )  # fmt: skip
        self.batch.reset()
        for lane, env in enumerate(self.envs):
            env.deal(seed + lane)
        self.ended = 0
        self.compare()

    def compare(self) -> None:
        """Compare every array with what the environments give."""
        arrays: dict[str, Any] = self.batch.arrays
        for lane, env in enumerate(self.envs):
            where = f"{self.where}, lane {lane}, step {env.steps}"
            assert arrays["seat"][lane] == env.seat, where
            seen: Any = np.frombuffer(env.episode.observe(env.seat), np.float32)
            differing = np.flatnonzero(arrays["observation"][lane] != seen)
            assert not len(differing), f"{where}, numbers {differing}"
            assert arrays["mask"][lane].tobytes() == env.episode.mask(env.seat), where
            assert arrays["reward"][lane] == env.reward, where
            assert tuple(arrays["rewards"][lane]) == env.rewards, where
            ends = arrays["terminated"][lane], arrays["truncated"][lane]
            assert ends == (env.terminated, env.truncated), where
            if self.advised and not env.terminated:
                assert arrays["advice"][lane] == self.advice(env.episode), where

    def advice(self, episode: Episode) -> int:
        """Give the number of what `house` in Python would play."""
        bot = make_level(self.game, "house", bytes(SEED_SIZE), None)
        [number] = episode.encoding.numbers(bot.choose(episode.seen, episode.legal))
        return number

    def chosen(self, legal: list[int]) -> int:
        """Choose by lot, and mostly what is decisive."""
        decisive = [n for n in legal if self.texts[n].split()[0] in DECISIVE]
        return self.lots.choice(decisive if decisive and self.lots.random() < 0.9 else legal)

    def step(self) -> None:
        """Play an action in every game, now and then an illegal one."""
        arrays: dict[str, Any] = self.batch.arrays
        for lane in range(LANES):
            legal = np.flatnonzero(arrays["mask"][lane]).tolist()
            number = self.chosen(legal) if legal else 0
            if self.lots.random() < 0.02:
                number = self.lots.randint(-2, len(arrays["mask"][lane]) + 2)
            arrays["action"][lane] = number
        before = [env.terminated or env.truncated for env in self.envs]
        self.batch.step()
        for lane, (env, over) in enumerate(zip(self.envs, before, strict=True)):
            if over:
                env.deal(None)
            else:
                env.act(arrays["action"][lane])
                self.ended += env.terminated
        self.compare()


@GAMES
@pytest.mark.parametrize(
    "steps", [200, as_long(20_000), pytest.param(1_000_000, marks=pytest.mark.slow)]
)
def test_a_batch_gives_what_the_environments_give(
    game: AnyGame, steps: int, figure: Figure
) -> None:
    lots, ended, left = Random(f"batch {game.key}"), 0, steps
    while left > 0:
        lockstep = BatchLockstep(game, lots)
        for _ in range(min(left, MAX_STEPS_TOGETHER) // LANES):
            lockstep.step()
        left -= MAX_STEPS_TOGETHER
        ended += lockstep.ended
    figure(f"batch {game.key}: {steps} steps, {ended} games ended, 0 differences")


@GAMES
def test_a_batch_without_numpy_fills_memoryviews(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = Batch(game, 2, 3, seed=5)
    monkeypatch.setitem(sys.modules, "numpy", None)
    batch = Batch(game, 2, 3, seed=5)
    for each in (expected, batch):
        each.reset()
    assert all(isinstance(array, memoryview) for array in batch.arrays.values())
    for name, array in batch.arrays.items():
        assert array.tolist() == expected.arrays[name].tolist(), name


def test_a_batch_fills_the_callers_arrays() -> None:
    game = games_with_twins()[0]
    arrays = Batch(game, 2, 3).arrays
    batch = Batch(game, 2, 3, arrays=arrays)
    assert not arrays["observation"].any()
    batch.reset()
    assert arrays["observation"].any()
    assert arrays["mask"].any()
    for wrong in (np.zeros((3, 5)), np.zeros((3, 5), np.int8), bytes(3)):
        with pytest.raises(ValueError, match="mask must be a writable array"):
            Batch(game, 2, 3, arrays={**arrays, "mask": wrong})


def test_renewed_arrays_leave_the_old_ones_as_they_are() -> None:
    game = games_with_twins()[0]
    same, renewed = Batch(game, 2, 3, seed=4), Batch(game, 2, 3, seed=4)
    for batch in (same, renewed):
        batch.reset()
    old, before = renewed.arrays["observation"], same.arrays["observation"].copy()
    actions = same.arrays["mask"].argmax(axis=1)
    renewed.renew("observation", "mask")
    for batch in (same, renewed):
        batch.arrays["action"][:] = actions
        batch.step()
    assert np.array_equal(old, before)
    assert not np.array_equal(old, renewed.arrays["observation"])
    for name, array in same.arrays.items():
        assert np.array_equal(array, renewed.arrays[name]), name


def lane_threads() -> list[threading.Thread]:
    """List the threads that run lanes of batches."""
    return [thread for thread in threading.enumerate() if thread.name == THREAD_NAME]


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(lane_threads())
    batch = Batch(games_with_twins()[0], 2, 6, threads=3)
    batch.reset()
    threads = set(lane_threads()) - before
    assert len(threads) == 2, "the caller's thread is the third"
    assert all(thread.daemon for thread in threads), "Python may end before the batch"
    del batch
    gc.collect()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_nobody_waits_for_lanes_that_were_not_begun() -> None:
    ran: list[tuple[int, int, bool]] = []
    helper = Helper(lambda *what: ran.append(what), 3, 5)
    helper.wait()
    for deal in (True, False):
        helper.begin(deal)
        helper.wait()
        helper.wait()
    helper.stop()
    assert ran == [(3, 5, True), (3, 5, False)]


def test_a_batch_goes_on_by_itself_from_where_another_is() -> None:
    game = games_with_twins()[0]
    batch, same = (Batch(game, 2, 5, seed=4, threads=2) for _ in range(2))
    for each in (batch, same):
        each.reset()
    before = set(lane_threads())
    other, seen = copy(batch), batch.observe(0, 0)
    assert len(set(lane_threads()) - before) == 1, "as many threads as the other has"
    for name, array in batch.arrays.items():
        assert np.array_equal(array, other.arrays[name]), name
        assert not np.shares_memory(array, other.arrays[name]), name
    for each in (other, same):
        each.arrays["action"][:] = same.arrays["mask"].argmax(axis=1)
        for _ in range(3):
            each.step()
    for name, array in same.arrays.items():
        assert np.array_equal(array, other.arrays[name]), name
    assert batch.observe(0, 0) == seen != other.observe(0, 0)


def test_lanes_are_dealt_by_their_seeds_and_the_others_by_their_own_chance() -> None:
    game = games_with_twins()[0]
    batch, same, eight = (Batch(game, 2, 3, seed=seed) for seed in (4, 4, 8))
    batch.reset(seeds=[None, 8, None])
    for each in (same, eight):
        each.reset()
    expected = [same.observe(0, 0), eight.observe(0, 0), same.observe(2, 0)]
    assert [batch.observe(lane, 0) for lane in range(3)] == expected


def test_a_wrong_option_is_refused_in_the_name_of_the_game() -> None:
    game = games_with_twins()[0]
    with pytest.raises(ValueError, match=f"^{game.key} has no option 'nonsense'"):
        Batch(game, 2, 3, {"nonsense": 1})


def test_a_batch_without_advice_has_no_array_for_it() -> None:
    assert "advice" not in Batch(find("scorzo"), 2, 1).arrays
    assert "advice" in Batch(find("scorzo"), 2, 1, advice=True).arrays
    assert can_advise(find("scorzo"))
    with pytest.raises(ValueError, match="Rummy Battle gives no advice: some actions are spelled"):
        Batch(find("rummy-battle"), 2, 1, advice=True)
    with pytest.raises(ValueError, match="gives no advice: house is not compiled"):
        Batch(find("scorzo-tiny"), 2, 1, advice=True)


def test_a_batch_refuses_opponents_that_it_does_not_have() -> None:
    game = games_with_twins()[0]
    for opponents in (["master"], ["random"] * 2):
        with pytest.raises(ValueError, match="the opponents of a batch are 1 of"):
            Batch(game, 2, 3, opponents=opponents)
