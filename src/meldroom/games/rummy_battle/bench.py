"""The functions of Rummy Battle whose speed is measured."""

from __future__ import annotations

from meldroom.core.hot_path import HotPath
from meldroom.games.rummy_battle.hand_value import best_melds
from meldroom.games.rummy_battle.meld_finder import melds_in
from meldroom.games.rummy_battle.melds import Bounds

HOT_PATHS = (
    HotPath("every meld", 12, lambda cards: melds_in(cards, Bounds(2, False))),
    HotPath("every meld", 24, lambda cards: melds_in(cards, Bounds(2, False))),
    HotPath("the best melds", 12, lambda cards: best_melds(cards, Bounds(2, False))),
)
