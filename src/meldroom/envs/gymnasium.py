"""Every game as a Gymnasium environment: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise ImportError('this needs an extra: pip install "meldroom[rl]"', name=error.name) from None

from meldroom.bots.rule_bots import Bot
from meldroom.core.cards import Seat
from meldroom.core.game import Violation
from meldroom.core.options import Setting
from meldroom.core.rng import below, fresh_seed
from meldroom.envs.compiled import CompiledEpisode
from meldroom.envs.episode import BeforeReset, Episode
from meldroom.envs.pettingzoo import (
    RENDER_FPS,
    RENDER_MODES,
    ObservationDict,
    checked_render_mode,
    observation_dict,
    observation_space,
    rendered,
)
from meldroom.envs.policies import Opponent, check_opponent, make_opponent
from meldroom.fast.batch import can_batch
from meldroom.games import GAMES, SMALL


class MeldroomEnv(BeforeReset, gymnasium.Env):  # type: ignore[misc]
    """One seat learns; without opponents the learner plays every seat in turn.

    The reward belongs to the seat that acted, and includes all it gets until it acts again;
    `info["rewards"]` has the rewards of all seats.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: Opponent | Sequence[Opponent] | None = "random",
        seat: Seat | None = None,
        reward: str = "place",
        max_steps: int | None = None,
        render_mode: str | None = None,
        compiled: bool = True,
        **options: Setting,
    ) -> None:
        self.episode = episode = Episode(game, players, reward, options)
        others = episode.seats - 1
        if opponents is None:
            bots = []
        elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
            bots = list(opponents)
        else:
            bots = [opponents] * others
        if bots and len(bots) != others:
            raise ValueError(f"a game of {episode.seats} needs {others} opponents, not {len(bots)}")
        if seat is not None and seat not in range(episode.seats):
            raise ValueError(f"there is no seat {seat} in a game of {episode.seats}")
        self.opponents, self.learner_seat, self.max_steps = bots, seat, max_steps
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(episode)
        self.action_space = spaces.Discrete(episode.encoding.size)
        self.bots: dict[Seat, Bot] = {}
        for bot in bots:
            check_opponent(episode.game, bot)
        self.compiled = compiled and can_batch(episode.game, bots)
        if self.compiled:
            setup: dict[str, Any] = {"opponents": opponents, "seat": seat, "reward": reward}
            setup |= {"compiled": False, **options}
            by_referee = partial(MeldroomEnv, game, players, **setup)
            names = [str(bot) for bot in bots]
            self.episode = CompiledEpisode(*episode.setup, names, seat, by_referee)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObservationDict, dict[str, Any]]:
        """Deal a new game, and let the bots play until the learner is to act."""
        self.deal(seed)
        return observation_dict(self.episode, self.seat), self._info()

    def step(self, action: int) -> tuple[ObservationDict, float, bool, bool, dict[str, Any]]:
        """Play an action and the bots' replies; an illegal number changes nothing (X-3)."""
        violation = self.act(action)
        info = self._info()
        if violation is not None:
            info["refused"] = violation
        observation = observation_dict(self.episode, self.seat)
        return observation, self.reward, self.terminated, self.truncated, info

    def deal(self, seed: int | None) -> None:
        """Reset without making an observation."""
        super().reset(seed=seed)
        self.steps, self.reward, self.terminated, self.truncated = 0, 0.0, False, False
        self.episode.deal(seed)
        self._begin()
        while self.episode.seat is None:  # over before the learner's first turn
            self.episode.deal()
            self._begin()

    def act(self, action: int) -> Violation | None:
        """Step without making an observation; give the reason if the number was refused."""
        episode = self.episode
        actor = episode.seat
        if actor is None:
            raise ValueError("the game is over: reset before the next step")
        self.steps += 1
        violation = episode.act(int(action))
        if violation is None:
            self.rewards = episode.rewards
            self._play_bots()
        else:
            self.rewards = episode.no_rewards
        self.reward, self.terminated = self.rewards[actor], episode.seat is None
        self.truncated = self.steps == self.max_steps and not self.terminated
        return violation

    def action_masks(self) -> Any:
        """Mark the legal numbers, for algorithms that ask for them as sb3-contrib does."""
        return np.frombuffer(self.episode.mask(self.seat), np.bool_)

    def render(self) -> Any:
        """Draw the game as the learner sees it: a text for `ansi`, pixels for `rgb_array`."""
        mode = self.render_mode
        return None if mode is None else rendered(mode, self.episode, self.seat)

    def _begin(self) -> None:
        self._seat_bots()
        self._play_bots()

    def _seat_bots(self) -> None:
        episode = self.episode
        self.bots, self.rewards = {}, episode.no_rewards
        self.seat = episode.seat or 0  # the seat that the learner observes
        if self.opponents and not self.compiled:  # the twin seats and plays its own
            if self.learner_seat is None:
                self.seat, episode.rng = below(episode.rng, episode.seats)
            else:
                self.seat = self.learner_seat
            for offset, opponent in enumerate(self.opponents, 1):
                seed, episode.rng = fresh_seed(episode.rng)
                bot = make_opponent(episode.game, opponent, seed)
                self.bots[(self.seat + offset) % episode.seats] = bot

    def _play_bots(self) -> None:
        episode, bots = self.episode, self.bots
        while (seat := episode.seat) is not None and seat in bots:
            episode.play(bots[seat].choose(episode.seen, episode.legal))
            if episode.rewards is not episode.no_rewards:
                self.rewards = tuple(
                    [old + new for old, new in zip(self.rewards, episode.rewards, strict=True)]
                )
        if seat is not None:
            self.seat = seat

    def _info(self) -> dict[str, Any]:
        info = self.episode.info(self.seat)
        info["seat"], info["rewards"] = self.seat, np.array(self.rewards)
        return info


def env_id(key: str, rules: str) -> str:
    """Give the id of a game's environment for `gymnasium.make`."""
    return f"meldroom/{key}-v{rules}"


for _game in (*GAMES.values(), *SMALL.values()):
    gymnasium.register(
        env_id(_game.key, _game.rules),
        entry_point="meldroom.envs.gymnasium:MeldroomEnv",
        kwargs={"game": _game.key},
    )
