"""What lies on the table of Victor or Victim: its zones, its options and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

DECK, DISCARD, LETTERS = 0, 1, 2
OPENING = 3  # R2
RECYCLES = 2  # Q5
LEFT, RIGHT = 1, -1


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Victor or Victim."""

    test: Literal["instant", "after_pass"] = option(
        "When a letter that you draw counts (Q2)",
        {"instant": "at once", "after_pass": "after you have passed"},
    )
    both_words: Literal["victor", "victim"] = option(
        "What happens to a player who spells both words at once (Q3)",
        {"victor": "they win", "victim": "they are out"},
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    turn: Seat
    direction: int  # of play and of passing: LEFT or RIGHT
    drawn: Cards  # the card that the seat on turn has to act on
    recycled: int  # Q5: how often since the start or the last elimination
    fallen: tuple[Seat, ...]  # in order
    winner: Seat | None
    reason: str  # the rule that ended the game


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def letters(seat: Seat) -> int:
    """Name the zone of a seat's letters."""
    return LETTERS + seat


def following(table: Facts, seats: int, seat: Seat) -> Seat:
    """Name the survivor who comes after this seat, as play goes now (Q10)."""
    return _survivor_beside(table, seats, seat, table.direction)


def preceding(table: Facts, seats: int, seat: Seat) -> Seat:
    """Name the survivor who comes before this seat, as play goes now (Q10)."""
    return _survivor_beside(table, seats, seat, -table.direction)


def _survivor_beside(table: Facts, seats: int, seat: Seat, step: int) -> Seat:
    seat = (seat + step) % seats
    while seat in table.fallen:
        seat = (seat + step) % seats
    return seat


def side(direction: int) -> str:
    """Name the side that play goes to."""
    return "left" if direction == LEFT else "right"
