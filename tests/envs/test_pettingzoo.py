"""PettingZoo's own tests for every game and number of players, and what they do not look at."""

from __future__ import annotations

from copy import copy
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason='needs the extra: pip install "meldroom[rl]"')

import numpy as np
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

from meldroom.core.codec import plain_view
from meldroom.core.view import view
from meldroom.envs.pettingzoo import env, parallel_env
from meldroom.games import find
from tests.envs.tables import EVERY_KEY, EVERY_TABLE, SEATED, TO_THE_END, shortest
from tests.envs.worlds import twin_of

# The list of environments that may observe a dictionary is fixed inside api_test.
A_DICT_IS_MEANT = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)


@A_DICT_IS_MEANT
@EVERY_TABLE
def test_the_turns_are_what_pettingzoo_asks_for(key: str, players: int) -> None:
    api_test(env(key, players), num_cycles=12)
    seed_test(partial(env, key, players), num_cycles=12)


@EVERY_TABLE
def test_the_lockstep_is_what_pettingzoo_asks_for(key: str, players: int) -> None:
    parallel_api_test(parallel_env(key, players), num_cycles=20)
    parallel_seed_test(partial(parallel_env, key, players), num_cycles=20)


@EVERY_TABLE
def test_a_game_is_cut_short_after_so_many_cycles(key: str, players: int) -> None:
    def turns(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(key, players, max_cycles=max_cycles))

    # max_cycles_test wants every agent to speak in every cycle, and says illegal things.
    lockstep = partial(parallel_env, key, players)
    max_cycles_test(SimpleNamespace(parallel_env=lockstep, env=turns))

    table = env(key, players, max_cycles=4)
    table.reset(seed=1)
    steps = 0
    for agent in table.agent_iter():
        told, _, terminated, truncated, _ = table.last()
        assert not terminated
        if truncated:
            assert not told["action_mask"].any()
            table.step(None)
            continue
        table.step(table.action_space(agent).sample(told["action_mask"]))
        steps += 1
    assert steps == 4 * players
    assert table.agents == []


@EVERY_KEY
def test_a_mask_goes_to_the_agent_that_is_asked_and_to_no_other(key: str) -> None:
    turns, lockstep = env(key), parallel_env(key)
    turns.reset(seed=5)
    heard, _ = lockstep.reset(seed=5)
    for step in range(60):
        if turns.table.seat is None:
            break
        asked = turns.agent_selection
        turns.action_space(asked).seed(step)
        told = {agent: turns.observe(agent) for agent in turns.agents}
        for agent in turns.agents:
            assert told[agent]["action_mask"].any() == (agent == asked)
            for name in ("observation", "action_mask"):
                assert np.array_equal(told[agent][name], heard[agent][name])
        mask = told[asked]["action_mask"]
        assert set(np.flatnonzero(mask)) == set(turns.table.offers)
        number = int(turns.action_space(asked).sample(mask))
        turns.step(number)
        heard = lockstep.step(dict.fromkeys(heard, number))[0]


def tells_every_agent_alike(table: Any, steps: int) -> None:
    """Play on, and compare at every step what each agent gets in a world like this one."""
    twin, lots = copy(table), np.random.default_rng(6)
    deck = table.table.game.deck
    table.reset(seed=6)
    for step in range(steps):
        asked = table.agent_selection
        over = table.table.seat is None
        for agent, seat in table.seats.items():
            twin.table = twin_of(table.table, seat, step)
            assert plain_view(twin.view(agent), deck) == plain_view(table.view(agent), deck)
            for name, told in twin.observe(agent).items():
                assert told.tobytes() == table.observe(agent)[name].tobytes()
        assert table.infos == {
            agent: {"view": table.view(agent)} if over or agent == asked else {}
            for agent in table.agents
        }
        if over:
            break
        table.step(int(lots.choice(np.flatnonzero(table.observe(asked)["action_mask"]))))


@EVERY_TABLE
def test_worlds_that_an_agent_cannot_tell_apart_give_it_the_same(key: str, players: int) -> None:
    tells_every_agent_alike(env(key, players), 25)


@EVERY_KEY
def test_no_agent_is_told_too_much_from_the_deal_to_the_end(key: str) -> None:
    table = env(key, 2, **shortest(key))
    tells_every_agent_alike(table, TO_THE_END)
    assert table.table.seat is None


@pytest.mark.slow
@EVERY_TABLE
def test_no_agent_at_any_table_is_told_too_much_from_the_deal_to_the_end(
    key: str, players: int
) -> None:
    table = env(key, players)
    tells_every_agent_alike(table, TO_THE_END)
    assert table.table.seat is None


def test_last_gives_the_view_and_what_was_won_since_the_agent_acted() -> None:
    table = env("thumbs-up", 3, reward="round", hands=3)
    table.reset(seed=3)
    won = dict.fromkeys(table.agents, 0.0)
    views = 0
    for agent in table.agent_iter():
        told, reward, terminated, _, info = table.last()
        won[agent] += reward
        assert info["view"] == view(table.table.state, table.seats[agent])
        views += 1
        number = None if terminated else table.action_space(agent).sample(told["action_mask"])
        table.step(number)
    result = find("thumbs-up").result(table.table.state)
    assert result is not None
    assert views > 100
    lead = [score - (600 - score) / 2 for score in result.scores]
    assert [won[f"player_{seat}"] for seat in range(3)] == pytest.approx(lead)


def test_an_illegal_number_is_refused_with_its_rule() -> None:
    table = env("thumbs-up", 3)
    table.reset(seed=1)
    asked, state = table.agent_selection, table.table.state
    take = table.table.encoding.texts.index("take")
    table.step(take)
    assert table.agent_selection == asked
    assert table.table.state == state
    assert table.last()[4]["refused"].rule == "Q20"
    table.step(table.table.encoding.texts.index("draw"))
    assert "refused" not in table.last()[4]
    with pytest.raises(ValueError, match="must act"):
        table.step(None)


def test_a_number_can_be_read_and_the_table_drawn_for_a_watcher() -> None:
    table = env("thumbs-up", 2, render_mode="ansi")
    table.reset(seed=2)
    assert str(table.action(2)) == "Discard(block=0)"
    drawn = str(table.render()).splitlines()
    assert drawn[2] == "rack0: ?? ?? ?? ?? ??"
    assert drawn[-1] in ("seat 0 is asked", "seat 1 is asked")
    assert env("thumbs-up").render() is None
    table.close()


def test_every_number_of_players_of_every_game_was_tried() -> None:
    assert {key for key, _ in SEATED} >= {"thumbs-up"}
    assert sum(key == "thumbs-up" for key, _ in SEATED) == 7
