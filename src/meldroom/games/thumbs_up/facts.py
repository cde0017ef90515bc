"""What lies on the table of Thumbs Up: its zones, its options and what everyone can see."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat

POOL, DISCARD, RACKS = 0, 1, 2
CHIPS = 200  # Q2
FINE = 10  # Q4
EXTRA_HANDS = 5  # Q22


class Options(NamedTuple):
    """How a table may differ."""

    hands: int
    fine: str
    debt: str
    tie: str
    pool_empty: str


class Facts(NamedTuple):
    """What everyone can see besides the blocks."""

    first: Seat  # who began this hand
    turn: Seat
    picked: bool  # the seat on turn has filled up to six blocks
    taken: Cards  # Q12: may not be thrown back
    takes: int  # Q26: turns in a row begun with a take
    thumb: Seat | None  # who has the thumb up
    noticed: tuple[Seat, ...]  # who has said so, in order
    balances: tuple[int, ...]
    ledger: tuple[tuple[int, ...], ...]  # what each hand brought each seat
    emptied: int  # how often the pool has run out in this hand
    voids: int  # void hands in a row
    reason: str  # the rule that ended the game


def rack(seat: Seat) -> int:
    """Name the zone of a seat's rack."""
    return RACKS + seat
