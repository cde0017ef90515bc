"""Every meld that a hand holds, built from its cards instead of tried out.

`melds_in` gives every legal new meld of a hand, and each only once. The proof:

1. A meld is a set or a run and never both, since the cards of a set share a rank and those of a run
   do not. So the melds of a hand are the runs of each suit and the sets of each rank.

2. Runs. Number the places of a suit from 0 for the low ace to 12 for the king and 13 for the high
   ace (R7). A run starts at one of the places 0 to 11, has three to thirteen cards and ends at
   place 13 or below (Q3). At each place it has the natural card, if it is held, or a joker that
   stands for that card (Q5). `runs` starts at each of these places, goes up place by place in both
   ways while jokers last, and keeps what has enough cards and enough natural cards. So it finds
   every run. Two of its runs differ in where they start, in their length or in where their jokers
   are, so they are written differently, and none comes twice.

3. Sets. A set is written as its natural cards in canonical order and then its jokers (Q3), so it is
   determined by how many cards of each suit and how many jokers it has. `sets` goes through these
   numbers, each combination once.

4. For speed, `runs` gets only cards that are natural cards of some run, and `sets` only ranks that
   make a set at all. This loses no meld, because `can_make_set` is step 3 for the largest set, and
   because `in_runs` keeps a card exactly if it is in some run:
   - If there are two jokers and one natural card is enough, every card is.
   - Otherwise, if there is no joker, three held cards in sequence must include it.
   - Otherwise another held card of its suit must be near: at most one place further away than there
     are jokers. Then jokers fill the places between the two or, if they are neighbours, one joker
     goes beside them, where there is room on one side at least. Conversely, a run now has a second
     natural card, and between the card and the nearest one there are only jokers.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, product

from meldroom.core.cards import Cards
from meldroom.games.rummy_battle.action_numbers import meld_number
from meldroom.games.rummy_battle.actions import MakeMeld
from meldroom.games.rummy_battle.deck import JOKER, JOKER_AS, JOKER_OF, Placed, rank_of, suit_of
from meldroom.games.rummy_battle.melds import MAX_RUN, MIN_MELD, MeldRules

# A hand is counted in one integer. Every rank has a byte, and in it every suit has two bits that
# count its copies. A mask keeps the lower of the two bits: whether the card is held at all.
Mask = int

MAX_JOKERS = 4  # R1
RANKS = range(13)
ONE_SUIT: Mask = sum(1 << 8 * rank for rank in RANKS)
ALL_SUITS: Mask = 0b01_01_01_01 * ONE_SUIT
ACE_TO_HIGH_ACE = 8 * 13  # bits from place 0 to place 13

# Jokers are counted in a 14th byte, and action cards are in no meld.
PLAIN_COUNTS = tuple(1 << 8 * rank_of(card) + 2 * suit_of(card) for card in range(JOKER))
COUNTS = (*PLAIN_COUNTS, 1 << 8 * 13, *[0] * 5)

SINGLE: tuple[Placed, ...] = tuple(bytes([placed]) for placed in range(256))


def count_cards(hand: Cards) -> tuple[Mask, bytes, int]:
    """Count a hand: a mask of its plain cards, the copies in each rank's byte, and the jokers."""
    count = sum([COUNTS[card] for card in hand])
    copies = count.to_bytes(14, "little")
    return (count | count >> 1) & ALL_SUITS, copies[:13], copies[13]


def by_suit(cards: Mask) -> list[Mask]:
    """Split a mask into one for each suit, with the suit's ranks in the lowest bits."""
    return [cards >> shift & ONE_SUIT for shift in (0, 2, 4, 6)]


def in_runs(cards: Mask, jokers: int, naturals: int) -> Mask:
    """Keep the cards that are natural cards of some run (step 4), in all suits at once."""
    if jokers >= 2 and naturals == 1:
        return cards
    places = cards | (cards & 0xFF) << ACE_TO_HIGH_ACE
    if jokers:
        placed = 0
        for gap in range(8, 8 * jokers + 9, 8):
            lower = places & places >> gap
            placed |= lower | lower << gap
    else:
        lowest = places & places >> 8 & places >> 16
        placed = lowest | lowest << 8 | lowest << 16
    return (placed | placed >> ACE_TO_HIGH_ACE) & ALL_SUITS


@lru_cache(maxsize=1024)  # an entry is long only with many ranks and several jokers
def runs(suit: int, ranks: Mask, jokers: int, naturals: int) -> tuple[MakeMeld, ...]:
    """Make every run of a suit from the ranks of a mask and some jokers (step 2)."""
    found: list[MakeMeld] = []
    for start in range(12):
        begun: list[tuple[Placed, int]] = [(b"", 0)]  # runs from here, with their jokers counted
        for place in range(start, min(start + MAX_RUN, 14)):
            rank = place % 13
            card = 13 * suit + rank
            held = ranks >> 8 * rank & 1
            longer = []
            for run, used in begun:
                if held:
                    longer.append((run + SINGLE[card], used))
                if used < jokers:
                    longer.append((run + SINGLE[JOKER_AS + card], used + 1))
            if not longer:
                break
            begun = longer
            size = place - start + 1
            if size >= MIN_MELD:
                found += [MakeMeld(run) for run, used in begun if size - used >= naturals]
    return tuple(found)


def copies_for_set(copies: int, distinct: bool) -> list[int]:
    """Give how many cards of each suit a set can have, from the byte of its rank (Q3)."""
    held = [copies >> shift & 3 for shift in (0, 2, 4, 6)]
    return [min(many, 1) for many in held] if distinct else held


@lru_cache(maxsize=4096)
def sets(rank: int, copies: int, jokers: int, rules: MeldRules) -> tuple[MakeMeld, ...]:
    """Make every set of a rank from the copies in its byte and some jokers (step 3)."""
    found = []
    for chosen in product(*[range(many + 1) for many in copies_for_set(copies, rules.distinct)]):
        natural = b"".join([SINGLE[13 * suit + rank] * many for suit, many in enumerate(chosen)])
        if len(natural) >= rules.naturals:
            for used in range(max(0, MIN_MELD - len(natural)), jokers + 1):
                found.append(MakeMeld(natural + SINGLE[JOKER_OF + rank] * used))
    return tuple(found)


def can_make_set(copies: int, jokers: int, rules: MeldRules) -> bool:
    """Say whether the copies in a rank's byte make a set with some of the jokers (step 4)."""
    most = sum(copies_for_set(copies, rules.distinct))
    return most >= rules.naturals and most + jokers >= MIN_MELD


MAKES_SET = {
    rules: tuple(
        bytes([can_make_set(copies, jokers, rules) for copies in range(256)])
        for jokers in range(MAX_JOKERS + 1)
    )
    for rules in (MeldRules(*each) for each in product((1, 2), (False, True)))
}
"""`can_make_set` as a table: by the rules, the jokers and the copies."""


def melds_in(hand: Cards, rules: MeldRules) -> list[MakeMeld]:
    """Make every meld that a hand holds (step 1)."""
    cards, copies, jokers = count_cards(hand)
    found: list[MakeMeld] = []
    placed = in_runs(cards, jokers, rules.naturals)
    if placed:
        for suit, ranks in enumerate(by_suit(placed)):
            if ranks:
                found += runs(suit, ranks, jokers, rules.naturals)
    for rank in compress(RANKS, copies.translate(MAKES_SET[rules][jokers])):
        found += sets(rank, copies[rank], jokers, rules)
    return found


def in_order(melds: list[MakeMeld]) -> list[MakeMeld]:
    """Sort melds by their numbers, the order in which the twin counts them."""
    return sorted(melds, key=_number) if len(melds) > 1 else melds


@lru_cache(maxsize=1 << 14)
def _number(meld: MakeMeld) -> int:
    return meld_number(meld.cards)


def melds_with(hand: Cards, card: int, rules: MeldRules) -> list[MakeMeld]:
    """Make the melds of a hand that use a card; any joker will do for a joker (Q7)."""
    if card == JOKER:
        return [meld for meld in melds_in(hand, rules) if max(meld.cards) > JOKER]
    cards, copies, jokers = count_cards(hand)
    suit, rank = suit_of(card), rank_of(card)
    ranks = by_suit(in_runs(cards, jokers, rules.naturals))[suit]
    # Step 1: a natural card is in runs of its suit and sets of its rank alone.
    melds = (*runs(suit, ranks, jokers, rules.naturals), *sets(rank, copies[rank], jokers, rules))
    return [meld for meld in melds if card in meld.cards]


_suit_in_runs = lru_cache(maxsize=1 << 14)(in_runs)  # few masks of one suit, asked again and again


def playable_takes(hand: Cards, row: Cards, fits: Cards, rules: MeldRules) -> list[int]:
    """Give how many cards of the row can be taken so that the deepest can be played (Q7).

    Count back from the end of the row, adding each card to the hand. A natural card can then be
    played if it fits a meld on the table, if it is in some run, or if its rank makes a set: the
    largest one has the card in it, or its equal. A joker can be played if it fits, or if there is
    any run or set: a set takes one more joker, and step 4 builds a run with a joker.
    """
    cards, at_first, jokers = count_cards(hand)
    suits, copies = by_suit(cards), bytearray(at_first)
    makes_set = MAKES_SET[rules]
    found = []
    for many, card in enumerate(reversed(row), 1):
        if card == JOKER:
            jokers += 1
            playable = (
                card in fits
                or any(copies.translate(makes_set[jokers]))
                or any(_suit_in_runs(ranks, jokers, rules.naturals) for ranks in suits)
            )
        else:
            suit, rank = suit_of(card), rank_of(card)
            bit = 1 << 8 * rank
            suits[suit] |= bit
            copies[rank] += 1 << 2 * suit
            playable = (
                card in fits
                or makes_set[jokers][copies[rank]] == 1
                or _suit_in_runs(suits[suit], jokers, rules.naturals) & bit > 0
            )
        if playable:
            found.append(many)
    return found
