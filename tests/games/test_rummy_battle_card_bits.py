"""Cards of Rummy Battle as bits."""

from __future__ import annotations

from meldroom.games.rummy_battle.card_bits import HeldCards, bit_of, in_runs, near_runs
from meldroom.games.rummy_battle.deck import DECK


def test_a_hand_counts_the_same_whichever_way_its_cards_come() -> None:
    cards = DECK.cards("4h 4h 9c Jk PICK Jk")
    held = HeldCards()
    for card in cards:
        held = held.with_card(card)
    assert held == HeldCards.of(cards)


def test_a_hand_counts_the_same_whichever_way_its_cards_go() -> None:
    held = HeldCards.of(DECK.cards("4h 4h 9c 2s Jk PICK Jk"))
    for card in DECK.cards("4h 2s Jk"):
        held = held.without_card(card)
    assert held == HeldCards.of(DECK.cards("4h 9c Jk PICK"))
    assert held.size == 4
    assert held.without_card(*DECK.cards("4h")) == HeldCards.of(DECK.cards("9c Jk PICK"))


def bits(cards: str) -> int:
    return sum(1 << bit_of(card) for card in DECK.cards(cards))


def test_r7_a_run_leaves_the_cards_of_other_suits_alone() -> None:
    for suit in "cdhs":
        others = " ".join(f"5{other} 9{other}" for other in "cdhs" if other != suit)
        run = f"A{suit} 2{suit} 3{suit}"
        assert in_runs(bits(f"{run} {others}")) == bits(run)
        pair = f"A{suit} 2{suit}"
        assert near_runs(bits(f"{pair} {others}")) == bits(pair)


def test_r7_an_ace_above_a_king_is_in_the_run() -> None:
    assert in_runs(bits("Qd Kd Ad 3h")) == bits("Qd Kd Ad")
    assert near_runs(bits("Kd Ad 3h")) == bits("Kd Ad")
