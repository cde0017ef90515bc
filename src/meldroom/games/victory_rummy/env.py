"""The public facts of Victory Rummy without the pad's lines, which grow with every meld."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.zone import make
from meldroom.games.victory_rummy.facts import Facts
from meldroom.games.victory_rummy.pad import ScorePad

Won = Literal["", "R", "W", "B", "RW", "RB", "WR", "WB", "BR", "BW"]


class BoundedFacts(NamedTuple):
    """The facts of the table, and of the pad what still counts: points, and colours won."""

    dealer: Seat
    turn: Seat
    picked: bool
    taken: Cards
    deal: int
    emptied: int
    scores: tuple[int, ...]
    won: tuple[Won, ...]  # each seat's colours of this period
    reason: str


def outlined(table: Facts) -> BoundedFacts:
    """Give the facts in a form that does not grow."""
    dealer, turn, picked, taken, deal, emptied, pad, reason = table
    kept = _KEPT.get(id(pad))
    won = colours_won(pad) if kept is None else kept[1]
    return make(BoundedFacts, (dealer, turn, picked, taken, deal, emptied, pad.scores, won, reason))


def colours_won(pad: ScorePad) -> tuple[Won, ...]:
    """Give each seat's colours of this period, by its first Victory in each (Q21)."""
    won: list[Any] = [""] * len(pad.scores)
    for seat, symbol, _ in reversed(pad.lines):
        if symbol == "G":
            break
        if symbol in "RWB":
            # Seen backwards, the last mention of a colour is its first Victory.
            won[seat] = symbol + won[seat].replace(symbol, "")
    if len(_KEPT) >= PADS:
        _KEPT.clear()
    _KEPT[id(pad)] = pad, tuple(won)
    return tuple(won)


# Most actions leave the pad as it is. What is kept by its identity is kept alive, so that no other
# pad can come to the same one.
PADS = 1_000
_KEPT: dict[int, tuple[ScorePad, tuple[Won, ...]]] = {}
