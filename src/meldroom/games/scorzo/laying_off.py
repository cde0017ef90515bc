"""Laying off in Scorzo (Q12): the least deadwood of a hand next to the caller's complete hand.

A way to lay the caller's hand out matters only for what its melds accept. A set accepts every
card of its number and any number of wilds. A run is its suit, its natural cards and its count of
wilds: nothing fixes what a wild stands for before scoring (Q3), so a card that joins may take a
wild's place, as long as all the cards together are a run (Q4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from meldroom.core.cards import Cards
from meldroom.games.scorzo.melds import (
    SHIFTS,
    SUIT,
    WILD_VALUE,
    least_deadwood,
    least_naturals,
    naturals_value,
    numbers_held,
    spread,
)

Joining = tuple[int, int]  # natural cards that join a run, the wilds that must come with them
Joinings = tuple[Joining, ...]  # all that the guest could add to one run

_AMPLE = 99  # a set has room for every wild (Q2, Q5)


class LaidOff(NamedTuple):
    """The hand that lays off."""

    once: int
    twice: int
    wilds: int


class Offer(NamedTuple):
    """What one layout of the caller's hand can do for the guest, as far as it is laid."""

    room: int  # for wilds
    accepted: int  # the numbers of the sets, of those that the guest holds
    runs: tuple[Joinings, ...]  # those that the guest can join

    def with_run(self, joinings: Joinings, size: int) -> Offer:
        """Lay a run of so many cards."""
        runs = tuple(sorted((*self.runs, joinings))) if joinings else self.runs
        return Offer(min(self.room + 10 - size, _AMPLE), self.accepted, runs)

    def with_sets(self, accepted: int) -> Offer:
        """Lay sets, among them those of the accepted numbers."""
        return Offer(_AMPLE, self.accepted | accepted, self.runs)


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


def _joinings(guest: LaidOff, shift: int, naturals: int, wilds: int) -> Joinings:
    """List what can join a run of the suit at shift with these natural cards and wilds."""
    joinings = []
    for cards in _subsets(guest.once >> shift & SUIT & ~naturals):
        extra = max(0, _gaps(naturals | cards) - wilds)
        size = (naturals | cards).bit_count() + wilds + extra
        if extra <= guest.wilds and size <= 10:
            joinings.append((cards << shift, extra))
    return tuple(joinings)


def _lay_naturals(guest: LaidOff, caller_hand: Cards) -> set[tuple[int, Offer]]:
    """Lay the caller's natural cards out in every way; give the wilds left over and the offers."""
    once, twice, wilds = spread(caller_hand)
    layouts = {(wilds, once, twice, Offer(0, 0, ()))}
    for shift in SHIFTS:
        in_suit = [(-1, *layout) for layout in layouts]
        for floor, left, held, pairs, offer in in_suit:  # grows while it is read
            for run in _subsets(held >> shift & SUIT & floor):
                count = run.bit_count()
                cards = run << shift
                rest = held & ~cards | pairs & cards, pairs & ~cards
                for in_run in range(max(3 - count, _gaps(run)), min(left, 10 - count) + 1):
                    laid = offer.with_run(_joinings(guest, shift, run, in_run), count + in_run)
                    # Runs are laid from low to high, so that each choice of runs comes up once.
                    in_suit.append((-(run & -run), left - in_run, *rest, laid))
        layouts = {layout[1:] for layout in in_suit}
    offers = set()
    for left, held, pairs, offer in layouts:
        ones, twos, _ = numbers_held(held, pairs)
        left -= 2 * ones.bit_count() + twos.bit_count()
        if left >= 0:
            if held:
                offer = offer.with_sets(_numbers(held) & _numbers(guest.once))
            offers.add((left, offer))
    return offers


def _offers(guest: LaidOff, caller_hand: Cards, all_wild: bool) -> set[Offer]:
    """Give what every way to lay the caller's complete hand out offers the guest."""
    offers = set()
    pending = list(_lay_naturals(guest, caller_hand))
    for left, offer in pending:  # grows while it is read
        if left == 0 or offer.room == _AMPLE:
            offers.add(offer)
        if left >= 3 and all_wild:
            # Q2: wilds alone are a set of any number, or a run in any suit.
            pending.append((0, offer.with_sets(0)))
            for number in range(10):
                if _numbers(guest.once) & ~offer.accepted & 1 << number:
                    pending.append((left - 3, offer.with_sets(1 << number)))
            for size in range(3, min(left, 10) + 1):
                for shift in SHIFTS:
                    if joinings := _joinings(guest, shift, 0, size):
                        pending.append((left - size, offer.with_run(joinings, size)))
    return offers


def _kept(guest: LaidOff, offer: Offer) -> Iterator[tuple[LaidOff, int]]:
    """Give each hand that the guest may keep after joining runs, and the room left in the runs."""
    kept = [(guest, offer.room)]
    for joinings in offer.runs:
        for (once, twice, wilds), room in kept.copy():
            for cards, extra in joinings:
                if extra <= wilds and not cards & ~once:
                    rest = LaidOff(once & ~cards | twice & cards, twice & ~cards, wilds - extra)
                    kept.append((rest, room - cards.bit_count() - extra))
    yield from kept


def least_with_lay_off(hand: Cards, caller_hand: Cards, all_wild: bool) -> int:
    """Give the least deadwood when cards may also join the melds of the caller's complete hand."""
    least = least_deadwood(hand, all_wild)
    if least == 0:
        return 0
    guest = LaidOff(*spread(hand))
    rooms: dict[tuple[LaidOff, int], int] = {}
    for offer in _offers(guest, caller_hand, all_wild):
        for rest, room in _kept(guest, offer):
            key = rest, offer.accepted
            rooms[key] = max(room, rooms.get(key, 0))
    for (rest, accepted), room in rooms.items():
        loose = least_naturals(*rest, accepted)
        homeless = rest.wilds - room
        if homeless > 0 and loose == naturals_value(rest.once, rest.twice):
            loose += WILD_VALUE * homeless  # Q18: with no meld of its own to take them in
        least = min(least, loose)
    return least
