"""Laying off in Scorzo (Q12): the least deadwood of a hand next to the caller's complete hand.

The caller's melds stay melds when cards join them. Why the search finds the best way to do so:

1. What a layout of the caller's hand offers. A set takes every card of its number and any number
   of wilds (Q2, Q5). A run is a suit, natural cards and a count of wilds, for nothing settles what
   a wild stands for before the hands are scored (Q3). Other numbers of its suit can join if the
   wilds, the run's and those that join too, fill all gaps, and if it has ten cards at most (Q4).
   Up to ten cards it takes more wilds. So a layout is known by its room for wilds, the numbers of
   its sets and what can join each run: an `Offer`.
2. No offer is missed. Every choice of runs with natural cards is tried, each run with every count
   of wilds. The natural cards left must be sets; one for each number accepts what several would.
   The wilds left join a set, or they are melds by themselves (Q2): sets of numbers or runs in suits
   that the hand can use.
3. For each offer every choice of cards that join its runs is tried. The cards kept are melded as in
   `melds.py`. Those of the sets' numbers are never loose: they are sets that cost nothing, and all
   steps hold for them.
4. Wilds kept and not needed go to a meld of the hand's own, which has room for all (step 4 of
   `melds.py`), or else to the caller's melds as far as there is room; the others count (Q18). They
   need not be a meld by themselves: if three are kept and too many for that room, no card has
   joined a set, so a natural card is kept or the outermost one that joined a run can be, and it
   makes a set with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldroom.core.cards import Cards
from meldroom.games.scorzo.deck import WILD_VALUE
from meldroom.games.scorzo.melds import (
    SHIFTS,
    SUIT,
    Held,
    least_deadwood,
    least_loose,
    naturals_value,
    numbers_held,
    spread,
)

MAX_RUN = 10  # Q4
UNLIMITED = 99  # room for every wild

Joining = tuple[int, int]  # natural cards that join a run, the wilds that must join with them
Joinings = tuple[Joining, ...]  # all that one hand could add to one run


class Offer(NamedTuple):
    """What one layout of the caller's hand offers another hand."""

    room: int  # for wilds
    accepted: int  # the numbers of the sets, as far as the other hand has them
    runs: tuple[Joinings, ...]  # those that the other hand can join

    def with_run(self, joinings: Joinings, size: int) -> Offer:
        """Add a run of so many cards."""
        runs = tuple(sorted((*self.runs, joinings))) if joinings else self.runs
        return Offer(min(self.room + MAX_RUN - size, UNLIMITED), self.accepted, runs)

    def with_sets(self, numbers: int) -> Offer:
        """Add one or more sets, with these numbers among them."""
        return Offer(UNLIMITED, self.accepted | numbers, self.runs)


NOTHING = Offer(0, 0, ())


def least_with_lay_off(hand: Cards, caller_hand: Cards, all_wild: bool) -> int:
    """Give the least deadwood when cards may also join the melds of the caller's complete hand."""
    least = least_deadwood(hand, all_wild)
    if least == 0:
        return 0
    held = spread(hand)
    most_room: dict[tuple[Held, int], int] = {}
    for offer in _offers(held, caller_hand, all_wild):
        for kept, room in _after_joining(held, offer):
            key = kept, offer.accepted
            most_room[key] = max(room, most_room.get(key, 0))
    for (kept, accepted), room in most_room.items():
        least = min(least, _deadwood(kept, accepted, room))
    return least


# --- the offers: steps 1 and 2 --------------------------------------------------------------------


def _offers(held: Held, caller_hand: Cards, all_wild: bool) -> set[Offer]:
    """Give what every layout of the caller's complete hand offers a hand."""
    offers = set()
    pending = list(_natural_layouts(held, caller_hand))
    for left, offer in pending:  # grows while it is read
        if left == 0 or offer.room == UNLIMITED:
            offers.add(offer)
        if left >= 3 and all_wild:
            pending += _melds_of_wilds(held, left, offer)
    return offers


def _natural_layouts(held: Held, caller_hand: Cards) -> set[tuple[int, Offer]]:
    """Lay the caller's natural cards out in every way; give the wilds left and the offer."""
    caller = spread(caller_hand)
    layouts = {(caller.wilds, caller.once, caller.twice, NOTHING)}
    for shift in SHIFTS:
        in_suit = [(-1, *layout) for layout in layouts]
        for not_below, left, once, twice, offer in in_suit:  # grows while it is read
            for run in _subsets(once >> shift & SUIT & not_below):
                count = run.bit_count()
                cards = run << shift
                rest = once & ~cards | twice & cards, twice & ~cards
                fewest, most = max(3 - count, _gaps(run)), min(left, MAX_RUN - count)
                for wilds in range(fewest, most + 1):
                    joinings = _joinings(held, shift, run, wilds)
                    laid = offer.with_run(joinings, count + wilds)
                    # From the lowest run of a suit to the highest: each choice comes up once.
                    in_suit.append((-(run & -run), left - wilds, *rest, laid))
        layouts = {layout[1:] for layout in in_suit}
    complete = set()
    for left, once, twice, offer in layouts:
        singles, pairs, _ = numbers_held(once, twice)
        left -= 2 * singles.bit_count() + pairs.bit_count()
        if left >= 0:
            if once:
                offer = offer.with_sets(_numbers(once) & _numbers(held.once))
            complete.add((left, offer))
    return complete


def _melds_of_wilds(held: Held, left: int, offer: Offer) -> Iterator[tuple[int, Offer]]:
    """Lay one meld of the caller's wilds alone; give the wilds left and the offer (Q2)."""
    yield 0, offer.with_sets(0)
    useful = _numbers(held.once) & ~offer.accepted
    for number in range(10):
        if useful >> number & 1:
            yield left - 3, offer.with_sets(1 << number)
    for size in range(3, min(left, MAX_RUN) + 1):
        for shift in SHIFTS:
            if joinings := _joinings(held, shift, 0, size):
                yield left - size, offer.with_run(joinings, size)


def _joinings(held: Held, shift: int, naturals: int, wilds: int) -> Joinings:
    """List what can join a run of the suit at shift with these natural cards and wilds."""
    joinings = []
    for cards in _subsets(held.once >> shift & SUIT & ~naturals):
        more_wilds = max(0, _gaps(naturals | cards) - wilds)
        size = (naturals | cards).bit_count() + wilds + more_wilds
        if more_wilds <= held.wilds and size <= MAX_RUN:
            joinings.append((cards << shift, more_wilds))
    return tuple(joinings)


def _subsets(cards: int) -> Iterator[int]:
    """Give every choice of one or more of the cards."""
    chosen = cards
    while chosen:
        yield chosen
        chosen = chosen - 1 & cards


def _numbers(cards: int) -> int:
    """Give the numbers that cards of any suit have."""
    return (cards | cards >> 10 | cards >> 20 | cards >> 30 | cards >> 40) & SUIT


def _gaps(cards: int) -> int:
    """Count the numbers missing between the lowest and the highest card of one suit."""
    return cards.bit_length() - (cards & -cards).bit_length() + 1 - cards.bit_count()


# --- the hand next to an offer: steps 3 and 4 -----------------------------------------------------


def _after_joining(held: Held, offer: Offer) -> list[tuple[Held, int]]:
    """Give each hand that may be kept after joining runs, and the room for wilds left then."""
    after = [(held, offer.room)]
    for joinings in offer.runs:
        for (once, twice, wilds), room in after.copy():
            for cards, more_wilds in joinings:
                if more_wilds <= wilds and not cards & ~once:
                    kept = Held(once & ~cards | twice & cards, twice & ~cards, wilds - more_wilds)
                    after.append((kept, room - cards.bit_count() - more_wilds))
    return after


def _deadwood(kept: Held, accepted: int, room: int) -> int:
    """Give the least deadwood of what is kept, next to sets of the accepted numbers and room."""
    loose = least_loose(kept, accepted)
    too_many = kept.wilds - room
    if too_many > 0 and loose == naturals_value(kept.once, kept.twice):  # it melds nothing itself
        return loose + WILD_VALUE * too_many
    return loose
