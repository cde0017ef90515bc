"""What players of Scorzo read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.core.view import view
from meldroom.core.wording import Column, Pad, PadRow
from meldroom.games.companions import wording_of
from meldroom.games.scorzo import Scorzo
from meldroom.games.scorzo.deck import DECK
from tests.scenario import Scenario, deal

GAME = Scorzo()
Groups = list[tuple[str, str, str]]


def groups(cards: str, **more: Any) -> Groups:
    """Lay a hand out for its holder: the kind, the cards and the label of each group."""
    table = deal(GAME, f"hand0: {cards}", **more)
    laid = wording_of(GAME).hand(view(table.state, 0))
    return [(group.kind, DECK.text(group.cards), group.label) for group in laid]


def prompt(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def worth(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).worth(view(table.state, seat))


def test_the_seat_on_turn_is_asked_what_it_can_do() -> None:
    table = deal(GAME, "hand0: S1 S2 S3", "discard: T4", "stock: H9")
    assert prompt(table) == "Draw a card, or take the triangle 4."
    assert prompt(table, 1) == ""
    assert prompt(table, None) == ""
    table = table.play("draw")
    assert prompt(table) == "Discard a card."
    table = table.play("discard H9")
    assert prompt(table) == "Your hand is all melds: call Scorzo, or wait."
    assert prompt(table, 1) == ""
    table = table.play("call")
    assert prompt(table) == ""
    assert prompt(table, 1) == "Your last turn: draw a card, or take the heart 9."
    assert prompt(table.play("draw"), 1) == "Discard a card."


def test_a_hand_is_laid_out_in_runs_sets_and_what_is_left() -> None:
    assert groups("S1 S2 S3 Q8 T8 H8 C5 H10") == [
        ("meld", "S1 S2 S3", "run"),
        ("meld", "Q8 T8 H8", "set"),
        ("loose", "C5 H10", "loose"),
    ]
    assert groups("S1 S3 WW H9") == [("meld", "S1 WW S3", "run"), ("loose", "H9", "loose")]
    assert groups("S7 WW WW") == [("meld", "S7 WW WW", "set")]
    assert groups("WW WW WW") == [("meld", "WW WW WW", "wilds")]
    assert groups("WW WW WW", options={"all_wild_melds": "no"}) == [("loose", "WW WW WW", "loose")]


def test_near_melds_come_before_the_rest_the_highest_pairs_first() -> None:
    assert groups("S2 Q2 T9 H9 C4 C6 H1") == [
        ("near", "T9 H9", "one short of a set"),
        ("near", "S2 Q2", "one short of a set"),
        ("near", "C4 C6", "one short of a run"),
        ("loose", "H1", "loose"),
    ]
    assert groups("S4 S5 Q7 Q9 C1") == [
        ("near", "S4 S5", "one short of a run"),
        ("near", "Q7 Q9", "one short of a run"),
        ("loose", "C1", "loose"),
    ]
    assert groups("S1 S3 S5") == [("near", "S1 S3", "one short of a run"), ("loose", "S5", "loose")]
    assert groups("S2 S4 S5") == [("near", "S2 S4", "one short of a run"), ("loose", "S5", "loose")]


@pytest.mark.parametrize("suit", ["S", "Q", "T", "C", "H"])
@pytest.mark.parametrize(("low", "high"), [(1, 2), (1, 3), (8, 10), (9, 10)])
def test_two_close_cards_of_any_suit_are_one_short_of_a_run(suit: str, low: int, high: int) -> None:
    cards = f"{suit}{low} {suit}{high}"
    assert groups(cards) == [("near", cards, "one short of a run")]


@pytest.mark.parametrize("cards", ["S10 Q1 T7", "S9 Q1 T7", "S10 Q2 T7", "Q3 H10 WW", "Q3 H9 WW"])
def test_cards_of_two_suits_and_wilds_are_not_one_short_of_a_run(cards: str) -> None:
    assert groups(cards) == [("loose", cards, "loose")]


def test_no_hand_is_laid_out_where_there_is_none() -> None:
    assert groups("") == []
    assert wording_of(GAME).hand(view(deal(GAME).state, None)) == ()


def test_the_worth_of_a_hand_is_what_lies_outside_melds() -> None:
    table = deal(GAME, "hand0: S1 S2 H9", "hand1: T5 C5 H5", "hand2:", "stock: S3")
    assert worth(table) == "12 points outside melds"
    assert worth(table, 1) == "all melds"
    assert worth(table, 2) == ""
    assert worth(table, None) == ""
    table = table.play("draw")
    assert worth(table) == "all melds after your best discard"
    assert worth(table, 1) == "all melds"
    assert worth(deal(GAME, "hand0: S1 Q5 C5 H5")) == "1 point outside melds"
    assert worth(deal(GAME, "hand0: S2 Q5 C5 H5")) == "2 points outside melds"


def test_the_best_discard_is_one_that_the_rules_allow() -> None:
    zones = ("hand0: S1 S3 Q8", "discard: H9")
    assert (
        worth(deal(GAME, *zones).play("take")) == "12 points outside melds after your best discard"
    )
    table = deal(GAME, *zones, options={"return_taken": "no"}).play("take")
    assert worth(table) == "13 points outside melds after your best discard"


def test_the_worth_of_a_hand_next_to_the_callers_counts_what_it_can_lay_off() -> None:
    zones = ("hand0: S4 Q8 H9", "hand1: S1 S2 S3", "stock: S5")
    calls = ("draw", "discard S5", "call")
    table = deal(GAME, *zones, options={"lay_off": "yes"}, players=2, turn=1).play(*calls)
    assert worth(table) == "17 points outside melds"
    assert worth(table, 1) == "all melds"
    assert worth(table.play("take")) == "8 points outside melds after your best discard"
    table = deal(GAME, *zones, players=2, turn=1).play(*calls)
    assert worth(table) == "21 points outside melds"
    assert worth(table.play("take")) == "17 points outside melds after your best discard"


def test_the_pad_shows_the_chart_with_what_each_round_added() -> None:
    ledger = ((12, 0), (3, 20))
    table = deal(GAME, players=2, options={"rounds": "up"}, ledger=ledger, totals=(15, 20))
    assert wording_of(GAME).pad(table.state) == Pad(
        "Scorzo",
        (Column("label", "round"), Column("score", seat=0), Column("score", seat=1)),
        (
            PadRow("round", ("1 · 3 cards", "12", "0")),
            PadRow("round", ("2 · 4 cards", "3", "20")),
            PadRow("round", ("3 · 5 cards", "", "")),
            PadRow("round", ("4 · 6 cards", "", "")),
            PadRow("round", ("5 · 7 cards", "", "")),
            PadRow("round", ("6 · 8 cards", "", ""), ruled=True),
            PadRow("total", ("total", "15", "20")),
        ),
        "fewest points win",
    )


def test_the_pad_shows_tie_rounds_below_the_totals() -> None:
    ledger = (*[(1, 1, 2)] * 6, (4, 4, None), (0, 5, None))
    options = {"rounds": "down"}
    table = deal(GAME, options=options, ledger=ledger, totals=(6, 6, 12))
    pad = wording_of(GAME).pad(view(table.state, None))
    assert [column.seat for column in pad.columns] == [None, 0, 1, 2]
    assert pad.rows[0] == PadRow("round", ("1 · 8 cards", "1", "1", "2"))
    assert pad.rows[5:] == (
        PadRow("round", ("6 · 3 cards", "1", "1", "2"), ruled=True),
        PadRow("total", ("total", "6", "6", "12"), ruled=True),
        PadRow("tie", ("tie 1 · 3 cards", "4", "4", "–")),
        PadRow("tie", ("tie 2 · 3 cards", "0", "5", "–")),
    )


def display(table: Scenario) -> dict[str, Any]:
    """Give what the front end shows, as it comes out of JSON."""
    shown: dict[str, Any] = json.loads(
        json.dumps(wording_of(GAME).display(view(table.state, None)))
    )
    return shown


@pytest.mark.parametrize(
    ("rounds", "deals"),
    [
        ("full", [8, 7, 6, 5, 4, 3, 4, 5, 6, 7, 8]),
        ("down", [8, 7, 6, 5, 4, 3]),
        ("up", [3, 4, 5, 6, 7, 8]),
    ],
)
def test_r4_the_display_has_the_cards_dealt_in_each_round(rounds: str, deals: list[int]) -> None:
    assert display(deal(GAME, options={"rounds": rounds}))["deals"] == deals


def test_the_display_names_who_discarded_the_top_card() -> None:
    table = deal(GAME, "hand0: S1 Q4 H9", "hand1: S1 S2 S3", "discard: C2", "stock: T9 T8 T7")
    assert display(table)["discarded_by"] is None  # turned up
    assert display(table.play("draw"))["discarded_by"] is None
    assert display(table.play("take"))["discarded_by"] is None  # nothing is left
    table = table.play("draw", "discard T7")
    assert display(table)["discarded_by"] == 0
    assert display(table.play("take"))["discarded_by"] is None  # the card turned up again
    table = table.play("draw")
    assert display(table)["discarded_by"] == 0
    table = table.play("discard T8")
    assert table.legal() == {"call", "wait"}
    assert display(table)["discarded_by"] == 1
    assert display(table.play("call"))["discarded_by"] == 1


def test_the_display_names_who_made_the_last_discard_of_a_game() -> None:
    zones = ("hand0: S1 Q4 H9", "hand1: S1 S2 S3", "discard: C2")
    facts: dict[str, Any] = {"caller": 1, "ledger": ((0, 0),) * 10, "turns": 5}
    over = deal(GAME, *zones, players=2, **facts).play("take", "discard H9")
    assert over.result is not None
    assert display(over)["discarded_by"] == 0


def test_the_display_passes_over_seats_that_sit_out_a_tie_round() -> None:
    facts: dict[str, Any] = {"playing": (0, 2), "ledger": ((0, 1, 0),) * 11, "turns": 2}
    assert display(deal(GAME, "hand1:", **facts))["discarded_by"] == 2
