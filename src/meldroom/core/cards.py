"""Cards are small numbers into a deck of codes; a run of cards is `bytes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

Seat = Annotated[int, "a seat"]  # marks a fact that is a seat, not a number
Cards = bytes

BACK = 255
"""A card that the viewer cannot see."""


class Deck:
    """The kinds of card of a game in canonical order, how many of each, their names and inks.

    From `two_packs_from` seats up, two packs are mixed. `suits` names the suit of each card that
    has one.

    >>> deck = Deck({"R.": 2, "RV": 1}, {"R.": "red dot", "RV": "red V"}, {})
    >>> deck.text(deck.pack)
    'R. R. RV'
    """

    def __init__(
        self,
        copies: Mapping[str, int],
        words: Mapping[str, str],
        inks: Mapping[str, str],
        *,
        suits: Mapping[str, str] | None = None,
        two_packs_from: int | None = None,
    ) -> None:
        self.codes: tuple[str, ...] = tuple(copies)
        self.words: tuple[str, ...] = tuple(words[code] for code in self.codes)
        self.inks: tuple[str, ...] = tuple(inks.get(code, "") for code in self.codes)
        self.suits: tuple[str, ...] = tuple((suits or {}).get(code, "") for code in self.codes)
        self.two_packs_from = two_packs_from
        self.pack: Cards = self._stacked(copies.values())
        self._two_packs: Cards = self._stacked(2 * many for many in copies.values())
        self._index = {code: card for card, code in enumerate(self.codes)}

    def pack_for(self, seats: int) -> Cards:
        """Give every card in play with so many seats, in canonical order."""
        two = self.two_packs_from is not None and seats >= self.two_packs_from
        return self._two_packs if two else self.pack

    @staticmethod
    def _stacked(copies: Iterable[int]) -> Cards:
        return b"".join(bytes([card]) * many for card, many in enumerate(copies))

    def card(self, code: str) -> int:
        """Find the card with this code; ValueError if there is none."""
        card = self._index.get(code)
        if card is None:
            raise ValueError(f"no card is called {code!r}")
        return card

    def place(self, word: str) -> int:
        """Give a word's place in the canonical order; what is no card comes after all cards."""
        return self._index.get(word, len(self.codes))

    def cards(self, text: str) -> Cards:
        """Read codes separated by spaces."""
        return bytes(map(self.card, text.split()))

    def text(self, cards: Cards) -> str:
        """Write the codes of these cards, separated by spaces."""
        return " ".join([self.codes[card] for card in cards])


def without(cards: Cards, gone: Cards) -> Cards:
    """Take these cards out, each from nearest the top; ValueError if one is not there."""
    for card in gone:
        at = cards.rindex(card)
        cards = cards[:at] + cards[at + 1 :]
    return cards
