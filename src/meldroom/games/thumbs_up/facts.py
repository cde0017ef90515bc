"""Public facts and options of Thumbs Up, and where its zones lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView

POOL, DISCARD, RACKS = 0, 1, 2  # zones by index; the racks follow seat by seat
RACK_SIZE = 5  # R4
STARTING_BALANCE = 200  # Q2, in points
FINE = 10  # Q4, in points
MAX_TAKES_PER_SEAT = 4  # Q26
MAX_VOIDS = 3  # Q25
MAX_EXTRA_HANDS = 5  # Q22


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Thumbs Up."""

    hands: Literal[5, 3, 10] = option(
        "Hands in a game",
        {5: "a full game", 3: "a short game", 10: "a long game"},
        title="Hands",
        rule="R13",
    )
    fine: Literal["on", "off"] = option(
        "Fine for the last to notice the thumb",
        {
            "on": "10 points, with three or more players",
            "off": "nobody has to answer; the thumb ends the hand at once",
        },
        title="No fine for the last to notice",
        note="The thumb ends the hand at once; otherwise the last to notice pays "
        "10, with three or more players.",
        rule="R12",
    )
    debt: Literal["allowed", "none"] = option(
        "Debt",
        {
            "allowed": "a balance may fall below zero",
            "none": "a loser pays no more than the balance",
        },
        title="No debts",
        note="A loser pays no more than their balance; otherwise it may fall below zero.",
        rule="Q3",
    )
    tie: Literal["extra", "share"] = option(
        "Tie for the most points after the last hand",
        {
            "extra": "one more hand, five at most; then the win is shared",
            "share": "the win is shared at once",
        },
        title="Share a tie",
        note="The win is shared at once; otherwise one more hand is played, five at most.",
        rule="Q22",
    )
    pool_empty: Literal["reshuffle", "void"] = option(
        "When the pool runs out",
        {
            "reshuffle": "shuffle the covered discards; the second time the hand is void",
            "void": "the hand is void and played again",
        },
        title="An empty pool voids the hand",
        note="The hand is played again; otherwise the covered discards are shuffled once.",
        rule="Q11",
    )


class Facts(NamedTuple):
    """What everyone can see besides the blocks."""

    first: Seat  # who began this hand
    turn: Seat
    picked: bool  # the seat on turn has picked and holds six blocks
    taken: Cards  # Q12: the block taken in this turn, which may not be discarded
    takes: int  # Q26: turns in a row that began with a take
    thumb: Seat | None  # who has raised the thumb
    noticed: tuple[Seat, ...]  # who has seen the thumb, in order
    balances: tuple[int, ...]  # in points
    ledger: tuple[tuple[int, ...], ...]  # what each hand so far brought each seat
    emptied: int  # Q11: how often the pool has run out in this hand
    voids: int  # Q25: void hands in a row
    reason: str  # the rule that ended the game, "" while it runs


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def fined(options: Options, seats: int) -> bool:
    """Say whether the last player to notice a thumb pays a fine (R12, Q6)."""
    return options.fine == "on" and seats > 2


def rack(seat: Seat) -> int:
    """Give the index of a seat's rack among the zones."""
    return RACKS + seat
