"""What lies on the table of Thumbs Up: its zones, its options and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

POOL, DISCARD, RACKS = 0, 1, 2
CHIPS = 200  # Q2
FINE = 10  # Q4
EXTRA_HANDS = 5  # Q22


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Thumbs Up."""

    hands: Literal[5, 3, 10] = option(
        "How many hands make a game (R13)",
        {5: "a full game", 3: "about ten minutes", 10: "a long evening"},
    )
    fine: Literal["on", "off"] = option(
        "Whether the last player to notice a raised thumb pays 10 more (R12)",
        {
            "on": "the last to notice pays",
            "off": "nobody has to answer, and the thumb ends the hand at once",
        },
    )
    debt: Literal["allowed", "none"] = option(
        "Whether a balance may fall below zero (Q3)",
        {"allowed": "players may owe", "none": "players pay no more than they have"},
    )
    tie: Literal["extra", "share"] = option(
        "What happens if several players share the most points after the last hand (Q22)",
        {"extra": "one more hand is played", "share": "they share the win"},
    )
    pool_empty: Literal["reshuffle", "void"] = option(
        "What happens when the pool runs out for the first time in a hand (Q11)",
        {"reshuffle": "the covered discards become the pool", "void": "the hand is played again"},
    )


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


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def rack(seat: Seat) -> int:
    """Name the zone of a seat's rack."""
    return RACKS + seat
