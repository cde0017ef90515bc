"""Train sb3-contrib's MaskablePPO on any game, as it comes, and score it with `meldroom evaluate`.

    pip install "meldroom[rl]" sb3-contrib
    python examples/maskable_ppo.py thumbs-up --steps 100000 --save model.zip
    MODEL=model.zip PYTHONPATH=examples meldroom evaluate maskable_ppo:policy --game thumbs-up \
        --players 2
"""

from __future__ import annotations

import argparse
import os
from functools import cache
from typing import Any

from sb3_contrib import MaskablePPO

from meldroom.envs.gymnasium import MeldroomEnv


@cache
def saved_model() -> MaskablePPO:
    """Load the model of the file that $MODEL names."""
    return MaskablePPO.load(os.environ["MODEL"], device="cpu")


def policy(observation: dict[str, Any]) -> int:
    """Choose the likeliest action; `meldroom evaluate` calls this."""
    masks = observation["action_mask"]
    number, _ = saved_model().predict(observation, action_masks=masks, deterministic=True)
    return int(number)


def main() -> None:
    """Train against bots of one level, rewarded by points."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="house")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", required=True, help="file for the model")
    asked = parser.parse_args()
    env = MeldroomEnv(asked.game, asked.players, opponents=asked.opponents, reward="round")
    model = MaskablePPO("MultiInputPolicy", env, gamma=1.0, seed=asked.seed, device="cpu")
    model.learn(asked.steps)
    model.save(asked.save)


if __name__ == "__main__":
    main()
