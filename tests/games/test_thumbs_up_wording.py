"""What players read in Thumbs Up."""

from __future__ import annotations

import json

import pytest

from meldroom.core.view import view
from meldroom.core.wording import Column, PadRow
from meldroom.games.companions import wording_of
from meldroom.games.thumbs_up import ThumbsUp
from meldroom.games.thumbs_up.wording import missing_symbols
from tests.scenario import Scenario, deal

GAME = ThumbsUp()
WORDING = wording_of(GAME)
WINNING = "rack0: R. R. R. R- RV"


def prompt(table: Scenario, seat: int | None = 0) -> str:
    return WORDING.prompt(view(table.state, seat))


def test_the_seat_on_turn_is_told_what_it_may_do() -> None:
    table = deal(GAME, "rack0: R. R. G- KV OL", "pool: B.")
    assert prompt(table) == "Draw a block."
    assert prompt(table.play("draw")) == "Discard a block."
    assert prompt(table.play("draw", "discard G-"), 1) == "Draw a block, or take the green dash."
    assert prompt(table, 1) == prompt(table, None) == ""


def test_only_the_owner_is_told_of_a_winning_hand() -> None:
    table = deal(GAME, WINNING, "discard: B.", "pool: BV")
    assert prompt(table) == "Draw a block, or take the blue dot, or raise your thumb."
    assert prompt(table.play("draw")) == "Discard a block, or raise your thumb."
    assert prompt(table.play("thumb"), 1) == "A thumb is up: say that you have seen it."
    assert prompt(table.play("thumb"), 0) == ""


def hand(rack: str, seat: int | None = 0) -> list[tuple[str, str, str]]:
    groups = WORDING.hand(view(deal(GAME, f"rack0: {rack}").state, seat))
    return [(group.kind, GAME.deck.text(group.cards), group.label) for group in groups]


def test_the_rack_is_grouped_by_colour_with_what_the_best_one_needs() -> None:
    assert hand("R. R. G- KV OL") == [
        ("near", "R. R.", "needs 1 dot, 1 dash, 1 V"),
        ("loose", "G-", ""),
        ("loose", "KV", ""),
        ("loose", "OL", ""),
    ]
    assert hand("B. B. G. G. O.") == [
        ("near", "B. B.", "needs 1 dot, 1 dash, 1 V"),
        ("near", "G. G.", "needs 1 dot, 1 dash, 1 V"),
        ("loose", "O.", ""),
    ]


def test_one_block_of_each_colour_is_the_beginning_of_nothing() -> None:
    codes = ["B.", "G.", "R.", "K.", "O."]
    assert hand(" ".join(codes)) == [("loose", code, "") for code in codes]


def test_a_winning_hand_is_a_meld_and_the_sixth_block_is_loose() -> None:
    assert hand("R. R. R. R- RV") == [("meld", "R. R. R. R- RV", "a winning hand")]
    assert hand("R. R. R- RV RL KV") == [
        ("meld", "R. R. R- RV RL", "a winning hand"),
        ("loose", "KV", ""),
    ]


def test_a_watcher_has_no_rack() -> None:
    assert hand("B. G. R. K. O.", None) == []


def test_nothing_lies_open_in_front_of_a_seat() -> None:
    assert WORDING.melds(view(deal(GAME, WINNING).state, 0), 0) == ()


@pytest.mark.parametrize(
    ("blocks", "missing"),
    [
        ("R.", ["2 dots", "1 dash", "1 V"]),
        ("R. RL", ["2 dots", "1 dash"]),
        ("R- RV RL", ["2 dots"]),
        ("R. R. RL RL", ["1 dot"]),
        ("R. R. R- RV RL", []),
        ("R. R. R. R. R- RV", []),
    ],
)
def test_r8_a_liberty_fills_the_dearest_gap(blocks: str, missing: list[str]) -> None:
    assert missing_symbols(GAME.deck.cards(blocks)) == missing


def test_the_worth_of_a_rack_is_what_losing_with_it_costs() -> None:
    table = deal(GAME, "rack0: B. B- G. R- KV")
    assert WORDING.worth(view(table.state, 0)) == "you would pay 40"
    assert WORDING.worth(view(table.state, None)) == ""
    assert WORDING.worth(view(deal(GAME, WINNING).state, 0)) == "a winning hand"


def test_the_pad_has_a_row_for_each_hand_and_a_column_for_each_seat() -> None:
    table = deal(GAME, WINNING, "rack1: B. B- G. R- KV", players=2)
    before = WORDING.pad(table.state)
    assert before.title == "Thumbs Up"
    assert before.subtitle == "dot 5 · dash 10 · V 25 · Liberty 25"
    assert before.columns == (
        Column("label", "hand"),
        Column("score", seat=0),
        Column("score", seat=1),
    )
    assert before.rows == (PadRow("total", ("points", "200", "200")),)
    after = WORDING.pad(view(table.play("thumb").state, None))
    assert after.rows == (
        PadRow("round", ("1", "+40", "-40"), ruled=True),
        PadRow("total", ("points", "240", "160")),
    )


def test_the_pad_draws_a_line_under_the_last_hand_alone() -> None:
    rows = WORDING.pad(deal(GAME, ledger=((10, -5, -5), (0, 0, 0))).state).rows
    assert [row.ruled for row in rows] == [False, True, False]


def test_the_front_end_is_given_the_price_of_each_block() -> None:
    shown = WORDING.display(view(deal(GAME).state, None))
    tariff = "dot 5 · dash 10 · V 25 · Liberty 25"
    assert json.loads(json.dumps(shown)) == {"tariff": tariff, "race": True}


def test_q6_the_display_says_whether_a_thumb_starts_a_race() -> None:
    two, no_fine = deal(GAME, players=2), deal(GAME, options={"fine": "off"})
    assert not WORDING.display(view(two.state, 0))["race"]
    assert not WORDING.display(view(no_fine.state, 0))["race"]
