"""What environments ask of Thumbs Up."""

from __future__ import annotations

from meldroom.core.env_facts import EnvFacts
from meldroom.games.thumbs_up.facts import Facts, Options, State, View


class ThumbsUpEnvFacts(EnvFacts[Facts, Options]):
    """Seats stand by their balances."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the balances in points."""
        return seen.public.balances
