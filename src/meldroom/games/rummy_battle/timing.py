"""How a table times Rummy Battle."""

from __future__ import annotations

from meldroom.core.timing import Timing
from meldroom.games.rummy_battle.facts import Facts, Options, View


class RummyBattleTiming(Timing[Facts, Options]):
    """A silent seat draws two and discards."""

    verbs = ("draw", "discard")

    def default_verbs(self, seen: View) -> tuple[str, ...]:
        """Take the bonus card with an empty hand before the Marker is seen, not after it (Q35)."""
        return (*self.verbs, "done" if seen.public.marker_seen else "bonus")
