"""Thumbs Up in words and on paper."""

from __future__ import annotations

import pytest

from meldroom.core.view import view
from meldroom.games.companions import wording_of
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.wording import lacking
from tests.scenario import Scenario, deal

GAME = ThumbsUp()
WINNING = "rack0: R. R. R. R- RV"


def asked(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def test_the_seat_on_turn_is_told_what_it_may_do() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "pool: B.")
    assert asked(table) == "Draw a block."
    assert asked(table.play("draw")) == "Put one block back on the pile."
    assert asked(table.play("draw", "discard G-"), 1) == "Draw a block, or take the green dash."
    assert asked(table, 1) == asked(table, None) == ""


def test_a_winning_hand_is_told_to_its_owner_alone() -> None:
    table = deal(GAME, WINNING, "discard: B.", "pool: BV")
    assert asked(table) == "Draw a block, or take the blue dot, or raise your thumb."
    assert asked(table.play("draw")) == "Put one block back on the pile, or raise your thumb."
    assert asked(table.play("thumb"), 1) == "A thumb is up: say that you have seen it."
    assert asked(table.play("thumb"), 0) == ""


def arranged(rack: str, seat: int | None = 0) -> list[tuple[str, str]]:
    groups = wording_of(GAME).hand(view(deal(GAME, f"rack0: {rack}").state, seat))
    return [(GAME.deck.text(group.cards), group.label) for group in groups]


def test_the_rack_is_laid_out_by_colour_with_what_the_best_one_lacks() -> None:
    assert arranged("R. R. G- KV OL") == [
        ("R. R.", "lacks 1 dot, 1 dash, 1 V"),
        ("G-", ""),
        ("KV", ""),
        ("OL", ""),
    ]
    assert arranged("B. G. R. K. O.")[0] == ("B.", "")
    assert arranged("B. B. G. G. O.")[:2] == [
        ("B. B.", "lacks 1 dot, 1 dash, 1 V"),
        ("G. G.", "lacks 1 dot, 1 dash, 1 V"),
    ]
    assert arranged("B. G. R. K. O.", None) == []


@pytest.mark.parametrize(
    ("group", "words"),
    [
        ("R.", "lacks 2 dots, 1 dash, 1 V"),
        ("R. RL", "lacks 2 dots, 1 dash"),
        ("R- RV RL", "lacks 2 dots"),
        ("R. R. RL RL", "lacks 1 dot"),
        ("R. R. R- RV RL", "a winning hand"),
        ("R. R. R. R. R- RV", "a winning hand"),
    ],
)
def test_a_liberty_fills_the_dearest_gap(group: str, words: str) -> None:
    assert lacking(GAME.deck.cards(group)) == words


def test_the_worth_of_a_rack_is_what_losing_with_it_costs() -> None:
    table = deal(GAME, "rack0: B. B- G. R- KV")
    assert wording_of(GAME).worth(view(table.state, 0)) == "you would pay 40"
    assert wording_of(GAME).worth(view(table.state, None)) == ""
    assert wording_of(GAME).worth(view(deal(GAME, WINNING).state, 0)) == "a winning hand"


def test_the_pad_is_a_ticket_with_hands_down_and_players_across() -> None:
    table = deal(GAME, WINNING, "rack1: B. B- G. R- KV", players=2)
    before = wording_of(GAME).pad(table.state)
    assert before.title == "Thumbs Up (dot 5 · dash 10 · V 25 · Liberty 25)"
    assert before.columns == ("hand", "{0}", "{1}")
    assert before.rows == (("chips", "200", "200"),)
    assert before.lines == ()
    after = wording_of(GAME).pad(view(table.play("thumb").state, None))
    assert after.rows == (("1", "+40", "-40"), ("chips", "240", "160"))
    assert after.lines == (0,)
