"""How a table times Windfall."""

from __future__ import annotations

from meldroom.core.timing import Timing
from windfall.facts import Facts, Options


class WindfallTiming(Timing[Facts, Options]):
    """A seat that runs out of time draws and discards (X-2)."""

    verbs = ("draw", "discard")
