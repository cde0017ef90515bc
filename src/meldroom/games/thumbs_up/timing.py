"""How a table times Thumbs Up: a silent seat, and the race to notice a thumb."""

from __future__ import annotations

from meldroom.core.timing import Race, Timing
from meldroom.games.thumbs_up.facts import Facts, Options


class ThumbsUpTiming(Timing[Facts, Options]):
    """A silent seat draws, discards and sees the thumb, but never takes or raises one (X-2)."""

    verbs = ("draw", "discard", "seen")
    race = Race(verb="seen", rule="Q7", limit=8.0)  # Q5
