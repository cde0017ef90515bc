"""What the action cards of Rummy Battle do, as the rules page reconstructs it."""

from __future__ import annotations

import pytest

from meldroom.core.event import Moved
from meldroom.core.rng import Rng, below
from meldroom.core.view import events, view
from meldroom.games.rummy_battle.deck import DECK
from tests.games.rummy_battle_positions import cards_in_front, holders, legal, position, why_not
from tests.scenario import SEED, Scenario

HAND = {"pickpocket": "hand"}
ONE = {"actions_per_turn": "one"}
TWO_SETS = ["0: 4c 4d 4h", "1: 9c 9d 9h"]


def zones_match_melds(table: Scenario) -> bool:
    """Say whether the cards in front of each seat are those that the melds list."""
    return all(
        sorted(table.cards(f"melds{seat}").split())
        == sorted(cards_in_front(table.facts.melds, seat).split())
        for seat in range(table.state.seats)
    )


def test_r17_hoard_takes_from_the_row_and_nothing_must_be_played() -> None:
    table = position("hand0: HOARD 2c", "row: Kd 5h 8s")
    assert legal(table, "hoard") == {"hoard 1", "hoard 2", "hoard 3"}
    assert legal(table, "take") == set()
    table = table.play("hoard 2")
    assert table.cards("hand0") == "2c 5h 8s"
    assert table.cards("row") == "Kd"
    assert table.cards("used") == "HOARD"
    assert table.legal() == {"discard 2c", "discard 5h", "discard 8s"}


def test_r17_you_cannot_hoard_more_cards_than_the_row_has() -> None:
    table = position("hand0: HOARD 2c", "row: Kd 5h")
    assert why_not(table, "hoard 3") == "the row does not have that many cards (R17)"


def test_r18_thief_takes_the_set_and_the_owners_cards_of_it() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s, 1: 9h, 0: Jk"]
    table = position("hand0: THIEF 2c", melds=melds, drawn=True).play("thief #2")
    assert table.facts.melds[1].owner == 0
    assert holders(table.facts.melds[1]) == "0 9c 0 9d 0 9h 0 9h 2 9s 0 Jk"
    assert table.cards("melds1") == ""
    assert table.cards("melds2") == "9s"
    assert table.cards("used") == "THIEF"
    assert zones_match_melds(table)
    assert table.facts.melds[0].owner == 0
    assert table.to_act == (0,)


def test_r18_thief_takes_no_runs_and_none_of_your_own_sets() -> None:
    melds = ["0: 4c 4d 4h", "1: 7h 8h 9h", "2: 9c 9d 9s"]
    table = position("hand0: THIEF 2c", melds=melds)
    assert legal(table, "thief") == {"thief #3"}
    assert why_not(table, "thief #1") == "#1 is already yours (R18)"
    assert why_not(table, "thief #2") == "#2 is not a set (R18)"
    assert why_not(table, "thief #4") == "#4 is not a set (R18)"


def test_r19_switcheroo_swaps_two_sets_and_their_owners_cards() -> None:
    melds = ["0: 4c 4d 4h, 1: 4s, 2: Jk", "1: 9c 9d 9h, 0: 9s"]
    table = position("hand0: SWITCH 2c", melds=melds, drawn=True).play("switch #1 #2")
    given, got = table.facts.melds
    assert (given.owner, got.owner) == (1, 0)
    assert holders(given) == "1 4c 1 4d 1 4h 1 4s 2 Jk"
    assert holders(got) == "0 9c 0 9d 0 9h 0 9s"
    assert (given.number, got.number) == (1, 2)
    assert sorted(table.cards("melds0").split()) == ["9c", "9d", "9h", "9s"]
    assert zones_match_melds(table)


def test_r19_one_set_is_yours_and_the_other_an_opponents() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9s", "2: Kc Kd Kh", "2: 7h 8h 9h", "0: As 2s 3s"]
    table = position("hand0: SWITCH 2c", melds=melds)
    assert legal(table, "switch") == {"switch #1 #2", "switch #1 #3"}
    assert why_not(table, "switch #2 #3") == "#2 is not a set of yours (R19)"
    assert why_not(table, "switch #5 #2") == "#5 is not a set of yours (R19)"
    assert why_not(table, "switch #6 #2") == "#6 is not a set of yours (R19)"
    assert why_not(table, "switch #1 #1") == "#1 is already yours (R19)"
    assert why_not(table, "switch #1 #4") == "#4 is not a set (R19)"


def test_r20_pickpocket_takes_a_card_that_was_laid_off() -> None:
    melds = ["0: 4c 4d 4h, 2: 4s", "1: 7h 8h 9h, 2: Jk=10h, 2: Jh"]
    table = position("hand0: PICK 2c", melds=melds, drawn=True)
    assert legal(table, "pick") == {"pick 4s #1 2", "pick Jk=10h #2 2", "pick Jh #2 2"}
    table = table.play("pick Jk=10h #2 2")
    assert holders(table.facts.melds[1]) == "1 7h 1 8h 1 9h 0 Jk 2 Jh"
    assert DECK.text(table.facts.melds[1].stands) == "7h 8h 9h 10h Jh"
    assert table.facts.melds[1].owner == 1
    assert table.cards("melds0").split()[-1] == "Jk"
    assert table.cards("used") == "PICK"
    assert zones_match_melds(table)


def test_r20_a_picked_card_that_was_laid_off_on_your_own_meld_becomes_your_own() -> None:
    table = position("hand0: PICK 2c", melds=["0: 4c 4d 4h, 2: 4s, 2: 4c"], drawn=True)
    table = table.play("pick 4c #1 2")
    assert holders(table.facts.melds[0]) == "0 4c 0 4c 0 4d 0 4h 2 4s"


def test_r20_what_is_left_of_the_owners_run_must_be_a_run_in_its_place() -> None:
    melds = ["0: 4c 4d 4h", "1: 5h 6h 7h 8h"]
    table = position("hand0: PICK 2c", melds=melds, drawn=True)
    assert legal(table, "pick") == {"pick 5h #2 1", "pick 8h #2 1"}
    assert why_not(table, "pick 6h #2 1") == "what is left would not be a meld (R20)"
    assert zones_match_melds(table.play("pick 5h #2 1"))


def test_r20_an_owner_whose_cards_of_a_run_have_a_gap_can_spare_none() -> None:
    melds = ["0: 4c 4d 4h", "1: 5h 6h 7h, 2: 8h, 1: 9h, 1: 10h, 1: Jh"]
    table = position("hand0: PICK 2c", melds=melds, drawn=True)
    assert legal(table, "pick") == {"pick 8h #2 2"}


def test_r20_an_owner_of_four_can_spare_one_and_keeps_two_natural_cards() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9c 9d Jk=9", "2: Kc Kd Jk=K Jk=K", "2: 5h Jk=6h 7h 8h"]
    table = position("hand0: PICK 2c", melds=melds, drawn=True)
    picks = {
        "pick 9c #2 1",
        "pick 9d #2 1",
        "pick Jk #2 1",
        "pick Jk #3 2",
        "pick 5h #4 2",
        "pick 8h #4 2",
    }
    assert legal(table, "pick") == picks
    any_joker = position("hand0: PICK 2c", melds=melds, drawn=True, options={"joker_limit": "any"})
    more = {"pick Kc #3 2", "pick Kd #3 2"}
    assert legal(any_joker, "pick") == picks | more


def test_r20_three_cards_of_the_owner_are_safe() -> None:
    table = position("hand0: PICK 2c", melds=["0: 4c 4d 4h", "1: 9c 9d 9h, 0: 9s"], drawn=True)
    assert why_not(table, "pick 9c #2 1") == "what is left would not be a meld (R20)"
    assert legal(table, "pick") == set()


def test_r20_pickpocket_takes_a_card_that_an_opponent_has_there() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s, 2: Jk"]
    table = position("hand0: PICK 2c", melds=melds)
    assert why_not(table, "pick 4c #1 0") == "Pickpocket takes a card from an opponent (R20)"
    assert why_not(table, "pick 4c #1 3") == "Pickpocket takes a card from an opponent (R20)"
    assert why_not(table, "pick 9s #3 2") == "there is no meld #3 (R20)"
    for text in ("pick 9s #2 1", "pick 9c #2 2", "pick Jk=9c #2 2"):
        assert why_not(table, text) == "that player does not have this card of #2 (R20)"
    assert (
        why_not(table, "pick 2") == "with these options Pickpocket takes a card from a meld (R20)"
    )


def test_r20_a_joker_of_a_run_is_named_with_what_it_stands_for() -> None:
    table = position("hand0: PICK 2c", melds=["0: 4c 4d 4h", "1: 7h 8h 9h, 2: Jk=6h"])
    assert why_not(table, "pick Jk #2 2") == "that player does not have this card of #2 (R20)"
    assert table.allows("pick Jk=6h #2 2")


def test_r20_by_option_it_draws_from_a_hand_of_two_or_more() -> None:
    zones = ("hand0: PICK 2c", "hand1: 8d 5c Kd", "hand2: 6h")
    table = position(*zones, melds=["0: 4c 4d 4h, 2: 4s"], options=HAND, drawn=True)
    assert legal(table, "pick") == {"pick 1"}
    assert why_not(table, "pick 2") == "Pickpocket never takes a player's last card (R20)"
    assert why_not(table, "pick 0") == "Pickpocket takes a card from an opponent (R20)"
    assert why_not(table, "pick 3") == "Pickpocket takes a card from an opponent (R20)"
    wrong = "with these options Pickpocket takes a card from a hand (R20)"
    assert why_not(table, "pick 4s #1 2") == wrong
    lot, _ = below(table.state.rng, 3)
    picked = ["5c", "8d", "Kd"][lot]
    table = table.play("pick 1")
    assert table.cards("hand0") == f"2c {picked}"
    assert picked not in table.cards("hand1")
    assert table.cards("used") == "PICK"


def test_r20_a_hand_of_two_is_enough() -> None:
    zones = ("hand0: PICK 2c", "hand1: 8d 5c", "hand2: 6h 7h")
    table = position(*zones, melds=["0: 4c 4d 4h"], options=HAND, drawn=True)
    assert legal(table, "pick") == {"pick 1", "pick 2"}


def test_r21_lucky_day_draws_a_card_from_every_opponent_by_lot() -> None:
    zones = ("hand0: LUCKY 2c", "hand1: Kd 5c 8d", "hand2: 7h 6h", "hand3: Qs Js 10s 9s")
    table = position(*zones, players=4)
    rng, given = table.state.rng, []
    for hand in ("5c 8d Kd", "6h 7h", "9s 10s Js Qs"):
        lot, rng = below(rng, len(hand.split()))
        given.append(hand.split()[lot])
    table = table.play("lucky")
    assert table.cards("hand0").split() == ["2c", *given]
    assert [len(table.cards(f"hand{seat}").split()) for seat in (1, 2, 3)] == [2, 1, 3]
    assert table.state.rng == rng
    assert table.to_act == (0,)
    assert table.facts.drawn is False


def test_r21_the_player_on_the_left_gives_first() -> None:
    zones = ("hand1: LUCKY 2c", "hand2: 5c 8d Kd", "hand0: 6h 7h")
    table = position(*zones, turn=1, drawn=True).play("lucky")
    moved = [e.source_owner for e in table.state.journal if isinstance(e, Moved)]
    assert moved == [1, 2, 0]


def test_r21_only_the_two_players_see_which_card_it_is() -> None:
    zones = ("hand0: LUCKY 2c", "hand1: Kd 5c 8d", "hand2: 7h 6h")
    table = position(*zones, drawn=True).play("lucky")

    def sees(seat: int | None) -> list[bool]:
        heard = [e for e in events(table.state, seat) if isinstance(e, Moved)]
        return [255 not in event.cards for event in heard]

    assert [sees(seat) for seat in (0, 1, 2, None)] == [
        [True, True, True],
        [True, True, False],
        [True, False, True],
        [True, False, False],
    ]


def test_r22_2nd_chance_puts_both_cards_under_the_stock_and_draws_two_others() -> None:
    table = position("hand0: 2c", "stock: 8s Kd 5h 9h", chances=(True, True, False)).play("draw")
    assert table.cards("hand0") == "2c"
    assert table.cards("drawn0") == "9h 5h"
    assert legal(table, "discard") == {"discard 2c", "discard 9h", "discard 5h"}
    bottom = table.cards("stock").split()[0]
    table = table.play("second")
    assert table.cards("drawn0") == ""
    assert table.cards("hand0") == "2c Kd 8s"
    assert table.cards("stock").split()[:3] == ["5h", "9h", bottom]
    assert table.facts.chances == (False, True, False)
    assert not legal(table, "second")


def test_r22_it_is_the_very_next_action_after_a_draw_of_two() -> None:
    late = "the 2nd Chance comes right after drawing two, with two left to draw (R22)"
    table = position("hand0: 2c 2d 2h LUCKY 5s", "row: 9c", chances=(True,) * 3)
    assert why_not(table, "second") == late
    drawn = table.play("draw")
    assert drawn.allows("second")
    assert why_not(drawn.play("lucky"), "second") == late
    assert why_not(drawn.play("meld 2c 2d 2h"), "second") == late
    assert drawn.play("lucky").cards("drawn0") == ""
    first = position("hand0: 2c", "row: 9c", chances=(True,) * 3, turns=0)
    assert why_not(first.play("take 1"), "second") == late


def test_r22_each_player_has_one_a_round() -> None:
    table = position("hand0: 2c", chances=(False, True, True)).play("draw")
    assert why_not(table, "second") == "you have used your 2nd Chance for this round (R22)"
    assert table.play("discard 2c", "draw").allows("second")


@pytest.mark.parametrize(("stock", "offered"), [("2d 3d 4d", False), ("2d 3d 4d 5d", True)])
def test_r22_two_cards_must_be_left_to_draw(stock: str, offered: bool) -> None:
    table = position("hand0: 2c 9c 9s", stock=stock, chances=(True,) * 3, marker_seen=True)
    table = table.play("draw")
    assert bool(legal(table, "second")) is offered
    assert table.facts.again is offered


def test_r22_the_drawn_cards_join_the_hand_with_the_next_action() -> None:
    table = position("hand0: 2c 9d", "stock: 5h 9h").play("draw", "discard 9h")
    assert table.cards("hand0") == "2c 9d 5h"
    assert table.cards("drawn0") == ""
    assert table.cards("row") == "9h"


def test_r22_what_everyone_knows_of_a_hand_outlives_the_2nd_chance() -> None:
    table = position("hand0: 2c 9d", "row: 7h", chances=(True,) * 3, turns=0)
    table = table.play("take 1", "discard 2c")
    for seat in (1, 2):
        table = table.play("draw", f"discard {table.cards(f'hand{seat}').split()[0]}")
    table = table.play("draw", "second")
    seen = view(table.state, 1).zones[3]
    assert seen.label == "hand0"
    assert seen.cards == DECK.cards("7h") + bytes([255] * 3)


def test_r23_the_marker_is_seen_when_no_card_is_above_it() -> None:
    hand, none = "hand0: Ac Ad As 2c 2d", (False,) * 3
    table = position(hand, stock=f"{THIRTY} Kd Ks Qs", chances=none).play("draw")
    assert not table.facts.marker_seen
    assert table.notes() == []
    table = table.play("meld Ac Ad As", "bonus")
    assert table.facts.marker_seen
    assert table.notes() == [("R23", "the Marker is seen")]
    table = position(hand, stock=f"{THIRTY} Kd", chances=none).play("draw")
    assert table.facts.marker_seen
    table = table.play("discard 2c", "draw")
    assert table.facts.marker_seen
    assert table.notes() == []


def test_r23_the_marker_rises_by_two_with_the_2nd_chance() -> None:
    one_above = position("hand0: 2c", stock=f"{THIRTY} Kd Ks Qs", chances=(True,) * 3).play("draw")
    assert not one_above.facts.marker_seen
    table = one_above.play("second")
    assert (table.facts.marker, table.facts.marker_seen) == (32, True)
    assert len(table.cards("stock").split()) == 31
    three = position("hand0: 2c", stock=f"{THIRTY} Kd Ks Qs Jd Js", chances=(True,) * 3)
    table = three.play("draw", "second")
    assert (table.facts.marker, table.facts.marker_seen) == (32, False)
    two = position("hand0: 2c", stock=f"{THIRTY} Kd Ks Qs Jd", chances=(True,) * 3)
    assert two.play("draw", "second").facts.marker_seen


def test_r23_a_marker_that_was_seen_stays_seen_after_a_2nd_chance() -> None:
    table = position("hand0: 2c", stock=f"{THIRTY} Kd Ks", chances=(True,) * 3).play("draw")
    assert table.facts.marker_seen
    assert table.play("second").facts.marker_seen


THIRTY = " ".join(DECK.codes[13 * suit + rank] for suit in (0, 1, 2) for rank in range(3, 13))


def test_q12_an_action_card_that_is_discarded_has_no_effect_and_ends_the_turn() -> None:
    table = position("hand0: THIEF 2c", melds=TWO_SETS, drawn=True)
    discarded = table.play("discard THIEF")
    assert discarded.to_act == (1,)
    assert discarded.facts.melds == table.facts.melds
    assert table.play("thief #2").to_act == (0,)


def test_q14_action_cards_are_played_before_the_draw_and_after() -> None:
    zones = ("hand0: THIEF SWITCH LUCKY PICK 2c",)
    melds = [*TWO_SETS, "2: Kc Kd Kh, 1: Ks"]
    cards = {
        "thief #2",
        "thief #3",
        "switch #1 #2",
        "switch #1 #3",
        "pick Ks #3 1",
        "lucky",
    }
    for drawn in (False, True):
        table = position(*zones, melds=melds, drawn=drawn)
        assert {t for t in table.legal() if t.split()[0] not in ("draw", "discard")} == cards
    table = table.play("thief #2", "lucky", "pick Ks #3 1", "switch #1 #3")
    assert table.cards("used") == "THIEF LUCKY PICK SWITCH"


def test_q14_none_is_played_between_a_take_and_its_duty() -> None:
    table = position("hand0: LUCKY THIEF 5c 2c", "row: 9s 3d", melds=["0: 9c 9d 9h", "1: Kc Kd Kh"])
    table = table.play("take 2")
    for text in ("lucky", "thief #2"):
        assert why_not(table, text) == "you must play the nine of spades first (Q7)"


def test_q14_by_option_one_action_card_a_turn_is_played_for_effect() -> None:
    zones = ("hand0: LUCKY THIEF HOARD 2c", "row: 5c")
    table = position(*zones, melds=TWO_SETS, options=ONE, chances=(True,) * 3).play("thief #2")
    for text in ("lucky", "hoard 1"):
        assert why_not(table, text) == "you may play only one action card a turn (Q14)"
    assert table.legal() == {"draw"}
    table = table.play("draw")
    assert legal(table, "lucky") == set()
    assert table.allows("second")
    assert table.allows("discard LUCKY")


def test_q14_by_option_hoard_is_counted_and_the_2nd_chance_is_not() -> None:
    zones = ("hand0: LUCKY HOARD 2c", "row: 5c")
    hoarded = position(*zones, options=ONE).play("hoard 1")
    assert why_not(hoarded, "lucky") == "you may play only one action card a turn (Q14)"
    again = position(*zones, options=ONE, chances=(True,) * 3).play("draw", "second")
    assert again.allows("lucky")
    assert position(*zones).play("hoard 1").allows("lucky")


def test_q14_by_option_the_next_turn_has_its_own_action_card() -> None:
    zones = ("hand0: LUCKY 2c 3c", "hand1: LUCKY 5d 9s")
    table = position(*zones, options=ONE, drawn=True).play("lucky", "discard 2c")
    assert table.facts.acted is False


def test_q15_before_opening_only_hoard_lucky_day_and_2nd_chance() -> None:
    zones = ("hand0: HOARD LUCKY PICK THIEF SWITCH 2c", "row: 5c")
    table = position(*zones, melds=["1: 9c 9d 9h, 2: 9s"], opened=(False, True, True))
    assert table.legal() == {"draw", "hoard 1", "lucky"}
    for text, word in (
        ("pick 9s #1 2", "Pickpocket"),
        ("thief #1", "Thief"),
        ("switch #1 #1", "Switcheroo"),
    ):
        assert why_not(table, text) == f"you must open before you play {word} (Q15)"


def test_q15_opening_and_thief_in_one_turn_is_legal() -> None:
    table = position("hand0: THIEF 4c 4d 4h 2s", melds=["1: 9c 9d 9h"], drawn=True)
    assert legal(table, "thief") == set()
    table = table.play("meld 4c 4d 4h", "thief #1")
    assert table.facts.melds[0].owner == 0


def test_q16_an_action_card_without_a_target_can_only_be_discarded() -> None:
    table = position("hand0: HOARD PICK THIEF SWITCH", melds=["0: 4c 4d 4h", "1: 7h 8h 9h"])
    assert table.legal() == {"draw"}
    after = table.play("draw")
    assert {"discard HOARD", "discard PICK", "discard THIEF", "discard SWITCH"} <= after.legal()
    own = position("hand0: SWITCH 2c", melds=["0: 4h 5h 6h", "1: 9c 9d 9h"])
    assert legal(own, "switch") == set()


def test_lucky_day_uses_one_call_of_the_games_own_chance_for_each_opponent() -> None:
    table = position("hand0: LUCKY 2c", "hand1: Kd 5c 8d", players=2, drawn=True)
    assert table.state.rng.seed == Rng(SEED).seed
    assert table.play("lucky").state.rng.calls == table.state.rng.calls + 1
