"""Victory Rummy: what is entered on the score pad, when, and what wins."""

from __future__ import annotations

import pytest

from meldroom.core.codec import plain
from meldroom.core.options import Setting, offered
from meldroom.games.companions import conformance_of
from meldroom.games.victory_rummy import VictoryRummy
from meldroom.games.victory_rummy.pad import (
    PadLine,
    ScorePad,
    blank_pad,
    colours_won,
    in_order,
    periods,
    tallies,
    victories,
    with_line,
)
from tests.games.victory_pad import SAMPLE, pad_after
from tests.scenario import Scenario, deal

GAME = VictoryRummy()
RED = "R. R. R. R- RV"
WHITE = "W. W. W. W- WV"
BLUE = "B. B. B. B- BV"
AXES = "AX AX AX AX AX"


def at_table(*zones: str, pad: ScorePad | None = None, **options: Setting) -> Scenario:
    return deal(GAME, *zones, options=options, pad=pad or blank_pad(3))


def symbols(table: Scenario, seat: int = 0) -> str:
    return "".join(line.symbol for line in table.facts.pad.lines if line.seat == seat)


def test_r16_the_printed_sample_sheet_comes_out_number_by_number_with_first() -> None:
    scores = [pad_after(*SAMPLE[:deals]).scores for deals in range(1, 8)]
    assert scores == [
        (0, 50, 10, 0),
        (30, 100, 20, 0),
        (30, 110, 20, 30),
        (30, 110, 60, 40),
        (30, 195, 110, 40),
        (70, 195, 110, 40),
        (70, 205, 150, 50),
    ]
    assert tallies(pad_after(*SAMPLE)) == ((30, 195, 110, 40),)


def test_r16_the_printed_sample_sheet_comes_out_with_any() -> None:
    assert pad_after(*SAMPLE, order="any") == pad_after(*SAMPLE)


def test_r16_the_printed_sample_sheet_has_no_x_with_strict() -> None:
    pad = pad_after(*SAMPLE, order="strict")
    assert tallies(pad) == ((30, 145, 110, 40),)
    assert pad.scores == (70, 155, 150, 50)
    assert "X" not in {line.symbol for line in pad.lines}


def test_r16_every_line_is_a_public_fact() -> None:
    table = at_table(f"hand0: {RED} W. W. B. B. AX").play("draw", "victory R")
    assert plain(table.facts, GAME.deck)["pad"] == {
        "scores": [10, 0, 0],
        "lines": [{"seat": 0, "symbol": "R", "points": 10}],
    }


def test_r16_there_is_a_tally_at_each_grand_victory() -> None:
    pad = pad_after("A:B A:W A:R B:C B:R B:W A:A1 B:B A:C", players=2)
    assert tallies(pad) == ((55, 0), (65, 155))
    assert [len(period) for period in periods(pad)] == [4, 7, 1]
    assert pad.scores == (115, 155)


def test_r11_the_same_colour_again_earns_10_and_no_grand_victory() -> None:
    assert pad_after("A:R A:R A:W A:W A:R").scores == (50, 0, 0, 0)
    table = at_table(f"hand0: {RED} W. W. B. B. AX", pad=pad_after("A:R A:W", players=3))
    again = table.play("draw", "victory R")
    assert again.facts.pad.scores == (30, 0, 0)
    assert again.notes() == [("R6", "{0} scores 10 for a Victory in red")]


@pytest.mark.parametrize(
    "order", ["A:B A:W A:R", "A:R A:B A:W", "A:W A:B A:R", "A:B A:R A:W", "A:W A:R A:B"]
)
def test_r12_a_grand_victory_in_any_order_earns_25(order: str) -> None:
    pad = pad_after(order)
    assert pad.scores == (55, 0, 0, 0)
    assert pad.lines[-1] == PadLine(0, "G", 25)


def test_r13_red_white_and_blue_in_order_earn_50_more() -> None:
    pad = pad_after("A:R A:W A:B")
    assert pad.scores == (105, 0, 0, 0)
    assert pad.lines[-1] == PadLine(0, "X", 50)


def test_r12_r13_q10_the_meld_then_g_then_x_are_entered() -> None:
    table = at_table(f"hand0: {BLUE} W. W. R. R. AX", pad=pad_after("A:R A:W", players=3))
    grand = table.play("draw", "victory B")
    assert grand.facts.pad.lines[2:] == (
        PadLine(0, "B", 10),
        PadLine(0, "G", 25),
        PadLine(0, "X", 50),
    )
    assert grand.facts.pad.scores == (105, 0, 0)
    assert grand.notes() == [
        ("R6", "{0} scores 10 for a Victory in blue"),
        ("R12", "{0} scores 25 for a Grand Victory"),
        ("R13", "{0} scores 50 for Red, White and Blue in order"),
    ]


@pytest.mark.parametrize(
    ("won", "first", "strict", "any_order"),
    [
        ("RWB", True, True, True),
        ("RWWB", True, False, True),
        ("RRWB", True, True, True),
        ("RWRB", True, False, True),
        ("WRWB", False, True, True),
        ("WWRWRWB", False, True, True),
        ("WRWRB", False, False, True),
        ("BRW", False, False, False),
        ("WRB", False, False, False),
        ("RBW", False, False, False),
        ("BWR", False, False, False),
        ("WBR", False, False, False),
    ],
)
def test_q4_the_bonus_follows_the_option(
    won: str, first: bool, strict: bool, any_order: bool
) -> None:
    found = [in_order(won, order) for order in ("first", "strict", "any")]
    assert found == [first, strict, any_order]


@pytest.mark.parametrize(
    ("order", "symbols_entered"), [("first", "RWWBGX"), ("strict", "RWWBG"), ("any", "RWWBGX")]
)
def test_q4_the_table_plays_by_the_option(order: str, symbols_entered: str) -> None:
    pad = pad_after("A:R A:W A:W", players=3)
    table = at_table(f"hand0: {BLUE} W. W. R. R. AX", pad=pad, order_bonus=order)
    assert symbols(table.play("draw", "victory B")) == symbols_entered


def test_q4_captures_others_melds_and_new_deals_between_do_no_harm() -> None:
    pad = pad_after("A:R B:B A:C A:A2 A:W C:W A:B")
    assert pad.lines[-2:] == (PadLine(0, "G", 25), PadLine(0, "X", 50))


def test_r14_q11_a_grand_victory_wipes_every_players_colours_and_the_deal_goes_on() -> None:
    pad = pad_after("A:R A:W B:R B:W", players=3)
    table = at_table(f"hand0: {BLUE} W. W. R. R. AX", f"hand1: {BLUE} W. W. R. R. AX", pad=pad)
    grand = table.play("draw", "victory B")
    assert grand.facts.deal == 1
    assert grand.to_act == (0,)
    assert [victories(grand.facts.pad, seat) for seat in range(3)] == ["", "", ""]
    after = grand.play(f"discard {grand.cards('hand0').split()[0]}", "draw", "victory B")
    assert after.facts.pad.scores == (105, 30, 0)
    assert after.notes() == [("R6", "{1} scores 10 for a Victory in blue")]


def test_q21_only_ones_own_victories_of_the_period_count() -> None:
    pad = pad_after("A:R B:R B:W B:B A:W A:B")
    assert victories(pad, 0) == "WB"
    assert victories(pad, 1) == ""
    assert pad.scores == (30, 105, 0, 0)
    assert pad_after("A:R", pad=pad).lines[-1] == PadLine(0, "G", 25)


def test_q21_the_colours_won_are_named_by_the_first_victory_in_each() -> None:
    pad, named = blank_pad(3), []
    for line in (
        PadLine(0, "R", 10),
        PadLine(1, "B", 10),
        PadLine(1, "R", 10),
        PadLine(1, "B", 10),
        PadLine(0, "C", 50),
        PadLine(0, "G", 25),
    ):
        pad = with_line(pad, line)
        named.append(colours_won(pad))
    assert named == [
        ("R", "", ""),
        ("R", "B", ""),
        ("R", "BR", ""),
        ("R", "BR", ""),
        ("R", "BR", ""),
        ("", "", ""),
    ]


def test_q21_the_order_counts_from_the_last_grand_victory() -> None:
    pad = pad_after("A:B B:B B:W B:R A:R A:W A:B")
    assert pad.lines[-1] == PadLine(0, "X", 50)


def test_q7_two_melds_of_one_turn_are_entered_one_by_one_in_the_players_order() -> None:
    hand = f"hand0: {BLUE} {WHITE}"
    table = at_table(hand, pad=pad_after("A:R", players=3)).play("draw")
    white_first = table.play("victory W", "victory B")
    assert symbols(white_first) == "RWBGX"
    blue_first = table.play("victory B", "victory W")
    assert symbols(blue_first) == "RBWG"
    capture_first = at_table(f"hand0: {AXES} {WHITE}").play("draw", "capture", "victory W")
    assert symbols(capture_first) == "CW"


def test_q7_a_second_victory_after_a_grand_victory_opens_the_new_period() -> None:
    table = at_table(f"hand0: {BLUE} {RED}", pad=pad_after("A:R A:W", players=3))
    both = table.play("draw", "victory B", "victory R")
    assert symbols(both) == "RWBGXR"
    assert victories(both.facts.pad, 0) == "R"


def out_with(*hands: str, pad: ScorePad | None = None, **options: Setting) -> Scenario:
    """Set a table where seat 0 has one card to discard."""
    zones = [f"hand{seat}: {cards}" for seat, cards in enumerate(hands, 1)]
    mine = ("hand0: AX", f"laid0: {RED} {WHITE}")
    table = at_table(*mine, *zones, pad=pad, **options)
    return table._replace(state=table.state._replace(public=table.facts._replace(picked=True)))


def test_r9_q9_who_goes_out_earns_10_for_each_axis_card_in_opponents_hands() -> None:
    pad = ScorePad((20, 60, 5), ())
    table = out_with("AX AX B. B. B. B. B. B. B. B.", "AX W. W. W. W.", pad=pad)
    out = table.play("discard AX")
    assert out.facts.pad == ScorePad((50, 60, 5), (PadLine(0, "A", 30),))
    assert out.notes() == [
        ("R9", "{0} goes out"),
        ("R9", "{0} scores 30 for Axis cards in other hands"),
        ("R10", "{2} deals"),
    ]


def test_q9_axis_cards_of_a_capture_on_the_table_do_not_count() -> None:
    table = at_table(
        "hand0: B.",
        f"laid0: {RED} {WHITE}",
        "hand1: AX B. B. B. B.",
        f"laid1: {AXES}",
        "hand2: R. R. R. R. R. R. W. W. W. W.",
    )
    picked = table._replace(state=table.state._replace(public=table.facts._replace(picked=True)))
    assert picked.play("discard B.").facts.pad.scores == (10, 0, 0)


def test_q10_the_axis_cards_come_after_the_melds() -> None:
    table = at_table(
        f"hand0: {BLUE} {WHITE}",
        "hand1: AX AX R. R. R. R. R. R. R. R.",
        "hand2: AX AX W. W. W. W. B. B. B. B.",
        "stock: R-",
        pad=pad_after("A:R", players=3),
    )
    out = table.play("draw", "victory W", "victory B", "discard R-")
    assert symbols(out) == "RWBGXA"
    assert out.facts.pad.scores == (145, 0, 0)


def test_q22_without_axis_cards_out_there_is_no_line() -> None:
    table = out_with("R. R. R. R. R. R. W. W. W. W.", "B. B. B. B. B. B. B. B- B- B-")
    out = table.play("discard AX")
    assert out.facts.pad == blank_pad(3)
    assert out.notes() == [("R9", "{0} goes out"), ("R10", "{2} deals")]
    assert out.facts.deal == 2


def test_q19_a_meld_that_is_still_in_hand_when_another_goes_out_is_worth_nothing() -> None:
    table = out_with(f"{AXES} B. B. B. B. B.", f"{BLUE} R. R. R. R. R.")
    out = table.play("discard AX")
    assert out.facts.pad.scores == (50, 0, 0)
    assert out.facts.pad.lines == (PadLine(0, "A", 50),)


def test_going_out_reveals_the_number_of_axis_cards_in_other_hands() -> None:
    table = out_with("AX AX B. B. B. B. B. B. B. B.", "AX W. W. W. W.")
    assert conformance_of(GAME).reveals(table.state, 0, GAME.parse("discard AX")) == 3
    early = at_table(f"hand0: {RED} W. W. B. B. AX").play("draw")
    assert conformance_of(GAME).reveals(early.state, 0, GAME.parse("discard AX")) is None
    assert conformance_of(GAME).reveals(table.state, 0, GAME.parse("draw")) is None


def test_r17_500_points_win_unless_the_table_plays_to_less() -> None:
    assert offered(GAME.options)["target"] == (500, 250, 150)
    hand = f"hand0: {RED} W. W. B. B. AX"
    for target in (500, 250, 150):
        short = at_table(hand, pad=ScorePad((target - 11, 0, 0)), target=target)
        assert short.play("draw", "victory R").result is None
        table = at_table(hand, pad=ScorePad((target - 10, 20, 30)), target=target)
        won = table.play("draw", "victory R")
        assert won.result == ((target, 20, 30), (1, 3, 2), (0,), "VR-12")
        assert won.notes() == [
            ("R6", "{0} scores 10 for a Victory in red"),
            ("Q12", f"{{0}} reaches {target} points"),
        ]


def test_q12_once_the_game_is_won_at_the_line_that_reaches_the_target_without_a_discard() -> None:
    table = at_table(f"hand0: {RED} W. W. B. B. AX", pad=ScorePad((480, 490, 0)))
    assert table.play("draw", "victory R").to_act == (0,)
    capture = at_table(
        "hand0: AX AX AX AX W. W. B. B. R. R.", "stock: AX", pad=ScorePad((450, 490, 0))
    )
    won = capture.play("draw", "capture")
    assert won.to_act == ()
    assert won.legal(0) == set()
    assert won.result == ((500, 490, 0), (1, 2, 3), (0,), "VR-12")


@pytest.mark.parametrize(
    ("short", "lines", "score"),
    [(10, "B", 500), (35, "BG", 500), (36, "BGX", 549), (86, "BGX", 499)],
)
def test_q20_the_game_stops_at_the_line_that_reaches_the_target(
    short: int, lines: str, score: int
) -> None:
    pad = pad_after("A:R A:W", players=3, pad=ScorePad((480 - short, 0, 0)))
    table = at_table(f"hand0: {BLUE} W. W. R. R. AX", pad=pad).play("draw", "victory B")
    assert symbols(table) == "RW" + lines
    assert table.facts.pad.scores[0] == score
    assert (table.result is None) == (score < 500)


def test_q20_a_win_by_the_second_meld_leaves_the_axis_cards_unscored() -> None:
    table = at_table(
        f"hand0: {BLUE} {WHITE}", "hand1: AX AX R. R. R. R. R. R. R. R.", pad=ScorePad((480, 0, 0))
    )
    won = table.play("draw", "victory W", "victory B")
    assert symbols(won) == "WB"
    assert won.result == ((500, 0, 0), (1, 2, 2), (0,), "VR-12")
    assert len(won.cards("hand0").split()) == 1


def test_q12_the_axis_cards_can_win_and_then_nothing_is_dealt() -> None:
    hands = ("AX AX B. B. B. B. B. B. B. B.", "AX W. W. W. W.")
    won = out_with(*hands, pad=ScorePad((470, 495, 0))).play("discard AX")
    assert won.result == ((500, 495, 0), (1, 2, 3), (0,), "VR-12")
    assert won.facts.deal == 1
    assert won.notes()[-1] == ("Q12", "{0} reaches 500 points")
    assert out_with(*hands, pad=ScorePad((469, 0, 0))).play("discard AX").result is None


def test_q12_tally_looks_at_the_totals_after_a_grand_victory_only() -> None:
    rich = ScorePad((600, 0, 495))
    table = at_table(f"hand0: {RED} {AXES}", pad=rich, win_at="tally").play("draw")
    both = table.play("victory R", "capture")
    assert both.result is None
    hands = ("AX AX B. B. B. B. B. B. B. B.", "AX W. W. W. W.")
    assert out_with(*hands, pad=rich, win_at="tally").play("discard AX").result is None


def test_q12_tally_enters_g_and_x_and_then_the_most_points_win() -> None:
    pad = pad_after("A:R A:W", players=3, pad=ScorePad((400, 0, 600)))
    hand = f"hand0: {BLUE} W. W. R. R. AX"
    over = at_table(hand, pad=pad, win_at="tally").play("draw", "victory B")
    assert symbols(over) == "RWBGX"
    assert over.result == ((505, 0, 600), (2, 3, 1), (2,), "VR-12")
    assert over.to_act == ()
    assert over.notes()[-1] == (
        "Q12",
        "a player has 500 points at a Grand Victory: the game is over",
    )


def test_q12_tally_ends_the_game_at_a_grand_victory_out_of_order_too() -> None:
    pad = pad_after("A:W A:R", players=3, pad=ScorePad((445, 0, 0)))
    hand = f"hand0: {BLUE} W. W. R. R. AX"
    over = at_table(hand, pad=pad, win_at="tally").play("draw", "victory B")
    assert symbols(over) == "WRBG"
    assert over.result == ((500, 0, 0), (1, 2, 2), (0,), "VR-12")


def test_q12_tally_shares_the_win_on_equal_points_and_goes_on_below_the_target() -> None:
    hand = f"hand0: {BLUE} W. W. R. R. AX"
    tied = pad_after("A:R A:W", players=3, pad=ScorePad((395, 500, 0)))
    over = at_table(hand, pad=tied, win_at="tally").play("draw", "victory B")
    assert over.result == ((500, 500, 0), (1, 1, 3), (0, 1), "VR-12")
    below = pad_after("A:R A:W", players=3, pad=ScorePad((394, 499, 0)))
    on = at_table(hand, pad=below, win_at="tally").play("draw", "victory B")
    assert on.result is None
    assert on.facts.pad.scores == (499, 499, 0)
    assert on.to_act == (0,)
