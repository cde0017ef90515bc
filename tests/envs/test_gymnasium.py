"""One seat learns against bots: Gymnasium's own checker, and what it does not look at."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("gymnasium", reason='needs the extra: pip install "meldroom[rl]"')
pytest.importorskip("pettingzoo", reason='needs the extra: pip install "meldroom[rl]"')

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from meldroom.core.view import view
from meldroom.envs.gymnasium import MeldroomEnv, env_id
from meldroom.games import GAMES, find
from tests.envs.tables import EVERY_KEY


def play(table: MeldroomEnv, seed: int, most: int = 20_000) -> list[tuple[Any, ...]]:
    """Play at random by the mask, and give what every step gave."""
    told, _ = table.reset(seed=seed)
    lots = np.random.default_rng(seed)
    steps: list[tuple[Any, ...]] = []
    for _ in range(most):
        number = int(lots.choice(np.flatnonzero(told["action_mask"])))
        step = table.step(number)
        steps.append(step)
        told = step[0]
        if step[2] or step[3]:
            break
    return steps


@EVERY_KEY
def test_every_game_is_registered_and_passes_the_checker(key: str) -> None:
    made = gymnasium.make(env_id(key, find(key).rules), disable_env_checker=True)
    check_env(made.unwrapped, skip_render_check=True)


@EVERY_KEY
def test_the_learner_is_asked_at_its_own_seat_and_sees_it_alone(key: str) -> None:
    for seat in (0, 1, None):
        table = MeldroomEnv(key, seat=seat)
        steps = play(table, 3, most=50)
        sitting = {info["seat"] for *_, info in steps}
        assert len(sitting) == 1
        assert seat is None or sitting == {seat}
        *_, info = steps[-1]
        assert info["view"] == view(table.table.state, info["seat"])
        assert not steps[-1][2] or not steps[-1][0]["action_mask"].any()


@EVERY_KEY
def test_a_learner_is_paid_by_its_place_in_the_end(key: str) -> None:
    table = MeldroomEnv(key, 2, max_steps=20_000)
    steps = play(table, 4)
    *_, terminated, truncated, info = steps[-1]
    assert terminated
    assert not truncated
    result = table.table.game.result(table.table.state)
    assert result is not None
    earned = sum(step[1] for step in steps)
    assert earned == pytest.approx({1: 1.0, 2: -1.0}[result.places[info["seat"]]] if
                                   len(result.winners) == 1 else 0.0)  # fmt: skip
    with pytest.raises(ValueError, match="reset before the next step"):
        table.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    table = MeldroomEnv("thumbs-up", 3)
    first, again = play(table, 5, most=80), play(table, 5, most=80)
    assert [step[4]["view"] for step in first] == [step[4]["view"] for step in again]
    other = play(table, 6, most=80)
    assert [step[4]["view"] for step in first] != [step[4]["view"] for step in other]


def test_an_illegal_number_is_refused_and_the_game_waits() -> None:
    table = MeldroomEnv("thumbs-up", 3, max_steps=2)
    told, info = table.reset(seed=1)
    illegal = int(np.flatnonzero(told["action_mask"] == 0)[-1])
    again, reward, terminated, truncated, refused = table.step(illegal)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert refused["refused"].rule in ("R5", "R7", "Q7", "Q20")
    assert refused["view"] == info["view"]
    assert np.array_equal(again["observation"], told["observation"])
    assert table.step(illegal)[3], "a refused step counts as well"


def test_without_opponents_the_learner_plays_every_seat() -> None:
    table = MeldroomEnv("thumbs-up", 3, opponents=None, reward="round", hands=3)
    steps = play(table, 2)
    assert {info["seat"] for *_, info in steps} == {0, 1, 2}
    rewards = sum(info["rewards"] for *_, info in steps)
    result = table.table.game.result(table.table.state)
    assert result is not None
    assert rewards == pytest.approx([score - (600 - score) / 2 for score in result.scores])


@EVERY_KEY
def test_bots_of_the_ladder_hold_the_other_seats(key: str) -> None:
    table = MeldroomEnv(key, 3, opponents=["novice", "house"], seat=1)
    play(table, 1, most=5)
    assert {seat: type(bot).__name__ for seat, bot in table.bots.items()} == {
        2: "NoviceBot",
        0: "HouseBot",
    }


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="2 opponents sit at this table, not 1"):
        MeldroomEnv("thumbs-up", 3, opponents=["random"])
    with pytest.raises(ValueError, match="there is no bot 'genius'"):
        MeldroomEnv("thumbs-up", 3, opponents="genius")
    with pytest.raises(ValueError, match="there is no seat 3 at a table of 3"):
        MeldroomEnv("thumbs-up", 3, seat=3)


def test_the_table_can_be_drawn() -> None:
    table = MeldroomEnv("thumbs-up", 2, render_mode="ansi")
    table.reset(seed=1)
    assert "pool: ?? ??" in str(table.render())
    assert MeldroomEnv("thumbs-up", 2).render() is None
    assert all(env_id(key, game.rules) in gymnasium.registry for key, game in GAMES.items())
