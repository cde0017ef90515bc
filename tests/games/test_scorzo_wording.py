"""Scorzo in words and on paper."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.view import view
from meldroom.core.wording import Pad
from meldroom.games.companions import wording_of
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.deck import DECK
from tests.scenario import Scenario, deal

GAME = Scorzo()
Groups = list[tuple[str, str]]


def laid(cards: str, **more: Any) -> Groups:
    """Lay a hand out for its holder."""
    table = deal(GAME, f"hand0: {cards}", **more)
    groups = wording_of(GAME).hand(view(table.state, 0))
    return [(DECK.text(group.cards), group.label) for group in groups]


def asked(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def worth(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).worth(view(table.state, seat))


def test_the_seat_on_turn_is_asked_what_it_can_do() -> None:
    table = deal(GAME, "hand0: S1 S2 S3", "discard: T4", "stock: H9")
    assert asked(table) == "Draw a card, or take the triangle 4."
    assert asked(table, 1) == ""
    assert asked(table, None) == ""
    table = table.play("draw")
    assert asked(table) == "Throw one card."
    table = table.play("discard H9")
    assert asked(table) == "Your hand is all melds: call Scorzo, or wait."
    assert asked(table, 1) == ""
    table = table.play("call")
    assert asked(table) == ""
    assert asked(table, 1) == "Your last turn: draw a card, or take the heart 9."
    assert asked(table.play("draw"), 1) == "Throw one card."


def test_a_hand_is_laid_out_in_runs_sets_and_what_is_left() -> None:
    assert laid("S1 S2 S3 Q8 T8 H8 C5 H10") == [
        ("S1 S2 S3", "run"),
        ("Q8 T8 H8", "set"),
        ("C5 H10", "loose"),
    ]
    assert laid("S1 S3 WW H9") == [("S1 WW S3", "run"), ("H9", "loose")]
    assert laid("S7 WW WW") == [("S7 WW WW", "set")]
    assert laid("WW WW WW") == [("WW WW WW", "wilds")]
    assert laid("WW WW WW", options={"all_wild_melds": "no"}) == [("WW WW WW", "loose")]


def test_near_melds_come_before_the_rest_the_highest_pairs_first() -> None:
    assert laid("S2 Q2 T9 H9 C4 C6 H1") == [
        ("T9 H9", "nearly a set"),
        ("S2 Q2", "nearly a set"),
        ("C4 C6", "nearly a run"),
        ("H1", "loose"),
    ]
    assert laid("S4 S5 Q7 Q9 C1") == [
        ("S4 S5", "nearly a run"),
        ("Q7 Q9", "nearly a run"),
        ("C1", "loose"),
    ]
    assert laid("S1 S3 S5") == [("S1 S3", "nearly a run"), ("S5", "loose")]
    assert laid("S2 S4 S5") == [("S2 S4", "nearly a run"), ("S5", "loose")]


@pytest.mark.parametrize("suit", ["S", "Q", "T", "C", "H"])
@pytest.mark.parametrize(("low", "high"), [(1, 2), (1, 3), (8, 10), (9, 10)])
def test_two_close_cards_of_any_suit_are_nearly_a_run(suit: str, low: int, high: int) -> None:
    assert laid(f"{suit}{low} {suit}{high}") == [(f"{suit}{low} {suit}{high}", "nearly a run")]


@pytest.mark.parametrize("cards", ["S10 Q1 T7", "S9 Q1 T7", "S10 Q2 T7", "Q3 H10 WW", "Q3 H9 WW"])
def test_cards_of_two_suits_and_wilds_are_not_nearly_a_run(cards: str) -> None:
    assert laid(cards) == [(cards, "loose")]


def test_no_hand_is_laid_out_where_there_is_none() -> None:
    assert laid("") == []
    assert wording_of(GAME).hand(view(deal(GAME).state, None)) == ()


def test_the_worth_of_a_hand_is_what_lies_outside_melds() -> None:
    table = deal(GAME, "hand0: S1 S2 H9", "hand1: T5 C5 H5", "hand2:", "stock: S3")
    assert worth(table) == "12 points outside melds"
    assert worth(table, 1) == "all melds"
    assert worth(table, 2) == ""
    assert worth(table, None) == ""
    table = table.play("draw")
    assert worth(table) == "all melds after your best throw"
    assert worth(table, 1) == "all melds"
    assert worth(deal(GAME, "hand0: S1 Q5 C5 H5")) == "1 point outside melds"
    assert worth(deal(GAME, "hand0: S2 Q5 C5 H5")) == "2 points outside melds"


def test_the_best_throw_is_one_that_the_rules_allow() -> None:
    zones = ("hand0: S1 S3 Q8", "discard: H9")
    assert worth(deal(GAME, *zones).play("take")) == "12 points outside melds after your best throw"
    table = deal(GAME, *zones, options={"return_taken": "no"}).play("take")
    assert worth(table) == "13 points outside melds after your best throw"


def test_the_worth_of_a_hand_next_to_the_callers_counts_what_it_can_lay_off() -> None:
    zones = ("hand0: S4 Q8 H9", "hand1: S1 S2 S3", "stock: S5")
    calls = ("draw", "discard S5", "call")
    table = deal(GAME, *zones, options={"lay_off": "yes"}, players=2, turn=1).play(*calls)
    assert worth(table) == "17 points outside melds"
    assert worth(table, 1) == "all melds"
    assert worth(table.play("take")) == "8 points outside melds after your best throw"
    table = deal(GAME, *zones, players=2, turn=1).play(*calls)
    assert worth(table) == "21 points outside melds"
    assert worth(table.play("take")) == "17 points outside melds after your best throw"


def test_the_pad_shows_the_chart_with_what_each_round_added() -> None:
    ledger = ((12, 0), (3, 20))
    table = deal(GAME, players=2, options={"rounds": "up"}, ledger=ledger, totals=(15, 20))
    assert wording_of(GAME).pad(table.state) == Pad(
        "Scorzo",
        ("round", "{0}", "{1}"),
        (
            ("1 · 3 cards", "12", "0"),
            ("2 · 4 cards", "3", "20"),
            ("3 · 5 cards", "", ""),
            ("4 · 6 cards", "", ""),
            ("5 · 7 cards", "", ""),
            ("6 · 8 cards", "", ""),
            ("total", "15", "20"),
        ),
        (5,),
    )


def test_the_pad_shows_tie_rounds_below_the_totals() -> None:
    ledger = (*[(1, 1, 2)] * 6, (4, 4, None), (0, 5, None))
    options = {"rounds": "down"}
    table = deal(GAME, options=options, ledger=ledger, totals=(6, 6, 12))
    pad = wording_of(GAME).pad(view(table.state, None))
    assert pad.columns == ("round", "{0}", "{1}", "{2}")
    assert pad.rows[0] == ("1 · 8 cards", "1", "1", "2")
    assert pad.rows[5:] == (
        ("6 · 3 cards", "1", "1", "2"),
        ("total", "6", "6", "12"),
        ("tie 1 · 3 cards", "4", "4", "–"),
        ("tie 2 · 3 cards", "0", "5", "–"),
    )
    assert pad.lines == (5, 6)
