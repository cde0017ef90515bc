"""The compiled `house` of a game: chooses exactly as the one in the game's `bot.py`."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from meldroom.core.game import AnyGame
from meldroom.fast.binding import available, library
from meldroom.fast.layout import c_name


@cache
def house_function(game: AnyGame) -> Any:
    """Give the function that chooses for a seat; None where there is no compiled `house`."""
    loaded = library() if available(game) else None
    found = getattr(loaded, f"{c_name(game)}_house", None)
    if found is not None:
        found.argtypes, found.restype = [ctypes.c_void_p, ctypes.c_int], ctypes.c_uint64
    return found
