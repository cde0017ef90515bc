"""What environments ask of Windfall."""

from __future__ import annotations

from meldroom.core.env_facts import EnvFacts
from windfall.facts import Facts, Options, State, View


class WindfallEnvFacts(EnvFacts[Facts, Options]):
    """The totals are the standings."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the totals."""
        return seen.public.totals
