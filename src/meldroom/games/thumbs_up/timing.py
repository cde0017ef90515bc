"""How a table times Thumbs Up: the silent seat, and the race to notice a thumb."""

from __future__ import annotations

from meldroom.core.timing import Race, Timing
from meldroom.games.thumbs_up.facts import Facts, Options


class ThumbsUpTiming(Timing[Facts, Options]):
    """A silent seat draws, discards, or sees the thumb; the race is as long as Race says (Q5)."""

    verbs = ("draw", "discard", "seen")
    race = Race("seen", "Q7")
