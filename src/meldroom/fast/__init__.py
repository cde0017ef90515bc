"""Compiled twins of the games: the same rules, a thousand times faster, proven equal.

The Python referee stays the law. A game has a twin where its package has a `packing.py`, and the
library was built when Meldroom was set up; everything works without it.
"""

from meldroom.fast.batch import Batch
from meldroom.fast.binding import available, why_missing
from meldroom.fast.chances import WinChances, win_chances
from meldroom.fast.rollouts import Playouts, playouts
from meldroom.fast.twin import Twin
from meldroom.fast.whole_games import PlayedGame, bulk_games, games, plays

__all__ = [
    "Batch",
    "PlayedGame",
    "Playouts",
    "Twin",
    "WinChances",
    "available",
    "bulk_games",
    "games",
    "playouts",
    "plays",
    "why_missing",
    "win_chances",
]
