"""What lies on the table of Rummy Battle: its zones, its options and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView
from meldroom.core.zone import Sight, Zone
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.melds import Bounds, Meld

STOCK, USED, ROW, HANDS = 0, 1, 2, 3
DEALT = 10  # R1
BELOW_MARKER = 30  # R2
TURNS = 200  # a seat, Q33
OUT_BEFORE_MARKER = -100  # Q19
OUT_AFTER_MARKER = 10  # Q20


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Rummy Battle."""

    rounds: Literal[5, 3] = option(
        "How many rounds make a game (R13)", {5: "a full game", 3: "a short game"}
    )
    pickpocket: Literal["table", "hand"] = option(
        "Where Pickpocket takes its card (R20)",
        {"table": "a spare card from a meld", "hand": "a card from a hand, unseen"},
    )
    joker_limit: Literal["two_naturals", "any"] = option(
        "How many natural cards a meld needs (Q5)",
        {"two_naturals": "two at least", "any": "one at least"},
    )
    set_duplicates: Literal["allowed", "distinct_suits"] = option(
        "Whether a set may hold two natural cards of one suit (Q3)",
        {"allowed": "it may", "distinct_suits": "one natural card of each suit"},
    )
    deck_empty: Literal["end", "reshuffle"] = option(
        "What happens when the stock runs out (Q24)",
        {"end": "the round ends", "reshuffle": "the row but its last card becomes the stock"},
    )
    actions_per_turn: Literal["any", "one"] = option(
        "How many action cards a player may use in a turn (Q14)",
        {"any": "as many as they like", "one": "one"},
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    turns: int  # ended in this round
    drawn: bool  # the seat on turn has drawn, taken or hoarded
    duty: Cards  # Q7: what the next action must play
    bonus: bool  # Q10: the next action may draw for the meld just made
    again: bool  # R22: the next action may be the 2nd Chance
    acted: bool  # an action card was played for effect in this turn
    opened: tuple[bool, ...]
    chances: tuple[bool, ...]  # who still has the 2nd Chance
    marker: int  # cards of the stock below the Marker
    marker_seen: bool
    melds: tuple[Meld, ...]  # number n is the n-th
    totals: tuple[int, ...]
    ledger: tuple[tuple[int, ...], ...]  # what each round brought each seat
    reason: str  # the rule that ended the game


State: TypeAlias = CoreState[Facts, Options]
View: TypeAlias = CoreView[Facts, Options]


def fresh_round(seats: int) -> dict[str, Any]:
    """Give the facts with which every round begins (R1, R2)."""
    return {
        "turns": 0,
        "drawn": False,
        "duty": b"",
        "bonus": False,
        "again": False,
        "acted": False,
        "opened": (False,) * seats,
        "chances": (True,) * seats,
        "marker": BELOW_MARKER,
        "marker_seen": False,
        "melds": (),
    }


# By seat: the hand in the order in which its cards came; the two cards just drawn, while the 2nd
# Chance can send them back (R22); the cards that lie before the seat.
HAND, FRESH, FRONT = ([HANDS + 3 * seat + at for seat in range(6)] for at in range(3))


def zones(seats: int) -> tuple[Zone, ...]:
    """Lay out an empty table, the whole pack being the stock."""
    places = [
        Zone("stock", None, Sight.NONE, fan=False, cards=DECK.pack),
        Zone("used", None, Sight.ALL, fan=False),
        Zone("row", None, Sight.ALL, fan=False),
    ]
    for seat in range(seats):
        places.append(Zone("hand", seat, Sight.OWNER, fan=False))
        places.append(Zone("drawn", seat, Sight.OWNER, fan=False))
        places.append(Zone("melds", seat, Sight.ALL, fan=False))
    return tuple(places)


def bounds(options: Options) -> Bounds:
    """Give what the options ask of a meld."""
    return _BOUNDS[options.joker_limit, options.set_duplicates]


_BOUNDS = {
    (jokers, suits): Bounds(naturals, distinct)
    for jokers, naturals in (("two_naturals", 2), ("any", 1))
    for suits, distinct in (("allowed", False), ("distinct_suits", True))
}
