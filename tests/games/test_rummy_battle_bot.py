"""How the bots play Rummy Battle."""

from __future__ import annotations

from meldroom.core.view import view
from meldroom.games.companions import skill_of
from tests.games.rummy_battle_positions import GAME, position


def test_it_melds_what_scores_and_keeps_some_cards_before_the_marker() -> None:
    hand = "hand0: 9c 9d 9h Kc 2d 4h 7s"
    assert position(hand, drawn=True).advised() == "meld 9c 9d 9h"
    short = position("hand0: 9c 9d 9h Kc 2d", drawn=True)
    assert short.advised().startswith("discard")
    late = position("hand0: 9c 9d 9h Kc 2d", drawn=True, marker_seen=True)
    assert late.advised() == "meld 9c 9d 9h"


def test_with_an_empty_hand_it_stays_in_before_the_marker_and_goes_out_after_it() -> None:
    assert position("hand0:", drawn=True, bonus=True).advised() == "bonus"
    assert position("hand0:", drawn=True, bonus=True, marker_seen=True).advised() == "done"


def test_it_takes_from_the_row_what_it_can_play_well() -> None:
    table = position("hand0: Kc Kd 3c 5d 8h", "row: 2s Kh")
    assert table.advised() == "take 1"
    assert {"draw", "take 1"} <= table.looked_at()
    assert position("hand0: Kc Kd 3c 5d 8h", "row: 2s 9h").advised() == "draw"


def test_it_steals_the_dear_set_and_swaps_a_cheap_one_for_it() -> None:
    on_table = ["0: 2c 2d 2h", "1: Ac Ad Ah"]
    hand = "Kc 3d 5h 7s 9c 10d"
    assert position(f"hand0: {hand} THIEF", melds=on_table).advised() == "thief #2"
    assert position(f"hand0: {hand} SWITCH", melds=on_table).advised() == "switch #1 #2"
    cheap = ["0: Ac Ad Ah", "1: 2c 2d 2h"]
    assert position(f"hand0: {hand} SWITCH", melds=cheap).advised() == "draw"


def test_it_picks_a_joker_out_of_a_long_meld() -> None:
    on_table = ["0: 2c 2d 2h", "1: Kc Kd Kh Jk=K"]
    hand = "Qc 3d 5h 7s 9c 10d PICK"
    assert position(f"hand0: {hand}", melds=on_table).advised() == "pick Jk #2 1"
    from_hand = position(f"hand0: {hand}", melds=on_table, options={"pickpocket": "hand"})
    assert from_hand.advised().startswith("pick ")


def test_it_plays_lucky_day_against_a_player_with_one_card_before_the_marker_only() -> None:
    hand = "hand0: Kc 3d 5h 7s 9c LUCKY"
    before = position(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True)
    assert before.advised() == "lucky"
    after = position(hand, "hand1: 4c", "hand2: 4d 4h", drawn=True, marker_seen=True)
    assert after.advised() != "lucky"
    assert position(hand, "hand1: 4c 6c", "hand2: 4d 4h").advised() == "lucky"


def test_it_lays_off_but_keeps_a_joker_while_it_has_cards_that_need_one() -> None:
    on_table = ["0: 9c 9d 9h"]
    table = position("hand0: 9s Kc 2d 4h 7s Jd", melds=on_table, drawn=True)
    assert table.advised() == "lay 9s #1"
    joker = position("hand0: Jk Kc 2d 4h 7s Js", melds=on_table, drawn=True)
    assert joker.advised().startswith("discard")
    assert len(joker.looked_at()) == 4
    assert table.looked_at() == set()


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


def test_a_novice_draws_melds_and_discards_the_dearest_loose_card() -> None:
    assert position("hand0: Kc Kd 3c 5d 8h", "row: 2s Kh").advised("novice") == "draw"
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
    assert position("hand0: 2c 9s", melds=on_table, drawn=True).advised() == "discard 2c"
    assert position("hand0: 2c THIEF", melds=on_table, drawn=True).advised() != "thief #2"


def test_a_novice_sometimes_slips() -> None:
    seen = view(position("hand0: 9c 9d 9h Kc 2d", drawn=True).state, 0)
    legal = GAME.legal(seen)
    assert skill_of(GAME).novice(seen, legal, lambda n: 0) == legal[0]


def test_a_look_ahead_ends_with_the_round() -> None:
    table = position("hand0: 2c", ledger=((5, 5, 5), (0, 0, 0)))
    assert skill_of(GAME).stage(table.facts) == 2
