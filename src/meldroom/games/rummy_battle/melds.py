"""A meld on the table: its shape, who holds which of its cards, and what still fits to it."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Violation
from meldroom.games.rummy_battle.deck import (
    ACE,
    FOR,
    JOKER,
    KING,
    OF,
    RANKS,
    REAL,
    SUITS,
    rank_of,
    suit_of,
)

SET, RUN = "set", "run"
LEAST = 3  # cards of a meld (R6, Q3)
MOST = 13  # cards of a run (Q3)


class Meld(NamedTuple):
    """A meld with a number of its own; a card of it lies before the seat that holds it."""

    number: int
    owner: Seat
    kind: str  # SET or RUN
    of: str  # the rank of a set, the suit of a run
    cards: Cards  # a set in canonical order, a run from low to high
    stands: Cards  # what each card of a run stands for; nothing for a set
    holders: tuple[Seat, ...]  # before whom each card lies
    fits: Cards  # what may be laid off now; a joker goes wherever one of these does

    def of_seat(self, seat: Seat) -> Cards:
        """Name the cards of this meld that lie before a seat."""
        if self.holders.count(seat) == len(self.holders):  # as most melds lie
            return self.cards
        return bytes(
            [c for c, holder in zip(self.cards, self.holders, strict=True) if holder == seat]
        )


class Bounds(NamedTuple):
    """What the options ask of a meld."""

    naturals: int  # at least so many cards that are no jokers (Q5)
    distinct: bool  # the natural cards of a set differ in suit (Q3)


def fault(placed: bytes, bounds: Bounds) -> Violation | None:
    """Say by which rule a new meld, as it is written, is none."""
    if len(placed) < LEAST:
        return Violation("R6", "a meld has three cards or more")
    shape = is_set(placed) or is_run(placed)
    if not shape:
        return Violation("Q3", "this is no set and no run, written in its one order")
    naturals = [card for card in placed if card < JOKER]
    if len(naturals) < bounds.naturals:
        least = "two natural cards" if bounds.naturals == 2 else "one natural card"
        return Violation("Q5", f"a meld has at least {least}")
    if bounds.distinct and is_set(placed) and len(set(naturals)) < len(naturals):
        return Violation("Q3", "the natural cards of a set differ in suit")
    return None


def is_set(placed: bytes) -> bool:
    """Say whether these are cards of one rank in canonical order, the jokers last."""
    of_rank = _OF_RANK.get(placed[0], b"")
    return not placed.strip(of_rank) and placed == bytes(sorted(placed))


_OF_RANK = {
    number: bytes([*range(rank, JOKER, 13), OF + rank])
    for rank in range(13)
    for number in (*range(rank, JOKER, 13), OF + rank)
}


def is_run(placed: bytes) -> bool:
    """Say whether these are consecutive cards of one suit, from low to high."""
    if max(placed) >= OF or len(placed) > MOST:
        return False
    stands = stood_for(placed)
    low = rank_of(stands[0])
    rising = all(rank_of(card) == (low + at) % 13 for at, card in enumerate(stands))
    # An ace that comes after the king is the last card: there is no K-A-2.
    return rising and len({suit_of(card) for card in stands}) == 1 and low + len(placed) <= 14


def stood_for(placed: bytes) -> Cards:
    """Name the cards that the words of a run stand for."""
    return bytes([number - FOR if number >= FOR else number for number in placed])


def made(number: int, owner: Seat, placed: bytes, distinct: bool) -> Meld:
    """Put a new meld before its owner."""
    cards = placed.translate(REAL)
    holders = (owner,) * len(cards)
    if is_set(placed):
        rank = _RANKS[rank_of(cards[0])]
        return Meld(number, owner, SET, rank, cards, b"", holders, _fits_set(cards, distinct))
    stands = stood_for(placed)
    suit = _SUITS[suit_of(stands[0])]
    return Meld(number, owner, RUN, suit, cards, stands, holders, _fits_run(stands))


_RANKS, _SUITS = tuple(RANKS), tuple(SUITS)


@lru_cache(maxsize=1024)
def _fits_set(cards: Cards, distinct: bool) -> Cards:
    alike = range(rank_of(cards[0]), JOKER, 13)
    return bytes([card for card in alike if not distinct or card not in cards] + [JOKER])


@lru_cache(maxsize=1024)
def _fits_run(stands: Cards) -> Cards:
    suit, low, high = suit_of(stands[0]), rank_of(stands[0]), rank_of(stands[-1])
    ends = set()
    # Never two aces: no low one under an ace that is high, no high one over an ace that is low.
    if low != ACE and not (low == 1 and high == ACE):
        ends.add(13 * suit + low - 1)
    if high != ACE and not (high == KING and low == ACE):
        ends.add(13 * suit + (high + 1) % 13)
    return bytes([*sorted(ends), JOKER]) if ends else b""


def laid_on(meld: Meld, seat: Seat, laid: int, distinct: bool) -> Meld:
    """Lay a card off on a meld; it comes to lie before the seat that laid it (R9)."""
    number, owner, kind, of, cards, stands, holders, _ = meld
    card = bytes([REAL[laid]])
    if kind == SET:
        at = bisect(cards, card[0])
        cards, holders = cards[:at] + card + cards[at:], (*holders[:at], seat, *holders[at:])
        return Meld(number, owner, kind, of, cards, stands, holders, _fits_set(cards, distinct))
    stood = stood_for(bytes([laid]))
    # Q3: what fits both ends of 2…K goes low.
    if rank_of(stood[0]) == rank_of(stands[0]) - 1:
        cards, stands, holders = card + cards, stood + stands, (seat, *holders)
    else:
        cards, stands, holders = cards + card, stands + stood, (*holders, seat)
    return Meld(number, owner, kind, of, cards, stands, holders, _fits_run(stands))


def _in_order(cards: Cards, holders: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Name the holders of a set's cards, those of equal cards by seat."""
    return tuple([seat for _, seat in sorted(zip(cards, holders, strict=True))])


def taken_over(meld: Meld, seat: Seat) -> Meld:
    """Make a seat the owner of a set: the owner's cards of it come to lie before that seat."""
    holders = tuple([seat if holder == meld.owner else holder for holder in meld.holders])
    return meld._replace(owner=seat, holders=_in_order(meld.cards, holders))


def passed_on(meld: Meld, at: int, seat: Seat) -> Meld:
    """Let one card of a meld come to lie before another seat; it stays in its place."""
    holders = (*meld.holders[:at], seat, *meld.holders[at + 1 :])
    if meld.kind == RUN:
        return meld._replace(holders=holders)
    return meld._replace(holders=_in_order(meld.cards, holders))


def place_of(meld: Meld, number: int, holder: Seat) -> int | None:
    """Find the place of a card that lies before a seat, by its number in the meld."""
    for at, seat in enumerate(meld.holders):
        if seat == holder and number_at(meld, at) == number:
            return at
    return None


def number_at(meld: Meld, at: int) -> int:
    """Name a card of a meld by its number: a joker of a run with what it stands for."""
    card = meld.cards[at]
    return FOR + meld.stands[at] if card == JOKER and meld.kind == RUN else card


def can_spare(meld: Meld, at: int, naturals: int) -> bool:
    """Say whether the card's holder keeps a legal meld, or had laid the card off (R20)."""
    if meld.holders[at] != meld.owner:
        return True
    if meld.holders.count(meld.owner) <= LEAST:
        return False
    rest = [place for place, seat in enumerate(meld.holders) if seat == meld.owner and place != at]
    whole = meld.kind == SET or rest[-1] - rest[0] == len(rest) - 1
    plain = sum(meld.cards[place] != JOKER for place in rest)
    return whole and plain >= naturals


def meld_words(kind: str, of: str) -> str:
    """Name a kind of meld: `set of nines`, `run of hearts`."""
    plural = f"{RANKS[of]}{'es' if of == '6' else 's'}" if kind == SET else SUITS[of]
    return f"{kind} of {plural}"
