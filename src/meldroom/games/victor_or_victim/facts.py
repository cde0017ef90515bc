"""Public facts and options of Victor or Victim, and where its zones lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

DRAW_PILE, DISCARD, LETTERS = 0, 1, 2  # zones by index; the letters follow seat by seat
OPENING_LETTERS = 3  # R2
MAX_RECYCLES = 2  # Q5
LEFT, RIGHT = 1, -1


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Victor or Victim."""

    test: Literal["instant", "after_pass"] = option(
        "When your own drawn letter counts",
        {"instant": "at once, before you pass", "after_pass": "only when you have passed"},
        title="A drawn letter counts after the pass",
        note="Your own drawn letter counts only when you have passed; otherwise at once.",
        rule="Q2",
    )
    both_words: Literal["victor", "victim"] = option(
        "Both words at the same time",
        {"victor": "VICTOR counts: the player wins", "victim": "VICTIM counts: the player is out"},
        title="Both words: VICTIM counts",
        note="Who completes both words at the same time is out; otherwise they win.",
        rule="Q3",
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    turn: Seat
    direction: int  # of play and of passing: LEFT or RIGHT
    drawn: Cards  # the card that the seat on turn has drawn and must act on
    recycled: int  # Q5: how often the discard pile became the deck since the last elimination
    fallen: tuple[Seat, ...]  # who is out, in order
    winner: Seat | None
    reason: str  # the rule that ended the game, "" while it runs


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def letters(seat: Seat) -> int:
    """Give the index of a seat's letters among the zones."""
    return LETTERS + seat


def following(facts: Facts, seats: int, seat: Seat) -> Seat:
    """Name the survivor who comes after this seat, as play goes now (Q10)."""
    return _next_survivor(facts, seats, seat, facts.direction)


def preceding(facts: Facts, seats: int, seat: Seat) -> Seat:
    """Name the survivor who comes before this seat, as play goes now (Q11)."""
    return _next_survivor(facts, seats, seat, -facts.direction)


def _next_survivor(facts: Facts, seats: int, seat: Seat, direction: int) -> Seat:
    seat = (seat + direction) % seats
    while seat in facts.fallen:
        seat = (seat + direction) % seats
    return seat


def side(direction: int) -> str:
    """Name the side that play goes to."""
    return "left" if direction == LEFT else "right"
