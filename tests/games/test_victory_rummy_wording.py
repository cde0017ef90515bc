"""What players of Victory Rummy read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.core.options import Setting
from meldroom.core.view import view
from meldroom.core.wording import Column, Pad, PadRow
from meldroom.games.companions import wording_of
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.pad import ScorePad, blank_pad
from tests.games.victory_pad import SAMPLE, pad_after
from tests.scenario import Scenario, deal

GAME = VictoryRummy()
RED = "R. R. R. R- RV"
WHITE = "W. W. W. W- WV"
AXES = "AX AX AX AX AX"


def prompt(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


def test_the_seat_on_turn_is_told_what_it_can_do() -> None:
    table = deal(GAME, f"hand0: {RED} W. W. W. W- AX", "discard: B.", "stock: WV")
    assert prompt(table) == "Draw a card."
    assert prompt(table, 1) == prompt(table, None) == ""
    drawn = table.play("draw")
    both = "Lay down a Victory in red or a Victory in white, or discard a card."
    assert prompt(drawn) == both
    red_down = drawn.play("victory R")
    assert prompt(red_down) == "Lay down a Victory in white, or discard a card."
    assert prompt(red_down.play("victory W")) == "Discard your last card and go out."
    plain = deal(GAME, "hand0: R. R. W. W. B. B. R- W- B- AX", "stock: AX").play("draw")
    assert prompt(plain) == "Discard a card."


def test_the_seat_on_turn_is_told_what_it_can_take() -> None:
    table = deal(GAME, "hand0: R. R. R. RV W. W. B. B. AX AX", "discard: R-")
    assert prompt(table) == "Draw a card, or take the red dash for a Victory in red."
    assert prompt(table.play("take")) == "Lay down a Victory in red."
    axis = deal(GAME, "hand0: R. R. R. RV W. W. AX AX AX AX", "discard: AX")
    assert prompt(axis) == "Draw a card, or take the Axis card for a Capture."
    assert prompt(axis.play("take")) == "Lay down a Capture."


def groups(cards: str) -> list[tuple[str, str, str]]:
    """Lay a hand out for its holder: the kind, the cards and the label of each group."""
    laid = wording_of(GAME).hand(view(deal(GAME, f"hand0: {cards}").state, 0))
    return [(group.kind, GAME.deck.text(group.cards), group.label) for group in laid]


def test_the_hand_is_laid_out_with_melds_first_and_what_the_near_ones_need() -> None:
    assert groups("R. W. W. W. W. WV B. AX AX AX") == [
        ("near", "W. W. W. WV", "needs 1 white dash"),
        ("near", "AX AX AX", "needs 2 Axis cards"),
        ("near", "R.", ""),
        ("near", "B.", ""),
        ("loose", "W.", "spare"),
    ]
    assert groups(f"R. W- WV {RED} B- BV") == [
        ("meld", RED, "a Victory in red"),
        ("near", "W- WV", ""),
        ("near", "B- BV", ""),
        ("near", "R.", ""),
    ]
    assert groups("R. R- RV R- RV B. B- BV AX AX") == [
        ("near", "R. R- RV", "needs 2 red dots"),
        ("near", "B. B- BV", "needs 2 blue dots"),
        ("near", "AX AX", ""),
        ("loose", "R- RV", "spare"),
    ]


def test_two_melds_of_one_colour_lie_apart() -> None:
    assert groups(f"{RED} {RED}") == [("meld", RED, "a Victory in red")] * 2
    assert groups(f"{AXES} AX AX AX AX W-") == [
        ("meld", AXES, "a Capture"),
        ("near", "AX AX AX AX", "needs 1 Axis card"),
        ("near", "W-", ""),
    ]


def test_a_near_meld_names_all_that_it_needs() -> None:
    first, *_ = groups("R. R. R. W. B. W. B. AX R. AX")
    assert first == ("near", "R. R. R.", "needs 1 red dash, 1 red V")


def test_a_watcher_has_no_hand() -> None:
    table = deal(GAME)
    assert wording_of(GAME).hand(view(table.state, None)) == ()
    assert wording_of(GAME).worth(view(table.state, None)) == ""


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (f"{WHITE} R. R. B. B. B-", "Best: 5 of 5 white"),
        ("BV", "Best: 1 of 5 blue"),
        ("R. R. W. W. W- B. B. B. B- B-", "Best: 4 of 5 blue"),
        ("R. R. R- W. W. W- AX B. B. BV", "Best: 3 of 5 red. Risk: 10 points"),
        ("R. R. R- W. W. W- AX AX AX AX", "Best: 4 of 5 Axis. Risk: 40 points"),
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
    assert (pad.title, pad.subtitle) == ("Official score pad", "250 points win")
    assert pad.columns == (
        Column("score", "score", 0),
        Column("text", "symbol", 0),
        Column("score", "score", 1),
        Column("text", "symbol", 1),
    )
    assert pad.rows == (
        PadRow("entry", ("10", "R", "", ""), ruled=True),
        PadRow("total", ("10", "", "0", "")),
    )


def on_paper(pad: ScorePad) -> Pad:
    """Lay a pad out as players see it."""
    table = deal(GAME, players=len(pad.scores), pad=pad)
    return wording_of(GAME).pad(table.state)


def test_r16_the_printed_sample_sheet_looks_as_in_the_booklet() -> None:
    pad = on_paper(pad_after(*SAMPLE))
    assert (pad.title, pad.subtitle) == ("Official score pad", "500 points win")
    assert pad.columns[:3] == (
        Column("score", "score", 0),
        Column("text", "symbol", 0),
        Column("score", "score", 1),
    )
    assert [column.seat for column in pad.columns] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [(row.kind, "|".join(row.cells)) for row in pad.rows] == [
        ("entry", "10|B|10|R|10|B|10|R"),
        ("entry", "10|W|10|W|10|W|10|R"),
        ("entry", "10|A|30|A|10|B|10|A"),
        ("entry", "||50|C|10|W|10|B"),
        ("entry", "||10|W|20|A||"),
        ("entry", "||10|B|50|C||"),
        ("entry", "||25|G||||"),
        ("entry", "||50|X||||"),
        ("total", "30||195||110||40|"),
        ("entry", "10|B|10|W|10|R|10|B"),
        ("entry", "10|R|||10|W||"),
        ("entry", "20|A|||20|A||"),
        ("total", "70||205||150||50|"),
    ]
    assert [at for at, row in enumerate(pad.rows) if row.ruled] == [7, 11]


def test_r16_a_new_pad_and_one_just_tallied_show_their_totals() -> None:
    assert on_paper(blank_pad(2)).rows == (PadRow("total", ("0", "", "0", "")),)
    tallied = on_paper(pad_after("A:B A:W A:R", players=2))
    assert tallied.rows[-2:] == (PadRow("total", ("55", "", "0", "")),) * 2
    assert [at for at, row in enumerate(tallied.rows) if row.ruled] == [3]


def display(pad: ScorePad, seat: int | None = 0, **options: Setting) -> dict[str, Any]:
    """Give what the front end shows a seat, as it comes out of JSON."""
    table = deal(GAME, players=len(pad.scores), pad=pad, options=options)
    shown: dict[str, Any] = json.loads(
        json.dumps(wording_of(GAME).display(view(table.state, seat)))
    )
    return shown


def test_the_display_has_the_colours_that_each_seat_won_in_this_period() -> None:
    assert display(blank_pad(3))["won"] == ["", "", ""]
    assert display(pad_after("A:B B:W A:R A:C A:B", players=2))["won"] == ["RB", "W"]
    assert display(pad_after("A:R B:W A:W A:B B:B", players=2))["won"] == ["", "B"]


def test_r12_r13_the_display_has_what_a_victory_would_earn_the_viewer() -> None:
    assert display(blank_pad(2))["victory_points"] == {"R": 10, "W": 10, "B": 10}
    pad = pad_after("A:R A:W B:W B:B", players=2)
    assert display(pad, 0)["victory_points"] == {"R": 10, "W": 10, "B": 85}
    assert display(pad, 1)["victory_points"] == {"R": 35, "W": 10, "B": 10}
    assert display(pad, None)["victory_points"] == {"R": 10, "W": 10, "B": 10}


def test_q4_the_display_counts_the_bonus_by_the_option() -> None:
    pad = pad_after("A:R A:W A:W", players=2)
    assert display(pad, order_bonus="first")["victory_points"]["B"] == 85
    assert display(pad, order_bonus="strict")["victory_points"]["B"] == 35


def test_r7_r16_r17_the_display_has_the_capture_the_key_and_the_target() -> None:
    shown = display(blank_pad(2), target=150)
    assert shown["capture_points"] == 50
    assert shown["target"] == 150
    assert shown["key"] == (
        "R W B Victory 10 · C Capture 50 · G Grand 25 · X in order 50 · A Axis 10 each"
    )
    assert set(shown) == {
        "won", "victory_points", "capture_points", "target", "key", "discarded_by",
    }  # fmt: skip


def test_r4_the_display_says_who_discarded_the_top_card() -> None:
    def discarder(**facts: Any) -> int | None:
        table = deal(GAME, "discard: R. W. B.", **facts)
        shown: int | None = wording_of(GAME).display(view(table.state, 0))["discarded_by"]
        return shown

    assert discarder(turn=1) == 0
    assert discarder(turn=0) == 2
    assert discarder(turn=1, picked=True) is None
    turned_up = deal(GAME, "discard: R.")
    assert wording_of(GAME).display(view(turned_up.state, 0))["discarded_by"] is None
