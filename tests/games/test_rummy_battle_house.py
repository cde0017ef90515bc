"""How the house plays Rummy Battle."""

from __future__ import annotations

from typing import Any

from tests.games.rummy_battle_positions import position
from tests.scenario import Scenario

FULL_HAND = "2h 4h 6h 8h 10h Qh 2s 4s 6s 8s"
HALF_HAND = "2h 4h 6h 8h"
RICH = ["0: Kc Kd Kh Ks", "0: Ac Ad Ah As", "0: Qc Qd Qs", "1: 3c 3d 3h"]
POOR = ["0: 3c 3d 3h", "1: Kc Kd Kh Ks"]


def heads_up(hand: str, theirs: str = FULL_HAND, *, melds: list[str], **facts: Any) -> Scenario:
    """Set up a turn of seat 0 against one opponent, after the draw."""
    zones = (f"hand0: {hand}", f"hand1: {theirs}")
    return position(*zones, melds=melds, players=2, **{"drawn": True, **facts})


def test_q19_it_goes_out_before_the_marker_where_its_lead_is_worth_the_100_points() -> None:
    assert heads_up("3s 7d", melds=RICH).advised() == "lay 3s #4"
    assert heads_up("7d", melds=RICH).advised() == "discard 7d"
    assert heads_up("", melds=RICH, bonus=True).advised() == "done"


def test_q19_it_stays_in_where_its_lead_is_not() -> None:
    assert heads_up("3s 7d", HALF_HAND, melds=POOR).advised() == "discard 7d"
    assert heads_up("", HALF_HAND, melds=POOR, bonus=True).advised() == "bonus"


def test_q19_any_lead_is_enough_in_the_last_round_and_none_too_little() -> None:
    melds = ["0: Kc Kd Kh Ks", "0: Ac Ad Ah As", "1: 5c 5d 5h"]
    ledger = ((0, 0),) * 4
    ahead = heads_up("5s 7d", melds=melds, ledger=ledger)
    behind = heads_up("5s 7d", melds=melds, ledger=ledger, totals=(0, 120))
    assert ahead.advised() == "lay 5s #3"
    assert behind.advised() == "discard 7d"


def test_q19_it_keeps_what_it_can_lay_off_as_long_as_it_cannot_go_out() -> None:
    assert heads_up("3s 7d 9s Jc", melds=RICH).advised() == "discard 7d"


def test_r8_it_leaves_the_bonus_card_to_go_out() -> None:
    assert heads_up("7d", melds=RICH, bonus=True).advised() == "discard 7d"
    assert heads_up("7d", HALF_HAND, melds=POOR, bonus=True).advised() == "bonus"


def test_r9_it_lays_off_when_an_opponent_may_soon_go_out() -> None:
    hand = "3s 7d 9s Jc 5h"
    assert heads_up(hand, "2h 4h 6h", melds=POOR).advised() == "lay 3s #1"
    assert heads_up(hand, HALF_HAND, melds=POOR).advised().startswith("discard")


def test_r23_a_second_chance_that_shows_the_marker_is_taken() -> None:
    zones = ("hand0: 3s 7d", "drawn0: 9s Jc", f"hand1: {FULL_HAND}")
    stock = "2c 4c 6c 8c 2d"
    near = position(*zones, melds=POOR, stock=stock, players=2, marker=3, drawn=True, again=True)
    assert near.advised() == "second"


def test_r18_thief_waits_for_a_set_worth_stealing_until_the_end_is_near() -> None:
    hand = "THIEF 7d 9s Jc 5h"
    cheap, dear = ["0: 2c 2d 2h", "1: 3c 3d 3h"], ["0: 2c 2d 2h", "1: Kc Kd Kh"]
    assert heads_up(hand, melds=dear).advised() == "thief #2"
    assert heads_up(hand, melds=cheap).advised() not in ("thief #2", "discard THIEF")
    assert heads_up(hand, melds=cheap, marker_seen=True).advised() == "thief #2"


def test_r19_switcheroo_waits_for_a_much_better_set_until_the_end_is_near() -> None:
    hand = "SWITCH 7d 9s Jc 5h"
    little, much = ["0: 3c 3d 3h", "1: 2c 2d 2h 2s"], ["0: 3c 3d 3h", "1: Kc Kd Kh"]
    assert heads_up(hand, melds=much).advised() == "switch #1 #2"
    assert heads_up(hand, melds=little).advised() not in ("switch #1 #2", "discard SWITCH")
    assert heads_up(hand, melds=little, marker_seen=True).advised() == "switch #1 #2"


def test_r20_pickpocket_takes_what_it_can_at_once() -> None:
    table = heads_up("PICK 7d 9s Jc 5h", melds=["0: 2c 2d 2h", "1: 3c 3d 3h 3s"])
    assert table.advised().startswith("pick ")


def test_q5_a_joker_is_melded_early_only_out_of_a_small_hand() -> None:
    small, large = "Kc Kd Jk 5h 7d 9s", "Kc Kd Jk 5h 7d 9s 2d 4c Jh"
    melds = ["0: 2c 2d 2h", "1: 3c 3d 3h"]
    assert heads_up(small, melds=melds).advised() == "meld Kc Kd Jk=K"
    assert not heads_up(large, melds=melds).advised().startswith("meld")


def test_hoard_and_pickpocket_are_discarded_before_thief() -> None:
    melds = ["0: 2c 2d 2h", "1: 3c 4c 5c"]
    assert heads_up("HOARD THIEF 7d 7c 9s 9c", melds=melds).advised() == "discard HOARD"
