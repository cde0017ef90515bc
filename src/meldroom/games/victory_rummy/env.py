"""What environments ask of Victory Rummy: the pad's lines grow, what counts of them does not."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.env_facts import EnvFacts
from meldroom.games.victory_rummy.facts import Facts, Options, State, View
from meldroom.games.victory_rummy.pad import ScorePad

Won = Literal["", "R", "W", "B", "RW", "RB", "WR", "WB", "BR", "BW"]


class BoundedFacts(NamedTuple):
    """The public facts, and of the pad what still counts: points, and colours won."""

    dealer: Seat
    turn: Seat
    picked: bool
    taken: Cards
    deal: int
    emptied: int
    scores: tuple[int, ...]
    won: tuple[Won, ...]  # each seat's colours of this period
    reason: str


class VictoryRummyEnvFacts(EnvFacts[Facts, Options]):
    """Points on the pad are the standing."""

    def standings(self, seen: State | View) -> tuple[int, ...]:
        """Give the points on the pad."""
        return seen.public.pad.scores

    def bounded(self, seen: View) -> BoundedFacts:
        """Give the public facts without the lines of the pad."""
        dealer, turn, picked, taken, deal, emptied, pad, reason = seen.public
        won = colours_won(pad)
        return BoundedFacts(dealer, turn, picked, taken, deal, emptied, pad.scores, won, reason)


def colours_won(pad: ScorePad) -> tuple[Won, ...]:
    """Give each seat's colours of this period, by its first Victory in each (Q21)."""
    won: list[Any] = [""] * len(pad.scores)
    for seat, symbol, _ in reversed(pad.lines):
        if symbol == "G":
            break
        if symbol in "RWB":
            # Seen backwards, the last mention of a colour is its first Victory.
            won[seat] = symbol + won[seat].replace(symbol, "")
    return tuple(won)
