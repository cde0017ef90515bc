"""The pack of Rummy Battle, what its cards are worth, and how a card is named in a meld."""

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
    {**dict.fromkeys(PLAIN, 2), "Jk": 4, **dict.fromkeys(ACTION_CARDS, 4)},
    {**PLAIN, "Jk": "joker", **ACTION_CARDS},
    {
        **{code: "red" if code[-1] in "dh" else "black" for code in PLAIN},
        "Jk": "magenta",
        **dict.fromkeys(ACTION_CARDS, "blue"),
    },
    suits={code: SUITS[code[-1]] for code in PLAIN},
)

JOKER, HOARD, PICK, THIEF, SWITCH, LUCKY = range(52, 58)
ACE = 0
KING = 12

# One number names a card in a meld: itself, a joker that is a card of a run (FOR + that card), or
# a joker of a new set (OF + its rank). A joker laid on a set that is there is just JOKER.
FOR = 64
OF = 128

PLACED = {
    **dict(enumerate(DECK.codes[: JOKER + 1])),
    **{FOR + card: f"Jk={code}" for card, code in enumerate(PLAIN)},
    **{OF + rank: f"Jk={code}" for rank, code in enumerate(RANKS)},
}
"""How each number is written."""

REAL = bytes([number if number <= JOKER else JOKER for number in range(256)])
"""A table for `bytes.translate`: the cards that numbers in a meld are made of."""

WORTH = bytes([(15, *[5] * 8, *[10] * 4)[card % 13] for card in range(52)] + [20] + [5] * 5)
"""What each card counts, on the table for its holder, in the hand against him (R16)."""


def suit_of(card: int) -> int:
    """Tell the suit of a plain card."""
    return card // 13


def rank_of(card: int) -> int:
    """Tell the rank of a plain card, the ace being 0."""
    return card % 13


def value(cards: Cards) -> int:
    """Count what cards are worth (R16)."""
    return sum(cards.translate(WORTH_TABLE))


WORTH_TABLE = WORTH + bytes(256 - len(WORTH))
