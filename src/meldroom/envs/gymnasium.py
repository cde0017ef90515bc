"""Every game as a Gymnasium environment: one seat learns, bots of the ladder hold the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from meldroom.bots.levels import make_bot
from meldroom.bots.rule_bots import Bot
from meldroom.core.cards import Seat
from meldroom.core.game import Setting, Violation
from meldroom.core.rng import fresh_seed
from meldroom.envs.episode import Episode
from meldroom.envs.pettingzoo import Told, described, observation_space, told
from meldroom.games import GAMES

SEEDS = 1 << 63


class MeldroomEnv(gymnasium.Env):  # type: ignore[misc]
    """A table at which one seat learns; with no opponents the learner plays every seat in turn.

    The reward is that of the seat that acted, with what came to it until it is asked again;
    `info["rewards"]` has those of all seats.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        opponents: str | Sequence[str] | None = "random",
        seat: Seat | None = None,
        reward: str = "place",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: Setting,
    ) -> None:
        self.table = table = Episode(game, players, reward, options)
        others = table.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents or ())
        if names and len(names) != others:
            raise ValueError(f"{others} opponents sit at this table, not {len(names)}")
        if seat is not None and seat not in range(table.seats):
            raise ValueError(f"there is no seat {seat} at a table of {table.seats}")
        self.opponents, self.own_seat, self.max_steps = names, seat, max_steps
        self.render_mode = render_mode
        self.observation_space = observation_space(table)
        self.action_space = spaces.Discrete(table.encoding.size)
        self.bots: dict[Seat, Bot] = {}
        for name in names:
            make_bot(table.game, name, b"")  # a name that the ladder has not is refused at once

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, dict[str, Any]]:
        """Deal a new game, and let the bots play until the learner is asked."""
        self.deal(seed)
        return told(self.table, self.asked), self._info()

    def step(self, action: int) -> tuple[Told, float, bool, bool, dict[str, Any]]:
        """Let the learner act and the bots answer; an illegal number changes nothing (X-3)."""
        violation = self.act(action)
        info = self._info()
        if violation is not None:
            info["refused"] = violation
        return told(self.table, self.asked), self.reward, self.over, self.cut, info

    def deal(self, seed: int | None) -> None:
        """Do what `reset` does, and tell nothing."""
        super().reset(seed=seed)
        self.steps, self.reward, self.over, self.cut = 0, 0.0, False, False
        while True:
            self.table.deal(int(self.np_random.integers(SEEDS)))
            self._take_seats()
            self._bots_play()
            if self.table.seat is not None:
                return

    def act(self, action: int) -> Violation | None:
        """Do what `step` does, and tell nothing but a refusal."""
        table = self.table
        acted = table.seat
        if acted is None:
            raise ValueError("the game is over: reset before the next step")
        self.steps += 1
        violation = table.act(int(action))
        if violation is None:
            self.paid = table.paid
            self._bots_play()
        else:
            self.paid = table.nothing
        self.reward, self.over = self.paid[acted], table.seat is None
        self.cut = self.steps == self.max_steps and not self.over
        return violation

    def render(self) -> str | None:
        """Draw the table as a watcher sees it, if the render mode is `ansi`."""
        return described(self.table) if self.render_mode == "ansi" else None

    def _take_seats(self) -> None:
        table = self.table
        self.bots, self.paid = {}, table.nothing
        self.asked = table.seat or 0
        if self.opponents:
            drawn = int(self.np_random.integers(table.seats))
            self.asked = drawn if self.own_seat is None else self.own_seat
            for away, name in enumerate(self.opponents, 1):
                seed, table.rng = fresh_seed(table.rng)
                self.bots[(self.asked + away) % table.seats] = make_bot(table.game, name, seed)

    def _bots_play(self) -> None:
        table, bots = self.table, self.bots
        while (seat := table.seat) is not None and seat in bots:
            table.play(bots[seat].choose(table.seen, table.legal))
            if table.paid is not table.nothing:
                self.paid = tuple(
                    [old + new for old, new in zip(self.paid, table.paid, strict=True)]
                )
        if seat is not None:
            self.asked = seat

    def _info(self) -> dict[str, Any]:
        return {
            "view": self.table.view(self.asked),
            "seat": self.asked,
            "rewards": np.array(self.paid),
        }


def env_id(key: str, rules: str) -> str:
    """Name the environment of a game for `gymnasium.make`."""
    return f"meldroom/{key}-v{rules}"


for _game in GAMES.values():
    gymnasium.register(
        env_id(_game.key, _game.rules),
        entry_point="meldroom.envs.gymnasium:MeldroomEnv",
        kwargs={"game": _game.key},
    )
