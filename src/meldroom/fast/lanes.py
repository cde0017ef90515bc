"""Whole games by one policy in lanes of their own, and the traces that tell what was played."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import Any, NamedTuple

from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.fast.binding import bound, chosen_values
from meldroom.fast.cuda import Card
from meldroom.fast.layout import c_name

MAX_OPTIONS = 16  # as in csrc/lanes.h


class Trace(ctypes.Structure):
    """What a lane played: steps, whole games, and a hash of every action and standing."""

    steps: int
    games: int
    hash: int
    _fields_ = [("steps", ctypes.c_uint64), ("games", ctypes.c_uint64), ("hash", ctypes.c_uint64)]


class LaneShape(NamedTuple):
    """How a card plays the lanes of a game by one policy; csrc/lane_shapes.h has the table."""

    threads_per_block: int
    lanes_per_multiprocessor: int


class _Chosen(ctypes.Structure):
    """The options of a game, as a kernel takes them."""

    _fields_ = [("places", ctypes.c_uint8 * MAX_OPTIONS)]


def play_lanes(
    game: AnyGame, options: Mapping[str, Setting], seats: int, lanes: range, steps: int,
    seed: int, policy: str,
) -> ctypes.Array[Trace]:  # fmt: skip
    """Play whole games in these lanes on the processor, until each has so many steps.

    Every seat is played by the policy, `random` or `house`.
    """
    check_players(game, seats)
    number = ctypes.c_uint64
    arguments = (number, number, number, number, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
    play = _function(game, f"{policy}_lanes", arguments)
    traces = (Trace * len(lanes))()
    chosen = chosen_values(game, options)
    play(seed, lanes.start, len(lanes), steps, seats, chosen, traces)
    return traces


def play_lanes_on(
    card: Card, game: AnyGame, options: Mapping[str, Setting], seats: int, lanes: int,
    steps: int, seed: int, policy: str,
) -> ctypes.Array[Trace]:  # fmt: skip
    """Play in this many lanes on a card, from lane 0 on, as `play_lanes` does."""
    check_players(game, seats)
    chosen = _Chosen.from_buffer_copy(chosen_values(game, options).ljust(MAX_OPTIONS, b"\0"))
    traces = card.memory(lanes * ctypes.sizeof(Trace))
    card.launch(
        f"{policy}_lanes", f"{c_name(game)}_{policy}_lanes", lanes,
        seed, lanes, steps, ctypes.c_int(seats), chosen, traces.address,
        block=lane_shape(game, policy).threads_per_block,
    )  # fmt: skip
    return (Trace * lanes).from_buffer_copy(traces.read())


def lane_shape(game: AnyGame, policy: str) -> LaneShape:
    """Give the shape in which a card plays the lanes of a game."""
    number = ctypes.c_int32
    read = _function(game, f"{policy}_lane_shape", (ctypes.POINTER(number), ctypes.POINTER(number)))
    threads, lanes = number(), number()
    read(ctypes.byref(threads), ctypes.byref(lanes))
    return LaneShape(threads.value, lanes.value)


def lanes_for(card: Card, game: AnyGame, policy: str) -> int:
    """Give the number of lanes that a card plays best at once."""
    return card.multiprocessors * lane_shape(game, policy).lanes_per_multiprocessor


def _function(game: AnyGame, name: str, arguments: tuple[Any, ...]) -> Any:
    function = bound(game, name, arguments, None)
    if function is None:
        raise RuntimeError(f"{game.name} has no compiled twin here; meldroom doctor says why")
    return function
