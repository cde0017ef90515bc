"""How the bots play Rummy Battle."""

from __future__ import annotations

from typing import Any

from meldroom.games.companions import skill_of
from tests.games.rummy_battle_positions import GAME, position

OTHER_HANDS = "hand1: 3c 5c 7c Jc", "hand2: 3s 5s 7s Js"  # too few to go out early against


def test_it_melds_what_scores_and_keeps_some_cards_before_the_marker() -> None:
    hand = "hand0: 9c 9d 9h Kc 2d 4h 7s"
    assert position(hand, drawn=True).advised() == "meld 9c 9d 9h"
    short = position("hand0: 9c 9d 9h", *OTHER_HANDS, drawn=True)
    assert short.advised().startswith("discard")
    late = position("hand0: 9c 9d 9h", drawn=True, marker_seen=True)
    assert late.advised() == "meld 9c 9d 9h"


def test_it_takes_from_the_row_what_it_can_play_well() -> None:
    table = position("hand0: Kc Kd 3c 5d 8h", "row: Ks Kh Ac")
    assert table.advised() == "take 3"
    assert {"draw", "take 2", "take 3"} <= table.looked_at()
    assert position("hand0: Kc Kd 3c 5d 8h", "row: 2s 9h").advised() == "draw"


def test_it_steals_and_swaps_what_is_worth_it_when_the_marker_is_seen() -> None:
    on_table = ["0: 2c 2d 2h", "1: Ac Ad Ah"]
    hand = "Kc 3d 5h 7s 9c 10d"
    for card, play in (("THIEF", "thief #2"), ("SWITCH", "switch #1 #2")):
        late = position(f"hand0: {hand} {card}", melds=on_table, drawn=True, marker_seen=True)
        assert late.advised() == play
    cheap = ["0: Ac Ad Ah", "1: 2c 2d 2h"]
    table = position(f"hand0: {hand} SWITCH", melds=cheap, drawn=True, marker_seen=True)
    assert not table.advised().startswith("switch")


def test_it_does_not_save_up_action_cards_if_one_a_turn_may_be_played() -> None:
    on_table = ["0: 2c 2d 2h", "1: Ac Ad Ah"]
    options = {"actions_per_turn": "one"}
    table = position("hand0: Kc 3d 5h THIEF", melds=on_table, drawn=True, options=options)
    assert table.advised() == "thief #2"


def test_it_picks_a_joker_out_of_a_long_meld() -> None:
    on_table = ["0: 2c 2d 2h", "1: Kc Kd Kh Jk=K"]
    hand = "hand0: Qc 3d 5h 7s 9c 10d PICK"
    late: dict[str, Any] = {"drawn": True, "marker_seen": True}
    assert position(hand, melds=on_table, **late).advised() == "pick Jk #2 1"
    from_hand = position(hand, melds=on_table, options={"pickpocket": "hand"}, **late)
    assert from_hand.advised().startswith("pick ")


def test_it_does_not_throw_lucky_day_away() -> None:
    hand = "hand0: Kc Kd Kh Qc Qd LUCKY"
    assert position(hand, drawn=True).advised() == "lucky"
    assert position(hand).advised() == "lucky"


def test_it_plays_lucky_day_against_a_player_with_one_card_before_the_marker_only() -> None:
    hand = "hand0: Kc 3d 5h 7s 9c LUCKY"
    before = position(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True)
    assert before.advised() == "lucky"
    after = position(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True, marker_seen=True)
    assert after.advised() != "lucky"
    assert position(hand, "hand1: 4c 6c", "hand2: 4d 4h").advised() == "lucky"


def test_it_does_not_play_lucky_day_as_its_last_card() -> None:
    assert position("hand0: LUCKY", drawn=True).advised() == "discard LUCKY"


def test_it_lays_off_only_when_the_marker_is_near_and_throws_nothing_that_fits() -> None:
    on_table = ["0: 9c 9d 9h"]
    hand = "hand0: 9s Kc 2d 4h 7s Jd"
    early = position(hand, melds=on_table, drawn=True)
    assert early.advised().startswith("discard")
    assert early.advised() != "discard 9s"
    assert len(early.looked_at()) == 4
    late = position(hand, melds=on_table, drawn=True, marker_seen=True)
    assert late.advised() == "lay 9s #1"
    assert late.looked_at() == set()
    near = position(hand, melds=on_table, drawn=True, marker=len(late.state.zones[0].cards) - 4)
    assert near.advised() == "lay 9s #1"


def test_it_plays_a_joker_when_the_marker_is_seen() -> None:
    hand = "hand0: Jk 4h 4s 8d Qc"
    early = position(f"{hand} 2d 6s 10h Kc", melds=["0: 9c 9d 9h"], drawn=True)
    assert early.advised().startswith("discard")
    late = position(hand, melds=["0: 9c 9d 9h"], drawn=True, marker_seen=True)
    assert late.advised() == "meld 4h 4s Jk=4"
    no_pair = position("hand0: Jk 4h 8d Qc", melds=["0: 9c 9d 9h"], drawn=True, marker_seen=True)
    assert no_pair.advised() == "lay Jk #1"


def test_it_does_not_discard_what_the_next_player_can_lay_off() -> None:
    on_table = ["1: 9c 9d 9h"]
    table = position("hand0: 9s 2d 2h 4h 6h Kc", melds=on_table, drawn=True)
    assert table.advised() == "discard Kc"


def test_it_uses_the_2nd_chance_when_two_cards_do_not_help() -> None:
    table = position(
        "hand0: Kc Kd Qc Qd", "drawn0: 3s 6h", drawn=True, again=True, chances=(True,) * 3
    )
    assert table.advised() == "second"
    useful = position(
        "hand0: Kc Kd Qc Qd", "drawn0: Kh Qh", drawn=True, again=True, chances=(True,) * 3
    )
    assert useful.advised() != "second"


def test_a_novice_takes_melds_and_discards_the_dearest_loose_card() -> None:
    assert position("hand0: Kc Kd 3c 5d 8h", "row: 2s Kh").advised("novice") == "take 1"
    assert position("hand0: Kc Kd 3c 5d 8h", "row: 2s Qh").advised("novice") == "draw"
    table = position("hand0: 9c 9d 9h Kc 2d 4h 7s", drawn=True)
    assert table.advised("novice") == "meld 9c 9d 9h"
    assert position("hand0: 9c 9d Kc 2d 4h", drawn=True).advised("novice") == "discard Kc"
    assert position("hand0:", drawn=True, bonus=True).advised("novice") == "bonus"


def test_table_cards_and_jokers_in_hand_raise_the_prospect() -> None:
    table = position("hand0: Jk Kc Kd 9c", "hand1: 2c 5d", melds=["0: Ac Ad Ah"], players=2)
    assert table.prospect(0) > 0.6
    assert round(table.prospect(0) + table.prospect(1), 9) == 1


def test_it_draws_the_bonus_card_of_a_new_meld() -> None:
    table = position("hand0: 9c 9d 9h Kc 2d 4h 7s", drawn=True).play("meld 9c 9d 9h")
    assert table.advised() == "bonus"


def test_it_hoards_dear_cards_that_fit_the_table_before_it_is_open() -> None:
    on_table = ["1: Ac Ad Ah", "1: Kc Kd Kh"]
    table = position("hand0: 2c 5d 9h 7s HOARD", "row: As Ks Ac Kc", melds=on_table)
    assert table.advised() == "hoard 4"
    assert position("hand0: 2c 5d 9h 7s HOARD", "row: 3s", melds=on_table).advised() == "draw"


def test_with_few_cards_before_the_marker_it_plays_only_what_it_must() -> None:
    on_table = ["0: 4c 4d 4h", "1: 9c 9d 9h"]
    must = position("hand0: 2c 5d", "row: 9s", melds=on_table).play("take 1")
    assert must.advised() == "lay 9s #2"
    for hand, too_early in (("2c 9s", "lay 9s #2"), ("2c THIEF", "thief #2")):
        table = position(f"hand0: {hand}", *OTHER_HANDS, melds=on_table, drawn=True)
        assert table.advised() != too_early


def test_a_look_ahead_ends_with_the_round() -> None:
    table = position("hand0: 2c", ledger=((5, 5, 5), (0, 0, 0)))
    assert skill_of(GAME).stage(table.facts) == 2
