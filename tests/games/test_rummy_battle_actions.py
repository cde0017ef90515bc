"""Actions of Rummy Battle made of the cards that a player picked, in whatever order."""

from __future__ import annotations

import pytest

from meldroom.core.action import cards_named
from meldroom.core.rng import Rng, shuffle
from meldroom.games.rummy_battle.actions import CardOnMeld, NewMeld
from meldroom.games.rummy_battle.deck import DECK, real_cards
from meldroom.games.rummy_battle.meld_finder import melds_in
from meldroom.games.rummy_battle.melds import MeldRules, forbids_meld
from tests.games.rummy_battle_positions import GAME
from tests.scenario import SEED

MELD, ON_MELD = NewMeld(), CardOnMeld()


def as_melds(cards: str) -> list[str]:
    """Write the melds that these cards can mean, the likeliest first."""
    return [MELD.write(placed, DECK) for placed in MELD.from_cards(DECK.cards(cards))]


@pytest.mark.parametrize(
    ("cards", "melds"),
    [
        ("9h 9c 9d", ["9c 9d 9h"]),
        ("9h Jk 9c", ["9c 9h Jk=9"]),
        ("8h 6h 7h", ["6h 7h 8h"]),
        ("7h Jk 5h", ["5h Jk=6h 7h"]),
        ("5h 6h Jk", ["5h 6h Jk=7h"]),
        ("Jk Qh Jk Kh", ["Jk=Jh Qh Kh Jk=Ah"]),
        ("Jk 9h Jk", ["9h Jk=9 Jk=9", "9h Jk=10h Jk=Jh"]),
        ("3h Ah 2h", ["Ah 2h 3h"]),
        ("Ah Kh Qh", ["Ah Qh Kh", "Qh Kh Ah"]),
        ("Ah Kh Jk", ["Ah Jk=2h Kh", "Jk=Qh Kh Ah"]),
        ("Jk Jk Jk", ["Jk=A Jk=A Jk=A"]),
    ],
)
def test_picked_cards_become_sets_and_runs_with_jokers_where_they_are_needed(
    cards: str, melds: list[str]
) -> None:
    assert as_melds(cards) == melds


@pytest.mark.parametrize(
    ("cards", "meld"), [("8h 5h 6h", "5h 6h 8h"), ("4d 9c", "9c 4d"), ("2s", "2s")]
)
def test_cards_that_are_no_meld_are_written_as_one_for_the_referee_to_refuse(
    cards: str, meld: str
) -> None:
    assert meld in as_melds(cards)


@pytest.mark.parametrize("cards", ["", "THIEF", "9c 9d THIEF", "Jk Jk HOARD"])
def test_without_cards_or_with_an_action_card_there_is_no_meld(cards: str) -> None:
    assert as_melds(cards) == []


@pytest.mark.parametrize("naturals", [1, 2])
def test_cards_that_can_be_a_meld_become_one_of_just_these_cards(naturals: int) -> None:
    rng, rules, tried = Rng(SEED), MeldRules(naturals, False), set()
    for jokers in range(4):
        cards, rng = shuffle(rng, DECK.pack[:104])
        tried |= {
            bytes(sorted(real_cards(meld.cards)))
            for meld in melds_in(bytes(sorted(cards[:12])) + DECK.cards("Jk") * jokers, rules)
        }
    assert len(tried) > 50
    for cards in tried:
        melds = list(MELD.from_cards(cards[::-1]))
        assert all(sorted(real_cards(placed)) == [*cards] for placed in melds)
        assert any(forbids_meld(placed, rules) is None for placed in melds), DECK.text(cards)


def test_a_card_on_a_meld_is_itself_and_a_joker_stands_for_any() -> None:
    def written(cards: str) -> list[str]:
        return [ON_MELD.write(placed, DECK) for placed in ON_MELD.from_cards(DECK.cards(cards))]

    assert written("9h") == ["9h"]
    assert written("Jk")[:2] == ["Jk", "Jk=Ac"]
    assert len(written("Jk")) == 1 + 52
    assert written("THIEF") == written("9h 10h") == written("") == []


def test_a_joker_that_stands_for_a_card_is_named_as_a_joker() -> None:
    for text, cards in (("meld 7h Jk=8h 9h", "7h Jk 9h"), ("lay Jk=9h #2", "Jk"), ("thief #1", "")):
        assert DECK.text(cards_named(GAME.parse(text), DECK)) == cards
