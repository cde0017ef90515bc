"""Trainers of other projects run on the environments as they are; those missing are skipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meldroom.core.rng import SEED_SIZE
from tests.envs.example_runs import run_example

pytestmark = pytest.mark.long
INSTALL = "no sb3-contrib and PyTorch (nox -s third_party installs them)"


@pytest.mark.filterwarnings("ignore")  # those of other projects
def test_maskable_ppo_of_sb3_contrib_learns_and_plays_as_an_opponent(tmp_path: Path) -> None:
    contrib: Any = pytest.importorskip("sb3_contrib", reason=INSTALL)
    from meldroom.envs.gymnasium import MeldroomEnv
    from meldroom.envs.policies import make_opponent

    env = MeldroomEnv("victor-or-victim", 2, opponents="random")
    model = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=256, batch_size=64, seed=1)
    model.learn(512)
    model.save(tmp_path / "model")
    frozen = contrib.MaskablePPO.load(tmp_path / "model")
    against = MeldroomEnv("victor-or-victim", 2, opponents=frozen)
    observation, _ = against.reset(seed=2)
    over = False
    while not over:
        number, _ = model.predict(observation, action_masks=against.action_masks())
        observation, _, over, _, info = against.step(int(number))
        assert "refused" not in info
    bot = make_opponent(against.episode.game, frozen, bytes(SEED_SIZE))
    assert callable(bot.choose)


def test_the_example_with_maskable_ppo_runs(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib", reason=INSTALL)
    run_example("maskable_ppo.py", "thumbs-up", "--steps", 64, "--save", tmp_path / "model.zip")
    assert (tmp_path / "model.zip").exists()


@pytest.mark.usefixtures("library")
def test_the_example_on_bare_arrays_runs_and_measures_itself(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=INSTALL)
    options = (
        "--device",
        "cpu",
        "--minutes",
        0.01,
        "--games",
        16,
        "--threads",
        1,
        "--save",
        tmp_path / "policy.pt",
    )
    assert "0 decisions" in run_example("beat_house.py", *options)
    assert (tmp_path / "policy.pt").exists()


@pytest.mark.filterwarnings("ignore")
def test_the_action_mask_tutorial_of_pettingzoo_trains_on_a_game() -> None:
    contrib: Any = pytest.importorskip("sb3_contrib", reason=INSTALL)
    import gymnasium
    import pettingzoo
    from sb3_contrib.common.wrappers import ActionMasker

    from meldroom.envs.pettingzoo import env

    # As in the tutorial, tutorials/SB3/connect_four/sb3_connect_four_action_mask.py.
    class SB3ActionMaskWrapper(pettingzoo.utils.BaseWrapper, gymnasium.Env):  # type: ignore[misc]
        def reset(self, seed: Any = None, options: Any = None) -> Any:
            super().reset(seed, options)
            space = super().observation_space(self.possible_agents[0])
            self.observation_space = space["observation"]
            self.action_space = super().action_space(self.possible_agents[0])
            return self.observe(self.agent_selection), {}

        def step(self, action: Any) -> Any:
            agent = self.agent_selection
            super().step(action)
            return (
                self.observe(self.agent_selection),
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )

        def observe(self, agent: Any) -> Any:
            return super().observe(agent)["observation"]

        def action_mask(self) -> Any:
            return super().observe(self.agent_selection)["action_mask"]

    wrapped = SB3ActionMaskWrapper(env("victor-or-victim", 2))
    wrapped.reset(seed=1)
    masked = ActionMasker(wrapped, lambda each: each.action_mask())
    model = contrib.MaskablePPO("MlpPolicy", masked, n_steps=256, batch_size=64, seed=1)
    model.learn(256)
    assert model.num_timesteps == 256
