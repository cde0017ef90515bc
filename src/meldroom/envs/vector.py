"""Many tables at once, in worker processes that write into shared memory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from meldroom.envs.gymnasium import MeldroomEnv

Seeds = Sequence[int | None]
CODES = {"float32": "f", "float64": "d", "int8": "b", "int64": "q", "bool": "b"}


class Slate:
    """What tables write for the learner: one row a table in each array."""

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.observation, self.mask = arrays["observation"], arrays["mask"]
        self.reward, self.rewards = arrays["reward"], arrays["rewards"]
        self.terminated, self.truncated = arrays["terminated"], arrays["truncated"]
        self.seat, self.action = arrays["seat"], arrays["action"]
        self.rows = [memoryview(row).cast("B") for row in self.observation]
        self.masks = [memoryview(row).cast("B") for row in self.mask]


def columns(tables: int, table: MeldroomEnv) -> dict[str, tuple[tuple[int, ...], str]]:
    """Give shape and type of each array."""
    return {
        "observation": ((tables, table.table.observation.size), "float32"),
        "mask": ((tables, table.table.encoding.size), "int8"),
        "reward": ((tables,), "float64"),
        "rewards": ((tables, table.table.seats), "float64"),
        "terminated": ((tables,), "bool"),
        "truncated": ((tables,), "bool"),
        "seat": ((tables,), "int64"),
        "action": ((tables,), "int64"),
    }


class Stretch:
    """Some of the tables, from a first on; each is dealt anew in the step after its end."""

    def __init__(self, slate: Slate, first: int, many: int, setup: dict[str, Any]) -> None:
        self.slate = slate
        self.tables = {at: MeldroomEnv(**setup) for at in range(first, first + many)}
        self.over = set(self.tables)

    def reset(self, seeds: Seeds) -> None:
        """Deal at every table."""
        for (at, table), seed in zip(self.tables.items(), seeds, strict=True):
            self._dealt(at, table, seed)

    def step(self) -> None:
        """Act at every table; one that is over is dealt anew, and its action is not looked at."""
        for at, table in self.tables.items():
            if at in self.over:
                self._dealt(at, table, None)
                continue
            table.act(self.slate.action[at])
            if table.over or table.cut:
                self.over.add(at)
            self._write(at, table)

    def _dealt(self, at: int, table: MeldroomEnv, seed: int | None) -> None:
        table.deal(seed)
        self.over.discard(at)
        self._write(at, table)

    def _write(self, at: int, one: MeldroomEnv) -> None:
        slate, table, seat = self.slate, one.table, one.asked
        # Bytes are copied as they are, which is much sooner done than by way of other arrays.
        slate.rows[at][:] = table.observed(seat)
        slate.masks[at][:] = table.mask(seat)
        slate.reward[at], slate.rewards[at] = one.reward, one.paid
        slate.terminated[at], slate.truncated[at] = one.over, one.cut
        slate.seat[at] = seat


def work(
    pipe: Connection, shared: dict[str, Any], first: int, many: int, total: int, setup: Any
) -> None:
    """Play a stretch of the tables as the pipe says, until it says no more."""
    shapes = columns(total, MeldroomEnv(**setup))
    stretch = Stretch(Slate(_seen_as_arrays(shared, shapes)), first, many, setup)
    while (word := pipe.recv()) is not None:
        try:
            stretch.step() if word == "step" else stretch.reset(word)
        except Exception as error:  # told to the one who asked, instead of a pipe that hangs
            pipe.send(f"tables {first} to {first + many - 1}: {error!r}")
        else:
            pipe.send(None)
    pipe.close()


class MeldroomVector(VectorEnv):  # type: ignore[misc]
    """Tables of one kind as a Gymnasium vector environment, with autoreset in the next step.

    With no workers the tables are played in this process; `context` is how processes start.
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
        **setup: Any,
    ) -> None:
        setup = {**setup, "game": game, "players": players}
        table = MeldroomEnv(**setup)
        self.num_envs = num_envs
        self.single_observation_space = table.observation_space
        self.single_action_space = table.action_space
        self.observation_space = batch_space(table.observation_space, num_envs)
        self.action_space = batch_space(table.action_space, num_envs)
        shapes = columns(num_envs, table)
        self.stretches: list[Stretch] = []
        self.workers: list[tuple[Any, Any, int]] = []
        if workers:
            processes: Any = get_context(context)
            shared = {
                name: processes.RawArray(CODES[kind], int(np.prod(shape)))
                for name, (shape, kind) in shapes.items()
            }
            self.slate = Slate(_seen_as_arrays(shared, shapes))
            for first, many in _shared_out(num_envs, workers):
                here, there = processes.Pipe()
                arguments = (there, shared, first, many, num_envs, setup)
                process = processes.Process(target=work, args=arguments, daemon=True)
                process.start()
                there.close()
                self.workers.append((process, here, many))
        else:
            arrays: dict[str, Any] = {
                name: np.zeros(shape, kind) for name, (shape, kind) in shapes.items()
            }
            self.slate = Slate(arrays)
            self.stretches.append(Stretch(self.slate, 0, num_envs, setup))

    def reset(
        self, *, seed: int | Seeds | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal at all tables; from one seed, table number n takes the seed + n."""
        if seed is None or isinstance(seed, int):
            seeds: Seeds = [None if seed is None else seed + at for at in range(self.num_envs)]
        else:
            seeds = list(seed)
        for stretch in self.stretches:
            stretch.reset(seeds)
        dealt = 0
        for _, pipe, many in self.workers:
            pipe.send(seeds[dealt : dealt + many])
            dealt += many
        self._wait()
        return self._told(), self._infos()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Act at all tables at once."""
        slate = self.slate
        slate.action[:] = actions
        for stretch in self.stretches:
            stretch.step()
        for _, pipe, _ in self.workers:
            pipe.send("step")
        self._wait()
        ends = slate.terminated.astype(bool), slate.truncated.astype(bool)
        return self._told(), slate.reward.copy(), *ends, self._infos()

    def close_extras(self, **more: Any) -> None:
        """Send the workers home."""
        for process, pipe, _ in self.workers:
            pipe.send(None)
            process.join()
            pipe.close()
        self.workers = []

    def _wait(self) -> None:
        said = [pipe.recv() for _, pipe, _ in self.workers]
        for trouble in filter(None, said):
            raise RuntimeError(trouble)

    def _told(self) -> dict[str, Any]:
        slate = self.slate
        return {"observation": slate.observation.copy(), "action_mask": slate.mask.copy()}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self.slate.seat.copy(), "rewards": self.slate.rewards.copy()}


def _seen_as_arrays(shared: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: np.frombuffer(shared[name], kind).reshape(shape)
        for name, (shape, kind) in shapes.items()
    }


def _shared_out(tables: int, workers: int) -> list[tuple[int, int]]:
    """Give each worker its first table and how many, as evenly as can be."""
    bounds = [tables * at // workers for at in range(workers + 1)]
    return [(low, high - low) for low, high in pairwise(bounds) if low < high]
