"""What lies on the table of Victory Rummy: its zones, its options and what everyone can see."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.games.victory_rummy.pad import ScorePad

STOCK, DISCARD, HANDS = 0, 1, 2
DEALT = 10  # R3
EMPTYINGS = 3  # Q15
DEALS = 200  # Q15


class Options(NamedTuple):
    """How a table may differ."""

    target: int
    order_bonus: str
    win_at: str


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    picked: bool  # the seat on turn has drawn or taken
    taken: Cards  # Q5: must be laid down by the next action
    deal: int  # which deal this is, from 1; void ones count
    emptied: int  # Q15: how often the pack ran out since the last meld
    pad: ScorePad
    reason: str  # the rule that ended the game


def hand(seat: Seat) -> int:
    """Name the zone of a seat's hand."""
    return HANDS + 2 * seat


def laid(seat: Seat) -> int:
    """Name the zone of a seat's melds: five cards each, as they were laid down."""
    return HANDS + 1 + 2 * seat
