"""Functions of an observation and trained models play seats like any bot."""

from __future__ import annotations

from typing import Any

import pytest

from tests import missing

pytest.importorskip("gymnasium", reason=missing.RL)

import numpy as np

from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.envs.episode import Episode
from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.envs.policies import PolicyBot, make_opponent
from meldroom.games import find
from tests.envs.episodes import EVERY_KEY


class Recorder:
    """Plays the last legal number, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[dict[str, Any]] = []

    def __call__(self, observation: dict[str, Any]) -> int:
        self.shown.append(observation)
        return int(observation["action_mask"].nonzero()[0][-1])


@EVERY_KEY
def test_a_policy_is_shown_what_the_environment_shows_its_seat(key: str) -> None:
    episode, policy = Episode(key, 2), Recorder()
    episode.deal(3)
    bot = PolicyBot(episode.game, policy)
    for _ in range(40):
        if episode.seat is None:
            break
        policy.shown.clear()
        seat, action = episode.seat, bot.choose(episode.seen, episode.legal)
        numbers = episode.encoding.numbers(action)
        assert len(policy.shown) == len(numbers)
        for number, observation in zip(numbers, policy.shown, strict=True):
            assert observation["observation"].tobytes() == bytes(episode.observe(seat))
            assert observation["action_mask"].tobytes() == bytes(episode.mask(seat))
            assert episode.act(number) is None


def test_a_function_of_an_observation_is_an_opponent() -> None:
    policy = Recorder()
    env = MeldroomEnv("victor-or-victim", 3, opponents=[policy, "random"])
    observation, _ = env.reset(seed=4)
    for _ in range(5):
        observation, _, over, _, _ = env.step(int(observation["action_mask"].argmax()))
        if over:
            break
    assert policy.shown


def test_a_function_of_a_game_and_a_seed_makes_a_bot() -> None:
    def make(game: AnyGame, seed: bytes) -> PolicyBot:
        return PolicyBot(game, lambda observation: observation["action_mask"].argmax())

    def wrong(game: AnyGame, seed: bytes) -> Any:
        return 5

    game = find("thumbs-up")
    assert isinstance(make_opponent(game, make, bytes(SEED_SIZE)), PolicyBot)
    with pytest.raises(ValueError, match="which is no bot: a bot has choose"):
        make_opponent(game, wrong, bytes(SEED_SIZE))


def test_a_model_without_masks_is_asked_without_them() -> None:
    class Model:
        def predict(self, observation: Any, deterministic: bool = False) -> tuple[Any, None]:
            return np.int64(observation["action_mask"].argmax()), None

    episode = Episode("thumbs-up", 2)
    episode.deal(1)
    bot = make_opponent(episode.game, Model(), bytes(SEED_SIZE))
    assert bot.choose(episode.seen, episode.legal) == episode.legal[0]


def test_a_model_that_takes_masks_is_given_the_mask_and_asked_for_its_best() -> None:
    class Model:
        def predict(
            self, observation: Any, deterministic: bool = False, action_masks: Any = None
        ) -> tuple[Any, None]:
            assert deterministic, "an opponent does not explore"
            assert action_masks is observation["action_mask"]
            return np.int64(action_masks.argmax()), None

    episode = Episode("thumbs-up", 2)
    episode.deal(1)
    bot = make_opponent(episode.game, Model(), bytes(SEED_SIZE))
    assert bot.choose(episode.seen, episode.legal) == episode.legal[0]


def test_a_policy_that_ignores_the_mask_is_refused_by_name() -> None:
    episode = Episode("thumbs-up", 2)
    episode.deal(1)
    illegal = episode.mask(episode.seat or 0).index(0)
    bot = PolicyBot(episode.game, lambda _: illegal, name="my model")
    with pytest.raises(ValueError, match=f"my model chose {illegal}, which the action mask rules"):
        bot.choose(episode.seen, episode.legal)
