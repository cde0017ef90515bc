"""The table of Rummy Battle: its options, its zones, and what everyone can see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from meldroom.core.cards import Cards, Seat
from meldroom.core.options import option
from meldroom.core.state import State as CoreState
from meldroom.core.view import View as CoreView
from meldroom.core.zone import Sight, Zone
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.melds import Meld, MeldRules

CARDS_DEALT = 10  # R1
CARDS_BELOW_MARKER = 30  # R2
MAX_TURNS_PER_SEAT = 200  # Q33
OUT_BEFORE_MARKER = -100  # Q19
OUT_AFTER_MARKER = 10  # Q20


@dataclass(frozen=True, slots=True)
class Options:
    """House rules of Rummy Battle."""

    rounds: Literal[5, 3] = option(
        "How many rounds make a game",
        {5: "a full game", 3: "a short game"},
        title="Rounds",
        rule="R13",
    )
    pickpocket: Literal["table", "hand"] = option(
        "Where Pickpocket takes its card",
        {
            "table": "from the cards in front of an opponent",
            "hand": "unseen from an opponent's hand",
        },
        title="Pickpocket takes from the hand",
        note="It takes an unseen card from an opponent's hand; otherwise one that "
        "lies in front of them.",
        rule="R20",
    )
    joker_limit: Literal["two_naturals", "any"] = option(
        "How many natural cards a meld needs",
        {"two_naturals": "at least two", "any": "at least one"},
        title="Jokers rule a meld",
        note="One natural card is enough for a meld; otherwise it needs two.",
        rule="Q5",
    )
    set_duplicates: Literal["allowed", "distinct_suits"] = option(
        "Whether a set may hold two natural cards of one suit",
        {"allowed": "it may", "distinct_suits": "all its natural cards differ in suit"},
        title="Sets of different suits",
        note="The natural cards of a set must differ in suit; otherwise one suit may come twice.",
        rule="Q3",
    )
    deck_empty: Literal["end", "reshuffle"] = option(
        "What happens when the stock is empty at the end of a turn",
        {"end": "the round ends", "reshuffle": "the row except its last card becomes the stock"},
        title="Reshuffle an empty stock",
        note="The row except its last card becomes the stock; otherwise the round ends.",
        rule="Q24",
    )
    actions_per_turn: Literal["any", "one"] = option(
        "How many action cards you may play for their effect each turn",
        {"any": "as many as you like", "one": "a single one"},
        title="One action card a turn",
        note="You play a single action card for its effect; otherwise as many as you like.",
        rule="Q14",
    )


class Facts(NamedTuple):
    """What everyone can see besides the cards."""

    dealer: Seat
    turn: Seat
    turns: int  # that have ended in this round
    drawn: bool  # whether the seat on turn has drawn, taken or hoarded
    duty: Cards  # Q7: the card that the next action must play
    bonus: bool  # Q10: the next action may draw the bonus card
    again: bool  # R22: the next action may be the 2nd Chance
    acted: bool  # Q14: whether an action card was played for its effect in this turn
    opened: tuple[bool, ...]
    chances: tuple[bool, ...]  # R22: who still has the 2nd Chance
    marker: int  # cards of the stock below the Marker
    marker_seen: bool
    melds: tuple[Meld, ...]  # meld number n is the n-th
    totals: tuple[int, ...]
    ledger: tuple[tuple[int, ...], ...]  # what each seat scored in each round
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
        "marker": CARDS_BELOW_MARKER,
        "marker_seen": False,
        "melds": (),
    }


STOCK, USED, ROW = range(3)
# By seat: the hand, in the order in which its cards came; the two cards just drawn, as long as the
# 2nd Chance can send them back (R22); the cards on the table in front of the seat.
HAND, DRAWN, TABLE = ([3 + 3 * seat + at for seat in range(6)] for at in range(3))


def zones(seats: int) -> tuple[Zone, ...]:
    """Give the zones of an empty table; the stock holds the whole pack."""
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


def must_play_deepest(facts: Facts) -> bool:
    """Say whether what is taken from the row must be played: not on the first turn (Q7, Q8)."""
    return facts.turns > 0


def meld_rules(options: Options) -> MeldRules:
    """Give what the options require of a meld (Q3, Q5)."""
    return _MELD_RULES[options.joker_limit, options.set_duplicates]


_MELD_RULES = {
    (jokers, suits): MeldRules(naturals, distinct)
    for jokers, naturals in (("two_naturals", 2), ("any", 1))
    for suits, distinct in (("allowed", False), ("distinct_suits", True))
}
