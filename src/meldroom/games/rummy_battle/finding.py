"""Which melds a hand holds: generated from masks of suits and ranks, never tried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from meldroom.core.cards import Cards
from meldroom.games.rummy_battle.actions import MakeMeld
from meldroom.games.rummy_battle.cards import FOR, JOKER, OF
from meldroom.games.rummy_battle.melds import LEAST, MOST, Bounds

CARD = tuple(bytes([number]) for number in range(256))


class Tally:
    """A hand sorted for melding: a mask of ranks per suit, copies per rank, jokers.

    The copies of a rank are one number with two bits for each suit.
    """

    __slots__ = ("copies", "jokers", "suits")

    def __init__(self, hand: Cards) -> None:
        self.suits = [0, 0, 0, 0]
        self.copies = [0] * 13
        self.jokers = 0
        for card in hand:
            self.add(card)

    def add(self, card: int) -> None:
        """Count one card more; action cards make no melds."""
        if card < JOKER:
            suit, rank = _SUIT[card], _RANK[card]
            self.suits[suit] |= 1 << rank
            self.copies[rank] += _COPY[card]
        elif card == JOKER:
            self.jokers += 1


_SUIT = bytes([card // 13 for card in range(JOKER)])
_RANK = bytes([card % 13 for card in range(JOKER)])
_COPY = bytes([1 << 2 * (card // 13) for card in range(JOKER)])


def per_suit(copies: int) -> tuple[int, ...]:
    """Tell how many cards of each suit there are among the copies of a rank."""
    return tuple(copies >> 2 * suit & 3 for suit in range(4))


_MANY = tuple(sum(per_suit(copies)) for copies in range(256))
_DISTINCT = tuple(sum(map(bool, per_suit(copies))) for copies in range(256))


@lru_cache(maxsize=4096)
def runs(suit: int, ranks: int, jokers: int, naturals: int) -> tuple[MakeMeld, ...]:
    """Make every run of a suit from a mask of ranks and some jokers, each text once."""
    found: list[MakeMeld] = []
    for low in range(12):
        heads = [(b"", 0)]
        for place in range(low, min(low + MOST, 14)):
            rank = place % 13
            card = 13 * suit + rank
            grown = []
            for head, wild in heads:
                if ranks >> rank & 1:
                    grown.append((head + CARD[card], wild))
                if wild < jokers:
                    grown.append((head + CARD[FOR + card], wild + 1))
            heads = grown
            size = place - low + 1
            if size >= LEAST:
                found += [MakeMeld(head) for head, wild in heads if size - wild >= naturals]
    return tuple(found)


@lru_cache(maxsize=4096)
def sets(rank: int, copies: int, jokers: int, bounds: Bounds) -> tuple[MakeMeld, ...]:
    """Make every set of a rank from its copies and some jokers, each text once."""
    found = []
    most = [min(many, 1) if bounds.distinct else many for many in per_suit(copies)]
    for chosen in product(*[range(many + 1) for many in most]):
        plain = b"".join([CARD[13 * suit + rank] * many for suit, many in enumerate(chosen)])
        if len(plain) >= bounds.naturals:
            for wild in range(max(0, LEAST - len(plain)), jokers + 1):
                found.append(MakeMeld(plain + CARD[OF + rank] * wild))
    return tuple(found)


@lru_cache(maxsize=256)
def melds_in(hand: Cards, bounds: Bounds) -> Sequence[MakeMeld]:
    """Make every meld that a hand holds."""
    tally = Tally(hand)
    jokers, naturals = tally.jokers, bounds.naturals
    found: list[MakeMeld] = []
    for suit, ranks in enumerate(tally.suits):
        if run_ranks(ranks, jokers, naturals):
            found += runs(suit, ranks, jokers, naturals)
    for rank, copies in enumerate(tally.copies):
        if makes_set(copies, jokers, bounds):
            found += sets(rank, copies, jokers, bounds)
    return found


def melds_with(hand: Cards, card: int, bounds: Bounds) -> Iterator[MakeMeld]:
    """Make the melds of a hand that use a card (Q7); any joker will do for a joker."""
    if card == JOKER:
        yield from [meld for meld in melds_in(hand, bounds) if max(meld.cards) >= FOR]
        return
    tally = Tally(hand)
    suit, rank, jokers = _SUIT[card], _RANK[card], tally.jokers
    for meld in runs(suit, tally.suits[suit], jokers, bounds.naturals):
        if card in meld.cards:
            yield meld
    for meld in sets(rank, tally.copies[rank], jokers, bounds):
        if card in meld.cards:
            yield meld


def makes_set(copies: int, jokers: int, bounds: Bounds) -> bool:
    """Say whether the copies of a rank make a set with so many jokers."""
    many = _DISTINCT[copies] if bounds.distinct else _MANY[copies]
    return many >= bounds.naturals and many + jokers >= LEAST


@lru_cache(maxsize=1 << 16)
def run_ranks(ranks: int, jokers: int, naturals: int) -> int:
    """Mask those ranks of a suit that have a place in some run with so many jokers."""
    placed = 0
    both = ranks | (ranks & 1) << 13
    for low in range(12):
        for size in range(LEAST, min(MOST, 14 - low) + 1):
            window = both & (1 << size) - 1 << low
            plain = window.bit_count()
            if plain >= naturals and size - plain <= jokers:
                placed |= window
    return (placed | placed >> 13) & (1 << 13) - 1


def honourable(hand: Cards, row: Cards, fits: Cards, bounds: Bounds) -> list[int]:
    """Count off how many cards of the row may be taken, so that the deepest can be used (Q7)."""
    tally = Tally(hand)
    suits, copies = tally.suits, tally.copies
    naturals = bounds.naturals
    found = []
    for many, card in enumerate(reversed(row), 1):
        tally.add(card)
        if card in fits:
            found.append(many)
        elif card == JOKER:
            if any(run_ranks(ranks, tally.jokers, naturals) for ranks in suits) or any(
                makes_set(alike, tally.jokers, bounds) for alike in copies
            ):
                found.append(many)
        elif makes_set(copies[_RANK[card]], tally.jokers, bounds) or (
            run_ranks(suits[_SUIT[card]], tally.jokers, naturals) >> _RANK[card] & 1
        ):
            found.append(many)
    return found
