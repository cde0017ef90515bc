"""Every game as a PettingZoo environment: seats act in turn (AEC), or all in lockstep."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.codec import codes
from meldroom.core.game import Setting, Violation
from meldroom.core.view import View, view
from meldroom.envs.episode import Episode

FLOATS, MARKS = np.dtype(np.float32), np.dtype(np.int8)

Told = dict[str, Any]


def told(table: Episode, seat: Seat) -> Told:
    """Give what a seat observes: its vector and its mask, which is empty unless it is asked."""
    return {
        "observation": np.frombuffer(table.observed(seat), FLOATS),
        "action_mask": np.frombuffer(table.mask(seat), MARKS),
    }


def observation_space(table: Episode) -> Any:
    """Give the space of what a seat observes."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (table.observation.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (table.encoding.size,), np.int8),
        }
    )


def described(table: Episode) -> str:
    """Draw the table as a watcher sees it: zones with their face-up cards, and who is asked."""
    seen = view(table.state, None)
    lines = [
        f"{zone.label}: {' '.join(code or '??' for code in codes(zone.cards, table.game.deck))}"
        for zone in seen.zones
    ]
    asked = "the game is over" if table.seat is None else f"seat {table.seat} is asked"
    return "\n".join([*lines, asked])


class Seated:
    """What both forms share: a table, its agents, and their spaces."""

    def __init__(
        self,
        game: str,
        players: int | None,
        reward: str,
        max_cycles: int | None,
        render_mode: str | None,
        options: dict[str, Setting],
    ) -> None:
        self.table = table = Episode(game, players, reward, options)
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(table.seats)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: observation_space(table) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(table.encoding.size) for a in self.possible_agents}
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v{table.game.rules}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }

    def observation_space(self, agent: str) -> Any:
        """Give the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Give the numbers of all actions of the game."""
        return self.action_spaces[agent]

    def view(self, agent: str) -> View[Any]:
        """Give the view of any agent's seat."""
        return self.table.view(self.seats[agent])

    def action(self, number: int) -> Action | str:
        """Give what a number stands for: a whole action, or a word of one that is spelled."""
        encoding = self.table.encoding
        return encoding.whole[number] if number < encoding.first_word else encoding.texts[number]

    def render(self) -> str | None:
        """Draw the table as a watcher sees it, if the render mode is `ansi`."""
        return described(self.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Leave the table; there is nothing to put away."""

    def _info(self, agent: str, violation: Violation | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {"view": self.view(agent)}
        if violation is not None:
            info["refused"] = violation
        return info


class MeldroomAEC(Seated, AECEnv):  # type: ignore[misc]
    """The AEC form: only an agent that is asked is selected."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.steps_left = (self.max_cycles or 0) * len(self.agents)
        self._select()

    def observe(self, agent: str) -> Told:
        """Give what an agent observes; the mask of one who is not asked is empty."""
        return told(self.table, self.seats[agent])

    def step(self, action: int | None) -> None:
        """Let the selected agent act; an illegal number is refused and changes nothing."""
        agent, table = self.agent_selection, self.table
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: None is for those whose game is over")
        paid = table.paid
        violation = table.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        # Most actions bring nothing: the dictionaries are touched only where something changes.
        if violation is not None:
            table.paid = table.nothing
        if table.paid is not table.nothing:
            self.rewards = dict(zip(self.agents, table.paid, strict=True))
            self._accumulate_rewards()
        elif paid is not table.nothing:
            self._clear_rewards()
        self.infos[agent] = {}
        self.steps_left -= 1
        if table.seat is None:
            self._end(self.terminations)
        elif self.steps_left == 0 and self.max_cycles:
            self._end(self.truncations)
        else:
            self._select(violation)

    def _select(self, violation: Violation | None = None) -> None:
        table = self.table
        assert table.seat is not None
        self.agent_selection = agent = self.possible_agents[table.seat]
        self.infos[agent] = {"view": table.seen}
        if violation is not None:
            self.infos[agent]["refused"] = violation

    def _end(self, ends: dict[str, bool]) -> None:
        ends.update(dict.fromkeys(self.agents, True))
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.table.seat = None  # nobody is asked after a truncation either
        self._deads_step_first()


class MeldroomParallel(Seated, ParallelEnv):  # type: ignore[misc]
    """The parallel form: all agents speak in every cycle, and the one who is asked is heard."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Told], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self.table.deal(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self._told_all(), {agent: self._info(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Told],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Hear the agent that is asked; what the others say is not looked at."""
        table, agents = self.table, self.agents
        assert table.seat is not None
        asked = self.possible_agents[table.seat]
        violation = table.act(int(actions[asked]))
        paid = table.nothing if violation is not None else table.paid
        self.cycles += 1
        over = table.seat is None
        cut = not over and self.cycles == self.max_cycles
        infos = {a: self._info(a, violation if a == asked else None) for a in agents}
        if over or cut:
            table.seat = None
            self.agents = []
        return (
            self._told_all(),
            dict(zip(agents, paid, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _told_all(self) -> dict[str, Told]:
        return {agent: told(self.table, seat) for agent, seat in self.seats.items()}


def env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "place",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Setting,
) -> MeldroomAEC:
    """Set up a game as an AEC environment; after max_cycles steps a seat it is cut short."""
    return MeldroomAEC(game, players, reward, max_cycles, render_mode, options)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "place",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Setting,
) -> MeldroomParallel:
    """Set up a game as a parallel environment; after max_cycles steps it is cut short."""
    return MeldroomParallel(game, players, reward, max_cycles, render_mode, options)
