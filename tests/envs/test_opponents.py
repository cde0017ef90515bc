"""The opponents of a learner: names, bots, and what makes bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.view import AnyView
from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)

from meldroom.envs.gymnasium import MeldroomEnv


class LastBot:
    """Plays the last legal action, and counts how often it was asked."""

    def __init__(self, game: AnyGame | None = None, seed: bytes = b"") -> None:
        self.asked = 0

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""
        self.asked += 1
        return legal[-1]


def played(opponents: Any) -> MeldroomEnv:
    """Let the learner play its first legal action until the game is over."""
    env = MeldroomEnv("victor-or-victim", 3, opponents=opponents)
    observation, _ = env.reset(seed=4)
    over = False
    while not over:
        [first, *_] = observation["action_mask"].nonzero()[0]
        observation, _, over, _, _ = env.step(int(first))
    return env


def test_a_bot_plays_the_seats_it_is_given() -> None:
    bot = LastBot()
    played(bot)
    assert bot.asked > 1


def test_a_class_or_function_makes_a_bot_for_each_seat() -> None:
    env = played(LastBot)
    assert len({id(bot) for bot in env.bots.values()}) == 2
    made: list[LastBot] = []

    def make(game: AnyGame, seed: bytes) -> LastBot:
        made.append(LastBot(game, seed))
        return made[-1]

    played([make, "house"])
    assert any(bot.asked for bot in made)


def test_an_opponent_can_be_named_by_module_and_class() -> None:
    env = played("tests.envs.test_opponents:LastBot")
    assert all(type(bot).__name__ == "LastBot" for bot in env.bots.values())


def test_what_is_no_opponent_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="5 plays no game: a bot has choose"):
        MeldroomEnv("scorzo", 2, opponents=5)
    with pytest.raises(ValueError, match="there is no bot 'oracle'"):
        MeldroomEnv("scorzo", 2, opponents="oracle")
