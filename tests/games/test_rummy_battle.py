"""Rummy Battle, the printed rules one by one."""

from __future__ import annotations

from collections import Counter

import pytest

from meldroom.core.rng import Rng, shuffle
from meldroom.core.state import top
from meldroom.games.rummy_battle.deck import DECK, value
from meldroom.games.rummy_battle.facts import ROW, STOCK
from tests.games.rummy_battle_positions import GAME, holders, legal, position, why_not
from tests.scenario import SEED, Scenario


def test_the_published_deal_of_a_known_seed_comes_out() -> None:
    state = GAME.start({}, 3, Rng(SEED))
    assert state.public.dealer == 1
    assert state.public.turn == 2
    assert DECK.text(top(state, ROW)) == "8h"
    assert DECK.text(top(state, STOCK, 3)[::-1]) == "Kc 3h 2d"
    assert len(state.zones[STOCK].cards) == 97


def test_r1_two_packs_four_jokers_and_twenty_action_cards() -> None:
    held = Counter(DECK.text(GAME.deck.pack_for(6)).split())
    assert [held.pop(code) for code in ("Jk", "HOARD", "PICK", "THIEF", "SWITCH", "LUCKY")] == [
        4
    ] * 6
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert list(held) == [rank + suit for suit in "cdhs" for rank in ranks]
    assert set(held.values()) == {2}
    assert " ".join(DECK.codes[-6:]) == "Jk HOARD PICK THIEF SWITCH LUCKY"


def test_the_cards_have_names_and_inks() -> None:
    cards = [DECK.card(code) for code in ("9h", "As", "10d", "Kc", "Jk", "PICK", "LUCKY")]
    assert [DECK.words[card] for card in cards] == [
        "nine of hearts",
        "ace of spades",
        "ten of diamonds",
        "king of clubs",
        "joker",
        "Pickpocket",
        "Lucky Day",
    ]
    assert [DECK.inks[card] for card in cards] == [
        "red",
        "black",
        "red",
        "black",
        "magenta",
        "blue",
        "blue",
    ]


@pytest.mark.parametrize("seats", [2, 6])
def test_r1_everyone_gets_ten_cards_and_a_2nd_chance(seats: int) -> None:
    state = GAME.start({}, seats, Rng(SEED))
    hands = [zone for zone in state.zones if zone.name == "hand"]
    assert [len(zone.cards) for zone in hands] == [10] * seats
    assert state.public.chances == (True,) * seats
    assert state.public.opened == (False,) * seats
    assert len(state.zones[STOCK].cards) == 128 - 10 * seats - 1
    assert sum(len(zone.cards) for zone in state.zones) == 128


@pytest.mark.parametrize("seats", [1, 7])
def test_r1_two_to_six_play(seats: int) -> None:
    with pytest.raises(ValueError, match=f"rummy-battle takes 2 to 6 players, not {seats}"):
        GAME.start({}, seats, Rng(SEED))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_r1_cards_go_round_one_by_one_from_the_left_of_the_dealer(seats: int) -> None:
    state = GAME.start({}, seats, Rng(SEED))
    stock = list(shuffle(Rng(SEED, 1), DECK.pack)[0])
    hands: list[list[int]] = [[] for _ in range(seats)]
    for card in range(10 * seats):
        hands[(state.public.dealer + 1 + card) % seats].append(stock.pop())
    assert [zone.cards for zone in state.zones if zone.name == "hand"] == list(map(bytes, hands))


def test_r2_thirty_cards_are_below_the_marker() -> None:
    table = GAME.start({}, 4, Rng(SEED)).public
    assert (table.marker, table.marker_seen) == (30, False)


def test_r3_everyone_sees_the_whole_row() -> None:
    state = GAME.start({}, 2, Rng(SEED))
    assert [zone.label for zone in state.zones if zone.open_to(None)] == [
        "used",
        "row",
        "melds0",
        "melds1",
    ]
    assert [zone.label for zone in state.zones if zone.open_to(1)] == [
        "used",
        "row",
        "melds0",
        "hand1",
        "drawn1",
        "melds1",
    ]
    assert len(state.zones[ROW].cards) == 1


def test_r4_a_draw_brings_two_cards_the_top_one_first() -> None:
    table = position("hand0: 2c 9d", "stock: 5h Kc", chances=(False,) * 3).play("draw")
    assert table.cards("hand0") == "2c 9d Kc 5h"
    assert table.legal() == {"discard 2c", "discard 9d", "discard Kc", "discard 5h"}


def test_r4_you_draw_once_a_turn() -> None:
    table = position("hand0: 2c 9d HOARD", "row: 3c 4c", drawn=True)
    for text in ("draw", "take 1", "hoard 1"):
        assert why_not(table, text) == "you have already drawn (R4)"


def test_r4_nothing_is_melded_laid_off_or_discarded_before_the_draw() -> None:
    table = position("hand0: 2c 2d 2h 9s", melds=["0: 9c 9d 9h"])
    for text in ("meld 2c 2d 2h", "lay 9s #1", "discard 2c"):
        assert why_not(table, text) == "draw or take first (R4)"
    assert table.legal() == {"draw"}


def test_r4_you_cannot_take_more_cards_than_the_row_has() -> None:
    table = position("hand0: 2c 2d", "row: 2h")
    assert why_not(table, "take 2") == "the row does not have that many cards (R4)"
    assert legal(table, "take") == {"take 1"}


def test_r5_you_play_only_what_you_hold() -> None:
    table = position("hand0: 2c 2d 9s Jk", melds=["0: 9c 9d 9h"], drawn=True)
    assert why_not(table, "discard 3c") == "you do not hold the three of clubs (R5)"
    assert why_not(table, "meld 2c 2c 2d") == "you do not hold another two of clubs (R5)"
    assert why_not(table, "meld 2c 2d Jk=2 Jk=2") == "you do not hold another joker (R5)"
    assert why_not(table, "lay 9h #1") == "you do not hold the nine of hearts (R5)"
    assert why_not(table, "discard THIEF") == "you do not hold Thief (R5)"
    no_joker = position("hand0: 2c 2d 9s", drawn=True)
    assert why_not(no_joker, "meld 2c 2d Jk=2") == "you do not hold a joker (R5)"


@pytest.mark.parametrize("meld", ["9c 9d 9h", "7h 8h 9h", "9c 9c 9d 9d 9h", "7h 8h 9h 10h Jh"])
def test_r6_any_set_or_run_opens_and_lies_in_front_of_its_maker(meld: str) -> None:
    table = position(f"hand0: 2s {meld}", drawn=True).play(f"meld {meld}")
    assert table.facts.opened == (True, False, False)
    assert table.cards("melds0") == meld
    assert table.cards("hand0") == "2s"
    [laid] = table.facts.melds
    assert (laid.number, laid.owner, DECK.text(laid.cards)) == (1, 0, meld)
    assert laid.holders == (0,) * len(meld.split())


def test_r6_a_meld_has_at_least_three_cards() -> None:
    table = position("hand0: 9c 9d 8d 2s", drawn=True)
    for meld in ("9c 9d", "8d 9d", "9c"):
        assert why_not(table, f"meld {meld}") == "a meld has at least three cards (R6)"


def test_r7_an_ace_is_low_or_high() -> None:
    table = position("hand0: Ah 2h 3h Qh Kh 5c", drawn=True)
    assert legal(table, "meld") == {"meld Ah 2h 3h", "meld Qh Kh Ah"}
    low, high = table.play("meld Ah 2h 3h"), table.play("meld Qh Kh Ah")
    assert DECK.text(low.facts.melds[0].fits) == "4h Jk"
    assert DECK.text(high.facts.melds[0].fits) == "Jh Jk"


def test_r8_a_new_meld_earns_a_bonus_draw() -> None:
    table = position("hand0: 9c 9d 9h 2s", "stock: 5h", drawn=True)
    assert why_not(table, "bonus") == "you draw a bonus card only right after a new meld (Q10)"
    table = table.play("meld 9c 9d 9h")
    assert table.legal() == {"bonus", "discard 2s"}
    table = table.play("bonus")
    assert table.cards("hand0") == "2s 5h"
    assert table.legal() == {"discard 2s", "discard 5h"}


def test_r8_neither_a_lay_off_nor_a_stolen_or_swapped_set_earns_a_bonus_draw() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h"]
    table = position("hand0: 4s THIEF SWITCH 2c", melds=melds, drawn=True)
    for text in ("lay 4s #1", "thief #2", "switch #1 #2"):
        assert not legal(table.play(text), "bonus")


def test_r9_you_lay_off_only_once_you_are_open() -> None:
    table = position("hand0: 9s 2c 2d 2h Kc", melds=["1: 9c 9d 9h"], drawn=True)
    assert why_not(table, "lay 9s #1") == "open with a meld of your own first (R9)"
    table = table.play("meld 2c 2d 2h", "lay 9s #1")
    assert table.cards("melds0") == "2c 2d 2h 9s"
    assert table.cards("melds1") == "9c 9d 9h"
    assert holders(table.facts.melds[0]) == "1 9c 1 9d 1 9h 0 9s"
    assert table.facts.melds[0].owner == 1


def test_r10_only_an_action_card_that_you_hold_can_be_played() -> None:
    table = position("hand0: 2c", "row: 5c", melds=["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s"])
    for text, word in (
        ("hoard 1", "Hoard"),
        ("pick 9s #2 2", "Pickpocket"),
        ("thief #2", "Thief"),
        ("switch #1 #2", "Switcheroo"),
        ("lucky", "Lucky Day"),
    ):
        assert why_not(table, text) == f"you do not hold {word} (R10)"


def test_r11_a_discarded_play_card_joins_the_row_and_the_turn_passes() -> None:
    table = position("hand0: 2c Jk", "row: 5c", drawn=True).play("discard Jk")
    assert table.cards("row") == "5c Jk"
    assert table.to_act == (1,)
    assert (table.facts.turns, table.facts.drawn) == (8, False)


def test_r11_a_discarded_action_card_goes_to_a_pile_of_its_own() -> None:
    table = position("hand0: 2c HOARD", "row: 5c", drawn=True).play("discard HOARD")
    assert table.cards("row") == "5c"
    assert table.cards("used") == "HOARD"
    assert table.to_act == (1,)


def test_r11_after_the_last_seat_the_first_plays() -> None:
    table = position("hand2: 2c 3c", turn=2, drawn=True).play("discard 2c")
    assert table.to_act == (0,)


@pytest.mark.parametrize("how", ["discard 9s", "lay 9s #1"])
def test_r12_q25_whoever_plays_or_discards_the_last_card_goes_out(how: str) -> None:
    table = position("hand0: 9s", "hand1: 2c", "hand2: 3c", melds=["0: 9c 9d 9h"], drawn=True).play(
        how
    )
    assert table.facts.ledger == ((15 + 5 * how.startswith("lay") - 100, -5, -5),)


def test_r13_five_rounds_make_a_game_and_the_deal_passes_to_the_left() -> None:
    hands = ("hand0: 9s", "hand1: 2c", "hand2: Kc")
    played = ((0, 0, 0),) * 3
    table = position(*hands, ledger=played, dealer=2, marker_seen=True, drawn=True).play(
        "discard 9s"
    )
    assert table.facts.ledger == (*played, (10, -5, -10))
    assert table.facts.totals == (10, -5, -10)
    assert (table.facts.dealer, table.facts.turn, table.facts.turns) == (0, 1, 0)
    assert table.result is None
    assert len(table.cards("stock").split()) == 97
    last = position(*hands, ledger=(*played, (0, 0, 0)), marker_seen=True, drawn=True).play(
        "discard 9s"
    )
    assert last.result is not None
    assert last.result.winners == (0,)
    assert last.result.places == (1, 2, 3)
    assert last.result.scores == (10, -5, -10)
    assert last.to_act == ()
    assert last.legal(0) == set()


def test_r14_the_victim_of_a_thief_stays_open() -> None:
    table = position(
        "hand0: THIEF 2c 3d", "hand1: 9s 5c 5d", melds=["0: 4c 4d 4h", "1: 9c 9d 9h"], drawn=True
    )
    table = table.play("thief #2", "discard 2c", "draw")
    assert table.cards("melds1") == ""
    assert table.facts.opened == (True, True, False)
    assert table.allows("lay 9s #2")


def after_lucky_day(*sizes: int, marker_seen: bool) -> Scenario:
    """Play Lucky Day against opponents who hold this many cards."""
    hands = [f"hand{seat}: {'2c 3c 4c'[: 3 * many]}" for seat, many in enumerate(sizes, 1)]
    hands = [hand.replace("c", "cdhs"[at]) for at, hand in enumerate(hands)]
    return position(
        "hand0: LUCKY 9s", *hands, players=len(sizes) + 1, marker_seen=marker_seen, drawn=True
    ).play("lucky")


def test_r15_q21_lucky_day_that_empties_one_hand_before_the_marker_costs_it_100() -> None:
    table = after_lucky_day(1, 3, marker_seen=False)
    assert table.facts.ledger == ((-15, -100, -10),)
    assert table.notes()[0] == ("Q21", "{1} goes out before the Marker is seen: -100")


def test_r15_q21_lucky_day_that_empties_several_hands_before_the_marker_costs_each_50() -> None:
    table = after_lucky_day(1, 3, 1, marker_seen=False)
    assert table.facts.ledger == ((-20, -50, -10, -50),)
    assert table.notes()[:2] == [
        ("Q21", "{1} goes out before the Marker is seen: -50"),
        ("Q21", "{3} goes out before the Marker is seen: -50"),
    ]


def test_q22_lucky_day_that_empties_hands_after_the_marker_scores_10_or_5_each() -> None:
    one, several = after_lucky_day(3, 1, marker_seen=True), after_lucky_day(1, 1, marker_seen=True)
    assert one.facts.ledger == ((-15, -10, 10),)
    assert one.notes()[0] == ("Q22", "{2} goes out after the Marker is seen: +10")
    assert several.facts.ledger == ((-15, 5, 5),)
    assert several.notes()[1] == ("Q22", "{2} goes out after the Marker is seen: +5")


def test_r16_what_the_cards_are_worth() -> None:
    worth = {code: value(DECK.cards(code)) for code in DECK.codes}
    assert [worth[f"{rank}h"] for rank in ("A", 2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q", "K")] == [
        15,
        *[5] * 8,
        *[10] * 4,
    ]
    assert [worth[code] for code in DECK.codes[52:]] == [20, 5, 5, 5, 5, 5]
    assert value(DECK.cards("THIEF Jk 10c Ad")) == 50
    assert value(b"") == 0


def test_r16_table_cards_count_for_a_player_and_cards_in_hand_against_them() -> None:
    table = position(
        "hand0: 5c",
        "hand1: THIEF Jk 10c Ad",
        "hand2: 2c",
        melds=["1: Kc Kd Ks", "2: 9c 9d 9h, 1: Jk"],
        marker_seen=True,
        drawn=True,
    ).play("discard 5c")
    assert table.facts.ledger == ((10, 0, 10),)
    assert table.notes() == [
        ("Q20", "{0} goes out after the Marker is seen: +10"),
        ("R16", "{0}: 0 on the table, 0 in hand"),
        ("R16", "{1}: 50 on the table, 50 in hand"),
        ("R16", "{2}: 15 on the table, 5 in hand"),
    ]
