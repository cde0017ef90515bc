"""A meld on the table: its shape, in front of whom each of its cards lies, and what fits it."""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache
from typing import NamedTuple

from meldroom.core.cards import Cards, Seat
from meldroom.core.game import Violation
from meldroom.games.rummy_battle.deck import (
    ACE,
    DECK,
    JOKER,
    JOKER_AS,
    JOKER_OF,
    KING,
    RANKS,
    REAL_CARD,
    SUITS,
    Placed,
    rank_of,
    real_cards,
    suit_of,
)

SET, RUN = "set", "run"
MIN_MELD = 3  # R6, Q3
MAX_RUN = 13  # Q3
RANK_CODES, SUIT_CODES = tuple(RANKS), tuple(SUITS)


class Meld(NamedTuple):
    """A meld on the table; each of its cards lies in front of the seat that holds it."""

    number: int
    owner: Seat
    kind: str  # SET or RUN
    of: str  # the rank of a set, the suit of a run
    cards: Cards  # a set in canonical order, a run from low to high
    stands: Cards  # what each card of a run stands for; nothing for a set
    holders: tuple[Seat, ...]  # in front of whom each card lies
    fits: Cards  # what may be laid off now; a joker goes wherever one of these does

    def cards_of(self, seat: Seat) -> Cards:
        """Name the cards of this meld in front of a seat."""
        if self.holders.count(seat) == len(self.holders):  # nothing was laid off on most melds
            return self.cards
        return bytes(
            [c for c, holder in zip(self.cards, self.holders, strict=True) if holder == seat]
        )


class MeldRules(NamedTuple):
    """What the options require of a meld."""

    naturals: int  # the fewest natural cards (Q5)
    distinct: bool  # whether the natural cards of a set must differ in suit (Q3)


def forbids_meld(placed: Placed, rules: MeldRules) -> Violation | None:
    """Name the rule by which these cards, as they are written, are not a meld."""
    if len(placed) < MIN_MELD:
        return Violation("R6", "a meld has at least three cards")
    if not (is_set(placed) or is_run(placed)):
        return _not_a_meld(placed)
    naturals = [card for card in placed if card < JOKER]
    if len(naturals) < rules.naturals:
        fewest = "two natural cards" if rules.naturals == 2 else "one natural card"
        return Violation("Q5", f"a meld needs at least {fewest}")
    if rules.distinct and is_set(placed) and len(set(naturals)) < len(naturals):
        return Violation("Q3", "the natural cards of a set must differ in suit")
    return None


def _not_a_meld(placed: Placed) -> Violation:
    """Say what is wrong with three cards or more that are neither a set nor a run."""
    naturals = bytes([card for card in placed if card < JOKER])
    if len(set(map(suit_of, naturals))) > 1 < len(set(map(rank_of, naturals))):
        return Violation("R6", "a set has cards of one rank, a run cards of one suit")
    stands = stood_for(placed)
    one_suit = max(placed) < JOKER_OF and len(set(map(suit_of, stands))) == 1
    if one_suit and list(stands) == sorted(stands):
        missing = [card for card in range(stands[0], stands[-1]) if card not in stands]
        if len(set(stands)) < len(stands):
            return Violation("R6", "a run holds no card twice")
        if len(missing) == 1:
            word = DECK.words[missing[0]]
            return Violation("R6", f"a run has no gaps, and the {word} is missing")
        return Violation("R6", "a run has no gaps")
    return Violation("Q3", "a meld is a set by suit, jokers last, or a run from low to high")


def is_set(placed: Placed) -> bool:
    """Say whether these are cards of one rank in canonical order, the jokers last (Q3)."""
    of_one_rank = not placed.strip(_SAME_RANK.get(placed[0], b""))
    return of_one_rank and placed == bytes(sorted(placed))


_SAME_RANK = {
    placed: bytes([*range(rank, JOKER, 13), JOKER_OF + rank])
    for rank in range(13)
    for placed in (*range(rank, JOKER, 13), JOKER_OF + rank)
}
"""By a card of a new set, all cards that it can have."""


def is_run(placed: Placed) -> bool:
    """Say whether these are consecutive cards of one suit, from low to high (Q3)."""
    if max(placed) >= JOKER_OF or len(placed) > MAX_RUN:
        return False
    stands = stood_for(placed)
    low = rank_of(stands[0])
    rising = all(rank_of(card) == (low + at) % 13 for at, card in enumerate(stands))
    one_suit = len({suit_of(card) for card in stands}) == 1
    # R7, Q3: an ace above the king is the last card, for there is no K-A-2.
    return rising and one_suit and low + len(placed) <= 14


def stood_for(placed: Placed) -> Cards:
    """Name the cards that the cards of a run stand for."""
    return bytes([card - JOKER_AS if card >= JOKER_AS else card for card in placed])


def new_meld(number: int, owner: Seat, placed: Placed, distinct: bool) -> Meld:
    """Lay a new meld in front of its owner (R6)."""
    cards = real_cards(placed)
    stands = b"" if is_set(placed) else stood_for(placed)
    return Meld(
        number=number,
        owner=owner,
        kind=RUN if stands else SET,
        of=SUIT_CODES[suit_of(stands[0])] if stands else RANK_CODES[rank_of(cards[0])],
        cards=cards,
        stands=stands,
        holders=(owner,) * len(cards),
        fits=_fits_run(stands) if stands else _fits_set(cards, distinct),
    )


@lru_cache(maxsize=1024)
def _fits_set(cards: Cards, distinct: bool) -> Cards:
    same_rank = range(rank_of(cards[0]), JOKER, 13)
    return bytes([card for card in same_rank if not distinct or card not in cards] + [JOKER])


@lru_cache(maxsize=1024)
def _fits_run(stands: Cards) -> Cards:
    suit, low, high = suit_of(stands[0]), rank_of(stands[0]), rank_of(stands[-1])
    ends = set()
    # Q3: never two aces, so no low ace below a high one and no high ace above a low one.
    if low != ACE and not (low == 1 and high == ACE):
        ends.add(13 * suit + low - 1)
    if high != ACE and not (high == KING and low == ACE):
        ends.add(13 * suit + (high + 1) % 13)
    return bytes([*sorted(ends), JOKER]) if ends else b""


def with_lay_off(meld: Meld, seat: Seat, placed: int, distinct: bool) -> Meld:
    """Lay a card off on a meld; it lies in front of the seat that laid it off (R9)."""
    card = REAL_CARD[placed]
    if meld.kind == SET:
        at = bisect(meld.cards, card)
        cards = _inserted(meld.cards, at, card)
        return meld._replace(
            cards=cards,
            holders=(*meld.holders[:at], seat, *meld.holders[at:]),
            fits=_fits_set(cards, distinct),
        )
    [stood] = stood_for(bytes([placed]))
    below = rank_of(stood) == rank_of(meld.stands[0]) - 1  # Q3: low, where it fits both ends
    at = 0 if below else len(meld.cards)
    stands = _inserted(meld.stands, at, stood)
    return meld._replace(
        cards=_inserted(meld.cards, at, card),
        stands=stands,
        holders=(*meld.holders[:at], seat, *meld.holders[at:]),
        fits=_fits_run(stands),
    )


def _inserted(cards: Cards, at: int, card: int) -> Cards:
    return cards[:at] + bytes([card]) + cards[at:]


def with_owner(meld: Meld, seat: Seat) -> Meld:
    """Make a seat the owner of a set; the owner's cards of it move in front of that seat (R18)."""
    holders = tuple([seat if holder == meld.owner else holder for holder in meld.holders])
    return meld._replace(owner=seat, holders=_in_order(meld.cards, holders))


def with_holder(meld: Meld, at: int, seat: Seat) -> Meld:
    """Move one card of a meld in front of another seat; it stays part of the meld (R20)."""
    holders = (*meld.holders[:at], seat, *meld.holders[at + 1 :])
    if meld.kind == RUN:
        return meld._replace(holders=holders)
    return meld._replace(holders=_in_order(meld.cards, holders))


def _in_order(cards: Cards, holders: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Name the holders of a set's cards, those of equal cards by seat."""
    return tuple([seat for _, seat in sorted(zip(cards, holders, strict=True))])


def replaced(melds: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    """Put a changed meld in place of the one with its number."""
    return (*melds[: meld.number - 1], meld, *melds[meld.number :])


def place_of(meld: Meld, placed: int, holder: Seat) -> int | None:
    """Find a card of a meld in front of a seat, None if it is not there."""
    for at, seat in enumerate(meld.holders):
        if seat == holder and placed_at(meld, at) == placed:
            return at
    return None


def placed_at(meld: Meld, at: int) -> int:
    """Name a card of a meld; a joker of a run is named with what it stands for."""
    card = meld.cards[at]
    return JOKER_AS + meld.stands[at] if card == JOKER and meld.kind == RUN else card


def can_spare(meld: Meld, at: int, naturals: int) -> bool:
    """Say whether the card was laid off, or leaves its owner a legal meld (R20)."""
    if meld.holders[at] != meld.owner:
        return True
    if meld.holders.count(meld.owner) <= MIN_MELD:
        return False
    rest = [place for place, seat in enumerate(meld.holders) if seat == meld.owner and place != at]
    unbroken = meld.kind == SET or rest[-1] - rest[0] == len(rest) - 1
    return unbroken and sum(meld.cards[place] != JOKER for place in rest) >= naturals


def meld_name(placed: Placed) -> str:
    """Name what kind of meld this is: `set of nines`, `run of hearts`."""
    if is_set(placed):
        rank = RANKS[RANK_CODES[rank_of(placed[0])]]
        return f"set of {rank}{'es' if rank == 'six' else 's'}"
    return f"run of {SUITS[SUIT_CODES[suit_of(stood_for(placed)[0])]]}"
