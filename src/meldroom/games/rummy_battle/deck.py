"""The pack (R1), what its cards are worth (R16), and how a card is placed in a meld (Q3, Q5)."""

from __future__ import annotations

from meldroom.core.cards import Cards, Deck

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
ACTION_CARDS = {
    "HOARD": "Hoard",
    "PICK": "Pickpocket",
    "THIEF": "Thief",
    "SWITCH": "Switcheroo",
    "LUCKY": "Lucky Day",
}
PLAIN = {
    rank + suit: f"{word} of {suits}"
    for suit, suits in SUITS.items()
    for rank, word in RANKS.items()
}
DECK = Deck(
    copies={**dict.fromkeys(PLAIN, 2), "Jk": 4, **dict.fromkeys(ACTION_CARDS, 4)},
    words={**PLAIN, "Jk": "joker", **ACTION_CARDS},
    inks={
        **{code: "red" if code[-1] in "dh" else "black" for code in PLAIN},
        "Jk": "magenta",
        **dict.fromkeys(ACTION_CARDS, "blue"),
    },
    suits={code: SUITS[code[-1]] for code in PLAIN},
)

# The plain cards are 0 to 51, suit by suit, each from the ace to the king.
JOKER, HOARD, PICKPOCKET, THIEF, SWITCHEROO, LUCKY_DAY = range(52, 58)
ACE = 0
KING = 12

# A card placed in a meld is one number. A natural card is itself. A joker in a run is JOKER_AS plus
# the card that it stands for, a joker in a new set JOKER_OF plus the rank of the set. A joker laid
# off on a set is just JOKER.
Placed = bytes
JOKER_AS = 64
JOKER_OF = 128

PLACED_CODES = {
    **dict(enumerate(DECK.codes[: JOKER + 1])),
    **{JOKER_AS + card: f"Jk={code}" for card, code in enumerate(PLAIN)},
    **{JOKER_OF + rank: f"Jk={code}" for rank, code in enumerate(RANKS)},
}
"""How each placed card is written."""

REAL_CARD = bytes([min(placed, JOKER) for placed in range(256)])
"""The card that each placed card is made of, in a table for `bytes.translate`."""

_SUIT_VALUES = bytes([15, *[5] * 8, *[10] * 4])
VALUES = (4 * _SUIT_VALUES + bytes([20, *[5] * 5])).ljust(256, b"\0")
"""What each card is worth (R16), in a table for `bytes.translate`."""


def suit_of(card: int) -> int:
    """Give the suit of a plain card, as its place in SUITS."""
    return card // 13


def rank_of(card: int) -> int:
    """Give the rank of a plain card, the ace being 0."""
    return card % 13


def real_cards(placed: Placed) -> Cards:
    """Name the cards that placed cards are made of.

    >>> DECK.text(real_cards(bytes([*DECK.cards("7h"), JOKER_AS + DECK.card("8h")])))
    '7h Jk'
    """
    return placed.translate(REAL_CARD)


def value(cards: Cards) -> int:
    """Add up what cards are worth (R16)."""
    return sum(cards.translate(VALUES))
