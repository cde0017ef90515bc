"""The cards of Scorzo: two decks of five suits from 1 to 10, each with six wilds (R1).

Natural cards come first, suit by suit: card // 10 is the suit and card % 10 the number less one.
"""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

SUITS = {
    "S": ("star", "yellow"),
    "Q": ("square", "blue"),
    "T": ("triangle", "green"),
    "C": ("circle", "orange"),
    "H": ("heart", "red"),
}
NATURALS = [(suit, number) for suit in SUITS for number in range(1, 11)]

DECK = Deck(
    copies={**{f"{suit}{number}": 2 for suit, number in NATURALS}, "WW": 12},
    words={
        **{f"{suit}{number}": f"{SUITS[suit][0]} {number}" for suit, number in NATURALS},
        "WW": "wild",
    },
    inks={f"{suit}{number}": SUITS[suit][1] for suit, number in NATURALS},
    suits={f"{suit}{number}": SUITS[suit][0] for suit, number in NATURALS},
)
WILD = DECK.card("WW")
WILD_VALUE = 15  # R3


def value(cards: Cards) -> int:
    """Add up what cards outside melds count (R3)."""
    return sum(WILD_VALUE if card == WILD else card % 10 + 1 for card in cards)


def rank_in_draw(card: int) -> int:
    """Rank a card in the draw for the first deal: by its number, a wild highest (Q16)."""
    return 11 if card == WILD else card % 10 + 1
