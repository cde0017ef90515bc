"""How a table times Victory Rummy."""

from __future__ import annotations

from meldroom.core.timing import Timing
from meldroom.games.victory_rummy.facts import Facts, Options


class VictoryRummyTiming(Timing[Facts, Options]):
    """A silent seat draws and discards."""

    verbs = ("draw", "discard")
