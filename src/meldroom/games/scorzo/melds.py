"""The melds of Scorzo: the least deadwood of a hand, exactly (Q6).

The search looks at few of the ways to meld a hand. This is why the best one is among them; the
tests hold the answers against brute force. A hand has at most twelve cards here, nine in play.

A *plan* puts natural cards into runs and sets and buys each with the fewest wilds that make it a
meld: a run of n natural cards that spans s numbers costs max(s, 3) - n wilds, a set of n natural
cards max(3 - n, 0). The natural cards in no meld are *loose*. Whatever way a hand is melded, a plan
with the same loose cards is left when each meld gives up the wilds that it can do without; step 4
puts them back. Each of the steps 1 to 3 turns a plan into one that costs no more and whose loose
cards count no more.

1. Short runs are enough. A run with one natural card costs two wilds, as a set of that card does.
   A run of six cards or more, its wilds included, breaks into runs of three to five; a piece of
   wilds alone is given up. So a run has two natural cards or more and spans five numbers at most.
2. Full runs are enough. Take the runs of a suit in the order of their lowest cards. If a run has a
   wild where the hand has a natural card that no run before it holds, the two change places: in a
   set or in a later run the wild does as well, and it is spare if the card was loose. The runs
   before stay as they are and this one gains a natural card, so the changes come to an end. Then a
   run holds every natural card within its span that the runs before it left: its lowest and its
   highest card fix it.
3. Sets need no search. Two sets of one number cost no less than one, and another card never makes
   a set cost more. So the cards of a number that the runs left are one set or all loose: three or
   more are free, a pair costs one wild, a single card two. Among pairs the highest are worth the
   most, and among single cards too; what is open is how many wilds go to pairs.
4. Every wild finds a place as soon as one natural card is melded. A set takes any number (Q2, Q5).
   A run has five cards at most by step 1, so it takes five wilds or more (Q4). Two runs take ten,
   and a hand of twelve leaves them six at most. A single run may be too small only for six or more;
   then its highest natural card becomes a set with two of them, what remains of the run costs two
   more at most, and the set takes the rest. Hence wilds count (Q18) only if no plan melds a natural
   card, and even then not if three or more may be a meld by themselves (Q2).
5. The plans of a hand without one card c come from the choices of runs of the whole hand. Take a
   plan of the rest as one of the whole hand that leaves c out. Either step 2 never moves c: then it
   is not in a run, and the sets are made without it. Or step 2 moves c into a run, and the wild
   that stood there is spare from then on: then a wild stands for c again, which leaves one wild
   less for the sets. (If c is left alone in its run and becomes a set, it is not in a run after
   all, and the spare wild makes up for it there.) If c is a wild, there is one less to begin with.

A suit is a mask of ten bits, bit 0 the number 1; the natural cards of a hand are one mask with the
five suits side by side.
"""

from __future__ import annotations

from typing import NamedTuple

from meldroom.core.cards import Cards
from meldroom.games.scorzo.deck import WILD, WILD_VALUE

SUIT = 1023  # the mask of a whole suit
SHIFTS = (0, 10, 20, 30, 40)  # where the suits S Q T C H begin in the mask of a hand
MAX_HAND = 12


class Held(NamedTuple):
    """A hand as masks: the natural cards held, those of them held twice, and the wilds."""

    once: int
    twice: int
    wilds: int


Run = tuple[int, int]  # the wilds it costs, its natural cards
AfterRuns = tuple[int, int, int, tuple[int, ...]]  # wilds, once and twice left; the runs taken

_BIT = [1 << card for card in range(WILD)] + [0]
_VALUE = [sum(n + 1 for n in range(10) if mask >> n & 1) for mask in range(1024)]


def spread(hand: Cards) -> Held:
    """Spread a hand out as masks."""
    once = sum(map(_BIT.__getitem__, set(hand)))
    return Held(once, sum(map(_BIT.__getitem__, hand)) - once, hand.count(WILD))


def naturals_value(once: int, twice: int) -> int:
    """Add up what natural cards count (R3)."""
    return sum([_VALUE[cards >> shift & SUIT] for cards in (once, twice) for shift in SHIFTS])


# --- runs: steps 1 and 2 --------------------------------------------------------------------------


def runs_by_wilds() -> list[list[tuple[Run, ...]]]:
    """Give, for each number of wilds and each mask of a suit, the short and full runs."""
    tables: list[list[tuple[Run, ...]]] = [[()] for _ in range(4)]
    for suit in range(1, 1024):
        high = suit.bit_length()
        ending_high = []
        for span in range(2, min(high, 5) + 1):
            low = high - span
            if suit >> low & 1:
                run = suit >> low << low
                ending_high.append((max(span, 3) - run.bit_count(), run))
        lower = suit ^ 1 << high - 1
        for wilds, table in enumerate(tables):
            table.append(table[lower] + tuple([run for run in ending_high if run[0] <= wilds]))
    # Three wilds are enough for every run: five numbers with two natural cards.
    return tables + tables[-1:] * (MAX_HAND + 1 - len(tables))


_RUNS = runs_by_wilds()


def choices_of_runs(held: Held) -> list[AfterRuns]:
    """List every choice of runs that steps 1 and 2 leave, the choice of none first."""
    once, twice, wilds = held
    choices: list[AfterRuns] = [(wilds, once, twice, ())]
    affordable = _RUNS[wilds]
    for shift in SHIFTS:
        if not affordable[once >> shift & SUIT]:
            continue
        for left, rest, rest_twice, runs in choices:  # grows while it is read
            before = runs[-1] >> shift if runs else 0  # the last run taken of this suit
            not_below = -(before & -before) or -1
            for cost, run in _RUNS[left][rest >> shift & SUIT & not_below]:
                cards = run << shift
                after = rest & ~cards | rest_twice & cards
                choices.append((left - cost, after, rest_twice & ~cards, (*runs, cards)))
    return choices


# --- sets: step 3 ---------------------------------------------------------------------------------

MAX_BOUGHT = 5  # more sets than wilds can complete in a hand of twelve


def highest_values() -> list[list[int]]:
    """Give, for k = 0 to 5 and each mask of numbers, the value of its k highest numbers."""
    tables = [[0] * 1024]
    for _ in range(MAX_BOUGHT):
        fewer, table = tables[-1], [0]
        for numbers in range(1, 1024):
            high = numbers.bit_length()
            table.append(high + fewer[numbers ^ 1 << high - 1])
        tables.append(table)
    return tables


_HIGHEST = highest_values()


def numbers_held(once: int, twice: int) -> tuple[int, int, int]:
    """Give the numbers of single cards, of pairs and of triples, whatever their suits."""
    one = two = three = four = 0  # the numbers held at least so often
    for cards in (once, twice) if twice else (once,):
        while cards:
            suit = cards & SUIT
            four |= three & suit
            three |= two & suit
            two |= one & suit
            one |= suit
            cards >>= 10
    return one ^ two, two ^ three, three ^ four


def value_bought(singles: int, pairs: int, wilds: int, to_pairs: int) -> int:
    """Give what wilds meld when so many go to the highest pairs, the rest to single cards."""
    to_singles = min(wilds - to_pairs >> 1, MAX_BOUGHT)
    return 2 * _HIGHEST[to_pairs][pairs] + _HIGHEST[to_singles][singles]


def value_left(singles: int, pairs: int, wilds: int) -> int:
    """Give the least that the loose cards count when these wilds are left for sets."""
    loose = _VALUE[singles] + 2 * _VALUE[pairs]
    if wilds == 0 or loose == 0:
        return loose
    if wilds == 1:
        return loose - 2 * _HIGHEST[1][pairs]
    splits = range(min(wilds, MAX_BOUGHT) + 1)
    return loose - max([value_bought(singles, pairs, wilds, to_pairs) for to_pairs in splits])


# --- the whole hand: step 4 -----------------------------------------------------------------------


def least_loose(held: Held, accepted: int = 0) -> int:
    """Give the least that natural cards left loose count; those of accepted numbers never are."""
    least = []
    for left, once, twice, _ in choices_of_runs(held):
        singles, pairs, _ = numbers_held(once, twice)
        least.append(value_left(singles & ~accepted, pairs & ~accepted, left))
    return min(least)


def _deadwood(loose: int, naturals: int, wilds: int, all_wild: bool) -> int:
    """Add what the wilds count if no meld takes them (step 4)."""
    if loose < naturals or (all_wild and wilds >= 3):  # Q2, Q18
        return loose
    return loose + WILD_VALUE * wilds


def least_deadwood(hand: Cards, all_wild: bool) -> int:
    """Give the least that the cards in no meld count (Q6)."""
    held = spread(hand)
    naturals = naturals_value(held.once, held.twice)
    return _deadwood(least_loose(held), naturals, held.wilds, all_wild)


def is_complete(hand: Cards, all_wild: bool) -> bool:
    """Say whether the hand is all melds; most hands are turned down at a glance."""
    if hand and _lowest_is_alone(hand):
        return False
    held = spread(hand)
    once, twice, wilds = held
    if 2 * len(hand) <= 3 * wilds:  # two wilds for every natural card
        return once != 0 or wilds == 0 or (all_wild and wilds >= 3)
    # By step 1 a meld with wilds holds at most four natural cards for each, as 4 5 W 7 8 does.
    return _need_a_wild(once, twice) <= 4 * wilds and least_loose(held) == 0


_NUMBER = bytes(range(10)) * 5 + bytes(range(WILD, 256))
_EVERY_SUIT = sum(1 << shift for shift in SHIFTS)
_RUN_STARTS = 0b11111111 * _EVERY_SUIT  # a run of three begins with an 8 at most


def _lowest_is_alone(hand: Cards) -> bool:
    """Say whether the lowest card has too few others, wilds included, for a run or a set."""
    low, wilds = min(hand), hand.count(WILD)
    if wilds + (low + 1 in hand) + (low + 2 in hand) >= 2:  # only wilds can come below it
        return False
    return wilds + hand.translate(_NUMBER).count(low % 10) < 3


def _need_a_wild(once: int, twice: int) -> int:
    """Count the cards that no set or run of natural cards alone can take."""
    singles, pairs, _ = numbers_held(once, twice)
    start = once & once >> 1 & once >> 2 & _RUN_STARTS
    in_runs = start | start << 1 | start << 2
    return ((singles | pairs) * _EVERY_SUIT & once & ~in_runs).bit_count()


# --- the hand after a discard: step 5 -------------------------------------------------------------


def least_after_discard(hand: Cards, all_wild: bool) -> dict[int, int]:
    """Give, for each card that the hand could discard, the least deadwood of the rest."""
    held = spread(hand)
    naturals = naturals_value(held.once, held.twice)
    cards = sorted(set(hand))
    least = dict.fromkeys(cards, naturals)
    for left, once, twice, _ in choices_of_runs(held):
        singles, pairs, triples = numbers_held(once, twice)
        in_runs = held.once & ~once | held.twice & ~twice
        costs_a_wild = in_runs | 1 << WILD if left else 0  # the cards whose loss costs a wild
        a_wild_less = value_left(singles, pairs, left - 1) if left else naturals
        by_number: dict[int, int] = {}
        for card in cards:
            if costs_a_wild >> card & 1 and a_wild_less < least[card]:
                least[card] = a_wild_less
            if once >> card & 1:
                number = 1 << card % 10
                if number not in by_number:
                    # A single card is gone, a pair becomes a single card, a triple a pair.
                    by_number[number] = value_left(
                        singles & ~number | pairs & number, pairs & ~number | triples & number, left
                    )
                least[card] = min(least[card], by_number[number])
    for card, loose in least.items():
        if card == WILD:
            least[card] = _deadwood(loose, naturals, held.wilds - 1, all_wild)
        else:
            least[card] = _deadwood(loose, naturals - card % 10 - 1, held.wilds, all_wild)
    return least
