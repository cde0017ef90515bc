"""Shuffles are fair by statistics that catch shuffles known to be bad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import comb, erfc, sqrt
from random import Random

import pytest

from meldroom.core.cards import Cards
from meldroom.core.rng import Rng, seed_from, shuffle
from meldroom.games import GAMES
from tests.conftest import Figure
from tests.levels import only

HAND = 10  # cards
DECKS_AT_A_TIME = 10_000
MIN_EXPECTED = 5  # in a class of hands, as chi-square needs
LEAST_P = 0.001  # after correction for the number of statistics
PACKS = {
    len(pack): pack
    for game in GAMES.values()
    for pack in (game.deck.pack_for(seats) for seats in game.players)
}
CARDS_IN_PACK = sorted(PACKS)

Shuffle = Callable[[int, int], Cards]
"""Gives the order of a numbered deck of so many cards."""


def ours(number: int, size: int) -> Cards:
    """Shuffle as the games do, with many seeds and several calls of each."""
    return shuffle(Rng(seed_from(number // 4), number % 4), bytes(range(size)))[0]


# -- bad shuffles


def swap_with_any(number: int, size: int) -> Cards:
    """Swap each card with any other, not only with one that is not placed yet."""
    random, order = Random(number), bytearray(range(size))
    for i in range(size):
        j = random.randrange(size)
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def off_by_one(number: int, size: int) -> Cards:
    """Never leave a card where it is (Sattolo's algorithm)."""
    random, order = Random(number), bytearray(range(size))
    for i in range(size - 1, 0, -1):
        j = random.randrange(i)
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def byte_modulo(number: int, size: int) -> Cards:
    """Take bytes modulo the number of places, without rejection."""
    order = bytearray(range(size))
    for i, word in zip(range(size - 1, 0, -1), Random(number).randbytes(size), strict=False):
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return bytes(order)


def one_cut(number: int, size: int) -> Cards:
    """Cut the deck: every card is anywhere, but its neighbours stay."""
    at = Random(number).randrange(size)
    return bytes((*range(at, size), *range(at)))


# -- statistics


class ShuffleCounts:
    """Counts of many shuffled decks."""

    def __init__(self, shuffle: Shuffle, pack: Cards, decks: int) -> None:
        self.pack, self.size, self.decks = pack, len(pack), decks
        self.places = [Counter[int]() for _ in pack]
        self.steps = Counter[int]()
        self.hands = {"top": Counter[int](), "bottom": Counter[int]()}
        for start in range(0, decks, DECKS_AT_A_TIME):
            numbers = range(start, min(start + DECKS_AT_A_TIME, decks))
            self._count(numbers, [shuffle(number, self.size) for number in numbers])

    def _count(self, numbers: Sequence[int], orders: list[Cards]) -> None:
        together, faces = b"".join(orders), self.pack.ljust(256)
        for place, counts in enumerate(self.places):
            counts.update(together[place :: self.size])
        for number, order in zip(numbers, orders, strict=True):
            at = number % (self.size - 1)  # one place of each deck, so that all are independent
            self.steps[(order[at + 1] - order[at]) % self.size] += 1
            cards = order.translate(faces)
            self.hands["top"][len(set(cards[:HAND]))] += 1
            self.hands["bottom"][len(set(cards[-HAND:]))] += 1

    def p_values(self) -> dict[str, float]:
        """Give the probability of at least such a deviation, for each statistic."""
        size, decks = self.size, self.decks
        squares = sum(
            (counts[card] - decks / size) ** 2 for counts in self.places for card in range(size)
        )
        # Rows and columns of a permutation sum to one: covariance is a projection by 1/(size - 1).
        found = {"places": chi_square_tail(squares * (size - 1) / decks, (size - 1) ** 2)}
        even = dict.fromkeys(range(1, size), decks / (size - 1))
        found["neighbours"] = goodness_of_fit(self.steps, even)
        likely = {kinds: decks * p for kinds, p in kinds_in_hand(self.pack).items()}
        for name, counts in self.hands.items():
            found[f"{name} hands"] = goodness_of_fit(counts, likely)
        return found


def kinds_in_hand(pack: Cards) -> dict[int, float]:
    """Give the exact probability of each number of different cards in a hand."""
    ways = Counter({(0, 0): 1})  # cards, kinds: in how many ways
    for copies in Counter(pack).values():
        more = Counter[tuple[int, int]]()
        for (cards, kinds), many in ways.items():
            for taken in range(min(copies, HAND - cards) + 1):
                more[cards + taken, kinds + (taken > 0)] += many * comb(copies, taken)
        ways = more
    total = comb(len(pack), HAND)
    return {kinds: many / total for (cards, kinds), many in ways.items() if cards == HAND}


def goodness_of_fit(counts: Mapping[int, int], expected: Mapping[int, float]) -> float:
    """Compare counts with what is expected; rare classes are taken together."""
    assert set(counts) <= set(expected)
    classes, rare, rare_expected = 0, 0, 0.0
    statistic = 0.0
    for kind, many in expected.items():
        if many < MIN_EXPECTED:
            rare, rare_expected = rare + counts.get(kind, 0), rare_expected + many
        else:
            statistic += (counts.get(kind, 0) - many) ** 2 / many
            classes += 1
    if rare_expected >= MIN_EXPECTED:
        statistic += (rare - rare_expected) ** 2 / rare_expected
        classes += 1
    return chi_square_tail(statistic, classes - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Give the upper tail of chi-square, by the cube root of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


def suspicious(p_values: Mapping[str, float], statistics: int) -> list[str]:
    """Name the statistics that are too far off, or too good, among so many."""
    return [name for name, p in p_values.items() if min(p, 1 - p) * statistics <= LEAST_P]


DECKS = pytest.mark.parametrize(
    "decks", [1_000, pytest.param(10**6, marks=pytest.mark.slow)], ids=["few", "all"]
)


@DECKS
@pytest.mark.parametrize("size", CARDS_IN_PACK)
def test_23_every_order_of_a_deck_is_as_likely_as_the_next(
    size: int, decks: int, figure: Figure
) -> None:
    p_values = ShuffleCounts(ours, PACKS[size], decks).p_values()
    shown = ", ".join(f"{name} {p:.3f}" for name, p in p_values.items())
    figure(f"23: {decks} shuffles of {size} cards: p of {shown}")
    assert suspicious(p_values, len(p_values) * len(PACKS)) == []


BAD_SHUFFLES = (swap_with_any, off_by_one, byte_modulo, one_cut)
SMALLEST = [(bad, CARDS_IN_PACK[0]) for bad in BAD_SHUFFLES]


@pytest.mark.parametrize(("bad", "size"), only(product(BAD_SHUFFLES, CARDS_IN_PACK), SMALLEST))
def test_23_a_bad_shuffle_is_caught(bad: Shuffle, size: int) -> None:
    decks = 5_000 if bad is byte_modulo else 2_000  # it is the least bad
    p_values = ShuffleCounts(bad, PACKS[size], decks).p_values()
    assert suspicious(p_values, len(p_values) * len(PACKS))


def test_the_statistics_of_a_second_good_shuffle_pass() -> None:
    def of_the_library(number: int, size: int) -> Cards:
        order = list(range(size))
        Random(number).shuffle(order)
        return bytes(order)

    p_values = ShuffleCounts(of_the_library, PACKS[CARDS_IN_PACK[0]], 1_000).p_values()
    assert suspicious(p_values, len(p_values)) == []


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"), [(18.307, 10, 0.05), (124.342, 100, 0.05), (3.94, 10, 0.95)]
)
def test_chi_square_tails_agree_with_the_printed_tables(
    statistic: float, freedom: int, p: float
) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, abs=0.001)
