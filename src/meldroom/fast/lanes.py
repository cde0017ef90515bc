"""Whole games at random in lanes of their own, and the traces that tell what was played."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from meldroom.core.game import AnyGame, check_players
from meldroom.core.options import Setting
from meldroom.fast.binding import bound, chosen_values


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
    number = ctypes.c_uint64
    arguments = (number, number, number, number, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
    play = bound(game, "play_lanes", arguments, None)
    if play is None:
        raise RuntimeError(f"{game.name} has no compiled twin here; meldroom doctor says why")
    traces = (Trace * len(lanes))()
    chosen = chosen_values(game, options)
    play(seed, lanes.start, len(lanes), steps, seats, chosen, traces)
    return traces
