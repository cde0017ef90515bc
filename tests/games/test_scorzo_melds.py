"""Scorzo's melds by rule number, and against brute force that tries every meld of a hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

import pytest

from meldroom.games.scorzo.arrangement import arrangement
from meldroom.games.scorzo.deck import DECK, WILD, value
from meldroom.games.scorzo.laying_off import least_with_lay_off
from meldroom.games.scorzo.melds import is_complete, least_after_discard, least_deadwood

PACK, cards = DECK.pack, DECK.cards


# --- the other way to the same answer -------------------------------------------------------------


def is_set(meld: bytes) -> bool:
    return len(meld) >= 3 and len({card % 10 for card in meld if card != WILD}) <= 1


def is_run(meld: bytes) -> bool:
    """Try every place of the run, and see whether all natural cards lie in it once."""
    naturals = [card for card in meld if card != WILD]
    return len(meld) >= 3 and any(
        len(set(naturals)) == len(naturals)
        and all(suit * 10 + low <= card < suit * 10 + low + len(meld) for card in naturals)
        for suit in range(5)
        for low in range(11 - len(meld))
    )


@cache
def is_meld(meld: bytes, all_wild: bool) -> bool:
    """Judge sorted cards by the letter of Q2, Q4 and Q5."""
    return (all_wild or set(meld) != {WILD}) and (is_set(meld) or is_run(meld))


def some_of(hand: bytes) -> frozenset[bytes]:
    """Give every choice of some of the cards, none and all included."""
    counts = range(len(hand) + 1)
    return frozenset(bytes(some) for n in counts for some in combinations(hand, n))


def brute_least(hand: bytes, all_wild: bool) -> int:
    """Give the least deadwood by trying every meld that the first card could be in, and none."""

    @cache
    def least(rest: bytes) -> int:
        naturals = rest.rstrip(bytes([WILD]))
        wilds = len(rest) - len(naturals)
        if not naturals:
            return 0 if is_meld(rest, all_wild) else value(rest)
        first, others = naturals[:1], naturals[1:]
        found = value(first) + least(rest[1:])
        of_number = bytes(card for card in others if card % 10 == first[0] % 10)
        of_suit = bytes(card for card in others if card // 10 == first[0] // 10)
        for mates in {some_of(of_number), some_of(of_suit)}:
            for some, in_meld in product(mates, range(wilds + 1)):
                if is_meld(first + some + bytes([WILD]) * in_meld, all_wild):
                    kept = list(rest[1 : len(rest) - in_meld])
                    for card in some:
                        kept.remove(card)
                    found = min(found, least(bytes(kept)))
        return found

    return least(bytes(sorted(hand)))


def brute_layouts(hand: bytes, all_wild: bool) -> Iterator[list[bytes]]:
    """Give every partition of a hand into melds."""
    if not hand:
        yield []
        return
    for count in range(2, len(hand)):
        for places in combinations(range(1, len(hand)), count):
            meld = bytes([hand[0], *(hand[i] for i in places)])
            if is_meld(bytes(sorted(meld)), all_wild):
                rest = bytes(hand[i] for i in range(1, len(hand)) if i not in places)
                for others in brute_layouts(rest, all_wild):
                    yield [meld, *others]


def brute_lay_off(hand: bytes, caller_hand: bytes, all_wild: bool) -> int:
    """Give each card of the hand in turn to a meld of the caller's or keep it; take the least."""
    least = brute_least(hand, all_wild)
    for melds in {tuple(sorted(m)) for m in brute_layouts(bytes(sorted(caller_hand)), all_wild)}:
        for places in product(range(len(melds) + 1), repeat=len(hand)):
            joined = [
                bytes(
                    sorted(meld + bytes(c for c, at in zip(hand, places, strict=True) if at == i))
                )
                for i, meld in enumerate(melds)
            ]
            if all(is_meld(meld, all_wild) for meld in joined):
                kept = bytes(c for c, at in zip(hand, places, strict=True) if at == len(melds))
                least = min(least, brute_least(kept, all_wild))
    return least


# --- hands ----------------------------------------------------------------------------------------


def dealt(rng: random.Random, size: int) -> bytes:
    return bytes(rng.sample(PACK, size))


def rich_in_wilds(rng: random.Random, size: int) -> bytes:
    wilds = rng.randint(0, size)
    return bytes(rng.sample(PACK[:100], size - wilds)) + bytes([WILD]) * wilds


def crowded(rng: random.Random, size: int) -> bytes:
    """Deal from few suits and numbers, where runs, sets and identical cards compete."""
    while True:
        suits = rng.sample(range(5), rng.randint(1, 3))
        low = rng.randint(0, 5)
        high = min(9, low + rng.randint(3, 9))
        naturals = [suit * 10 + n for suit in suits for n in range(low, high + 1)] * 2
        pack = naturals + [WILD] * rng.randint(0, 4)
        if len(pack) >= size:
            return bytes(rng.sample(pack, size))


FEW_OR_ALL = pytest.mark.parametrize(
    "count", [400, pytest.param(100_000, marks=pytest.mark.slow)], ids=["few", "all"]
)
DEALS: list[Callable[[random.Random, int], bytes]] = [dealt, rich_in_wilds, crowded]


def hands(count: int, seed: int, sizes: range = range(3, 12)) -> Iterator[tuple[bytes, bool]]:
    rng = random.Random(seed)
    for _ in range(count):
        yield rng.choice(DEALS)(rng, rng.choice(sizes)), rng.random() < 0.5


def judge(hand: bytes, all_wild: bool) -> None:
    """Hold everything that is said about one hand against brute force."""
    least = brute_least(hand, all_wild)
    assert least_deadwood(hand, all_wild) == least
    assert is_complete(hand, all_wild) == (least == 0)
    melds, loose = arrangement(hand, all_wild)
    assert sorted(b"".join(melds) + loose) == sorted(hand)
    assert all(is_meld(bytes(sorted(meld)), all_wild) for meld in melds)
    assert value(loose) == least


def check_hands(count: int, seed: int) -> None:
    for hand, all_wild in hands(count, seed):
        try:
            judge(hand, all_wild)
        except AssertionError as error:
            raise AssertionError(f"{list(hand)}, all_wild={all_wild}") from error


def check_discards(count: int, seed: int) -> None:
    for hand, all_wild in hands(count, seed, range(4, 13)):
        after = {
            card: least_deadwood(hand.replace(bytes([card]), b"", 1), all_wild)
            for card in set(hand)
        }
        assert least_after_discard(hand, all_wild) == after, (list(hand), all_wild)


def with_some_wilds(rng: random.Random, hand: bytes) -> bytes:
    wilds = rng.choice([0, 0, 1, 1, 2, 3, len(hand)])
    return hand[wilds:] + bytes([WILD]) * min(wilds, len(hand))


def calls(count: int, seed: int, sizes: range) -> Iterator[tuple[bytes, bytes, bool]]:
    """Deal a hand and a caller's complete hand of the same size, often of cards close together."""
    rng = random.Random(seed)
    while count:
        size = rng.choice(sizes)
        both = rng.choice([dealt, crowded])(rng, 2 * size)
        own, caller_hand = with_some_wilds(rng, both[:size]), with_some_wilds(rng, both[size:])
        all_wild = rng.random() < 0.5
        if is_complete(caller_hand, all_wild):
            count -= 1
            yield own, caller_hand, all_wild


def check_lay_off(count: int, seed: int, sizes: range) -> None:
    for own, caller_hand, all_wild in calls(count, seed, sizes):
        least = least_with_lay_off(own, caller_hand, all_wild)
        assert least == brute_lay_off(own, caller_hand, all_wild), (
            list(own),
            list(caller_hand),
            all_wild,
        )


# --- melds ----------------------------------------------------------------------------------------


def deadwood(text: str, all_wild: bool = True) -> int:
    judge(cards(text), all_wild)
    return least_deadwood(cards(text), all_wild)


def test_r2_a_meld_is_three_or_more_of_a_number_or_in_a_row_in_one_suit() -> None:
    assert deadwood("S4 Q4 H4") == 0
    assert deadwood("S4 Q4") == 8
    assert deadwood("S4 S5 S6") == 0
    assert deadwood("S4 S5") == 9
    assert deadwood("S4 S6 S8") == 18
    assert deadwood("S4 S5 WW") == 0


def test_q2_a_meld_holds_any_number_of_wilds() -> None:
    assert deadwood("S4 WW WW") == 0
    assert deadwood("S4 WW WW WW WW WW WW WW WW WW WW", all_wild=False) == 0


def test_q2_wilds_alone_are_a_meld_unless_the_option_says_no() -> None:
    assert deadwood("WW WW WW") == 0
    assert deadwood("WW WW WW", all_wild=False) == 45
    assert deadwood("WW WW") == 30


def test_q3_a_wild_stands_for_any_number_and_any_suit() -> None:
    assert deadwood("S4 S5 WW Q9 T9 WW") == 0


def test_q4_a_run_is_of_one_suit() -> None:
    assert deadwood("S4 S5 S6") == 0
    assert deadwood("S4 S5 Q6") == 15


def test_q4_a_run_does_not_wrap() -> None:
    assert deadwood("S9 S10 S1") == 20
    assert deadwood("S10 S1 WW") == 26


def test_q4_a_wild_at_the_end_of_a_run_stays_within_one_to_ten() -> None:
    assert arrangement(cards("WW S10 S9"), True) == ((cards("WW S9 S10"),), b"")
    assert arrangement(cards("WW S2 S1"), True) == ((cards("S1 S2 WW"),), b"")


def test_q4_a_run_holds_a_number_once() -> None:
    assert deadwood("S4 S4 S5 S6") == 4
    assert deadwood("S4 S4 S5 S5 S6 S6") == 0


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)], ids=["few", "all"])
def test_q4_more_wilds_than_a_run_of_ten_can_take_break_it_up(step: int) -> None:
    assert deadwood("S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 WW", all_wild=False) == 0
    for naturals in sorted(some_of(bytes(range(10))))[::step]:
        wilds = bytes([WILD]) * (11 - len(naturals))
        melds, loose = arrangement(naturals + wilds, True)
        assert loose == b""
        assert sorted(b"".join(melds)) == sorted(naturals + wilds)


def test_q5_identical_cards_make_a_set_of_any_size() -> None:
    assert deadwood("S7 S7 Q7") == 0
    assert deadwood("S7 S7 Q7 Q7 T7 T7 C7 C7 H7 H7") == 0
    assert deadwood("S7 S7 Q7 Q7 T7 T7 C7 C7 H7 H7 WW") == 0


def test_q6_one_card_is_never_in_two_melds() -> None:
    assert deadwood("S3 S4 S5 Q5 T5") == 7
    assert deadwood("S3 S4 S5 Q5 T5 S5") == 0


def test_q6_a_wild_goes_where_it_saves_most() -> None:
    assert deadwood("S10 Q10 H1 H2 WW") == 3
    assert deadwood("S1 S2 S4 S5 Q10 T10 WW") == 12
    assert deadwood("S9 Q8 WW WW") == 8


def test_q18_a_wild_that_no_meld_can_hold_counts_fifteen() -> None:
    assert deadwood("S1 Q5 WW") == 21
    assert deadwood("S1 S2 S3 Q9 WW") == 9


def test_a_hand_without_cards_is_complete() -> None:
    assert deadwood("", all_wild=False) == 0


def test_an_arrangement_lays_runs_in_order_and_sets_with_their_wilds_last() -> None:
    melds, loose = arrangement(cards("H9 WW S3 T8 Q8 WW S1 S4"), True)
    assert melds == (cards("S1 WW S3 S4"), cards("Q8 T8 WW"))
    assert loose == cards("H9")


def test_an_arrangement_does_not_depend_on_the_order_of_the_hand() -> None:
    rng = random.Random(5)
    for hand, all_wild in hands(100, 5):
        shuffled = bytes(rng.sample(hand, len(hand)))
        assert arrangement(shuffled, all_wild) == arrangement(hand, all_wild)


@FEW_OR_ALL
def test_q6_least_deadwood_completeness_and_arrangement_agree_with_brute_force(count: int) -> None:
    check_hands(count, seed=1)


@FEW_OR_ALL
def test_least_after_discard_agrees_with_solving_every_rest(count: int) -> None:
    check_discards(count, seed=2)


# --- laying off -----------------------------------------------------------------------------------


def lay_off(text: str, caller: str, all_wild: bool = True) -> int:
    least = least_with_lay_off(cards(text), cards(caller), all_wild)
    assert least == brute_lay_off(cards(text), cards(caller), all_wild)
    return least


def test_q12_cards_join_the_callers_sets_and_runs() -> None:
    assert lay_off("H7 S9 Q2", "S7 Q7 T7") == 11
    assert lay_off("S4 S9 Q2", "S5 S6 S7") == 11
    assert lay_off("S3 S4 S8", "S5 S6 S7") == 0


def test_q12_a_wild_of_ones_own_bridges_a_gap() -> None:
    assert lay_off("S9 WW Q2", "S5 S6 S7") == 2
    assert lay_off("S8 Q2 WW T1 C5 H10", "S4 S5 S6 Q4 Q5 Q6") == 18


def test_q12_the_callers_hand_is_laid_out_to_suit_the_hand_that_lays_off() -> None:
    caller = "S5 S6 S7 Q7 T7 C7"
    assert lay_off("S4 S8 Q7 H1 H1 Q2", caller) == 4
    assert lay_off("S4 S3 H7 H1 H1 Q2", caller) == 4
    assert lay_off("S3 Q3 H10", "S4 WW WW") == 13


def test_q3_q12_a_card_may_take_the_place_of_a_wild_in_the_callers_run() -> None:
    assert lay_off("S5 Q9 H1", "S4 WW S6") == 10
    assert lay_off("S5 S8 H1", "S4 WW S6") == 1


def test_q2_q12_wilds_of_the_callers_alone_accept_any_number_or_suit() -> None:
    assert lay_off("S5 Q5 H1", "WW WW WW") == 1
    assert lay_off("S2 S6 H1", "WW WW WW") == 1
    assert lay_off("S9 Q9 T4 C4 H2", "WW WW WW WW WW WW") == 2


def test_q12_two_copies_of_a_card_join_two_runs() -> None:
    assert lay_off("S7 S7 Q1 Q1 T9 H2", "S4 S5 S6 S8 S9 S10") == 13
    assert lay_off("S7 S2 S3 Q1 Q1 H2", "S4 S5 S6 S8 S9 S10") == 4


def test_q4_q12_a_joined_run_stays_within_ten_cards() -> None:
    caller = "S2" + " WW" * 7
    # The caller's only meld cannot take S1, S10 and the wild, so S1 stays behind.
    assert lay_off("S1 S10 WW Q4 T8 C3 H6 C9", caller, all_wild=False) == 1 + 30


def test_q4_q12_the_callers_wilds_count_towards_the_ten_cards_of_a_run() -> None:
    caller = "S2" + " WW" * 7
    assert lay_off("S1 S5 S10 Q4 T8 C3 H6 C9", caller, all_wild=False) == 1 + 30


def test_q12_q18_wilds_find_a_place_in_the_callers_melds() -> None:
    assert lay_off("S1 Q4 WW", "C8 C9 C10") == 5
    assert lay_off("WW WW WW", "C8 C9 C10", all_wild=False) == 0
    assert lay_off("WW WW", "WW WW WW") == 0


def test_q12_a_wild_too_many_for_a_full_run_counts_fifteen() -> None:
    caller = "S1 S2 S3"
    assert lay_off(" ".join(["WW"] * 8), caller, all_wild=False) == 15
    assert lay_off(" ".join(["WW"] * 8), caller) == 0
    assert lay_off(" ".join(["WW"] * 8), f"{caller} S4 S5 S6", all_wild=False) == 0


def test_q12_without_a_complete_hand_nothing_is_laid_off() -> None:
    assert lay_off("S4 Q2 H9", "S5 S6 Q9") == 15


def test_q12_laying_off_agrees_with_brute_force() -> None:
    check_lay_off(100, seed=6, sizes=range(3, 6))


@pytest.mark.slow
def test_q12_laying_off_agrees_with_brute_force_on_more_and_larger_hands() -> None:
    check_lay_off(10_000, seed=7, sizes=range(3, 6))
    check_lay_off(150, seed=8, sizes=range(6, 9))
