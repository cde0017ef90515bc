"""The melds of Scorzo: the least deadwood of a hand, exactly (Q6), and how to lay it out.

Three facts make the search small; `test_scorzo_melds.py` checks them against brute force.

1. As soon as there is one meld, every wild finds a place: a set takes any number (Q2, Q5), and
   a run that is full at ten cards (Q4) can be broken up. So wilds are only a budget for melding
   natural cards, and count (Q18) only where nothing at all is melded.
2. A run of six or more breaks into runs of three to five, and a natural card with two wilds is a
   set. So only runs of at most five cards with two natural cards or more need a look, and such a
   run holds every natural number within its span: a wild there could change places with the card.
3. What the runs leave over goes into one set per number: three or more cards are free, two cost a
   wild, one costs two.

A suit is a mask of ten bits, bit 0 the number 1. A hand is two masks of the five suits side by
side, `once` for the cards held and `twice` for those held in both copies, and a count of wilds.
Hands have at most twelve cards: the eleven of the contract and one to throw.
"""

from __future__ import annotations

from meldroom.core.cards import Cards

WILD = 50
WILD_VALUE = 15
SUIT = 1023  # the mask of a whole suit
SHIFTS = (0, 10, 20, 30, 40)  # where the suits S Q T C H begin in a mask of the hand

Run = tuple[int, int]  # the wilds it costs, its natural cards
Layout = tuple[int, int, int, tuple[int, ...]]  # wilds and cards (once, twice) left, runs taken

_BIT = [1 << card for card in range(WILD)] + [0]
_VALUE = [sum(n + 1 for n in range(10) if mask >> n & 1) for mask in range(1024)]


def top_values() -> list[list[int]]:
    """Give, for k = 0 to 5 and every mask of numbers, the value of its k highest numbers."""
    tops = [[0] * 1024]
    for _ in range(5):
        fewer, top = tops[-1], [0]
        for mask in range(1, 1024):
            high = mask.bit_length()
            top.append(high + fewer[mask ^ 1 << high - 1])
        tops.append(top)
    return tops


def runs_by_budget() -> list[list[tuple[Run, ...]]]:
    """Give, for each number of wilds and every mask of a suit, the runs worth a look (fact 2)."""
    budgets: list[list[tuple[Run, ...]]] = [[()] for _ in range(4)]
    for mask in range(1, 1024):
        high = mask.bit_length()
        rest = mask ^ 1 << high - 1
        ending_high = []
        for span in range(2, min(high, 5) + 1):
            low = high - span
            if mask >> low & 1:
                run = mask >> low << low
                ending_high.append((max(span, 3) - run.bit_count(), run))
        for budget, table in enumerate(budgets):
            table.append(table[rest] + tuple([r for r in ending_high if r[0] <= budget]))
    return budgets + budgets[-1:] * 9  # no such run costs more than three wilds


_TOP = top_values()
_RUNS = runs_by_budget()
_NUMBER = bytes(range(10)) * 5 + bytes(range(WILD, 256))
_EVERY_SUIT = sum(1 << shift for shift in SHIFTS)
_RUN_STARTS = 0b11111111 * _EVERY_SUIT  # a run of three begins with an 8 at most


def spread(hand: Cards) -> tuple[int, int, int]:
    """Spread a hand out: the mask of its natural cards, that of the second copies, the wilds."""
    once = sum(map(_BIT.__getitem__, set(hand)))
    return once, sum(map(_BIT.__getitem__, hand)) - once, hand.count(WILD)


def value(hand: Cards) -> int:
    """Add up the points of cards that are in no meld (Q18: a wild counts 15)."""
    return sum(WILD_VALUE if card == WILD else card % 10 + 1 for card in hand)


def _layouts(once: int, twice: int, wilds: int) -> list[Layout]:
    """List the ways to take runs from a hand, the way without a run first."""
    layouts: list[Layout] = [(wilds, once, twice, ())]
    runs_of = _RUNS[wilds]
    for shift in SHIFTS:
        if not runs_of[once >> shift & SUIT]:
            continue
        for left, held, pairs, runs in layouts:  # grows while it is read
            # Within a suit the runs are taken from low to high.
            floor = -1
            if runs and runs[-1] >> shift:
                floor = -(runs[-1] >> shift & -(runs[-1] >> shift))
            for cost, run in _RUNS[left][held >> shift & SUIT & floor]:
                run <<= shift
                layouts.append((left - cost, held & ~run | pairs & run, pairs & ~run, (*runs, run)))
    return layouts


def numbers_held(once: int, twice: int) -> tuple[int, int, int]:
    """Give the numbers held exactly once, exactly twice and exactly three times."""
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


def naturals_value(once: int, twice: int) -> int:
    """Add up the points of natural cards."""
    return sum([_VALUE[cards >> shift & SUIT] for cards in (once, twice) for shift in SHIFTS])


def _gain(ones: int, twos: int, wilds: int, pairs: int) -> int:
    """Give the value melded by a wild for each of the best pairs and two for the best singles."""
    return 2 * _TOP[pairs][twos] + _TOP[min(wilds - pairs >> 1, 5)][ones]


def _unset(ones: int, twos: int, wilds: int) -> int:
    """Give the least value left by sets alone, from the numbers held once and those held twice."""
    loose = _VALUE[ones] + 2 * _VALUE[twos]
    if wilds == 0 or loose == 0:
        return loose
    if wilds == 1:
        return loose - 2 * _TOP[1][twos]
    return loose - max([_gain(ones, twos, wilds, pairs) for pairs in range(min(wilds, 5) + 1)])


def least_naturals(once: int, twice: int, wilds: int, accepted: int = 0) -> int:
    """Give the least value of natural cards left over; cards of accepted numbers never are."""
    least = []
    for left, held, pairs, _ in _layouts(once, twice, wilds):
        ones, twos, _ = numbers_held(held, pairs)
        least.append(_unset(ones & ~accepted, twos & ~accepted, left))
    return min(least)


def with_wilds(loose: int, naturals: int, wilds: int, all_wild: bool) -> int:
    """Add to the natural cards left loose, of all there are, the wilds that no meld can hold."""
    if loose < naturals or (all_wild and wilds >= 3):  # Q2, Q18
        return loose
    return loose + WILD_VALUE * wilds


def least_deadwood(hand: Cards, all_wild: bool) -> int:
    """Give the value of the cards that belong to no meld in the best partition (Q6)."""
    once, twice, wilds = spread(hand)
    naturals = naturals_value(once, twice)
    return with_wilds(least_naturals(once, twice, wilds), naturals, wilds, all_wild)


def _lowest_is_alone(hand: Cards) -> bool:
    """Say whether the lowest card has, wilds and all, fewer than two others to meld with."""
    low, wilds = min(hand), hand.count(WILD)
    if wilds + (low + 1 in hand) + (low + 2 in hand) >= 2:  # it can be the lowest of a run
        return False
    return wilds + hand.translate(_NUMBER).count(low % 10) < 3


def is_complete(hand: Cards, all_wild: bool) -> bool:
    """Say whether the hand is all melds; most hands are turned down at a glance."""
    if hand and _lowest_is_alone(hand):
        return False
    once, twice, wilds = spread(hand)
    if 2 * len(hand) <= 3 * wilds:  # two wilds for every natural card
        return once != 0 or wilds == 0 or (all_wild and wilds >= 3)
    ones, twos, _ = numbers_held(once, twice)
    start = once & once >> 1 & once >> 2 & _RUN_STARTS
    stuck = (ones | twos) * _EVERY_SUIT & once & ~(start | start << 1 | start << 2)
    # A card that melds only with a wild shares it with three others at most, as in 4 5 W 7 8.
    return stuck.bit_count() <= 4 * wilds and least_naturals(once, twice, wilds) == 0


def least_after_discard(hand: Cards, all_wild: bool) -> dict[int, int]:
    """Give, for each card that the hand could throw, the least deadwood of the rest."""
    once, twice, wilds = spread(hand)
    naturals = naturals_value(once, twice)
    cards = sorted(set(hand))
    least = dict.fromkeys(cards, naturals)
    for left, held, pairs, _ in _layouts(once, twice, wilds):
        ones, twos, threes = numbers_held(held, pairs)
        in_runs = once & ~held | twice & ~pairs
        if left:
            # A wild steps in for a card thrown from a run, and is itself the one to throw.
            wild_less = _unset(ones, twos, left - 1)
        by_number: dict[int, int] = {}
        for card in cards:
            if left and (card == WILD or in_runs >> card & 1) and wild_less < least[card]:
                least[card] = wild_less
            if held >> card & 1:
                number = 1 << card % 10
                if number not in by_number:
                    if ones & number:
                        rest = _unset(ones ^ number, twos, left)
                    elif twos & number:
                        rest = _unset(ones | number, twos ^ number, left)
                    else:
                        rest = _unset(ones, twos | threes & number, left)
                    by_number[number] = rest
                least[card] = min(least[card], by_number[number])
    for card, loose in least.items():
        if card == WILD:
            least[card] = with_wilds(loose, naturals, wilds - 1, all_wild)
        else:
            least[card] = with_wilds(loose, naturals - card % 10 - 1, wilds, all_wild)
    return least


def _highest(numbers: int, count: int) -> int:
    """Keep the highest numbers of a mask, as many as told."""
    while numbers.bit_count() > count:
        numbers &= numbers - 1
    return numbers


def _lay_run(run: int, spare: int) -> tuple[bytes, int]:
    """Lay a run from low to high, with the spare wilds that it can take; give those it cannot."""
    low, high = (run & -run).bit_length() - 1, run.bit_length() - 1
    spare += max(0, 3 - (high - low + 1))
    up = min(spare, 9 - high % 10)  # Q4: a wild stands for a number from 1 to 10
    down = min(spare - up, low % 10)
    cards = range(low - down, high + up + 1)
    return bytes(card if run >> card & 1 else WILD for card in cards), spare - up - down


def arrangement(hand: Cards, all_wild: bool) -> tuple[tuple[bytes, ...], bytes]:
    """Lay the hand out with the least deadwood: its melds, runs before sets, and the loose cards.

    >>> arrangement(bytes([2, 0, 1, 19, WILD, 29, 40]), True)  # S3 S1 S2 Q10 WW T10 H1
    ((b'\\x00\\x01\\x02', b'\\x13\\x1d2'), b'(')
    """
    once, twice, wilds = spread(hand)
    cards = bytes(sorted(hand))
    if least_deadwood(hand, all_wild) == value(hand):
        return (), cards
    if not once:
        return (cards,), b""

    def left_loose(layout: Layout) -> int:
        left, held, pairs, _ = layout
        ones, twos, _ = numbers_held(held, pairs)
        return _unset(ones, twos, left)

    left, held, pairs, runs = min(_layouts(once, twice, wilds), key=left_loose)
    ones, twos, _ = numbers_held(held, pairs)
    with_one = max(range(min(left, 5) + 1), key=lambda n: _gain(ones, twos, left, n))
    unset = ones ^ _highest(ones, left - with_one >> 1) | twos ^ _highest(twos, with_one)
    sets: dict[int, list[int]] = {}
    loose = []
    for card in range(WILD):
        copies = [card] * ((held >> card & 1) + (pairs >> card & 1))
        if unset >> card % 10 & 1:
            loose += copies
        elif copies:
            sets.setdefault(card % 10, []).extend(copies)
    spare = left - sum(max(0, 3 - len(naturals)) for naturals in sets.values())
    # Spare wilds go to a set, else to the runs. Those have room: where six wilds are to spare for
    # one run, a layout that melds as much with the help of a set comes earlier.
    melds = []
    for number in sorted(sets):
        naturals = sets[number]
        melds.append(bytes(naturals + [WILD] * (max(0, 3 - len(naturals)) + spare)))
        spare = 0
    laid = []
    for run in runs:
        meld, spare = _lay_run(run, spare)
        laid.append(meld)
    return (*laid, *melds), bytes(loose)
