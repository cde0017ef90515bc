"""The zones, the options and the public facts of Victory Rummy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView
from meldroom.games.victory_rummy.pad import ScorePad

STOCK, DISCARD, HANDS = 0, 1, 2
CARDS_DEALT = 10  # R3
EMPTYINGS_TO_VOID = 3  # Q15
MAX_DEALS = 200  # Q15


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Victory Rummy."""

    target: Literal[500, 250, 150] = option(
        "How many points win the game",
        {500: "a full game", 250: "half a game", 150: "a short game"},
        title="Points to win",
        rule="R17",
    )
    order_bonus: Literal["first", "strict", "any"] = option(
        "Which order of a player's Victories earns the bonus for red, white and blue",
        {
            "first": "the first Victory in each colour came in that order",
            "strict": "the last three Victories were red, white, blue",
            "any": "red, later white, later blue, with any Victories between",
        },
        title="Bonus for red, white and blue",
        rule="Q4",
    )
    win_at: Literal["once", "tally"] = option(
        "When the game is won",
        {
            "once": "as soon as a player has the points",
            "tally": "at a Grand Victory, if anyone has the points then",
        },
        title="Won at a Grand Victory only",
        note="Whoever has the points then wins; otherwise the first to have them.",
        rule="Q12",
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    picked: bool  # the seat on turn has drawn or taken
    taken: Cards  # Q5: the next action must lay it down
    deal: int  # which deal this is, from 1; void ones count
    emptied: int  # Q15: how often the pack has run out since the last meld
    pad: ScorePad
    reason: str  # the rule that ended the game


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def hand(seat: Seat) -> int:
    """Name the zone of a seat's hand."""
    return HANDS + 2 * seat


def laid(seat: Seat) -> int:
    """Name the zone of a seat's melds: five cards each, in the order they were laid down."""
    return HANDS + 1 + 2 * seat
