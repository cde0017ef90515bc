"""Plain cards as bits: sixteen for each suit, the ranks from the ace on, as the twin has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldroom.core.cards import Cards
from meldroom.games.rummy_battle.deck import ACE, JOKER, rank_of, suit_of

__all__ = [
    "ACE",
    "EVERY_SUIT",
    "HeldCards",
    "bit_of",
    "card_of",
    "cards_at",
    "cards_in",
    "in_runs",
    "near_runs",
    "places_of",
    "points",
]

EVERY_SUIT = 0x0001_0001_0001_0001
ONE_SUIT = 0x1FFF
HIGH_ACE = 13  # its place in a run (R7)
TENS = 0x1E00 * EVERY_SUIT  # ten to king
BITS = tuple(16 * suit_of(card) + rank_of(card) for card in range(JOKER))


def bit_of(card: int) -> int:
    """Give the place of a plain card's bit."""
    return BITS[card]


def card_of(at: int) -> int:
    """Give the plain card with this bit."""
    return at - 3 * (at >> 4)


def cards_in(bits: int) -> Iterator[int]:
    """Give the places of the bits, from the lowest on."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class HeldCards(NamedTuple):
    """The cards of a hand, counted."""

    once: int = 0  # the plain cards, as bits
    twice: int = 0  # those held twice
    jokers: int = 0
    action_cards: Cards = b""

    @classmethod
    def of(cls, cards: Cards) -> HeldCards:
        """Count cards."""
        once = twice = 0
        for card in cards:
            if card < JOKER:
                bit = 1 << BITS[card]
                twice |= once & bit
                once |= bit
        others = bytes([card for card in cards if card > JOKER])
        return cls(once, twice, cards.count(JOKER), others)

    def with_card(self, card: int) -> HeldCards:
        """Add a card."""
        if card == JOKER:
            return self._replace(jokers=self.jokers + 1)
        if card > JOKER:
            return self._replace(action_cards=self.action_cards + bytes([card]))
        bit = 1 << BITS[card]
        return self._replace(once=self.once | bit, twice=self.twice | self.once & bit)

    def without_card(self, card: int) -> HeldCards:
        """Remove a plain card or a joker that is held."""
        if card == JOKER:
            return self._replace(jokers=self.jokers - 1)
        bit = 1 << BITS[card]
        return self._replace(once=self.once & ~bit | self.twice & bit, twice=self.twice & ~bit)

    @property
    def size(self) -> int:
        """How many cards they are."""
        plain = self.once.bit_count() + self.twice.bit_count()
        return plain + self.jokers + len(self.action_cards)

    def ranks(self, distinct: bool) -> tuple[int, int]:
        """Give the ranks of which two and three cards are held, or more, as bits.

        Where sets have distinct suits, only one card of each suit counts (Q3).
        """
        one, two, three = self.once, 0 if distinct else self.twice, 0
        for shift in (32, 16):
            other_one, other_two = one >> shift, two >> shift
            three |= three >> shift | two & other_one | one & other_two
            one, two = one | other_one, two | other_two | one & other_one
        return two & ONE_SUIT, three & ONE_SUIT

    def copies_for_set(self, rank: int, distinct: bool) -> list[int]:
        """Give how many cards of each suit a set of this rank can have (Q3)."""
        copies = []
        for at in range(rank, 64, 16):
            twice = 0 if distinct else self.twice >> at & 1
            copies.append((self.once >> at & 1) + twice)
        return copies


def points(cards: int) -> int:
    """Add up what plain cards are worth, each once (R16)."""
    tens, aces = (cards & TENS).bit_count(), (cards & EVERY_SUIT).bit_count()
    return 5 * (cards.bit_count() + tens + 2 * aces)


def places_of(cards: int) -> int:
    """Give the places of cards in runs: an ace is at both ends (R7)."""
    return cards | (cards & EVERY_SUIT) << HIGH_ACE


def cards_at(places: int) -> int:
    """Give the cards that lie at places of runs: a high ace is the ace (R7)."""
    return places | places >> HIGH_ACE & EVERY_SUIT


def in_runs(cards: int) -> int:
    """Keep the cards that are in a run of natural cards."""
    places = places_of(cards)
    lowest = places & places >> 1 & places >> 2
    placed = lowest | lowest << 1 | lowest << 2
    return cards_at(placed) & cards


def near_runs(cards: int) -> int:
    """Keep the cards that lack one card to a run of three."""
    places = places_of(cards)
    neighbours, over_next = places & places >> 1, places & places >> 2
    placed = neighbours | neighbours << 1 | over_next | over_next << 2
    return cards_at(placed) & cards
