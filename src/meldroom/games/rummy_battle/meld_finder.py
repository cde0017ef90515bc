"""Which melds a hand holds: generated from masks of suits and ranks, never tried out."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from meldroom.core.cards import Cards
from meldroom.games.rummy_battle.actions import MakeMeld
from meldroom.games.rummy_battle.deck import FOR, JOKER, OF, rank_of, suit_of
from meldroom.games.rummy_battle.melds import LEAST, MOST, Bounds

CARD = tuple(bytes([number]) for number in range(256))


_PLACES = [
    (card // 13, card % 13, 1 << 8 * (card % 13), 1 << 2 * (card // 13)) for card in range(JOKER)
]

# A rank's copies are one byte with two bits for each suit; jokers are counted like a 14th rank.
_COPY = (
    *[1 << 8 * (card % 13) + 2 * (card // 13) for card in range(JOKER)],
    1 << 8 * 13,
    *[0] * 5,
)
_RANKS = sum(1 << 8 * rank for rank in range(13))
_CARDS = 0b01010101 * _RANKS


def tally(hand: Cards) -> tuple[int, bytes, int]:
    """Sort a hand for melding: a mask of the cards there are, copies for each rank, jokers.

    In the mask each rank has a byte, and each suit every second bit of it. Action cards make no
    melds.
    """
    every = sum([_COPY[card] for card in hand])
    copies = every.to_bytes(14, "little")
    return (every | every >> 1) & _CARDS, copies[:13], copies[13]


def of_suits(cards: int) -> list[int]:
    """Part a mask of cards by suit: the ranks of each suit, one bit a byte."""
    return [cards >> shift & _RANKS for shift in (0, 2, 4, 6)]


def low_and_high(cards: int) -> int:
    """Put the aces of a mask above the kings too, so that a byte is a place in a run."""
    return cards | (cards & 255) << 8 * 13


def in_runs(cards: int, jokers: int, naturals: int) -> int:
    """Mask those of the cards that have a place in some run with so many jokers."""
    places = low_and_high(cards)
    if jokers >= 2 and naturals == 1:
        return cards
    if jokers:
        # Two naturals with a gap that the jokers fill; neighbours take a joker at an end.
        placed = 0
        for apart in range(8, 8 * jokers + 9, 8):
            lower = places & places >> apart
            placed |= lower | lower << apart
    else:
        lowest = places & places >> 8 & places >> 16
        placed = lowest | lowest << 8 | lowest << 16
    return (placed | placed >> 8 * 13) & _CARDS


def per_suit(copies: int) -> tuple[int, ...]:
    """Tell how many cards of each suit there are among the copies of a rank."""
    return tuple(copies >> 2 * suit & 3 for suit in range(4))


def enough_for_set(copies: int, jokers: int, naturals: int, distinct: bool) -> bool:
    """Say whether some of the copies of a rank make a set with so many jokers."""
    many = sum(min(many, 1) if distinct else many for many in per_suit(copies))
    return many >= naturals and many + jokers >= LEAST


SETS = {
    Bounds(naturals, distinct): tuple(
        bytes([enough_for_set(copies, jokers, naturals, distinct) for copies in range(256)])
        for jokers in range(5)
    )
    for naturals in (1, 2)
    for distinct in (False, True)
}
"""Which copies of a rank make a set: for the bounds, by the jokers held, by the copies."""


@lru_cache(maxsize=1024)  # an entry is long only with many ranks and several jokers
def runs(suit: int, ranks: int, jokers: int, naturals: int) -> tuple[MakeMeld, ...]:
    """Make every run of a suit from a mask of ranks and some jokers, each text once.

    It is asked with the ranks alone that have a place in a run: so few masks are asked for.
    """
    found: list[MakeMeld] = []
    for low in range(12):
        heads = [(b"", 0)]
        for place in range(low, min(low + MOST, 14)):
            card = 13 * suit + place % 13
            held = ranks >> 8 * (place % 13) & 1
            grown = []
            for head, wild in heads:
                if held:
                    grown.append((head + CARD[card], wild))
                if wild < jokers:
                    grown.append((head + CARD[FOR + card], wild + 1))
            if not grown:
                break
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


def melds_in(hand: Cards, bounds: Bounds) -> list[MakeMeld]:
    """Make every meld that a hand holds."""
    cards, copies, jokers = tally(hand)
    naturals = bounds.naturals
    found: list[MakeMeld] = []
    placed = in_runs(cards, jokers, naturals)
    if placed:
        for suit, ranks in enumerate(of_suits(placed)):
            if ranks:
                found += runs(suit, ranks, jokers, naturals)
    marks = copies.translate(SETS[bounds][jokers])
    rank = marks.find(1)
    while rank >= 0:
        found += sets(rank, copies[rank], jokers, bounds)
        rank = marks.find(1, rank + 1)
    return found


def melds_with(hand: Cards, card: int, bounds: Bounds) -> list[MakeMeld]:
    """Make the melds of a hand that use a card (Q7); any joker will do for a joker."""
    if card == JOKER:
        return [meld for meld in melds_in(hand, bounds) if max(meld.cards) >= FOR]
    cards, copies, jokers = tally(hand)
    suit, rank = suit_of(card), rank_of(card)
    ranks = of_suits(in_runs(cards, jokers, bounds.naturals))[suit]
    melds = (
        *runs(suit, ranks, jokers, bounds.naturals),
        *sets(rank, copies[rank], jokers, bounds),
    )
    return [meld for meld in melds if card in meld.cards]


# Of one suit it is asked again and again, while the row is counted off.
_suit_in_runs = lru_cache(maxsize=1 << 14)(in_runs)


def honourable(hand: Cards, row: Cards, fits: Cards, bounds: Bounds) -> list[int]:
    """Count off how many cards of the row may be taken, so that the deepest can be used (Q7)."""
    cards, at_first, jokers = tally(hand)
    suits, copies = of_suits(cards), bytearray(at_first)
    naturals, makes_set = bounds.naturals, SETS[bounds]
    found = []
    for many, card in enumerate(reversed(row), 1):
        if card == JOKER:
            jokers += 1
            usable = (
                card in fits
                or any(copies.translate(makes_set[jokers]))
                or any(_suit_in_runs(ranks, jokers, naturals) for ranks in suits)
            )
        else:
            suit, rank, place, copy = _PLACES[card]
            suits[suit] |= place
            copies[rank] += copy
            usable = (
                card in fits
                or makes_set[jokers][copies[rank]] == 1
                or _suit_in_runs(suits[suit], jokers, naturals) & place > 0
            )
        if usable:
            found.append(many)
    return found
