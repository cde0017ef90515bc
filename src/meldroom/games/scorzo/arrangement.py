"""How to lay out a hand of Scorzo with the least deadwood; `melds.py` says why it is the least."""

from __future__ import annotations

from meldroom.core.cards import Cards
from meldroom.games.scorzo.deck import WILD, value
from meldroom.games.scorzo.melds import (
    MAX_BOUGHT,
    AfterRuns,
    choices_of_runs,
    least_deadwood,
    numbers_held,
    spread,
    value_bought,
    value_left,
)


def arrangement(hand: Cards, all_wild: bool) -> tuple[tuple[bytes, ...], bytes]:
    """Lay the hand out with the least deadwood: its melds, runs before sets, and the loose cards.

    >>> arrangement(bytes([2, 0, 1, 19, WILD, 29, 40]), True)  # S3 S1 S2 Q10 WW T10 H1
    ((b'\\x00\\x01\\x02', b'\\x13\\x1d2'), b'(')
    """
    cards = bytes(sorted(hand))
    if least_deadwood(hand, all_wild) == value(hand):
        return (), cards
    held = spread(hand)
    if not held.once:
        return (cards,), b""
    left, once, twice, runs = min(choices_of_runs(held), key=_value_left)
    sets, loose = _sets(left, once, twice)
    spare = left - sum([_lacking(naturals) for naturals in sets])
    # A set takes all spare wilds. Without one the runs have room for them: were they too many for a
    # single run, the choice that leaves its highest card to a set (step 4) would be as good, and it
    # comes earlier in the list.
    laid_sets = []
    for naturals in sets:
        laid_sets.append(naturals + bytes([WILD]) * (_lacking(naturals) + spare))
        spare = 0
    laid_runs = []
    for run in runs:
        laid, spare = _lay_run(run, spare)
        laid_runs.append(laid)
    return (*laid_runs, *laid_sets), loose


def _value_left(choice: AfterRuns) -> int:
    left, once, twice, _ = choice
    singles, pairs, _ = numbers_held(once, twice)
    return value_left(singles, pairs, left)


def _sets(wilds: int, once: int, twice: int) -> tuple[list[bytes], bytes]:
    """Part cards into the natural cards of each set that the wilds allow, and the loose cards."""
    singles, pairs, _ = numbers_held(once, twice)
    splits = range(min(wilds, MAX_BOUGHT) + 1)
    to_pairs = max(splits, key=lambda many: value_bought(singles, pairs, wilds, many))
    bought = _highest(singles, wilds - to_pairs >> 1) | _highest(pairs, to_pairs)
    loose_numbers = (singles | pairs) & ~bought
    sets: dict[int, list[int]] = {}
    loose: list[int] = []
    for card in range(WILD):
        copies = [card] * ((once >> card & 1) + (twice >> card & 1))
        if loose_numbers >> card % 10 & 1:
            loose += copies
        elif copies:
            sets.setdefault(card % 10, []).extend(copies)
    return [bytes(sets[number]) for number in sorted(sets)], bytes(loose)


def _highest(numbers: int, count: int) -> int:
    """Keep so many of the highest numbers of a mask."""
    while numbers.bit_count() > count:
        numbers &= numbers - 1
    return numbers


def _lacking(naturals: bytes) -> int:
    """Count the wilds that a set of these cards needs."""
    return max(0, 3 - len(naturals))


def _lay_run(run: int, spare: int) -> tuple[bytes, int]:
    """Lay a run from low to high, with the spare wilds that it can take; give those it cannot."""
    low, high = (run & -run).bit_length() - 1, run.bit_length() - 1
    spare += max(0, 3 - (high - low + 1))
    up = min(spare, 9 - high % 10)  # Q4: a wild stands for a number from 1 to 10
    down = min(spare - up, low % 10)
    cards = range(low - down, high + up + 1)
    return bytes([card if run >> card & 1 else WILD for card in cards]), spare - up - down
