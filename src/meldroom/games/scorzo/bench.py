"""The functions of Scorzo whose speed is measured."""

from __future__ import annotations

from meldroom.core.hot_path import HotPath
from meldroom.games.scorzo.arrangement import arrangement
from meldroom.games.scorzo.melds import is_complete, least_after_discard, least_deadwood

HOT_PATHS = (
    HotPath("least deadwood", 8, lambda cards: least_deadwood(cards, True)),
    HotPath("least deadwood", 11, lambda cards: least_deadwood(cards, True)),
    HotPath("is it complete", 8, lambda cards: is_complete(cards, True)),
    HotPath("what each discard leaves", 9, lambda cards: least_after_discard(cards, True)),
    HotPath("the arrangement", 8, lambda cards: arrangement(cards, True)),
)
