"""Many games at once on the compiled twins, on the processor or an NVIDIA card, as bare arrays.

`make_batch` gives the arrays themselves; `MeldroomBatch` is the same as a Gymnasium vector
environment that copies nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError('this needs an extra: pip install "meldroom[rl]"', name=error.name) from None

from meldroom.core.cards import Seat
from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.fast import Batch
from meldroom.fast.batch import OPPONENTS, Seeds, can_batch

PROCESSOR = "cpu"


def make_batch(
    game: str,
    players: int | None = None,
    *,
    num_envs: int,
    opponents: str | Sequence[str] | None = None,
    seat: Seat | None = None,
    reward: str = "place",
    max_steps: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    device: str = PROCESSOR,
    arrays: Mapping[str, Any] | None = None,
    advice: bool = False,
    **options: Any,
) -> Batch:
    """Make games that step together; without opponents the caller plays every seat in turn.

    `batch.arrays` has `observation`, `mask`, `reward`, `rewards`, `terminated`, `truncated` and
    `seat`, which `batch.reset()` and `batch.step()` fill, and `action`, which a step reads. They
    are NumPy's on the processor, and shared by DLPack on either device. `advice` adds an array of
    that name: what `house` would play.
    """
    env = MeldroomEnv(
        game, players, opponents=opponents, seat=seat, reward=reward, compiled=False, **options
    )
    bots = [str(name) for name in env.opponents]
    if not can_batch(env.episode.game, bots):
        raise ValueError(
            f"{game} cannot be played in a batch against {', '.join(bots) or 'itself'}: the twin "
            f"plays {' and '.join(OPPONENTS)}, where its library was built (meldroom doctor); "
            "meldroom.envs.vector plays everything"
        )
    return Batch(
        env.episode.game,
        env.episode.seats,
        num_envs,
        env.episode.options,
        seed,
        opponents=bots,
        learner=seat,
        reward=reward,
        max_steps=max_steps,
        threads=threads,
        arrays=arrays,
        device=device,
        advice=advice,
    )


class MeldroomBatch(VectorEnv):  # type: ignore[misc]
    """A batch as a Gymnasium vector environment with autoreset in the next step.

    Every step fills the same arrays: copy what you keep. `convert` makes of each array what you
    work with, such as `torch.from_dlpack`; nothing is copied.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        num_envs: int,
        convert: Callable[[Any], Any] | None = None,
        **setup: Any,
    ) -> None:
        self.batch = make_batch(game, players, num_envs=num_envs, **setup)
        self.num_envs, self.converts = num_envs, convert is not None
        self.on_processor = setup.get("device", PROCESSOR) == PROCESSOR
        self.arrays = {
            name: array if convert is None else convert(array)
            for name, array in self.batch.arrays.items()
        }
        shown = {name: setup[name] for name in setup.keys() - BATCH_ONLY}
        env = MeldroomEnv(game, players, compiled=False, **{"opponents": None, **shown})
        self.single_observation_space = env.observation_space
        self.single_action_space = env.action_space
        self.observation_space = batch_space(env.observation_space, num_envs)
        self.action_space = batch_space(env.action_space, num_envs)

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset all games; from a single seed, game n takes seed + n."""
        if isinstance(seed, int):
            seed = [seed + row for row in range(self.num_envs)]
        self.batch.reset(seed)
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Step all games at once."""
        if self.converts or self.on_processor:
            self.arrays["action"][:] = actions
        else:
            self.batch.arrays["action"] = actions  # read where it is
        self.batch.step()
        arrays = self.arrays
        ends = arrays["terminated"], arrays["truncated"]
        return self._observations(), arrays["reward"], *ends, self._infos()

    def _observations(self) -> dict[str, Any]:
        return {"observation": self.arrays["observation"], "action_mask": self.arrays["mask"]}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.arrays["seat"], "rewards": self.arrays["rewards"]}


BATCH_ONLY = {"seed", "threads", "device", "arrays", "max_steps", "advice"}
