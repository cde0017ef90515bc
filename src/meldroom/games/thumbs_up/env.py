"""What environments ask of Thumbs Up."""

from __future__ import annotations

from meldroom.core.env_facts import EnvFacts
from meldroom.games.thumbs_up.facts import Facts, Options, State, View


class ThumbsUpEnvFacts(EnvFacts[Facts, Options]):
    """Chips are the standing."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the balances."""
        return seen.public.balances
