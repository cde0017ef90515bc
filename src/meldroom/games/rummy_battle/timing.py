"""How a table times Rummy Battle."""

from __future__ import annotations

from meldroom.core.timing import Timing
from meldroom.games.rummy_battle.facts import Facts, Options, View


class RummyBattleTiming(Timing[Facts, Options]):
    """For a silent seat the table draws two and discards (Q35)."""

    verbs = ("draw", "discard")

    def default_verbs(self, seen: View) -> tuple[str, ...]:
        """With an empty hand, take the bonus card before the Marker is seen, go out after (Q35)."""
        return (*self.verbs, "done" if seen.public.marker_seen else "bonus")
