"""What lies on the table of Victory Rummy: its zones, its options and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView
from meldroom.games.victory_rummy.pad import ScorePad

STOCK, DISCARD, HANDS = 0, 1, 2
DEALT = 10  # R3
EMPTYINGS = 3  # Q15
DEALS = 200  # Q15


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Victory Rummy."""

    target: Literal[500, 250, 150] = option(
        "How many points win the game (Q12)",
        {500: "a full game", 250: "about half an hour", 150: "a short game"},
    )
    order_bonus: Literal["first", "strict", "any"] = option(
        "Which order of Victories earns the bonus for red, white and blue (Q4)",
        {
            "first": "the first Victory in each colour came in that order",
            "strict": "the last three Victories were red, white and blue",
            "any": "red, white and blue came in that order, with others between",
        },
    )
    win_at: Literal["once", "tally"] = option(
        "When reaching the target wins (Q12)",
        {"once": "at once", "tally": "only when a Grand Victory is tallied"},
    )


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


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def hand(seat: Seat) -> int:
    """Name the zone of a seat's hand."""
    return HANDS + 2 * seat


def laid(seat: Seat) -> int:
    """Name the zone of a seat's melds: five cards each, as they were laid down."""
    return HANDS + 1 + 2 * seat
