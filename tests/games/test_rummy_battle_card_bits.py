"""Cards of Rummy Battle as bits."""

from __future__ import annotations

from meldroom.games.rummy_battle.card_bits import HeldCards
from meldroom.games.rummy_battle.deck import DECK


def test_a_hand_counts_the_same_whichever_way_its_cards_come() -> None:
    cards = DECK.cards("4h 4h 9c Jk PICK Jk")
    held = HeldCards()
    for card in cards:
        held = held.with_card(card)
    assert held == HeldCards.of(cards)
