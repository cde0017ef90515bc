"""Every game as a PettingZoo environment, AEC and parallel."""

from __future__ import annotations

from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError('this needs an extra: pip install "meldroom[rl]"', name=error.name) from None

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.codec import codes
from meldroom.core.game import Violation
from meldroom.core.options import Setting
from meldroom.core.view import AnyView, view
from meldroom.envs.browser import check_installed
from meldroom.envs.compiled import make_episode
from meldroom.envs.episode import BeforeReset, Episode

FLOAT, MARK = np.dtype(np.float32), np.dtype(np.int8)

RENDER_MODES = ("ansi", "rgb_array")
RENDER_FPS = 2

ObservationDict = dict[str, Any]


def observation_dict(episode: Episode, seat: Seat) -> ObservationDict:
    """Give the vector and the action mask of a seat; the mask is empty unless it is to act."""
    return {
        "observation": np.frombuffer(episode.observe(seat), FLOAT),
        "action_mask": np.frombuffer(episode.mask(seat), MARK),
    }


def observation_space(episode: Episode) -> Any:
    """Give the space of a seat's observations."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (episode.observation.size,), np.float32),
            "action_mask": spaces.Box(0, 1, (episode.encoding.size,), np.int8),
        }
    )


def checked_render_mode(mode: str | None) -> str | None:
    """ValueError or ImportError, naming the remedy, unless there is such a render mode."""
    if mode == "rgb_array":
        check_installed()
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; choose from {', '.join(RENDER_MODES)}")
    return mode


def rendered(mode: str, episode: Episode, seat: Seat | None) -> Any:
    """Draw what a seat (None is a watcher) sees: as a text, or as the page's table."""
    if mode == "rgb_array":
        from meldroom.envs.picture import picture_of

        return picture_of(episode, seat or 0)
    return render_text(episode, seat)


def render_text(episode: Episode, seat: Seat | None) -> str:
    """Draw the zones as a seat (None is a watcher) sees them, and name the seat to act."""
    seen = view(episode.state, seat)
    lines = [
        f"{zone.label}: {' '.join(code or '??' for code in codes(zone.cards, episode.game.deck))}"
        for zone in seen.zones
    ]
    to_act = "the game is over" if episode.seat is None else f"seat {episode.seat} to act"
    return "\n".join([*lines, to_act])


class PettingZooBase(BeforeReset):
    """What both environments share: the episode, its agents, and their spaces."""

    def __init__(
        self,
        game: str,
        players: int | None,
        reward: str,
        max_cycles: int | None,
        render_mode: str | None,
        options: dict[str, Setting],
        compiled: bool = True,
    ) -> None:
        self.episode = episode = make_episode(game, players, reward, options, compiled)
        self.max_cycles, self.render_mode = max_cycles, checked_render_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(episode.seats)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: observation_space(episode) for a in self.possible_agents}
        size = episode.encoding.size
        self.action_spaces = {a: spaces.Discrete(size) for a in self.possible_agents}
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v{episode.game.rules}",
            "render_modes": list(RENDER_MODES),
            "render_fps": RENDER_FPS,
            "is_parallelizable": False,
        }

    def observation_space(self, agent: str) -> Any:
        """Give the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Give the space of an agent's actions."""
        return self.action_spaces[agent]

    def view(self, agent: str) -> AnyView:
        """Give the view of an agent."""
        return self.episode.view(self.seats[agent])

    def action(self, number: int) -> Action | str:
        """Give the meaning of a number: an action, or a word of a spelled one."""
        encoding = self.episode.encoding
        return encoding.whole[number] if number < encoding.first_word else encoding.texts[number]

    def render(self) -> Any:
        """Draw the game as the seat to act sees it: a text for `ansi`, pixels for `rgb_array`."""
        mode, episode = self.render_mode, self.episode
        return None if mode is None else rendered(mode, episode, episode.seat)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _info(self, agent: str, violation: Violation | None = None) -> dict[str, Any]:
        info = self.episode.info(self.seats[agent])
        if violation is not None:
            info["refused"] = violation
        return info


class MeldroomAEC(PettingZooBase, AECEnv):  # type: ignore[misc]
    """The AEC environment: the selected agent is the seat to act."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self.episode.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.steps_left = (self.max_cycles or 0) * len(self.agents)
        self._select()

    def observe(self, agent: str) -> ObservationDict:
        """Give an agent's observation; its mask is empty unless it is to act."""
        return observation_dict(self.episode, self.seats[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; an illegal number is refused (X-3)."""
        agent, episode = self.agent_selection, self.episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: None is only for agents whose game is over")
        rewards_before = episode.rewards
        violation = episode.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        # Most actions have no reward: the dictionaries are updated only where one changes.
        if violation is not None:
            episode.rewards = episode.no_rewards
        if episode.rewards is not episode.no_rewards:
            self.rewards = dict(zip(self.agents, episode.rewards, strict=True))
            self._accumulate_rewards()
        elif rewards_before is not episode.no_rewards:
            self._clear_rewards()
        self.infos[agent] = {}
        self.steps_left -= 1
        if episode.seat is None:
            self._end(self.terminations)
        elif self.steps_left == 0 and self.max_cycles:
            self._end(self.truncations)
        else:
            self._select(violation)

    def _select(self, violation: Violation | None = None) -> None:
        episode = self.episode
        assert episode.seat is not None
        self.agent_selection = agent = self.possible_agents[episode.seat]
        self.infos[agent] = episode.info(episode.seat)
        if violation is not None:
            self.infos[agent]["refused"] = violation

    def _end(self, ends: dict[str, bool]) -> None:
        ends.update(dict.fromkeys(self.agents, True))
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.episode.seat = None  # nobody acts after a truncation either
        self._deads_step_first()


class MeldroomParallel(PettingZooBase, ParallelEnv):  # type: ignore[misc]
    """The parallel environment: all agents give an action, and that of the seat to act counts."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, ObservationDict], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self.episode.deal(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self._observations(), {agent: self._info(agent) for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, ObservationDict],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Play the action of the seat to act; those of the others are ignored."""
        episode, agents = self.episode, self.agents
        if episode.seat is None:
            raise ValueError("the game is over: reset before the next step")
        actor = self.possible_agents[episode.seat]
        if actor not in actions:
            raise ValueError(f"{actor} is to act, and there is no action of {actor}")
        violation = episode.act(int(actions[actor]))
        rewards = episode.no_rewards if violation is not None else episode.rewards
        self.cycles += 1
        terminated = episode.seat is None
        truncated = not terminated and self.cycles == self.max_cycles
        infos = {a: self._info(a, violation if a == actor else None) for a in agents}
        if terminated or truncated:
            episode.seat = None
            self.agents = []
        return (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def _observations(self) -> dict[str, ObservationDict]:
        return {agent: observation_dict(self.episode, seat) for agent, seat in self.seats.items()}


def env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "place",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    compiled: bool = True,
    **options: Setting,
) -> MeldroomAEC:
    """Make an AEC environment; it truncates a game after max_cycles steps per seat."""
    return MeldroomAEC(game, players, reward, max_cycles, render_mode, options, compiled)


def parallel_env(
    game: str,
    players: int | None = None,
    *,
    reward: str = "place",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    compiled: bool = True,
    **options: Setting,
) -> MeldroomParallel:
    """Make a parallel environment; it truncates a game after max_cycles steps."""
    return MeldroomParallel(game, players, reward, max_cycles, render_mode, options, compiled)
