"""How a table times Scorzo."""

from __future__ import annotations

from meldroom.core.timing import Timing
from meldroom.games.scorzo.facts import Facts, Options


class ScorzoTiming(Timing[Facts, Options]):
    """A silent seat draws, discards, and does not call."""

    verbs = ("draw", "discard", "wait")
