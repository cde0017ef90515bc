"""Many tables at once: a step plays an action at each, and fills arrays with what the seats see."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import pairwise
from math import prod
from secrets import token_bytes
from struct import calcsize
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.core.rng import SEED_SIZE, Rng, table_seed
from meldroom.fast.binding import bound, chosen_values
from meldroom.fast.house import house_function

REWARDS = ("place", "score", "round")
OPPONENTS = {"random": 1, "house": 2}  # those that play inside the library, as in csrc/batch.h
TYPE_CODES = {"float32": "f", "float64": "d", "int8": "b", "int64": "ql", "bool": "?"}
MOST_SEATS, MOST_OPTIONS = 8, 16

Seeds = Sequence[int | None]


class _Setup(ctypes.Structure):
    """BatchSetup of csrc/batch.h."""

    _fields_ = [
        ("seats", ctypes.c_int32),
        ("reward", ctypes.c_int32),
        ("max_steps", ctypes.c_int32),
        ("learner", ctypes.c_int32),
        ("observation_size", ctypes.c_int32),
        ("opponents", ctypes.c_uint8 * MOST_SEATS),
        ("chosen", ctypes.c_uint8 * MOST_OPTIONS),
    ]


class ArrayShape(NamedTuple):
    """Shape and type of an array."""

    shape: tuple[int, ...]
    type: str  # as NumPy calls it


class _Functions(NamedTuple):
    lane_size: Any
    observation_size: Any
    seed_lane: Any
    chance_of: Any
    observe_lane: Any
    run_lanes: Any


@cache
def _functions(game: AnyGame) -> _Functions | None:
    pointer, row, calls = ctypes.c_void_p, ctypes.c_longlong, ctypes.c_uint64
    found = _Functions(
        lane_size=bound(game, "lane_size", (), ctypes.c_int),
        observation_size=bound(game, "observation_size", (pointer,), ctypes.c_int),
        seed_lane=bound(game, "seed_lane", (pointer, row, ctypes.c_char_p, calls), None),
        chance_of=bound(game, "chance_of", (pointer, row, pointer), calls),
        observe_lane=bound(game, "observe_lane", (pointer, row, ctypes.c_int, pointer), None),
        run_lanes=bound(
            game, "run_lanes", (pointer, pointer, pointer, row, row, ctypes.c_int), None
        ),
    )
    return None if None in found else found


def can_batch(game: AnyGame, opponents: Sequence[object] = ()) -> bool:
    """Say whether a Batch plays this game against these opponents."""
    if _functions(game) is None or not all(bot in tuple(OPPONENTS) for bot in opponents):
        return False
    return "house" not in opponents or house_function(game) is not None


def array_shapes(lanes: int, seats: int, observation: int, actions: int) -> dict[str, ArrayShape]:
    """Give the arrays that a step fills, and `action`, which it reads."""
    return {
        "observation": ArrayShape((lanes, observation), "float32"),
        "mask": ArrayShape((lanes, actions), "int8"),
        "reward": ArrayShape((lanes,), "float64"),
        "rewards": ArrayShape((lanes, seats), "float64"),
        "terminated": ArrayShape((lanes,), "bool"),
        "truncated": ArrayShape((lanes,), "bool"),
        "seat": ArrayShape((lanes,), "int64"),
        "action": ArrayShape((lanes,), "int64"),
    }


class Batch:
    """Tables that step together; lane n plays as a MeldroomEnv that was reset with seed + n.

    `arrays` are the caller's, of NumPy or any other writable buffers; without them they are made,
    by NumPy where it is installed. A table that is over deals anew in the next step, which ignores
    its action.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        lanes: int,
        options: Mapping[str, Setting] | None = None,
        seed: int | None = None,
        *,
        opponents: Sequence[str] = (),
        learner: Seat | None = None,
        reward: str = "place",
        max_steps: int | None = None,
        threads: int = 1,
        arrays: Mapping[str, Any] | None = None,
    ) -> None:
        check_players(game, seats)
        if opponents and (len(opponents) != seats - 1 or not can_batch(game, opponents)):
            raise ValueError(f"the opponents of a batch are {seats - 1} of {', '.join(OPPONENTS)}")
        functions = _functions(game)
        if functions is None:
            raise RuntimeError(f"{game.name} cannot be played in batches here")
        self._functions = functions
        self._setup = _Setup(
            seats=seats,
            reward=REWARDS.index(reward),
            max_steps=max_steps or 0,
            opponents=(0, *(OPPONENTS[name] for name in opponents)),
            learner=-1 if learner is None else learner,
            chosen=tuple(chosen_values(game, options or {})),
        )
        size = self._functions.observation_size(ctypes.byref(self._setup))
        self._setup.observation_size = size
        self.lanes = lanes
        shapes = array_shapes(lanes, seats, size, encoding_of(game).size)
        self.arrays = {name: _made(shape) for name, shape in shapes.items()}
        if arrays is not None:
            self.arrays = {name: _checked(name, arrays[name], shapes[name]) for name in shapes}
        pointers = [_address(self.arrays[name]) for name in shapes]
        self._pointers = (ctypes.c_void_p * len(shapes))(*pointers)
        self._lanes = ctypes.create_string_buffer(self._functions.lane_size() * lanes)
        self._run_lanes = partial(
            functions.run_lanes, ctypes.byref(self._setup), self._pointers, self._lanes
        )
        bounds = [lanes * thread // threads for thread in range(threads + 1)]
        self._ranges = [(first, end) for first, end in pairwise(bounds) if first < end]
        self._pool = ThreadPoolExecutor(threads) if len(self._ranges) > 1 else None
        for lane in range(lanes):
            start = token_bytes(SEED_SIZE) if seed is None else table_seed(seed + lane)
            self.set_chance(lane, Rng(start))

    def chance(self, lane: int) -> Rng:
        """Give the chance of a lane: what it deals, draws and seeds from now on."""
        seed = ctypes.create_string_buffer(SEED_SIZE)
        calls = self._functions.chance_of(self._lanes, lane, seed)
        return Rng(seed.raw, calls)

    def set_chance(self, lane: int, rng: Rng) -> None:
        """Let a lane go on with this chance."""
        self._functions.seed_lane(self._lanes, lane, rng.seed, rng.calls)

    def observe(self, lane: int, seat: Seat) -> bytearray:
        """Give what a seat observes while it spells no action, as 32-bit floats."""
        vector = bytearray(4 * self._setup.observation_size)
        self._functions.observe_lane(self._lanes, lane, seat, _address(vector))
        return vector

    def reset(self, seeds: Seeds | None = None) -> None:
        """Deal at every table; a lane without a seed goes on with its own chance."""
        for lane, seed in zip(range(self.lanes), seeds or [None] * self.lanes, strict=True):
            if seed is not None:
                self.set_chance(lane, Rng(table_seed(seed)))
        self._run(deal=True)

    def step(self) -> None:
        """Play `arrays["action"]`: one action at each table; an illegal one changes nothing."""
        self._run(deal=False)

    def _run(self, deal: bool) -> None:
        if self._pool is None:
            self._run_lanes(0, self.lanes, deal)
            return
        first, *others = self._ranges
        waiting = [self._pool.submit(self._run_lanes, *lanes, deal) for lanes in others]
        self._run_lanes(*first, deal)
        for each in waiting:
            each.result()


def _made(wanted: ArrayShape) -> Any:
    try:
        import numpy
    except ImportError:
        code: Any = TYPE_CODES[wanted.type][0]
        return memoryview(bytearray(calcsize(code) * prod(wanted.shape))).cast(code, wanted.shape)
    return numpy.zeros(wanted.shape, wanted.type)


def _checked(name: str, array: Any, wanted: ArrayShape) -> Any:
    seen = memoryview(array)
    fits = seen.shape == wanted.shape and seen.format in TYPE_CODES[wanted.type]
    if not (fits and seen.c_contiguous and not seen.readonly):
        raise ValueError(f"{name} must be a writable array of {wanted.type}, {wanted.shape}")
    return array


def _address(array: Any) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(array))
