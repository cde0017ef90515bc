"""What a hand is good for: its best melds, what it would cost, what lacks one card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from meldroom.core.cards import Cards, without
from meldroom.games.rummy_battle.deck import FOR, JOKER, OF, REAL, rank_of, suit_of, value
from meldroom.games.rummy_battle.meld_finder import CARD, low_and_high, of_suits, per_suit, tally
from meldroom.games.rummy_battle.melds import LEAST, MOST, Bounds, is_set, stood_for

TRIES = 400  # combinations of melds that are looked at: all of an ordinary hand


@lru_cache(maxsize=256)
def best_melds(hand: Cards, bounds: Bounds) -> tuple[bytes, ...]:
    """Choose melds that do not share a card and bring most points, as they are written.

    Jokers fill gaps first and join a meld at its end if they are left over.
    """
    lean = sorted(lean_melds(hand, bounds), key=lambda meld: (-_points(meld), len(meld)))
    best: tuple[bytes, ...] = ()
    most = tries = 0
    stack: list[tuple[Cards, int, tuple[bytes, ...], int]] = [(hand, 0, (), 0)]
    while stack and tries < TRIES:
        left, begin, chosen, points = stack.pop()
        tries += 1
        if points > most:
            best, most = chosen, points
        deeper = []
        for at in range(begin, len(lean)):
            cards = lean[at].translate(REAL)
            if all(cards.count(card) <= left.count(card) for card in cards):
                rest = without(left, cards)
                deeper.append((rest, at + 1, (*chosen, lean[at]), points + _points(lean[at])))
        stack += reversed(deeper)
    return _with_jokers(best, hand.count(JOKER))


def _points(placed: bytes) -> int:
    return value(bytes([number for number in placed if number < JOKER]))


def lean_melds(hand: Cards, bounds: Bounds) -> Iterator[bytes]:
    """Make the melds of a hand that use jokers only for what is missing, not to grow longer."""
    mask, every, jokers = tally(hand)
    for suit, ranks in enumerate(of_suits(mask)):
        places = low_and_high(ranks)
        for low in range(12):
            words, wild = b"", 0
            for place in range(low, min(low + MOST, 14)):
                card = 13 * suit + place % 13
                missing = not places >> 8 * place & 1
                wild += missing
                words += CARD[FOR + card if missing else card]
                plain = len(words) - wild
                if plain < bounds.naturals or wild > jokers:
                    continue
                if len(words) == LEAST or (len(words) > LEAST and max(words[0], words[-1]) < FOR):
                    yield words
    for rank, copies in enumerate(every):
        most = [min(many, 1) if bounds.distinct else many for many in per_suit(copies)]
        for chosen in product(*[range(many + 1) for many in most]):
            plain = sum(chosen)
            wild = max(0, LEAST - plain)
            if plain >= bounds.naturals and wild <= jokers:
                cards = [CARD[13 * suit + rank] * many for suit, many in enumerate(chosen)]
                yield b"".join(cards) + CARD[OF + rank] * wild


def _with_jokers(melds: tuple[bytes, ...], jokers: int) -> tuple[bytes, ...]:
    longer = list(melds)
    jokers -= sum(number > JOKER for meld in melds for number in meld)
    for at, meld in enumerate(longer):
        while jokers and (grown := _grown(meld)):
            meld = longer[at] = grown
            jokers -= 1
    return tuple(longer)


def _grown(meld: bytes) -> bytes:
    """Add a joker to a meld, at the upper end of a run where there is room, if it is not full."""
    if is_set(meld):
        return meld + CARD[OF + rank_of(meld[0])]
    stands = stood_for(meld)
    suit, low = 13 * suit_of(stands[0]), rank_of(stands[0])
    high = low + len(meld) - 1
    if len(meld) == MOST:
        return b""
    if high < 13:
        return meld + CARD[FOR + suit + (high + 1) % 13]
    return CARD[FOR + suit + low - 1] + meld


def loose(hand: Cards, bounds: Bounds) -> Cards:
    """Name the cards that the best melds leave in the hand, in canonical order."""
    melded = b"".join([meld.translate(REAL) for meld in best_melds(hand, bounds)])
    return bytes(sorted(without(hand, melded)))


def deadwood(hand: Cards, bounds: Bounds) -> int:
    """Count what the hand would cost after its best melds."""
    return value(loose(hand, bounds))


def near_melds(cards: Cards) -> list[Cards]:
    """Find pairs among loose cards that lack one card: of one rank, or close in one suit."""
    pairs = []
    left = bytes([card for card in cards if card < JOKER])
    while left:
        first, left = left[0], left[1:]
        mate = next((card for card in left if lacking(first, card)), None)
        if mate is not None:
            pairs.append(bytes([first, mate]))
            left = without(left, CARD[mate])
    return pairs


def lacking(first: int, second: int) -> Cards:
    """Name the cards of which any makes a meld of these two, the first below in canonical order."""
    if rank_of(first) == rank_of(second):
        return bytes(range(rank_of(first), JOKER, 13))
    if suit_of(first) != suit_of(second):
        return b""
    suit = 13 * suit_of(first)
    places = {rank_of(first), rank_of(second)}
    windows = [{low % 13, (low + 1) % 13, (low + 2) % 13} for low in range(12)]
    missing = {min(window - places) for window in windows if places < window}
    return bytes(sorted(suit + rank for rank in missing))
