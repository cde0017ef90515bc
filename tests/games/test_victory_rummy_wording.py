"""Victory Rummy in words and on paper."""

from __future__ import annotations

import pytest

from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.games.victory_rummy import VictoryRummy
from tests.scenario import Scenario, deal

GAME = VictoryRummy()
RED = "R. R. R. R- RV"
WHITE = "W. W. W. W- WV"
AXES = "AX AX AX AX AX"


def asked(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def test_the_seat_on_turn_is_told_what_it_may_do() -> None:
    table = deal(GAME, f"hand0: {RED} W. W. W. W- AX", "discard: B.", "stock: WV")
    assert asked(table) == "Draw a card."
    assert asked(table, 1) == asked(table, None) == ""
    drawn = table.play("draw")
    both = "Lay down a Victory in red or a Victory in white, or discard a card."
    assert asked(drawn) == both
    red_down = drawn.play("victory R")
    assert asked(red_down) == "Lay down a Victory in white, or discard a card."
    assert asked(red_down.play("victory W")) == "Discard your last card and go out."
    plain = deal(GAME, "hand0: R. R. W. W. B. B. R- W- B- AX", "stock: AX").play("draw")
    assert asked(plain) == "Discard a card."


def test_the_seat_on_turn_is_told_what_it_may_take() -> None:
    table = deal(GAME, "hand0: R. R. R. RV W. W. B. B. AX AX", "discard: R-")
    assert asked(table) == "Draw a card, or take the red dash for a Victory in red."
    assert asked(table.play("take")) == "Lay down a Victory in red."
    axis = deal(GAME, "hand0: R. R. R. RV W. W. AX AX AX AX", "discard: AX")
    assert asked(axis) == "Draw a card, or take the Axis card for a Capture."
    assert asked(axis.play("take")) == "Lay down a Capture."


def arranged(hand: str, seat: int | None = 0) -> list[tuple[str, str]]:
    groups = wording_of(GAME).hand(view(deal(GAME, f"hand0: {hand}").state, seat))
    return [(GAME.deck.text(group.cards), group.label) for group in groups]


def test_the_hand_is_laid_out_with_melds_first_and_what_the_near_ones_lack() -> None:
    assert arranged("R. W. W. W. W. WV B. AX AX AX") == [
        ("W. W. W. WV", "lacks 1 white dash"),
        ("AX AX AX", "lacks 2 Axis cards"),
        ("R.", ""),
        ("B.", ""),
        ("W.", "to spare"),
    ]
    assert arranged(f"R. W- WV {RED} B- BV") == [
        (RED, "a Victory in red"),
        ("W- WV", ""),
        ("B- BV", ""),
        ("R.", ""),
    ]
    assert arranged("R. R- RV R- RV B. B- BV AX AX") == [
        ("R. R- RV", "lacks 2 red dots"),
        ("B. B- BV", "lacks 2 blue dots"),
        ("AX AX", ""),
        ("R- RV", "to spare"),
    ]


def test_two_melds_of_one_colour_lie_apart() -> None:
    assert arranged(f"{RED} {RED}") == [(RED, "a Victory in red")] * 2
    assert arranged(f"{AXES} AX AX AX AX W-") == [
        (AXES, "a Capture"),
        ("AX AX AX AX", "lacks 1 Axis card"),
        ("W-", ""),
    ]


def test_a_near_meld_names_all_that_it_lacks() -> None:
    assert arranged("R. R. R. W. B. W. B. AX R. AX")[0] == ("R. R. R.", "lacks 1 red dash, 1 red V")


def test_a_watcher_has_no_hand() -> None:
    table = deal(GAME)
    assert wording_of(GAME).hand(view(table.state, None)) == ()
    assert wording_of(GAME).worth(view(table.state, None)) == ""


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (f"{WHITE} R. R. B. B. B-", "5 of 5 for a Victory in white"),
        ("BV", "1 of 5 for a Victory in blue"),
        ("R. R. W. W. W- B. B. B. B- B-", "4 of 5 for a Victory in blue"),
        (
            "R. R. R- W. W. W- AX B. B. BV",
            "3 of 5 for a Victory in red, 10 to an opponent who goes out",
        ),
        (
            "R. R. R- W. W. W- AX AX AX AX",
            "4 of 5 for a Capture, 40 to an opponent who goes out",
        ),
    ],
)
def test_the_worth_of_a_hand_is_its_nearest_meld_and_its_axis_cards(hand: str, words: str) -> None:
    assert wording_of(GAME).worth(view(deal(GAME, f"hand0: {hand}").state, 0)) == words


def test_an_empty_hand_is_worth_nothing() -> None:
    table = deal(GAME, "hand0:", f"laid0: {RED} {WHITE}")
    assert wording_of(GAME).worth(view(table.state, 0)) == ""
    assert wording_of(GAME).hand(view(table.state, 0)) == ()


def test_the_pad_says_what_wins_and_shows_every_line() -> None:
    table = deal(GAME, f"hand0: {RED} W. W. B. B. AX", players=2, options={"target": 250})
    pad = wording_of(GAME).pad(view(table.play("draw", "victory R").state, None))
    assert pad.title == "Official score pad (250 points win)"
    assert pad.columns == ("{0}", "", "{1}", "")
    assert pad.rows == (
        ("score", "symbol", "score", "symbol"),
        ("10", "R", "", ""),
        ("10", "total", "0", "total"),
    )
    assert pad.lines == (0, 1)
