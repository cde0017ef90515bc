"""What environments ask of Victory Rummy: the pad's lines grow, so only what counts is given."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import EnvFacts
from meldroom.games.victory_rummy.facts import Facts, Options, State, View
from meldroom.games.victory_rummy.pad import ColoursWon, colours_won


class BoundedFacts(NamedTuple):
    """The public facts, with the scores and the colours won in place of the pad's lines."""

    dealer: Seat
    turn: Seat
    picked: bool
    taken: Cards
    deal: int
    emptied: int
    scores: tuple[int, ...]
    won: tuple[ColoursWon, ...]  # each seat's colours of this period
    reason: str


class VictoryRummyEnvFacts(EnvFacts[Facts, Options]):
    """The points on the pad are the standings."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the points on the pad."""
        return seen.public.pad.scores

    def bounded(self, seen: View) -> BoundedFacts:
        """Give the public facts without the lines of the pad."""
        facts = seen.public
        return BoundedFacts(
            dealer=facts.dealer,
            turn=facts.turn,
            picked=facts.picked,
            taken=facts.taken,
            deal=facts.deal,
            emptied=facts.emptied,
            scores=facts.pad.scores,
            won=colours_won(facts.pad),
            reason=facts.reason,
        )
