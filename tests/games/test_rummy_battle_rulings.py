"""Rummy Battle, the rulings one by one; those on action cards are tested with the cards."""

from __future__ import annotations

import pytest

from meldroom.core.options import Setting
from meldroom.core.view import view
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.facts import HAND
from tests.games.rummy_battle_positions import holders, legal, position, read_meld, why_not

DISTINCT: dict[str, Setting] = {"set_duplicates": "distinct_suits"}
ANY: dict[str, Setting] = {"joker_limit": "any"}
NOT_A_MELD = "a meld is a set by suit, jokers last, or a run from low to high (Q3)"
NOT_PLAYABLE = "you could not play the deepest of them at once (Q7)"


@pytest.mark.parametrize(
    ("hand", "meld"),
    [
        ("9c 9d 9h 2s", "9h 9c 9d"),
        ("9c 9d Jk 2s", "Jk=9 9c 9d"),
        ("9c 9d Jk 2s", "9c 9d Jk=8"),
        ("9c 9d Jk 2s", "9c 9d Jk=9h"),
        ("7h 8h 9h 2s", "9h 8h 7h"),
        ("Kh Ah 2h 2s", "Kh Ah 2h"),
        ("7h 8h Jk 2s", "7h 8h Jk=9d"),
        ("7h 8h Jk 2s", "7h 8h Jk=9"),
        ("7h 8h Jk 2s", "Jk=9h 7h 8h"),
    ],
)
def test_q3_a_meld_is_written_in_one_order(hand: str, meld: str) -> None:
    assert why_not(position(f"hand0: {hand}", drawn=True), f"meld {meld}") == NOT_A_MELD


@pytest.mark.parametrize(
    ("meld", "why"),
    [
        ("9c 9d 8h", "a set has cards of one rank, a run cards of one suit (R6)"),
        ("7h 8h 9d", "a set has cards of one rank, a run cards of one suit (R6)"),
        ("7h 8h 10h", "a run has no gaps, and the nine of hearts is missing (R6)"),
        ("7h Jk=8h 10h", "a run has no gaps, and the nine of hearts is missing (R6)"),
        ("Ah 2h 3h Kh", "a run has no gaps (R6)"),
        ("7h 8h 8h", "a run holds no card twice (R6)"),
    ],
)
def test_r6_what_is_wrong_with_cards_that_are_not_a_meld_is_said(meld: str, why: str) -> None:
    hand = "9c 9d 8h 7h 8h 9d 10h Ah 2h 3h Kh Jk"
    assert why_not(position(f"hand0: {hand}", drawn=True), f"meld {meld}") == why


def test_q3_a_run_has_at_most_thirteen_cards_and_never_two_aces() -> None:
    suit = "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    table = position(f"hand0: Ah {suit} Ah Jk Jk 2s", drawn=True)
    for meld in (f"Ah {suit} Ah", f"Ah {suit} Jk=Ah", f"Jk=Ah {suit} Ah", f"Jk=Ah {suit} Jk=Ah"):
        assert why_not(table, f"meld {meld}") == NOT_A_MELD
    for meld in (f"Ah {suit}", f"{suit} Ah", f"Jk=Ah {suit}", f"{suit} Jk=Ah"):
        assert table.allows(f"meld {meld}")
        assert table.play(f"meld {meld}").facts.melds[0].fits == b""


def test_q3_a_set_may_hold_identical_cards() -> None:
    table = position("hand0: 9c 9c 9h 9h 2s", drawn=True)
    assert legal(table, "meld") == {"meld 9c 9c 9h", "meld 9c 9h 9h", "meld 9c 9c 9h 9h"}


def test_q3_by_option_the_natural_cards_of_a_set_differ_in_suit() -> None:
    table = position("hand0: 9c 9c 9h 9s Jk 2s", drawn=True, options=DISTINCT)
    assert legal(table, "meld") == {
        "meld 9c 9h 9s",
        "meld 9c 9h 9s Jk=9",
        "meld 9c 9h Jk=9",
        "meld 9c 9s Jk=9",
        "meld 9h 9s Jk=9",
    }
    differ = "the natural cards of a set must differ in suit (Q3)"
    assert why_not(table, "meld 9c 9c 9h") == differ


def test_q3_by_option_lay_offs_differ_in_suit_too_but_jokers_have_none() -> None:
    melds = ["1: 9c 9d Jk=9, 2: 9h, 2: Jk"]
    table = position(
        "hand0: 9c 9s Jk 2c", melds=melds, drawn=True, options=DISTINCT, opened=(True,) * 3
    )
    assert legal(table, "lay") == {"lay 9s #1", "lay Jk #1"}
    assert why_not(table, "lay 9c #1") == "it does not fit on #1 (Q18)"
    full = table.play("lay 9s #1")
    assert DECK.text(full.facts.melds[0].fits) == "Jk"
    assert legal(full, "lay") == {"lay Jk #1"}


@pytest.mark.parametrize("ace", ["Ah", "Jk=Ah"])
def test_q3_an_ace_or_joker_that_fits_both_ends_goes_low(ace: str) -> None:
    run = "2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"
    table = position("hand0: Ah Jk 2s", melds=[f"0: {run}"], drawn=True)
    assert legal(table, "lay") == {"lay Ah #1", "lay Jk=Ah #1"}
    [meld] = table.play(f"lay {ace} #1").facts.melds
    assert DECK.text(meld.stands) == f"Ah {run}"
    assert meld.fits == b""


@pytest.mark.parametrize(
    ("run", "fits"),
    [
        ("7h 8h 9h", "6h 10h Jk"),
        ("Ah 2h 3h", "4h Jk"),
        ("2h 3h 4h", "Ah 5h Jk"),
        ("Jc Qc Kc", "Ac 10c Jk"),
        ("Qs Ks As", "Js Jk"),
        ("Jk=Qs Ks As", "Js Jk"),
        ("9d 10d Jk=Jd", "8d Qd Jk"),
        ("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh", "Kh Jk"),
        ("3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah", "2h Jk"),
    ],
)
def test_q3_q18_a_run_lists_what_fits_its_ends(run: str, fits: str) -> None:
    assert DECK.text(read_meld(1, f"0: {run}").fits) == fits


def test_q5_a_joker_stands_for_any_card_even_one_that_is_held() -> None:
    table = position("hand0: 7h 8h 9h Jk 2s", drawn=True)
    assert legal(table, "meld") == {
        "meld 7h 8h 9h",
        "meld Jk=7h 8h 9h",
        "meld 7h Jk=8h 9h",
        "meld 7h 8h Jk=9h",
        "meld Jk=6h 7h 8h",
        "meld 8h 9h Jk=10h",
        "meld Jk=6h 7h 8h 9h",
        "meld 7h 8h 9h Jk=10h",
    }


def test_q5_a_meld_needs_two_natural_cards_or_by_option_one() -> None:
    zones = "hand0: 9c Jk Jk Jk 2s"
    table, loose = position(zones, drawn=True), position(zones, drawn=True, options=ANY)
    for text in ("meld 9c Jk=9 Jk=9", "meld 9c Jk=10c Jk=Jc"):
        assert why_not(table, text) == "a meld needs at least two natural cards (Q5)"
        assert loose.allows(text)
    one = "a meld needs at least one natural card (Q5)"
    assert why_not(loose, "meld Jk=9 Jk=9 Jk=9") == one
    assert why_not(loose, "meld Jk=9c Jk=10c Jk=Jc") == one
    assert legal(table, "meld") == set()


def test_q5_what_a_joker_stands_for_does_not_change() -> None:
    [meld] = position("hand0: 7h 9h Jk 2s", drawn=True).play("meld 7h Jk=8h 9h").facts.melds
    assert DECK.text(meld.cards) == "7h Jk 9h"
    assert DECK.text(meld.stands) == "7h 8h 9h"
    assert (meld.kind, meld.of) == ("run", "h")
    [meld] = position("hand0: 10h 10c Jk 2s", drawn=True).play("meld 10c 10h Jk=10").facts.melds
    assert DECK.text(meld.cards) == "10c 10h Jk"
    assert (meld.kind, meld.of, meld.stands) == ("set", "10", b"")


def test_q6_a_joker_on_the_table_is_never_exchanged() -> None:
    table = position("hand0: 8h 9s 2c", melds=["0: 7h Jk=8h 9h"], drawn=True)
    assert table.legal() == {"discard 8h", "discard 9s", "discard 2c"}
    assert why_not(table, "lay 8h #1") == "it does not fit on #1 (Q18)"


def test_q7_the_deepest_card_taken_is_played_at_once() -> None:
    table = position("hand0: 5h 6h 2c LUCKY", "row: 4s 7h Kc Qd").play("take 3")
    assert table.cards("hand0") == "5h 6h 2c LUCKY 7h Kc Qd"
    assert table.cards("row") == "4s"
    assert table.facts.duty == DECK.cards("7h")
    assert table.legal() == {"meld 5h 6h 7h"}
    for text in ("discard Kc", "lucky", "draw", "second", "lay Kc #1"):
        assert why_not(table, text) == "you must play the seven of hearts first (Q7)"
    assert table.play("meld 5h 6h 7h").facts.duty == b""


def test_q7_a_take_whose_deepest_card_cannot_be_played_is_refused() -> None:
    table = position("hand0: 5h 6h 2c 2d", "row: Js 2s 4s 7h Kc Qd")
    assert legal(table, "take") == {"take 3", "take 5"}
    assert why_not(table, "take 1") == NOT_PLAYABLE
    assert why_not(table, "take 6") == NOT_PLAYABLE
    table = position("hand0: 5h 6h 2c 2d", "row: 8s 9c 4s 7h Kc Qd")
    assert why_not(table, "take 5") == NOT_PLAYABLE
    assert legal(table, "take") == {"take 3"}


def test_q7_cards_taken_above_the_deepest_help_to_meld_it() -> None:
    table = position("hand0: 2c", "row: 7h 8h 9h")
    assert legal(table, "take") == {"take 3"}
    table = position("hand0: 9c", "row: 7h 7s Jk")
    assert legal(table, "take") == {"take 3"}
    assert position("hand0: 9c 9d", "row: 7h 7s Jk").legal() == {"draw", "take 1", "take 3"}


def test_q7_an_open_player_may_lay_the_card_off() -> None:
    zones, melds = ("hand0: 2c 5d", "row: 9s Kc"), ["1: 9c 9d 9h"]
    table = position(*zones, melds=melds, opened=(True, True, False))
    assert legal(table, "take") == {"take 2"}
    assert table.play("take 2").legal() == {"lay 9s #1"}
    closed = position(*zones, melds=melds)
    assert closed.legal() == {"draw"}
    assert why_not(closed, "take 2") == NOT_PLAYABLE


def test_q7_a_player_who_is_not_open_must_open_with_it() -> None:
    table = position("hand0: 9c 9d 5d", "row: 9s Kc", melds=["1: 9c 9d 9h"]).play("take 2")
    assert table.legal() == {"meld 9c 9d 9s"}
    assert table.play("meld 9c 9d 9s").facts.opened == (True, True, False)


def test_q7_any_joker_does_for_a_joker_taken() -> None:
    table = position("hand0: 9c 9d Jk 5h", "row: Jk 2s", melds=["0: 4h 5h 6h"])
    assert legal(table, "take") == {"take 2"}
    table = table.play("take 2")
    assert table.legal() == {
        "lay Jk=3h #1",
        "lay Jk=7h #1",
        "meld 9c 9d Jk=9",
        "meld 9c 9d Jk=9 Jk=9",
    }


def test_q7_an_equal_card_does_for_the_one_taken() -> None:
    table = position("hand0: 7h 8h 9h 2c", "row: 8h").play("take 1")
    assert table.legal() == {"meld 7h 8h 9h"}


def test_q7_the_duty_is_a_public_fact() -> None:
    table = position("hand0: 5h 6h 2c", "row: 7h Kc").play("take 2")
    assert view(table.state, None).public.duty == DECK.cards("7h")
    assert view(table.state, 1).zones[HAND[0]].cards[:2] == DECK.cards("Kc 7h")


def test_q8_the_first_player_of_a_round_need_not_play_the_card_taken() -> None:
    table = position("hand0: 2c 5d", "row: 9s", turns=0)
    assert table.legal() == {"draw", "take 1"}
    table = table.play("take 1")
    assert table.facts.duty == b""
    assert table.legal() == {"discard 2c", "discard 5d", "discard 9s"}
    assert table.play("discard 9s").cards("row") == "9s"
    later = position("hand0: 2c 5d", "row: 9s", turns=1)
    assert later.legal() == {"draw"}


def test_q9_the_other_cards_taken_may_be_discarded() -> None:
    table = position("hand0: 5h 6h", "row: 7h 7h Kc").play("take 3", "meld 5h 6h 7h")
    assert table.legal() == {"bonus", "discard Kc", "discard 7h"}
    assert table.play("discard 7h").cards("row") == "7h"


def test_q10_the_bonus_is_drawn_as_the_very_next_action() -> None:
    hand = "hand0: 9c 9d 9h 4c 4d 4h 5d LUCKY 4s"
    table = position(hand, "stock: Kd Qd", drawn=True)
    melded = table.play("meld 9c 9d 9h")
    late = "you draw a bonus card only right after a new meld (Q10)"
    assert why_not(melded.play("lucky"), "bonus") == late
    assert why_not(melded.play("bonus"), "bonus") == late
    twice = melded.play("meld 4c 4d 4h")
    assert why_not(twice.play("lay 4s #2"), "bonus") == late
    assert twice.play("bonus").cards("hand0") == "5d LUCKY 4s Qd"
    one_each = melded.play("bonus", "meld 4c 4d 4h", "bonus")
    assert one_each.cards("hand0") == "5d LUCKY 4s Qd Kd"


def test_q10_an_empty_stock_gives_no_bonus() -> None:
    table = position("hand0: 9c 9d 9h 2c", stock="", drawn=True).play("meld 9c 9d 9h")
    assert table.legal() == {"discard 2c"}


def test_q10_the_bonus_does_not_wait_for_the_next_turn() -> None:
    table = position("hand0: 9c 9d 9h 2c 3c", drawn=True).play("meld 9c 9d 9h", "discard 2c")
    assert table.facts.bonus is False


def test_q11_the_bonus_draw_comes_before_going_out() -> None:
    table = position("hand0: 9c 9d 9h", "stock: Kd", drawn=True).play("meld 9c 9d 9h")
    assert table.legal() == {"bonus", "done"}
    empty = "your hand is empty: draw the bonus card or go out (Q11)"
    assert why_not(table, "draw") == empty
    assert why_not(table, "discard 9c") == empty
    saved = table.play("bonus")
    assert saved.facts.ledger == ()
    assert saved.legal() == {"discard Kd"}
    out = table.play("done")
    assert out.facts.ledger[0][0] == 15 - 100
    assert out.notes()[0] == ("Q19", "{0} goes out before the Marker is seen: -100")


def test_q11_done_is_for_an_empty_hand() -> None:
    table = position("hand0: 9c 9d 9h 2c", drawn=True).play("meld 9c 9d 9h")
    assert why_not(table, "done") == "you still have cards (Q11)"


def test_q11_with_an_empty_stock_the_last_meld_goes_out_at_once() -> None:
    table = position("hand0: 9c 9d 9h", stock="", drawn=True, marker_seen=True)
    table = table.play("meld 9c 9d 9h")
    assert table.facts.ledger == ((25, -10, -10),)


@pytest.mark.parametrize(
    ("card", "text", "points"),
    [("THIEF", "thief #2", 30), ("PICK", "pick 9s #2 2", 20), ("SWITCH", "switch #1 #2", 15)],
)
def test_q11_an_action_card_played_last_goes_out_at_once(card: str, text: str, points: int) -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s"]
    for drawn in (False, True):
        table = position(f"hand0: {card}", "hand1: 2c", "hand2: 3c", melds=melds, drawn=drawn)
        assert table.play(text).facts.ledger[0][0] == points - 100


def test_q18_you_lay_off_on_any_meld_at_an_end_of_a_run_or_by_rank() -> None:
    melds = ["0: 4c 4d 4h", "1: 7h 8h 9h", "2: Kd Kh Ks"]
    table = position("hand0: 4s 6h 10h 8h Kc Jk 5c", melds=melds, drawn=True)
    assert legal(table, "lay") == {
        "lay 4s #1",
        "lay Jk #1",
        "lay 6h #2",
        "lay 10h #2",
        "lay Jk=6h #2",
        "lay Jk=10h #2",
        "lay Kc #3",
        "lay Jk #3",
    }
    no = "it does not fit on #2 (Q18)"
    for text in ("lay 8h #2", "lay Jk #2", "lay Jk=8h #2", "lay 5c #2"):
        assert why_not(table, text) == no
    for text in ("lay Jk=4s #1", "lay Jk=Kc #1", "lay Kc #1"):
        assert why_not(table, text) == "it does not fit on #1 (Q18)"
    assert why_not(table, "lay 4s #4") == "there is no meld #4 (Q18)"


def test_q18_a_card_lies_in_front_of_the_player_who_laid_it_off() -> None:
    melds = ["0: 4c 4d 4h", "1: 7h 8h 9h"]
    table = position("hand0: 4s 6h Jk 10h 2c", melds=melds, drawn=True)
    table = table.play("lay 4s #1", "lay 6h #2", "lay Jk=10h #2")
    own, other = table.facts.melds
    assert holders(own) == "0 4c 0 4d 0 4h 0 4s"
    assert holders(other) == "0 6h 1 7h 1 8h 1 9h 0 Jk"
    assert DECK.text(other.stands) == "6h 7h 8h 9h 10h"
    assert DECK.text(other.fits) == "5h Jh Jk"
    assert table.cards("melds0") == "4c 4d 4h 4s 6h Jk"
    assert other.cards_of(0) == DECK.cards("6h Jk")
