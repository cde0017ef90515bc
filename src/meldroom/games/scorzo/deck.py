"""The cards of Scorzo: two decks of five suits from 1 to 10, each with six wilds."""

from __future__ import annotations

from meldroom.core.cards import Deck
from meldroom.games.scorzo.melds import WILD

SUITS = {
    "S": ("star", "yellow"),
    "Q": ("square", "blue"),
    "T": ("triangle", "green"),
    "C": ("circle", "orange"),
    "H": ("heart", "red"),
}
NUMBERS = range(1, 11)
NATURALS = [(suit, number) for suit in SUITS for number in NUMBERS]

DECK = Deck(
    {**{f"{suit}{number}": 2 for suit, number in NATURALS}, "WW": 12},
    {
        **{f"{suit}{number}": f"{SUITS[suit][0]} {number}" for suit, number in NATURALS},
        "WW": "wild",
    },
    {f"{suit}{number}": SUITS[suit][1] for suit, number in NATURALS},
    suits={f"{suit}{number}": SUITS[suit][0] for suit, number in NATURALS},
)


def height(card: int) -> int:
    """Rank a card in the draw for the first deal: by its number, a wild highest (Q16)."""
    return 11 if card == WILD else card % 10 + 1
