"""Spelled actions: after any words the twin offers the same next ones as the encoding."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from meldroom.core.action import Action
from meldroom.core.cards import without
from meldroom.core.encoding import Encoding, encoding_of
from meldroom.core.game import AnyGame
from meldroom.core.options import offered
from meldroom.core.view import view
from meldroom.fast import Twin
from meldroom.fast.layout import games_with_twins
from tests.conftest import Figure
from tests.fast.lockstep import Lockstep
from tests.games.rummy_battle_positions import GAME, position
from tests.levels import as_long

pytestmark = pytest.mark.usefixtures("library")

MELDS = (
    "1: 9c 9d 9h, 2: 9s",
    "1: 4d 4d Jk=4",
    "0: 6c 6d 6h",
    "2: 5h 6h 7h 8h",
    "1: 2s 3s 4s, 0: As",
    "1: 10d Jd Qd, 0: Kd",
)


def compared_prefixes(
    encoding: Encoding, twin: Twin, actions: Sequence[Action], spelled: tuple[int, ...] = ()
) -> int:
    """Compare the next numbers after every beginning of these actions; gives how many there are."""
    numbers = encoding.next_numbers(actions, len(spelled))
    assert sorted(set(numbers)) == twin.next_numbers(0, spelled), spelled
    prefixes = 1
    for number in set(numbers):
        if number < encoding.first_word:
            continue
        matching = [one for one, next_ in zip(actions, numbers, strict=True) if next_ == number]
        if not encoding.is_complete(matching[0], len(spelled) + 1):
            prefixes += compared_prefixes(encoding, twin, matching, (*spelled, number))
    return prefixes


def drawn_position(lots: Random) -> Any:
    """Give a hand with jokers and action cards, often one that must be played."""
    deck = GAME.deck
    options: dict[str, Any] = {
        name: lots.choice(values) for name, values in offered(GAME.options).items()
    }
    melds = lots.sample(MELDS, lots.randint(0, len(MELDS)))
    if options["set_duplicates"] == "distinct_suits":
        melds = [meld for meld in melds if "4d 4d" not in meld]
    on_table = deck.cards(" ".join(word for meld in melds for word in words_of_cards(meld)))
    rest = without(deck.pack, on_table)
    hand = bytes(lots.sample(rest, lots.randint(1, 8)))
    for kind, most in ((lots.choice("cdhs"), 9), ("k", 4)):  # a suit, and jokers
        held = [card for card in without(rest, hand) if deck.codes[card].endswith(kind)]
        hand += bytes(lots.sample(held, lots.randint(0, min(most, len(held)))))
    facts: dict[str, Any] = {"drawn": True, "opened": (True,) * 3}
    duty = [card for card in hand if deck.codes[card][-1] in "cdhsk"]
    if duty and lots.random() < 0.5:
        facts["duty"] = bytes([lots.choice(duty)])
    return position(f"hand0: {deck.text(hand)}", melds=melds, options=options, **facts).state


def words_of_cards(meld: str) -> list[str]:
    """Name the cards of a meld, its jokers without what they stand for."""
    words = meld.replace(",", "").split()
    return [word.partition("=")[0] for word in words if not word.endswith(":")]


@pytest.mark.parametrize("positions", [25, as_long(1_000)])
def test_the_next_words_are_those_of_the_encoding_after_any_words(
    positions: int, figure: Figure
) -> None:
    lots, prefixes = Random("spelling"), 0
    while positions > 0:
        state = drawn_position(lots)
        legal = GAME.legal(view(state, 0))
        if len(legal) > 2_000:  # the referee would take long
            continue
        twin = Lockstep(GAME, lots, state).twin
        prefixes += compared_prefixes(encoding_of(GAME), twin, legal)
        positions -= 1
    assert prefixes > 1_000
    figure(f"spelling: {prefixes} beginnings of actions, 0 differences")


@pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
def test_the_first_numbers_are_those_of_the_encoding(game: AnyGame) -> None:
    lockstep, encoding = Lockstep(game, Random(f"first {game.key}")), encoding_of(game)
    for _, _ in zip(range(200), lockstep.play(), strict=False):
        for seat in game.to_act(lockstep.state.public):
            legal = game.legal(view(lockstep.state, seat))
            assert sorted(set(encoding.next_numbers(legal))) == lockstep.twin.next_numbers(seat)
