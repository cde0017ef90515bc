"""What lies on the table of Rummy Battle: its zones, its options and what everyone can see."""

from __future__ import annotations

from typing import Any, NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.zone import Sight, Zone
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.melds import Bounds, Meld

STOCK, USED, ROW, HANDS = 0, 1, 2, 3
DEALT = 10  # R1
BELOW_MARKER = 30  # R2
TURNS = 200  # a seat, Q33


class Options(NamedTuple):
    """How a table may differ."""

    rounds: int
    pickpocket: str
    joker_limit: str
    set_duplicates: str
    deck_empty: str
    actions_per_turn: str


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
