"""Whole games at random in lanes of their own, and the traces that tell what was played."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.fast.binding import chosen_values, functions, library
from meldroom.fast.layout import c_name


class Trace(ctypes.Structure):
    """What a lane played: steps, whole games, and a hash of every action and standing."""

    steps: int
    games: int
    hash: int
    _fields_ = [("steps", ctypes.c_uint64), ("games", ctypes.c_uint64), ("hash", ctypes.c_uint64)]


def play_lanes(
    game: AnyGame, options: Mapping[str, Setting], seats: int, lanes: range, steps: int, seed: int
) -> ctypes.Array[Trace]:
    """Play whole games in these lanes on the processor, until each has so many steps."""
    check_players(game, seats)
    functions(game)  # RuntimeError where there is no twin
    play = getattr(library(), f"{c_name(game)}_play_lanes")
    traces = (Trace * len(lanes))()
    first, many, least = map(ctypes.c_uint64, (lanes.start, len(lanes), steps))
    play(ctypes.c_uint64(seed), first, many, least, seats, chosen_values(game, options), traces)
    return traces
