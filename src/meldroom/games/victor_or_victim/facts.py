"""What lies on the table of Victor or Victim: its zones, its options and what everyone can see."""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards, Seat

DECK, DISCARD, LETTERS = 0, 1, 2
OPENING = 3  # R2
RECYCLES = 2  # Q5
LEFT, RIGHT = 1, -1


class Options(NamedTuple):
    """How a table may differ."""

    test: str
    both_words: str


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    turn: Seat
    direction: int  # of play and of passing: LEFT or RIGHT
    drawn: Cards  # the card that the seat on turn has to act on
    recycled: int  # Q5: how often since the start or the last elimination
    fallen: tuple[Seat, ...]  # in order
    winner: Seat | None
    reason: str  # the rule that ended the game


def letters(seat: Seat) -> int:
    """Name the zone of a seat's letters."""
    return LETTERS + seat


def following(table: Facts, seats: int, seat: Seat) -> Seat:
    """Name the survivor who comes after this seat, as play goes now (Q10)."""
    seat = (seat + table.direction) % seats
    while seat in table.fallen:
        seat = (seat + table.direction) % seats
    return seat
