"""Batches give what the vector environment gives, without copies, as arrays of any library."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)

import numpy as np

from meldroom.envs.batch import MeldroomBatch, make_batch
from meldroom.envs.vector import MeldroomVector
from meldroom.fast.dlpack import take
from tests.envs.episodes import EVERY_KEY, shortest

pytestmark = pytest.mark.usefixtures("library")


@EVERY_KEY
@pytest.mark.parametrize("opponents", [None, "house"])
def test_a_batch_gives_what_the_vector_environment_gives(key: str, opponents: str | None) -> None:
    setup: dict[str, Any] = {"num_envs": 3, "opponents": opponents, "reward": "round"}
    convert = np.from_dlpack if opponents else None
    batch = MeldroomBatch(key, 2, convert=convert, **setup, **shortest(key))
    vector = MeldroomVector(key, 2, **setup, **shortest(key))
    assert batch.single_observation_space == vector.single_observation_space
    assert batch.observation_space == vector.observation_space
    assert batch.action_space == vector.action_space
    rng = np.random.default_rng(2)
    gave: Any = batch.reset(seed=5)
    wanted: Any = vector.reset(seed=5)
    for _ in range(40):
        for name in ("observation", "action_mask"):
            assert gave[0][name].tobytes() == wanted[0][name].tobytes()
        assert (gave[-1]["seat"] == wanted[-1]["seat"]).all()
        assert (gave[-1]["rewards"] == wanted[-1]["rewards"]).all()
        masks = wanted[0]["action_mask"]
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        gave, wanted = batch.step(actions), vector.step(actions)
        assert (gave[1] == wanted[1]).all()
        assert (gave[2] == wanted[2]).all()


def test_the_arrays_of_a_batch_are_shared_and_filled_in_place() -> None:
    batch = make_batch("thumbs-up", 2, num_envs=4, seed=1, hands=3)
    batch.reset()
    shared = np.from_dlpack(batch.arrays["observation"])
    assert take(shared).address == batch.arrays["observation"].ctypes.data
    before = shared.copy()
    batch.arrays["action"][:] = batch.arrays["mask"].argmax(axis=1)
    batch.step()
    assert (shared != before).any()


def test_a_batch_passes_on_what_it_is_made_with() -> None:
    setup: dict[str, Any] = {"num_envs": 2, "seed": 1, "threads": 2, "rounds": "up"}
    given = make_batch("scorzo", 2, advice=True, **setup).arrays
    before = set(threading.enumerate())
    batch = make_batch("scorzo", 2, advice=True, arrays=given, **setup)
    assert {name: id(array) for name, array in batch.arrays.items()} == {
        name: id(array) for name, array in given.items()
    }
    assert len(set(threading.enumerate()) - before) == 1, "the second of two threads"
    assert "advice" in given
    assert "advice" not in make_batch("scorzo", 2, **setup).arrays
    with pytest.raises(ValueError, match="not on tpu"):
        make_batch("scorzo", 2, device="tpu", **setup)
    deals = [make_batch("scorzo", 2, num_envs=2, seed=seed) for seed in (1, 1, 2)]
    for one in deals:
        one.reset()
    seen = [one.arrays["observation"].tobytes() for one in deals]
    assert seen[0] == seen[1] != seen[2]


def test_what_cannot_be_batched_is_refused_with_the_remedy() -> None:
    with pytest.raises(
        ValueError, match=r"against novice: the twin plays random and house.*vector"
    ):
        make_batch("thumbs-up", 2, num_envs=4, opponents="novice")
    with pytest.raises(ValueError, match="scorzo-tiny cannot be played in a batch against itself"):
        make_batch("scorzo-tiny", 2, num_envs=4)


def test_a_batch_truncates_after_its_steps_and_refuses_a_seat_that_is_not_there() -> None:
    batch = make_batch("thumbs-up", 2, num_envs=2, seed=1, opponents="random", max_steps=3)
    batch.reset()
    ends = []
    for _ in range(3):
        batch.arrays["action"][:] = batch.arrays["mask"].argmax(axis=1)
        batch.step()
        ends.append(batch.arrays["truncated"].tolist())
    assert ends == [[0, 0], [0, 0], [1, 1]]
    with pytest.raises(ValueError, match="there is no seat 2 in a game of 2"):
        make_batch("thumbs-up", 2, num_envs=2, seat=2)
