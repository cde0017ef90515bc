"""The melds of Victory Rummy: a Victory in each colour, and the Capture (R6, R7).

A meld is a number from 0 to 3: the Victories in the order of the colours, then the Capture.
"""

from __future__ import annotations

from meldroom.core.cards import Cards, without
from meldroom.games.victory_rummy.deck import AXIS, COLOURS, DECK

MELD_SYMBOLS = (*COLOURS, "C")  # on the score pad (R16)
MELD_NAMES = (*(f"a Victory in {ink}" for ink in COLOURS.values()), "a Capture")
MELD_CARDS = (*(DECK.cards(f"{c}. {c}. {c}. {c}- {c}V") for c in COLOURS), bytes([AXIS]) * 5)
MELD_SIZE = 5


def meld_of(card: int) -> int:
    """Say which meld a card belongs to; each card belongs to one."""
    return card // 3


CAPTURE = meld_of(AXIS)


# A hand lies in canonical order. So the dots and the dash of a Victory lie side by side in it, and
# only further dashes can come between them and the V. The Axis cards of a Capture lie side by side.
_SIDE_BY_SIDE = (*((cards[:4], cards[4:]) for cards in MELD_CARDS[:-1]), (MELD_CARDS[-1], b""))


def _others(card: int) -> tuple[Cards, Cards]:
    stretch, last = _SIDE_BY_SIDE[meld_of(card)]
    return (without(stretch, bytes([card])), last) if card in stretch else (stretch, b"")


_OTHERS = tuple(_others(card) for card in range(len(DECK.codes)))


def holds(hand: Cards, meld: int) -> bool:
    """Say whether a hand in canonical order has all five cards of a meld."""
    stretch, last = _SIDE_BY_SIDE[meld]
    return stretch in hand and last in hand


def completes(hand: Cards, card: int) -> bool:
    """Say whether a card makes a meld with four of a hand in canonical order (Q5)."""
    stretch, last = _OTHERS[card]
    return stretch in hand and last in hand
