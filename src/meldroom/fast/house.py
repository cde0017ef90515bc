"""The compiled `house` of a game: chooses exactly as the one in the game's `bot.py`."""

from __future__ import annotations

import ctypes
from typing import Any

from meldroom.core.game import AnyGame
from meldroom.fast.binding import bound


def house_function(game: AnyGame) -> Any:
    """Give the function that chooses for a seat; None where there is no compiled `house`."""
    return bound(game, "house", (ctypes.c_void_p, ctypes.c_int), ctypes.c_uint64)
