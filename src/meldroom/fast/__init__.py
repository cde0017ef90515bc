"""Compiled twins of the games: the same rules, a thousand times faster, proven equal.

The Python referee stays the law. A game has a twin where its package has a `packing.py`, and the
library was built when Meldroom was set up; everything works without it.
"""

from meldroom.fast.binding import available, random_games, why_missing
from meldroom.fast.playouts import Playouts, playouts
from meldroom.fast.twin import Twin

__all__ = ["Playouts", "Twin", "available", "playouts", "random_games", "why_missing"]
