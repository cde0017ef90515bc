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


def test_q19_it_stays_in_where_its_lead_is_not() -> None:
    assert heads_up("3s 7d", HALF_HAND, melds=POOR).advised() == "discard 7d"


def test_q19_what_it_plays_to_go_out_counts_for_its_lead() -> None:
    melds = ["0: Kc Kd Kh", "1: 5c 5d 5h"]
    behind: dict[str, Any] = {"ledger": ((0, 5),) * 4, "totals": (0, 20)}
    assert heads_up("Ac Ad As 7d", melds=melds, **behind).advised() == "meld Ac Ad As"
    assert heads_up("2c 2d 2s 7d", melds=melds, **behind).advised() == "discard 7d"


def test_q19_it_goes_out_by_melds_with_and_without_a_joker() -> None:
    assert heads_up("4c 4d 4s 7d", melds=RICH).advised() == "meld 4c 4d 4s"
    assert heads_up("4c 4d Jk 7d", melds=RICH).advised() == "meld 4c 4d Jk=4"
    assert heads_up("4c 4d 4s 7d", HALF_HAND, melds=POOR).advised().startswith("discard")


def test_r18_it_goes_out_by_as_many_thieves_as_there_are_sets_to_steal() -> None:
    melds = [*RICH, "1: 4c 4d 4h"]
    one = {"actions_per_turn": "one"}
    assert heads_up("THIEF THIEF 7d", melds=melds).advised().startswith("thief")
    assert heads_up("THIEF THIEF 7d", melds=RICH).advised() == "discard 7d"
    assert heads_up("THIEF THIEF 7d", melds=melds, options=one).advised() == "discard 7d"


def test_r4_it_takes_from_the_row_to_go_out() -> None:
    zones = "hand0: 7d", f"hand1: {FULL_HAND}", "row: 9c 3s"
    rich = position(*zones, melds=RICH, players=2)
    poor = position("hand0: 7d", f"hand1: {HALF_HAND}", "row: 9c 3s", melds=POOR, players=2)
    late = position(*zones, melds=POOR, players=2, marker_seen=True)
    assert rich.advised() == late.advised() == "take 1"
    assert poor.advised() == "draw"


def test_r4_of_the_takes_to_go_out_it_chooses_the_one_that_scores_most() -> None:
    melds = ["0: 3c 3d 3h", "1: Kc Kd Kh Ks"]
    row = "row: 2c 3s Kc"
    table = position(
        "hand0: 7d", f"hand1: {FULL_HAND}", row, melds=melds, players=2, marker_seen=True
    )
    assert table.advised() == "take 2"


def test_q11_it_draws_the_bonus_card_for_an_empty_hand_since_it_can_be_discarded() -> None:
    assert heads_up("", melds=RICH, bonus=True).advised() == "bonus"
    assert heads_up("", HALF_HAND, melds=POOR, bonus=True).advised() == "bonus"
    assert heads_up("", melds=POOR, bonus=True, marker_seen=True).advised() == "bonus"


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
    assert heads_up("3s", melds=RICH, bonus=True).advised() == "bonus"
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


def test_r23_it_draws_rather_than_takes_where_that_shows_the_marker() -> None:
    zones = "hand0: Qc Qd 7s 5d", "hand1: 2h 4h 6h 8h", "row: Qs Qh"
    stock = "2c 4c 6c 8c 2d 4d"

    def drawn_at(marker: int, chance: bool) -> str:
        near: dict[str, Any] = {"marker": marker, "chances": (chance, True)}
        return position(*zones, melds=POOR, stock=stock, players=2, **near).advised()

    assert drawn_at(4, chance=False) == drawn_at(2, chance=True) == "draw"
    assert drawn_at(2, chance=False) == drawn_at(1, chance=True) == "take 2"


def test_r22_a_second_chance_replaces_two_cards_that_go_with_nothing() -> None:
    def drawn(cards: str, hand: str = "3s 7d Kc Qh") -> str:
        zones = f"hand0: {hand}", f"drawn0: {cards}", f"hand1: {FULL_HAND}"
        return position(*zones, melds=POOR, players=2, drawn=True, again=True).advised()

    assert drawn("9s 5h") == "second"
    assert drawn("9s 7h") != "second"
    assert drawn("9s THIEF") != "second"


def test_r22_it_keeps_two_cards_with_which_it_goes_out() -> None:
    zones = "hand0: 3s", "drawn0: HOARD", f"hand1: {FULL_HAND}"
    table = position(*zones, melds=RICH, players=2, drawn=True, again=True)
    assert table.advised() == "lay 3s #4"


def test_r4_it_discards_nothing_that_makes_a_meld_with_cards_of_the_row() -> None:
    def discarded(row: str) -> str:
        zones = "hand0: 5d 9s Jc 2h", f"hand1: {FULL_HAND}", f"row: {row}"
        return position(*zones, melds=RICH, players=2, drawn=True).advised()

    assert discarded("8c") == "discard 5d"
    assert discarded("8c 5c 5s") == discarded("3d 4d 8c") == "discard 2h"


def test_r4_it_rather_discards_what_goes_with_no_card_of_the_row() -> None:
    zones = "hand0: 5d 9s Jc 2h", f"hand1: {FULL_HAND}", "row: 8c 5s"
    assert position(*zones, melds=RICH, players=2, drawn=True).advised() == "discard 2h"


def test_a_thief_is_kept_rather_than_half_a_pair_to_go_out_with() -> None:
    few = "2h 4h"
    assert heads_up("THIEF 7d 7s", few, melds=POOR).advised() == "discard 7d"
    runs = ["0: 3c 3d 3h", "1: 9c 10c Jc"]
    assert heads_up("THIEF 7d 7s", few, melds=runs).advised() == "discard THIEF"


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
    small, large = "Kc Kd Jk 5h 7d", "Kc Kd Jk 5h 7d 9s 2d 4c Jh"
    melds = ["0: 2c 2d 2h", "1: 3c 3d 3h"]
    assert heads_up(small, melds=melds).advised() == "meld Kc Kd Jk=K"
    assert not heads_up(large, melds=melds).advised().startswith("meld")
    assert heads_up(large, melds=melds, marker=70).advised() == "meld Kc Kd Jk=K"


def test_hoard_and_pickpocket_are_discarded_before_thief() -> None:
    melds = ["0: 2c 2d 2h", "1: 3c 4c 5c"]
    assert heads_up("HOARD THIEF 7d 7c 9s 9c", melds=melds).advised() == "discard HOARD"
