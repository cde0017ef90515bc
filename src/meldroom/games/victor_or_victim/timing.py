"""How a table times Victor or Victim."""

from __future__ import annotations

from meldroom.core.cards import Seat
from meldroom.core.timing import Timing
from meldroom.games.victor_or_victim.facts import Facts, Options


class VictorOrVictimTiming(Timing[Facts, Options]):
    """A silent seat takes nothing with an Acquisition, and passes what it must (X-2)."""

    verbs = ("decline", "pass")

    def is_out(self, facts: Facts, seat: Seat) -> bool:
        """Say whether the seat has spelled VICTIM (R10)."""
        return seat in facts.fallen
