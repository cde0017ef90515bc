"""The rules of Windfall, one by one."""

from __future__ import annotations

import pytest
from windfall import Windfall
from windfall.deck import DECK, is_basket
from windfall.facts import DISCARD, STOCK, State, hand, laid

from meldroom.core.game import Refusal, play
from meldroom.core.rng import Rng
from meldroom.core.state import gather, move

GAME = Windfall()


def table(mine: str, top: str, theirs: str = "A6 L6") -> State:
    """Set a table for two at which seat 0 begins with these cards."""
    state = GAME.start({"hands": 1}, 2, Rng(b"windfall"))
    state = gather(state._replace(public=state.public._replace(first=0, turn=0)), STOCK)
    for cards, zone in ((mine, hand(0)), (theirs, hand(1)), (top, DISCARD)):
        state = move(state, DECK.cards(cards), STOCK, zone)
    return state


def played(state: State, *moves: str) -> State:
    """Let seat 0 make these moves."""
    for text in moves:
        state = play(GAME, state, 0, GAME.parse(text))
    return state


@pytest.mark.parametrize(
    ("cards", "sets", "right"),
    [
        ("A2 L2 P2", "mixed", True),
        ("A2 A2 P2", "any", True),
        ("A2 A2 P2", "mixed", False),
        ("O3 O4 O5", "mixed", True),
        ("O3 O4 P5", "any", False),
        ("O3 O4 O6", "any", False),
        ("A6 L1 L2", "any", False),
    ],
)
def test_r6_q2_a_basket_is_three_of_a_number_or_in_sequence(
    cards: str, sets: str, right: bool
) -> None:
    assert is_basket(DECK.cards(cards), sets == "mixed") is right


def test_r5_a_discard_is_taken_only_for_a_basket_that_is_melded_at_once() -> None:
    with pytest.raises(Refusal, match=r"makes no basket with your cards \(R5\)"):
        played(table("A1 A2 L5 L6 P1", "A4"), "take")
    taken = played(table("A1 A2 L5 L6 P1", "A3"), "take")
    with pytest.raises(Refusal, match=r"meld the card that you took first \(R5\)"):
        played(taken, "discard P1")
    assert not played(taken, "meld A1 A2 A3").public.taken


def test_r7_r8_going_out_ends_the_hand_and_scores_ten() -> None:
    over = played(table("L2 O2", "P2", theirs="A1 A6"), "take", "meld L2 O2 P2")
    assert over.public.ledger == ((2 + 2 + 2 + 10, -7),)
    assert DECK.text(over.zones[laid(0)].cards) == "L2 O2 P2"
