"""Many tables at once: a step plays an action at each, and fills arrays with what the seats see."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from secrets import token_bytes
from typing import Any, NamedTuple

from meldroom.core.cards import Seat
from meldroom.core.encoding import encoding_of
from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.core.rng import SEED_SIZE, Rng, table_seed
from meldroom.fast.batch_arrays import array_shapes
from meldroom.fast.binding import bound, chosen_values
from meldroom.fast.card_lanes import CardLanes
from meldroom.fast.cuda import Card, card
from meldroom.fast.host_lanes import HostLanes, address_of
from meldroom.fast.layout import c_name
from meldroom.fast.rollouts import compiled

REWARDS = ("place", "score", "round")
OPPONENTS = {"random": 1, "house": 2}  # those that play inside the library, as in csrc/batch.h
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
    return _functions(game) is not None and all(bot in tuple(OPPONENTS) for bot in opponents)


def can_advise(game: AnyGame) -> bool:
    """Say whether a Batch can tell what `house` would play: the twin has it, and spells nothing."""
    encoding = encoding_of(game)
    return compiled(game, "house") and encoding.first_word == encoding.size


class Batch:
    """Tables that step together; lane n plays as a MeldroomEnv that was reset with seed + n.

    `arrays` are the caller's, of NumPy or any other writable buffers; without them they are made,
    by NumPy where it is installed. A table that is over deals anew in the next step, which ignores
    its action.

    With `advice` the array of that name has what `house` would play for the seat to act.

    On the device "cuda" all lies in the memory of an NVIDIA card: arrays are shared by DLPack, with
    the caller's or to any library, and a step does not wait until it is done.
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
        device: str = "cpu",
        advice: bool = False,
    ) -> None:
        check_players(game, seats)
        if opponents and (len(opponents) != seats - 1 or not can_batch(game, opponents)):
            raise ValueError(f"the opponents of a batch are {seats - 1} of {', '.join(OPPONENTS)}")
        if advice and not can_advise(game):
            why = "some actions are spelled" if compiled(game, "house") else "house is not compiled"
            raise ValueError(f"a batch of {game.name} gives no advice: {why}")
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
        shapes = array_shapes(lanes, seats, size, encoding_of(game).size, advice)
        lane_size = functions.lane_size()
        self._tables: HostLanes | CardLanes
        if device == "cpu":
            self._tables = HostLanes(
                functions.run_lanes, self._setup, lane_size, lanes, shapes, arrays, threads
            )
        else:
            kernel = f"{c_name(game)}_run_lanes"
            self._tables = CardLanes(
                _card(device), kernel, self._setup, lane_size, lanes, shapes, arrays
            )
        self.arrays: dict[str, Any] = self._tables.arrays
        tables = self._tables.load(0, lanes)
        for lane in range(lanes):
            start = token_bytes(SEED_SIZE) if seed is None else table_seed(seed + lane)
            self._functions.seed_lane(tables, lane, start, 0)
        self._tables.store(0, tables)

    def __copy__(self) -> Batch:
        """Give tables that go on by themselves from where these are; not those of a card."""
        if not isinstance(self._tables, HostLanes):
            raise RuntimeError("the tables of a card cannot be copied")
        other = object.__new__(Batch)
        other.__dict__.update(self.__dict__)
        other._tables = copy(self._tables)
        other.arrays = other._tables.arrays
        return other

    @property
    def stream(self) -> int:
        """The card's stream that steps run on, as the driver numbers it; 0 is the default one."""
        return self._tables.stream

    @stream.setter
    def stream(self, stream: int) -> None:
        self._tables.stream = stream

    def chance(self, lane: int) -> Rng:
        """Give the chance of a lane: what it deals, draws and seeds from now on."""
        seed = ctypes.create_string_buffer(SEED_SIZE)
        calls = self._functions.chance_of(self._tables.load(lane, 1), 0, seed)
        return Rng(seed.raw, calls)

    def set_chance(self, lane: int, rng: Rng) -> None:
        """Let a lane go on with this chance."""
        tables = self._tables.load(lane, 1)
        self._functions.seed_lane(tables, 0, rng.seed, rng.calls)
        self._tables.store(lane, tables)

    def observe(self, lane: int, seat: Seat) -> bytearray:
        """Give what a seat observes while it spells no action, as 32-bit floats."""
        vector = bytearray(4 * self._setup.observation_size)
        self._functions.observe_lane(self._tables.load(lane, 1), 0, seat, address_of(vector))
        return vector

    def renew(self, *names: str) -> None:
        """Let the next step fill new arrays of these names; the old ones stay as they are."""
        if not isinstance(self._tables, HostLanes):
            raise RuntimeError("a card fills the same arrays in every step")
        self._tables.renew(*names)

    def reset(self, seeds: Seeds | None = None) -> None:
        """Deal at every table; a lane without a seed goes on with its own chance."""
        if seeds is not None:
            tables = self._tables.load(0, self.lanes)
            for lane, seed in zip(range(self.lanes), seeds, strict=True):
                if seed is not None:
                    self._functions.seed_lane(tables, lane, table_seed(seed), 0)
            self._tables.store(0, tables)
        self._tables.run(deal=True)

    def step(self) -> None:
        """Play `arrays["action"]`: one action at each table; an illegal one changes nothing."""
        self._tables.run(deal=False)


def _card(device: str) -> Card:
    if device != "cuda":
        raise ValueError(f"a batch plays on cpu or cuda, not on {device}")
    found = card()
    if isinstance(found, str):
        raise RuntimeError(f"there is no card to play on: {found}")
    return found
