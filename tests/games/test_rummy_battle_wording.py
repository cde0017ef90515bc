"""How Rummy Battle speaks: what it asks, how it lays a hand out, and its pad."""

from __future__ import annotations

import pytest

from meldroom.core.options import Setting, offered
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.core.wording import Pad
from meldroom.games.companions import wording_of
from meldroom.games.rummy_battle.deck import DECK, PLACED
from meldroom.games.rummy_battle.hand_value import (
    best_melds,
    deadwood,
    lacking,
    loose,
    near_melds,
)
from meldroom.games.rummy_battle.melds import Bounds
from tests.games.battlefield import GAME, battle
from tests.scenario import SEED, Scenario

TWO = Bounds(2, False)


def asks(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def test_the_draw_is_asked_for_with_what_can_be_taken() -> None:
    assert asks(battle("hand0: 2c 9d")) == "Draw two cards."
    one = battle("hand0: 5h 6h", "row: 7h")
    assert asks(one) == "Draw two cards, or take 1 from the row."
    three = battle("hand0: 5h 6h 9c 9d", "row: 9h 4h 2c 7h")
    assert asks(three) == "Draw two cards, or take 1, 3 or 4 from the row."
    assert asks(battle("hand0: 2c", stock="Kd")) == "Draw the last card."
    assert asks(battle("hand0: 2c", stock="Kd Ks")) == "Draw two cards."
    assert asks(battle("hand0: HOARD 2c", "row: 9s")) == "Draw two cards, or hoard."


def test_action_cards_that_can_be_played_are_named() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s"]
    table = battle("hand0: LUCKY PICK THIEF SWITCH", melds=melds)
    offer = "You may play Lucky Day, Pickpocket, Thief or Switcheroo."
    assert asks(table) == f"Draw two cards. {offer}"
    assert asks(battle("hand0: LUCKY")) == "Draw two cards. You may play Lucky Day."
    drawn = battle("hand0: THIEF LUCKY", melds=melds, drawn=True)
    assert asks(drawn) == "Throw a card. You may play Lucky Day or Thief."


def test_after_the_draw_what_can_be_done_is_asked() -> None:
    assert asks(battle("hand0: 2c 9d", drawn=True)) == "Throw a card."
    meld = battle("hand0: 2c 2d 2h 9s", drawn=True)
    assert asks(meld) == "Meld or throw a card."
    both = battle("hand0: 2c 2d 2h 9s", melds=["0: 9c 9d 9h"], drawn=True)
    assert asks(both) == "Meld, lay off or throw a card."
    melded = meld.play("meld 2c 2d 2h")
    assert asks(melded) == "Throw a card. You may draw a bonus card."
    drawn = battle("hand0: 2c 9d LUCKY", "stock: 4h Js").play("draw")
    assert asks(drawn) == (
        "Throw a card. Your 2nd Chance can change both cards. You may play Lucky Day."
    )


def test_a_duty_and_an_empty_hand_are_asked_about() -> None:
    duty = battle("hand0: 5h 6h 2c", "row: 7h Kc").play("take 2")
    assert asks(duty) == "Play the seven of hearts now: meld it or lay it off."
    empty = battle("hand0: 9c 9d 9h", drawn=True).play("meld 9c 9d 9h")
    assert asks(empty) == "Your hand is empty: draw the bonus card, or be done."


def test_who_is_not_on_turn_is_asked_nothing() -> None:
    table = battle("hand0: 2c 9d")
    assert asks(table, 1) == ""
    assert asks(table, None) == ""


def laid_out(table: Scenario, seat: int | None = 0) -> list[tuple[str, str]]:
    groups = wording_of(GAME).hand(view(table.state, seat))
    return [(DECK.text(group.cards), group.label) for group in groups]


def test_a_hand_is_laid_out_with_melds_first_then_what_lacks_a_card() -> None:
    hand = "hand0: Kd THIEF 9c 7h 3s 8h LUCKY 9d 9s 5c 4c As Qh"
    assert laid_out(battle(hand)) == [
        ("9c 9d 9s", "set of nines"),
        ("4c 5c", "lacks the three or six"),
        ("7h 8h", "lacks the six or nine"),
        ("As 3s", "lacks the two"),
        ("Kd Qh", ""),
        ("THIEF LUCKY", "action cards"),
    ]


def test_jokers_and_pairs_in_a_hand_are_laid_out() -> None:
    assert laid_out(battle("hand0: 6c 6d Jk 10s Jk")) == [
        ("6c 6d Jk Jk", "set of sixes"),
        ("10s", ""),
    ]
    assert laid_out(battle("hand0: Qd Jk Kd 4c")) == [("Jk Qd Kd", "run of diamonds"), ("4c", "")]
    assert laid_out(battle("hand0: Jk 8h 8s")) == [("8h 8s Jk", "set of eights")]
    assert laid_out(battle("hand0: 8h 8s 2c")) == [("8h 8s", "lacks an eight"), ("2c", "")]
    assert laid_out(battle("hand0: Ah Ad 2c")) == [("Ad Ah", "lacks an ace"), ("2c", "")]
    assert laid_out(battle("hand0: 5h 5d 2c")) == [("5d 5h", "lacks a five"), ("2c", "")]
    assert laid_out(battle("hand0: Jk 2c")) == [("2c Jk", "")]


def test_cards_just_drawn_are_laid_out_with_the_hand() -> None:
    table = battle("hand0: 9c 9d", "stock: 2c 9h").play("draw")
    assert laid_out(table) == [("9c 9d 9h", "set of nines"), ("2c", "")]
    assert (
        wording_of(GAME).worth(view(table.state, 0))
        == "0 before you, 20 in hand, 15 of it in melds"
    )


def test_every_seat_sees_its_own_hand_and_a_watcher_none() -> None:
    table = battle("hand0: 2c", "hand1: Kd")
    assert laid_out(table, 1) == [("Kd", "")]
    assert laid_out(table, None) == []
    assert wording_of(GAME).worth(view(table.state, None)) == ""


def test_the_worth_of_a_hand_and_of_what_lies_before_one() -> None:
    table = battle("hand0: Kd 5c THIEF", "hand1: Ah Ad As", melds=["0: 9c 9d 9h"])
    assert wording_of(GAME).worth(view(table.state, 0)) == "15 before you, 20 in hand"
    assert (
        wording_of(GAME).worth(view(table.state, 1))
        == "0 before you, 45 in hand, 45 of it in melds"
    )


def test_the_pad_lists_the_rounds_and_the_totals_under_a_line() -> None:
    title = "Rummy Battle (A 15 · 10 J Q K 10 · 2–9 5 · joker 20 · action card 5)"
    state = GAME.start({}, 2, Rng(SEED))
    assert wording_of(GAME).pad(state) == Pad(
        title, ("round", "{0}", "{1}"), (("total", "0", "0"),)
    )
    table = battle(players=2, ledger=((40, -35), (-5, 110)), totals=(35, 75))
    rows = (("1", "40", "-35"), ("2", "-5", "110"), ("total", "35", "75"))
    assert wording_of(GAME).pad(view(table.state, None)) == Pad(
        title, ("round", "{0}", "{1}"), rows, (1,)
    )


def melds(hand: str, bounds: Bounds = TWO) -> list[str]:
    best = best_melds(DECK.cards(hand), bounds)
    return [" ".join(PLACED[number] for number in meld) for meld in best]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("2c 9d Ks", []),
        ("7c 7d 7h 8h 9h 10h", ["8h 9h 10h", "7c 7d 7h"]),
        ("Jc Jd Jh Js Qs Ks As", ["Js Qs Ks As", "Jc Jd Jh"]),
        ("7h 9h Jk", ["7h Jk=8h 9h"]),
        ("9c 9d Jk Jk", ["9c 9d Jk=9 Jk=9"]),
        ("Qh Kh Ah Jk", ["Jk=Jh Qh Kh Ah"]),
        ("7h 8h 9h Jk Jk", ["7h 8h 9h Jk=10h Jk=Jh"]),
        ("Jh Qh Kh Jk Jk", ["Jk=10h Jh Qh Kh Jk=Ah"]),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Jk", ["Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"]),
        ("Jk 9c", []),
    ],
)
def test_the_best_melds_bring_most_and_share_no_card(hand: str, best: list[str]) -> None:
    assert melds(hand) == best


def test_the_best_melds_keep_to_the_options() -> None:
    assert melds("9c Jk Jk", Bounds(1, False)) == ["Jk=7c Jk=8c 9c"]
    assert melds("9c Jk Jk") == []
    assert melds("9c 9c 9d 9d") == ["9c 9c 9d 9d"]
    assert melds("9c 9c 9d 9d", Bounds(2, True)) == []
    assert melds("9c 9c 9d 9h", Bounds(2, True)) == ["9c 9d 9h"]


def test_a_hand_with_all_cards_is_reckoned_too() -> None:
    """The search ends after so many tries, however many melds there are."""
    assert deadwood(DECK.pack[:104], TWO) < 200


def test_the_deadwood_is_what_the_best_melds_leave() -> None:
    hand = DECK.cards("Kd 9h 9c THIEF 9d Jk Jk")
    assert DECK.text(loose(hand, TWO)) == "Kd THIEF"
    assert deadwood(hand, TWO) == 15


@pytest.mark.parametrize(
    ("pair", "lacks"),
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
def test_what_two_cards_lack(pair: str, lacks: str) -> None:
    first, second = DECK.cards(pair)
    assert DECK.text(lacking(first, second)) == lacks


def test_pairs_are_found_once_each() -> None:
    pairs = near_melds(DECK.cards("4c 5c 6d 4h 5h Kh Jk THIEF"))
    assert [DECK.text(pair) for pair in pairs] == ["4c 5c", "4h 5h"]


OPTIONS: dict[str, tuple[Setting, ...]] = {
    "rounds": (5, 3),
    "pickpocket": ("table", "hand"),
    "joker_limit": ("two_naturals", "any"),
    "set_duplicates": ("allowed", "distinct_suits"),
    "deck_empty": ("end", "reshuffle"),
    "actions_per_turn": ("any", "one"),
}


def test_the_options_are_those_of_the_page_with_the_default_first() -> None:
    assert offered(GAME.options) == OPTIONS
    assert (GAME.key, GAME.name, GAME.year) == ("rummy-battle", "Rummy Battle", "undated")
    assert (GAME.rules, GAME.prefix) == ("1", "RB")
    assert GAME.about == (
        "Meld, lay off and steal for points, and do not go out before the Marker is seen."
    )


def test_what_lies_before_a_seat_is_laid_out_by_its_melds() -> None:
    table = battle("hand0: 2c", melds=["0: 4c 4d 4h", "1: 9c 9d 9h, 0: 9s", "0: 6h Jk=7h 8h"])
    laid = [
        [
            (DECK.text(group.cards), group.label)
            for group in wording_of(GAME).melds(view(table.state, 1), seat)
        ]
        for seat in (0, 1, 2)
    ]
    assert laid == [
        [("4c 4d 4h", "#1"), ("9s", "on #2"), ("6h Jk 8h", "#3")],
        [("9c 9d 9h", "#2")],
        [],
    ]
