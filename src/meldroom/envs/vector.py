"""Many games at once: in the compiled twin of a game, or in worker processes that share memory."""

from __future__ import annotations

from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

try:
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError('this needs an extra: pip install "meldroom[rl]"', name=error.name) from None

from meldroom.envs.gymnasium import MeldroomEnv
from meldroom.fast import Batch
from meldroom.fast.batch import Seeds, can_batch
from meldroom.fast.batch_arrays import ArrayShape, array_shapes

TYPE_CODES = {"float32": "f", "float64": "d", "int8": "b", "int64": "q", "bool": "b"}


class StepArrays:
    """The results of a step and the actions for the next one: one row per game in each array."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.observation, self.mask = arrays["observation"], arrays["mask"]
        self.reward, self.rewards = arrays["reward"], arrays["rewards"]
        self.terminated, self.truncated = arrays["terminated"], arrays["truncated"]
        self.seat, self.action = arrays["seat"], arrays["action"]
        self.observation_rows = [memoryview(row).cast("B") for row in self.observation]
        self.mask_rows = [memoryview(row).cast("B") for row in self.mask]


def shapes_of(count: int, env: MeldroomEnv) -> dict[str, ArrayShape]:
    """Give shape and type of each array."""
    episode = env.episode
    return array_shapes(count, episode.seats, episode.observation.size, episode.encoding.size)


class EnvGroup:
    """Consecutive environments; each is reset in the step after its end."""

    def __init__(self, arrays: StepArrays, first: int, count: int, setup: dict[str, Any]) -> None:
        self.arrays = arrays
        self.envs = {row: MeldroomEnv(**setup) for row in range(first, first + count)}
        self.over = set(self.envs)

    def reset(self, seeds: Seeds) -> None:
        """Reset every environment."""
        for (row, env), seed in zip(self.envs.items(), seeds, strict=True):
            self._reset(row, env, seed)

    def step(self) -> None:
        """Step every environment; one that is over is reset, and its action is ignored."""
        for row, env in self.envs.items():
            if row in self.over:
                self._reset(row, env, None)
                continue
            env.act(self.arrays.action[row])
            if env.terminated or env.truncated:
                self.over.add(row)
            self._write(row, env)

    def _reset(self, row: int, env: MeldroomEnv, seed: int | None) -> None:
        env.deal(seed)
        self.over.discard(row)
        self._write(row, env)

    def _write(self, row: int, env: MeldroomEnv) -> None:
        arrays, episode, seat = self.arrays, env.episode, env.seat
        # Copying bytes is much faster than going through other arrays.
        arrays.observation_rows[row][:] = episode.observe(seat)
        arrays.mask_rows[row][:] = episode.mask(seat)
        arrays.reward[row], arrays.rewards[row] = env.reward, env.rewards
        arrays.terminated[row], arrays.truncated[row] = env.terminated, env.truncated
        arrays.seat[row] = seat


def run_worker(
    pipe: Connection, shared: dict[str, Any], first: int, count: int, total: int, setup: Any
) -> None:
    """Run a group of environments by the commands from the pipe, until it sends None."""
    shapes = shapes_of(total, MeldroomEnv(**setup))
    group = EnvGroup(StepArrays(_as_arrays(shared, shapes)), first, count, setup)
    while (command := pipe.recv()) is not None:
        try:
            group.step() if command == "step" else group.reset(command)
        except Exception as error:  # sent back, so that the other end does not hang
            pipe.send(f"environments {first} to {first + count - 1}: {error!r}")
        else:
            pipe.send(None)
    pipe.close()


class MeldroomVector(VectorEnv):  # type: ignore[misc]
    """Many games of one setup as a Gymnasium vector environment, with autoreset in the next step.

    Without workers the games run in this process; `context` is the start method of processes.
    Where the game's twin can play them, and `compiled` allows it, workers are threads. The games
    are the same.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        num_envs: int,
        workers: int = 0,
        context: str | None = None,
        compiled: bool = True,
        **setup: Any,
    ) -> None:
        setup = {**setup, "game": game, "players": players, "compiled": False}
        env = MeldroomEnv(**setup)
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.single_observation_space = env.observation_space
        self.single_action_space = env.action_space
        self.observation_space = batch_space(env.observation_space, num_envs)
        self.action_space = batch_space(env.action_space, num_envs)
        shapes = shapes_of(num_envs, env)
        self.batch: Batch | None = None
        self.groups: list[EnvGroup | Batch] = []
        self.workers: list[tuple[Any, Any, int]] = []
        if compiled and can_batch(env.episode.game, env.opponents):
            self.batch = compiled_batch(env, num_envs, max(1, workers))
            self.arrays = StepArrays(self.batch.arrays)
            self.groups.append(self.batch)
        elif workers:
            processes: Any = get_context(context)
            shared = {
                name: processes.RawArray(TYPE_CODES[kind], int(np.prod(shape)))
                for name, (shape, kind) in shapes.items()
            }
            self.arrays = StepArrays(_as_arrays(shared, shapes))
            for first, count in _split_evenly(num_envs, workers):
                own_end, worker_end = processes.Pipe()
                arguments = (worker_end, shared, first, count, num_envs, setup)
                process = processes.Process(target=run_worker, args=arguments, daemon=True)
                process.start()
                worker_end.close()
                self.workers.append((process, own_end, count))
        else:
            arrays: dict[str, Any] = {
                name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()
            }
            self.arrays = StepArrays(arrays)
            self.groups.append(EnvGroup(self.arrays, 0, num_envs, setup))

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset all games; from a single seed, game n takes seed + n."""
        if seed is None or isinstance(seed, int):
            seeds: Seeds = [None if seed is None else seed + row for row in range(self.num_envs)]
        else:
            seeds = list(seed)
        self._renew()
        for group in self.groups:
            group.reset(seeds)
        first = 0
        for _, pipe, count in self.workers:
            pipe.send(seeds[first : first + count])
            first += count
        self._wait()
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Step all games at once."""
        arrays = self.arrays
        arrays.action[:] = actions
        self._renew()
        for group in self.groups:
            group.step()
        for _, pipe, _ in self.workers:
            pipe.send("step")
        self._wait()
        ends = arrays.terminated.astype(bool), arrays.truncated.astype(bool)
        return self._observations(), arrays.reward.copy(), *ends, self._infos()

    def close_extras(self, **more: Any) -> None:
        """Stop the workers."""
        for process, pipe, _ in self.workers:
            pipe.send(None)
            process.join()
            pipe.close()
        self.workers = []

    def _wait(self) -> None:
        errors = [pipe.recv() for _, pipe, _ in self.workers]
        for error in filter(None, errors):
            raise RuntimeError(error)

    def _renew(self) -> None:
        """Let the twin fill new arrays, because the caller has the last ones."""
        if self.batch is not None:
            self.batch.renew("observation", "mask")
            filled = self.batch.arrays
            self.arrays.observation, self.arrays.mask = filled["observation"], filled["mask"]

    def _observations(self) -> dict[str, Any]:
        seen, mask = self.arrays.observation, self.arrays.mask
        if self.batch is None:
            seen, mask = seen.copy(), mask.copy()
        return {"observation": seen, "action_mask": mask}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.arrays.seat.copy(), "rewards": self.arrays.rewards.copy()}


def compiled_batch(env: MeldroomEnv, count: int, threads: int) -> Batch:
    """Make the batch that plays so many games like this one."""
    _, seats, reward, options = env.episode.setup
    return Batch(
        env.episode.game,
        seats,
        count,
        options,
        opponents=[str(name) for name in env.opponents],
        learner=env.learner_seat,
        reward=reward,
        max_steps=env.max_steps,
        threads=threads,
    )


def _as_arrays(shared: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: np.frombuffer(shared[name], kind).reshape(shape)
        for name, (shape, kind) in shapes.items()
    }


def _split_evenly(games: int, workers: int) -> list[tuple[int, int]]:
    """Give each worker its first game and its number of games, as evenly as possible."""
    bounds = [games * worker // workers for worker in range(workers + 1)]
    return [(low, high - low) for low, high in pairwise(bounds) if low < high]
