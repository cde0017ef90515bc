"""How the house plays Rummy Battle."""

from __future__ import annotations

from tests.games.battlefield import battle


def test_it_lays_down_what_scores_and_keeps_some_cards_before_the_marker() -> None:
    hand = "hand0: 9c 9d 9h Kc 2d 4h 7s"
    assert battle(hand, drawn=True).advised() == "meld 9c 9d 9h"
    short = battle("hand0: 9c 9d 9h Kc 2d", drawn=True)
    assert short.advised().startswith("discard")
    late = battle("hand0: 9c 9d 9h Kc 2d", drawn=True, marker_seen=True)
    assert late.advised() == "meld 9c 9d 9h"


def test_with_an_empty_hand_it_stays_in_before_the_marker_and_goes_out_after_it() -> None:
    assert battle("hand0:", drawn=True, bonus=True).advised() == "bonus"
    assert battle("hand0:", drawn=True, bonus=True, marker_seen=True).advised() == "done"


def test_it_takes_from_the_row_what_plays_at_once() -> None:
    table = battle("hand0: Kc Kd 3c 5d 8h", "row: 2s Kh")
    assert table.advised() == "take 1"
    assert {"draw", "take 1"} <= table.looked_at()
    assert battle("hand0: Kc Kd 3c 5d 8h", "row: 2s 9h").advised() == "draw"


def test_it_steals_the_dear_set_and_swaps_a_cheap_one_for_it() -> None:
    lying = ["0: 2c 2d 2h", "1: Ac Ad Ah"]
    hand = "Kc 3d 5h 7s 9c 10d"
    assert battle(f"hand0: {hand} THIEF", melds=lying).advised() == "thief #2"
    assert battle(f"hand0: {hand} SWITCH", melds=lying).advised() == "switch #1 #2"
    cheap = ["0: Ac Ad Ah", "1: 2c 2d 2h"]
    assert battle(f"hand0: {hand} SWITCH", melds=cheap).advised() == "draw"


def test_it_picks_a_joker_out_of_a_long_meld() -> None:
    lying = ["0: 2c 2d 2h", "1: Kc Kd Kh Jk=K"]
    hand = "Qc 3d 5h 7s 9c 10d PICK"
    assert battle(f"hand0: {hand}", melds=lying).advised() == "pick Jk #2 1"
    from_hand = battle(f"hand0: {hand}", melds=lying, options={"pickpocket": "hand"})
    assert from_hand.advised().startswith("pick ")


def test_lucky_day_runs_out_who_has_one_card_before_the_marker_only() -> None:
    hand = "hand0: Kc 3d 5h 7s 9c LUCKY"
    before = battle(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True)
    assert before.advised() == "lucky"
    after = battle(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True, marker_seen=True)
    assert after.advised() != "lucky"
    assert battle(hand, "hand1: 4c 6c", "hand2: 4d 4h").advised() == "lucky"


def test_it_lays_off_and_holds_a_joker_back_while_there_are_cards_to_join() -> None:
    lying = ["0: 9c 9d 9h"]
    table = battle("hand0: 9s Kc 2d 4h 7s Jd", melds=lying, drawn=True)
    assert table.advised() == "lay 9s #1"
    joker = battle("hand0: Jk Kc 2d 4h 7s Js", melds=lying, drawn=True)
    assert joker.advised().startswith("discard")
    assert len(joker.looked_at()) == 4
    assert table.looked_at() == set()


def test_it_does_not_throw_what_the_neighbour_can_lay_off() -> None:
    lying = ["1: 9c 9d 9h"]
    table = battle("hand0: 9s 2d 2h 4h 6h Kc", melds=lying, drawn=True)
    assert table.advised() == "discard Kc"


def test_two_cards_that_help_nothing_go_back_for_two_others() -> None:
    table = battle(
        "hand0: Kc Kd Qc Qd", "drawn0: 3s 6h", drawn=True, again=True, chances=(True,) * 3
    )
    assert table.advised() == "second"
    useful = battle(
        "hand0: Kc Kd Qc Qd", "drawn0: Kh Qh", drawn=True, again=True, chances=(True,) * 3
    )
    assert useful.advised() != "second"


def test_a_novice_draws_lays_down_and_throws_the_dearest_loose_card() -> None:
    assert battle("hand0: Kc Kd 3c 5d 8h", "row: 2s Kh").advised("novice") == "draw"
    table = battle("hand0: 9c 9d 9h Kc 2d 4h 7s", drawn=True)
    assert table.advised("novice") == "meld 9c 9d 9h"
    assert battle("hand0: 9c 9d Kc 2d 4h", drawn=True).advised("novice") == "discard Kc"
    assert battle("hand0:", drawn=True, bonus=True).advised("novice") == "bonus"


def test_points_on_the_table_and_jokers_in_hand_make_the_prospect() -> None:
    table = battle("hand0: Jk Kc Kd 9c", "hand1: 2c 5d", melds=["0: Ac Ad Ah"], players=2)
    assert table.prospect(0) > 0.6
    assert round(table.prospect(0) + table.prospect(1), 9) == 1
