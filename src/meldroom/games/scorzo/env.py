"""What environments ask of Scorzo."""

from __future__ import annotations

from meldroom.core.env_facts import EnvFacts
from meldroom.games.scorzo.facts import Facts, Options, State, View


class ScorzoEnvFacts(EnvFacts[Facts, Options]):
    """Points are losses."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the totals as losses: fewest points are best."""
        return tuple([-total for total in seen.public.totals])
