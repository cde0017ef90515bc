"""The melds that `house` thinks of: long natural ones, and two natural cards with a joker.

The twin is in fast/csrc/rummy_battle_house.h.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldroom.core.cards import Cards
from meldroom.games.rummy_battle.action_numbers import meld_number, placed_run, placed_set
from meldroom.games.rummy_battle.card_bits import HeldCards, cards_in, places_of
from meldroom.games.rummy_battle.deck import JOKER, value
from meldroom.games.rummy_battle.melds import MAX_RUN


class MeldOffer(NamedTuple):
    """A meld that can be made, and what its natural cards are worth."""

    points: int
    cards: Cards  # as placed


class MeldOffers(NamedTuple):
    """What can be melded of a hand."""

    held: HeldCards
    distinct: bool  # the suits of a set (Q3)
    duty: Cards = b""  # the card that must be used (Q7)

    def natural(self) -> Cards:
        """Give the dearest of the longest natural runs and whole sets; nothing without one."""
        return _dearest(self._natural_melds())

    def with_joker(self) -> Cards:
        """Give the dearest meld of two natural cards and a joker; nothing without one."""
        return _dearest(self._joker_melds()) if self.held.jokers else b""

    def dearest(self) -> Cards:
        """Give the dearest natural meld, else the dearest with a joker; nothing without one."""
        return self.natural() or self.with_joker()

    def _natural_melds(self) -> Iterator[MeldOffer]:
        places = places_of(self.held.once)
        starts = places & places >> 1 & places >> 2
        while starts:
            start = (starts & -starts).bit_length() - 1
            suit, low, length = start >> 4, start & 15, 0
            while length < MAX_RUN and low + length < 14 and places >> start + length & 1:
                length += 1
            yield from self._run(suit, low, length, jokers=0)
            starts = starts >> start + length - 2 << start + length - 2  # not those within this run
        _, three = self.held.ranks(self.distinct)
        for rank in cards_in(three):
            yield from self._set(rank, jokers=0)

    def _joker_melds(self) -> Iterator[MeldOffer]:
        places = places_of(self.held.once)
        for suit in range(4):
            for low in range(12):
                lie = places >> 16 * suit + low & 7
                if lie in (3, 5, 6):
                    yield from self._run(suit, low, 3, jokers=7 & ~lie)
        two, three = self.held.ranks(self.distinct)
        for rank in cards_in(two & ~three):
            yield from self._set(rank, jokers=1)

    def _run(self, suit: int, low: int, length: int, jokers: int) -> Iterator[MeldOffer]:
        """Give a run if it uses the card that must be used."""
        placed = placed_run(suit, low, length, jokers)
        naturals = bytes([card for card in placed if card < JOKER])
        if all(card in naturals for card in self.duty):
            yield MeldOffer(value(naturals), placed)

    def _set(self, rank: int, jokers: int) -> Iterator[MeldOffer]:
        """Give the set of all natural cards of a rank if it uses the card that must be used."""
        copies = self.held.copies_for_set(rank, self.distinct)
        placed = placed_set(rank, copies, jokers)
        naturals = placed[: len(placed) - jokers]
        if all(card in naturals for card in self.duty):
            yield MeldOffer(value(naturals), placed)


def _dearest(offers: Iterator[MeldOffer]) -> Cards:
    """Choose the dearest meld, of equal ones that with the lowest number."""
    best = max(offers, key=lambda offer: (offer.points, -meld_number(offer.cards)), default=None)
    return b"" if best is None else best.cards
