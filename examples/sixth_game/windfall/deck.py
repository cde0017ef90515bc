"""The cards of Windfall, and what makes a basket of them."""

from __future__ import annotations

from itertools import combinations

from meldroom.core.cards import Cards, Deck

FRUITS = {
    "A": ("apple", "red"),
    "L": ("lime", "green"),
    "O": ("orange", "orange"),
    "P": ("plum", "blue"),
}
NUMBERS = range(1, 7)
CARDS = {f"{letter}{number}": letter for letter in FRUITS for number in NUMBERS}

DECK = Deck(
    copies=dict.fromkeys(CARDS, 2),  # R2
    words={code: f"{FRUITS[letter][0]} {code[1]}" for code, letter in CARDS.items()},
    inks={code: FRUITS[letter][1] for code, letter in CARDS.items()},
    suits={code: FRUITS[letter][0] for code, letter in CARDS.items()},
)


def fruit(card: int) -> int:
    """Give the place of a card's fruit among the fruits."""
    return card // len(NUMBERS)


def number(card: int) -> int:
    """Give the number on a card."""
    return card % len(NUMBERS) + 1


def points(cards: Cards) -> int:
    """Add up the numbers on the cards (R8)."""
    return sum(map(number, cards))


def is_basket(cards: Cards, mixed: bool) -> bool:
    """Say whether three cards in canonical order make a basket (R6); `mixed` as in Q2."""
    if len(cards) != 3:
        return False
    fruits = {fruit(card) for card in cards}
    low, middle, high = map(number, cards)
    if low == middle == high:
        return len(fruits) == 3 or not mixed
    return len(fruits) == 1 and middle - low == high - middle == 1


def baskets(hand: Cards, mixed: bool) -> list[Cards]:
    """Give every basket in a hand, each once."""
    trios = sorted(set(map(bytes, combinations(hand, 3))))
    return [trio for trio in trios if is_basket(trio, mixed)]
