"""Many tables at once are the same tables, in this process or in others."""

from __future__ import annotations

from multiprocessing import set_forkserver_preload
from sys import platform
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason='needs the extra: pip install "meldroom[rl]"')
pytest.importorskip("pettingzoo", reason='needs the extra: pip install "meldroom[rl]"')

import numpy as np
from gymnasium.vector import SyncVectorEnv

from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.vector import MeldroomVector
from tests.envs.tables import EVERY_KEY, EVERY_TABLE, TO_THE_END, shortest
from tests.envs.worlds import twin_of

SAFELY = "spawn" if platform == "win32" else "forkserver"  # a test runner may have threads
if SAFELY == "forkserver":
    set_forkserver_preload(["meldroom.envs.vector"])


def chosen(lots: Any, masks: Any) -> Any:
    """Choose by each mask; a table that is over has none, and takes anything."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([lots.choice(numbers) if len(numbers) else 0 for numbers in legal])


def steps(tables: Any, seed: int, many: int) -> list[tuple[Any, ...]]:
    lots = np.random.default_rng(seed)
    told, infos = tables.reset(seed=seed)
    gone = [(told, None, None, None, infos)]
    for _ in range(many):
        gone.append(tables.step(chosen(lots, gone[-1][0]["action_mask"])))
    tables.close()
    return gone


@EVERY_KEY
def test_tables_in_workers_are_what_gymnasium_makes_of_single_ones(key: str) -> None:
    def one() -> MeldroomEnv:
        return MeldroomEnv(key, 2, max_steps=15)

    single = SyncVectorEnv([one] * 3)
    ours = MeldroomVector(key, 2, num_envs=3, workers=2, context=SAFELY, max_steps=15)
    assert ours.observation_space == single.observation_space
    assert ours.action_space == single.action_space
    assert ours.metadata["autoreset_mode"] == single.metadata["autoreset_mode"]
    for mine, theirs in zip(steps(ours, 1, 40), steps(single, 1, 40), strict=True):
        for name in ("observation", "action_mask"):
            assert np.array_equal(mine[0][name], theirs[0][name])
        for at in (1, 2, 3):
            assert theirs[at] is None or np.array_equal(mine[at], theirs[at])
            assert theirs[at] is None or mine[at].dtype == theirs[at].dtype
        assert np.array_equal(mine[4]["seat"], theirs[4]["seat"])
        assert set(mine[4]) == {"seat", "rewards"}, "a view of many would be told to nobody"


def rows_tell_no_more_than_a_view(tables: MeldroomVector, played: int) -> None:
    """Play so many games at each table; every row is what its seat is told in a world like it."""
    ends: Any = np.zeros(tables.num_envs, int)
    lots = np.random.default_rng(9)
    told, infos = tables.reset(seed=9)
    [stretch] = tables.stretches
    for step in range(TO_THE_END):
        for at, single in stretch.tables.items():
            seat = int(infos["seat"][at])
            for table in (single.table, twin_of(single.table, seat, step)):
                assert told["observation"][at].tobytes() == table.observed(seat)
                assert told["action_mask"][at].tobytes() == table.mask(seat)
        if ends.min() >= played:
            break
        told, _, terminated, _, infos = tables.step(chosen(lots, told["action_mask"]))
        ends += terminated
    assert ends.min() >= played


@EVERY_KEY
@pytest.mark.parametrize("opponents", [None, "random"])
def test_rows_tell_no_more_than_a_view_from_the_deal_to_the_end(
    key: str, opponents: str | None
) -> None:
    tables = MeldroomVector(key, 2, num_envs=2, opponents=opponents, **shortest(key))
    rows_tell_no_more_than_a_view(tables, 1)


@pytest.mark.slow
@EVERY_TABLE
def test_rows_of_any_table_tell_no_more_than_a_view_from_the_deal_to_the_end(
    key: str, players: int
) -> None:
    rows_tell_no_more_than_a_view(MeldroomVector(key, players, num_envs=2, opponents=None), 1)


def test_workers_and_this_process_give_the_same() -> None:
    here = steps(MeldroomVector("thumbs-up", 3, num_envs=5, opponents=None), 7, 60)
    there = steps(
        MeldroomVector("thumbs-up", 3, num_envs=5, workers=2, context=SAFELY, opponents=None), 7, 60
    )
    for mine, theirs in zip(here, there, strict=True):
        for name in ("observation", "action_mask"):
            assert mine[0][name].tobytes() == theirs[0][name].tobytes()
        assert np.array_equal(mine[4]["rewards"], theirs[4]["rewards"])


def test_seeds_can_be_given_one_by_one() -> None:
    tables = MeldroomVector("thumbs-up", 2, num_envs=3)
    first, _ = tables.reset(seed=[4, 4, 5])
    assert np.array_equal(first["observation"][0], first["observation"][1])
    assert not np.array_equal(first["observation"][0], first["observation"][2])
    again, _ = tables.reset()
    assert not np.array_equal(first["observation"], again["observation"])


def test_what_goes_wrong_in_a_worker_is_told() -> None:
    tables = MeldroomVector("thumbs-up", 2, num_envs=2, workers=5, context=SAFELY)
    assert len(tables.workers) == 2, "no worker sits idle"
    tables.reset(seed=[1, 2])
    with pytest.raises(RuntimeError, match="tables 1 to 1: "):
        tables.reset(seed=[1, -1])
    tables.close()
