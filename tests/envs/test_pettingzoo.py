"""The PettingZoo environments pass PettingZoo's tests and our own, for every setup."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from tests import missing

pytest.importorskip("pettingzoo", reason=missing.RL)

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
from meldroom.envs.compiled import CompiledEpisode
from meldroom.envs.pettingzoo import env, parallel_env, render_text
from meldroom.games import find
from tests.envs.episodes import (
    EVERY_GAME_AND_PLAYERS,
    EVERY_KEY,
    EVERY_KEY_TO_THE_END,
    EVERY_SETUP,
    TO_THE_END,
    shortest,
)
from tests.envs.worlds import Door, assert_no_leak

# api_test has a fixed list of environments that may have dictionaries as observations.
DICT_OBSERVATIONS = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)


@DICT_OBSERVATIONS
@EVERY_SETUP
def test_the_aec_environment_passes_pettingzoos_tests(key: str, players: int) -> None:
    api_test(env(key, players), num_cycles=12)
    seed_test(partial(env, key, players), num_cycles=12)


@EVERY_SETUP
def test_the_parallel_environment_passes_pettingzoos_tests(key: str, players: int) -> None:
    parallel_api_test(parallel_env(key, players), num_cycles=20)
    parallel_seed_test(partial(parallel_env, key, players), num_cycles=20)


def seeded(made: Any) -> Any:
    """Seed an environment and what its agents draw: chance may end a game of few turns sooner."""
    made.reset(seed=1)
    for agent in made.agents:
        made.action_space(agent).seed(1)
    return made


@EVERY_SETUP
def test_a_game_is_truncated_after_max_cycles(key: str, players: int) -> None:
    def parallel(max_cycles: int) -> Any:
        return seeded(parallel_env(key, players, max_cycles=max_cycles))

    def aec_from_parallel(max_cycles: int) -> Any:
        return parallel_to_aec(parallel(max_cycles))

    # max_cycles_test lets every agent act in every cycle, and ignores the mask.
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=aec_from_parallel))

    aec = seeded(env(key, players, max_cycles=4))
    steps = 0
    for agent in aec.agent_iter():
        observation, _, terminated, truncated, _ = aec.last()
        assert not terminated
        if truncated:
            assert not observation["action_mask"].any()
            aec.step(None)
            continue
        aec.step(aec.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    assert steps == 4 * players
    assert aec.agents == []


@EVERY_KEY
def test_only_the_agent_to_act_has_a_mask(key: str) -> None:
    aec, parallel = env(key), parallel_env(key)
    aec.reset(seed=5)
    in_parallel, _ = parallel.reset(seed=5)
    for step in range(60):
        if aec.episode.seat is None:
            break
        actor = aec.agent_selection
        aec.action_space(actor).seed(step)
        in_turn = {agent: aec.observe(agent) for agent in aec.agents}
        for agent in aec.agents:
            assert in_turn[agent]["action_mask"].any() == (agent == actor)
            for name in ("observation", "action_mask"):
                assert np.array_equal(in_turn[agent][name], in_parallel[agent][name])
        mask = in_turn[actor]["action_mask"]
        assert set(np.flatnonzero(mask)) == set(aec.episode.next_numbers)
        action = int(aec.action_space(actor).sample(mask))
        aec.step(action)
        in_parallel = parallel.step(dict.fromkeys(in_parallel, action))[0]


def door(key: str, players: int, options: dict[str, Any]) -> Door[Any]:
    """Return what an agent gets of the environment."""

    def deal(compiled: bool) -> Any:
        aec = env(key, players, compiled=compiled, reward="round", **options)
        aec.reset(seed=6)
        return aec

    def sent(aec: Any, seat: int) -> object:
        agent, over = aec.possible_agents[seat], aec.episode.seat is None
        seen = aec.view(agent)
        told = {"view": seen} if over or agent == aec.agent_selection else {}
        assert aec.infos[agent] == told
        observed = {name: each.tobytes() for name, each in aec.observe(agent).items()}
        return (
            observed,
            plain_view(seen, aec.episode.game.deck),
            {**aec.rewards},
            aec.agent_selection,
        )

    return Door(deal, lambda aec, number: aec.step(number), sent)


@EVERY_SETUP
def test_worlds_that_an_agent_cannot_tell_apart_give_it_the_same(key: str, players: int) -> None:
    assert_no_leak(door(key, players, {}), 25)


@EVERY_KEY_TO_THE_END
def test_no_observation_leaks_from_the_deal_to_the_end(key: str) -> None:
    assert assert_no_leak(door(key, 2, shortest(key)), TO_THE_END).episode.seat is None


@pytest.mark.slow
@EVERY_SETUP
def test_no_observation_of_any_setup_leaks_from_the_deal_to_the_end(key: str, players: int) -> None:
    assert assert_no_leak(door(key, players, {}), TO_THE_END).episode.seat is None


def test_last_gives_the_view_and_the_rewards_since_the_agent_acted() -> None:
    aec = seeded(env("thumbs-up", 3, reward="round", hands=3))
    total = dict.fromkeys(aec.agents, 0.0)
    views = 0
    for agent in aec.agent_iter():
        observation, reward, terminated, _, info = aec.last()
        total[agent] += reward
        assert info["view"] == view(aec.episode.state, aec.seats[agent])
        views += 1
        number = None if terminated else aec.action_space(agent).sample(observation["action_mask"])
        aec.step(number)
    result = find("thumbs-up").result(aec.episode.state)
    assert result is not None
    assert views > 100
    lead = [score - (600 - score) / 2 for score in result.scores]
    assert [total[f"player_{seat}"] for seat in range(3)] == pytest.approx(lead)


def test_an_illegal_number_is_refused_with_its_rule() -> None:
    aec = env("thumbs-up", 3)
    aec.reset(seed=1)
    actor, state = aec.agent_selection, aec.episode.state
    take = aec.episode.encoding.texts.index("take")
    aec.step(take)
    assert aec.agent_selection == actor
    assert aec.episode.state == state
    assert aec.last()[4]["refused"].rule == "Q20"
    aec.step(aec.episode.encoding.texts.index("draw"))
    assert "refused" not in aec.last()[4]
    with pytest.raises(ValueError, match="must act"):
        aec.step(None)


@pytest.mark.parametrize("make", [env, parallel_env])
@pytest.mark.usefixtures("library")
def test_an_environment_is_made_by_the_options_and_plays_compiled_unless_told_not_to(
    make: Callable[..., Any],
) -> None:
    made = make("scorzo", 3, rounds="up")
    assert (made.episode.options["rounds"], made.episode.seats) == ("up", 3)
    assert isinstance(made.episode, CompiledEpisode)
    in_python = make("scorzo", 3, rounds="up", compiled=False)
    assert in_python.episode.options == made.episode.options
    assert not isinstance(in_python.episode, CompiledEpisode)


def test_a_number_can_be_translated_and_the_game_rendered_for_the_seat_to_act() -> None:
    aec = env("thumbs-up", 2, render_mode="ansi")
    aec.reset(seed=2)
    assert str(aec.action(2)) == "Discard(block=0)"
    drawn = str(aec.render()).splitlines()
    seat = aec.episode.seat
    assert drawn[-1] == f"seat {seat} to act"
    hidden = [line.startswith("rack") and "??" in line for line in drawn[2:4]]
    assert hidden == [seat != 0, seat != 1]
    assert env("thumbs-up").render() is None
    aec.close()


def test_every_number_of_players_of_every_game_is_tested() -> None:
    assert {key for key, _ in EVERY_GAME_AND_PLAYERS} >= {"thumbs-up"}
    assert sum(key == "thumbs-up" for key, _ in EVERY_GAME_AND_PLAYERS) == 7


def test_the_parallel_environment_tells_the_actor_of_a_refusal_and_everyone_of_the_end() -> None:
    together = parallel_env("victor-or-victim", 2)
    assert together.metadata["name"] == f"victor_or_victim_v{find('victor-or-victim').rules}"
    observations, _ = together.reset(seed=1)
    actor = f"player_{together.episode.seat}"
    illegal = int((observations[actor]["action_mask"] == 0).argmax())
    *_, infos = together.step(dict.fromkeys(together.agents, illegal))
    assert [agent for agent, info in infos.items() if "refused" in info] == [actor]
    everyone = together.agents
    while together.agents:
        actor = f"player_{together.episode.seat}"
        number = int(observations[actor]["action_mask"].argmax())
        observations, _, terminated, truncated, _ = together.step({actor: number})
        assert terminated == dict.fromkeys(everyone, not together.agents)
        assert truncated == dict.fromkeys(everyone, False)
    assert render_text(together.episode, 0).splitlines()[-1] == "the game is over"
