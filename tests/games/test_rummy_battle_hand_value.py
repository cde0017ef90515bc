"""Rummy Battle's best melds, held against brute force, and the pairs that need one card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from meldroom.core.cards import Cards, without
from meldroom.core.rng import Rng, below, shuffle
from meldroom.games.rummy_battle.deck import DECK, JOKER, PLACED_CODES, rank_of, real_cards, value
from meldroom.games.rummy_battle.hand_value import best_melds, completing, loose, near_melds
from meldroom.games.rummy_battle.meld_finder import melds_in
from meldroom.games.rummy_battle.melds import MeldRules, forbids_meld
from tests.scenario import SEED

DEFAULT = MeldRules(2, False)
EVERY_RULES = [MeldRules(naturals, distinct) for naturals in (1, 2) for distinct in (False, True)]


def best(hand: str, rules: MeldRules = DEFAULT) -> list[str]:
    """Write the best melds of a hand."""
    melds = best_melds(DECK.cards(hand), rules)
    return [" ".join(PLACED_CODES[placed] for placed in meld) for meld in melds]


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("2c 9d Ks", []),
        ("7c 7d 7h 8h 9h 10h", ["8h 9h 10h", "7c 7d 7h"]),
        ("Jc Jd Jh Js Qs Ks As", ["Js Qs Ks As", "Jc Jd Jh"]),
        ("9c 9c 9d 9d 9h 9h", ["9c 9c 9d 9d 9h 9h"]),
        ("7h 9h Jk", ["7h Jk=8h 9h"]),
        ("9c 9d Jk Jk", ["9c 9d Jk=9 Jk=9"]),
        ("Qh Kh Ah Jk", ["Jk=Jh Qh Kh Ah"]),
        ("7h 8h 9h Jk Jk", ["7h 8h 9h Jk=10h Jk=Jh"]),
        ("Jh Qh Kh Jk Jk", ["Jk=10h Jh Qh Kh Jk=Ah"]),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Jk", ["Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"]),
        ("Jk 9c", []),
    ],
)
def test_the_best_melds_are_worth_most_and_share_no_card(hand: str, melds: list[str]) -> None:
    assert best(hand) == melds


def test_the_best_melds_follow_the_options() -> None:
    assert best("9c Jk Jk", MeldRules(1, False)) == ["Jk=7c Jk=8c 9c"]
    assert best("9c Jk Jk") == []
    assert best("9c 9c 9d 9d") == ["9c 9c 9d 9d"]
    assert best("9c 9c 9d 9d", MeldRules(2, True)) == []
    assert best("9c 9c 9d 9h", MeldRules(2, True)) == ["9c 9d 9h"]


def test_q5_a_joker_stands_for_a_held_card_that_is_worth_more_in_another_meld() -> None:
    hand = DECK.cards("7h 8h 9h 8c Jk Jk")
    assert best("7h 8h 9h 8c Jk Jk") == ["7h Jk=8h 9h", "8c 8h Jk=8"]
    assert loose(hand, DEFAULT) == b""


def most_points(hand: Cards, rules: MeldRules) -> int:
    """Try every choice of melds that share no card, and give what the dearest is worth."""
    melds = [real_cards(meld.cards) for meld in melds_in(hand, rules)]

    @cache
    def most(left: Cards, first: int) -> int:
        points = 0
        for at in range(first, len(melds)):
            if all(melds[at].count(card) <= left.count(card) for card in melds[at]):
                rest = without(left, melds[at])
                points = max(points, value(melds[at]) + most(bytes(sorted(rest)), at))
        return points

    return most(bytes(sorted(hand)), 0)


def hands_with_melds(many: int) -> Iterator[Cards]:
    """Deal hands of up to ten cards of six ranks, so that melds overlap, and up to two jokers."""
    rng = Rng(SEED)
    for _ in range(many):
        ranks, rng = shuffle(rng, bytes(range(13)))
        pack = [card for card in DECK.pack if card < JOKER and rank_of(card) in ranks[:6]]
        cards, rng = shuffle(rng, bytes(pack))
        size, rng = below(rng, 7)
        jokers, rng = below(rng, 3)
        yield cards[: 4 + size] + DECK.cards("Jk " * jokers)


def check_against_brute_force(hands: Iterator[Cards], rules: MeldRules) -> None:
    for hand in hands:
        melds = best_melds(hand, rules)
        assert all(forbids_meld(meld, rules) is None for meld in melds)
        left = without(hand, b"".join([real_cards(meld) for meld in melds]))
        assert loose(hand, rules) == bytes(sorted(left))
        assert value(hand) - value(left) == most_points(hand, rules), DECK.text(hand)


@pytest.mark.no_cover  # brute force takes half as long without
@pytest.mark.parametrize("rules", EVERY_RULES)
def test_the_best_melds_are_worth_what_brute_force_finds(rules: MeldRules) -> None:
    check_against_brute_force(hands_with_melds(50), rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", EVERY_RULES)
def test_the_best_melds_of_many_hands_are_worth_what_brute_force_finds(rules: MeldRules) -> None:
    check_against_brute_force(hands_with_melds(5_000), rules)


def test_a_huge_hand_gets_good_melds_in_time() -> None:
    """The search stops looking at every choice after so many questions."""
    assert loose(DECK.pack[:104], DEFAULT) == b""
    rng = Rng(SEED)
    for _ in range(2):
        cards, rng = shuffle(rng, DECK.pack[:104])
        hand = cards[:46] + DECK.cards("Jk Jk")
        assert value(loose(hand, DEFAULT)) < 50


def test_the_loose_cards_are_those_that_the_best_melds_leave() -> None:
    hand = DECK.cards("Kd 9h 9c THIEF 9d Jk Jk")
    assert DECK.text(loose(hand, DEFAULT)) == "Kd THIEF"


@pytest.mark.parametrize(
    ("pair", "needed"),
    [
        ("4c 5c", "3c 6c"),
        ("4c 6c", "5c"),
        ("4c 7c", ""),
        ("4c 5d", ""),
        ("4c 4c", "4c 4d 4h 4s"),
        ("4c 4h", "4c 4d 4h 4s"),
        ("Ah 2h", "3h"),
        ("Ah 3h", "2h"),
        ("Ah Kh", "Qh"),
        ("Ah Qh", "Kh"),
        ("Ah Jh", ""),
        ("2s Ks", ""),
        ("Qd Kd", "Ad Jd"),
    ],
)
def test_which_cards_make_a_meld_of_a_pair(pair: str, needed: str) -> None:
    first, second = DECK.cards(pair)
    assert DECK.text(completing(first, second)) == needed


def test_each_card_is_in_one_pair_at_most() -> None:
    pairs = near_melds(DECK.cards("4c 5c 6d 4h 5h Kh Jk THIEF"))
    assert [DECK.text(pair) for pair in pairs] == ["4c 5c", "4h 5h"]


def test_a_joker_is_not_paired() -> None:
    assert near_melds(DECK.cards("Ah Jk")) == []
    assert near_melds(DECK.cards("Ac Ah Jk")) == [DECK.cards("Ac Ah")]
