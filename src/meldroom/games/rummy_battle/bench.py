"""The functions of Rummy Battle whose speed is measured."""

from __future__ import annotations

from meldroom.core.hot_path import HotPath
from meldroom.games.rummy_battle.hand_value import best_melds
from meldroom.games.rummy_battle.meld_finder import melds_in
from meldroom.games.rummy_battle.melds import MeldRules

RULES = MeldRules(naturals=2, distinct=False)
HOT_PATHS = (
    HotPath("every meld", 12, lambda hand: melds_in(hand, RULES)),
    HotPath("every meld", 24, lambda hand: melds_in(hand, RULES)),
    HotPath("the best melds", 12, lambda hand: best_melds(hand, RULES)),
)
