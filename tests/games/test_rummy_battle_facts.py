"""Rummy Battle's public facts after each action, and what a duty allows."""

from __future__ import annotations

from itertools import product

import pytest

from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.games.companions import env_facts_of, timing_of
from meldroom.games.rummy_battle.deck import DECK
from meldroom.games.rummy_battle.env import summary
from meldroom.games.rummy_battle.meld_finder import can_make_set
from meldroom.games.rummy_battle.melds import MeldRules, new_meld, with_lay_off
from tests.games.rummy_battle_positions import GAME, legal, position, read_meld, why_not
from tests.scenario import SEED, Scenario

MELDS = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s"]


def drawn(hand: str) -> Scenario:
    """Let seat 0 draw two cards that its 2nd Chance could replace."""
    return position(f"hand0: {hand}", "stock: 5h Kc", melds=MELDS).play("draw")


@pytest.mark.parametrize(
    "text",
    ["discard 2c", "second", "meld 7c 7d 7h", "lay 4s #1", "thief #2", "lucky", "discard THIEF"],
)
def test_r22_the_next_action_ends_the_2nd_chance_and_no_fact_changes_its_type(text: str) -> None:
    table = drawn("2c 7c 7d 7h 4s THIEF LUCKY")
    assert table.facts.again is True
    after = table.play(text)
    assert after.facts.again is False
    assert not legal(after, "second")
    assert [type(fact) for fact in after.facts] == [type(fact) for fact in table.facts]


@pytest.mark.parametrize("text", ["lay 4s #1", "thief #2", "pick 9s #2 2", "lucky", "discard 2c"])
def test_q10_any_next_action_but_a_new_meld_ends_the_bonus(text: str) -> None:
    table = position("hand0: 7c 7d 7h 4s 2c THIEF PICK LUCKY", melds=MELDS, drawn=True)
    table = table.play("meld 7c 7d 7h")
    assert table.facts.bonus is True
    assert table.play(text).facts.bonus is False
    assert table.play("bonus").facts.bonus is False


def test_q7_a_duty_is_done_by_a_lay_off() -> None:
    table = position("hand0: 2c 5d", "row: 9s Kc", melds=["0: 4c 4d 4h", "1: 9c 9d 9h"])
    table = table.play("take 2")
    assert why_not(table, "lay 9s #2") is None
    assert why_not(table, "lay Kc #2") == "you must play the nine of spades first (Q7)"
    after = table.play("lay 9s #2")
    assert after.facts.duty == b""
    assert legal(after, "discard") == {"discard 2c", "discard 5d", "discard Kc"}


def test_q7_a_duty_to_play_a_joker_is_done_by_what_the_joker_stands_for() -> None:
    table = position("hand0: 9c 9d 5s", "row: Jk 2s", melds=["0: 4h 5h 6h"]).play("take 2")
    assert why_not(table, "meld 9c 9d Jk=9") is None
    assert why_not(table, "lay Jk=7h #1") is None


def test_q5_q18_a_joker_may_be_the_ace_at_the_end_of_a_run_but_not_of_a_set() -> None:
    melds = ["0: 2c 3c 4c", "1: Ad Ah As"]
    table = position("hand0: Jk 5d", melds=melds, drawn=True)
    assert why_not(table, "lay Jk=Ac #1") is None
    assert why_not(table, "lay Jk=Ac #2") == "it does not fit on #2 (Q18)"


@pytest.mark.parametrize("meld", ["1: 9c 9d 9h, 2: 9s", "1: 7h 8h 9h, 2: 10h"])
def test_q18_a_lay_off_leaves_the_meld_what_it_was(meld: str) -> None:
    made, laid = read_meld(3, meld.partition(",")[0]), read_meld(3, meld)
    assert (laid.number, laid.owner, laid.kind, laid.of) == (3, 1, made.kind, made.of)
    assert DECK.text(laid.stands) == ("7h 8h 9h 10h" if made.kind == "run" else "")


def test_q3_by_option_a_set_made_in_play_takes_no_suit_twice() -> None:
    options = {"set_duplicates": "distinct_suits"}
    table = position("hand0: 9c 9d 9h 2c", drawn=True, options=options).play("meld 9c 9d 9h")
    assert DECK.text(table.facts.melds[0].fits) == "9s Jk"
    table = position("hand0: 9c 9d 9h 2c", drawn=True).play("meld 9c 9d 9h")
    assert DECK.text(table.facts.melds[0].fits) == "9c 9d 9h 9s Jk"


EARLY = "{0} goes out before the Marker is seen: -100"
LATE = "{0} goes out after the Marker is seen: +10"


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("2c", "discard 2c"),
        ("4s", "lay 4s #1"),
        ("THIEF", "thief #2"),
        ("PICK", "pick 9s #2 2"),
        ("SWITCH", "switch #1 #2"),
    ],
)
def test_q19_q20_a_player_whose_own_action_empties_the_hand_goes_out(hand: str, text: str) -> None:
    for seen, note in ((False, ("Q19", EARLY)), (True, ("Q20", LATE))):
        table = position(f"hand0: {hand}", melds=MELDS, drawn=True, marker_seen=seen)
        assert table.play(text).notes()[0] == note


def test_q19_q20_a_player_who_draws_no_card_after_the_last_meld_goes_out() -> None:
    for seen, note in ((False, ("Q19", EARLY)), (True, ("Q20", LATE))):
        table = position("hand0: 7c 7d 7h", stock="", drawn=True, marker_seen=seen)
        assert table.play("meld 7c 7d 7h").notes()[0] == note
        table = position("hand0: 7c 7d 7h", drawn=True, marker_seen=seen)
        assert table.play("meld 7c 7d 7h", "done").notes()[0] == note


def test_r20_by_option_a_hand_of_two_is_enough_and_a_hand_of_one_is_not() -> None:
    zones = ("hand0: PICK 2c", "hand1: 3c 3d", "hand2: 5c")
    table = position(*zones, melds=MELDS, drawn=True, options={"pickpocket": "hand"})
    assert why_not(table, "pick 1") is None
    assert why_not(table, "pick 2") == "Pickpocket never takes a player's last card (R20)"


def test_q7_r17_whoever_holds_hoard_may_still_take_what_can_be_played_at_once() -> None:
    table = position("hand0: HOARD 5h 6h", "row: 2s 7h Kc")
    assert table.legal() == {"draw", "take 2", "hoard 1", "hoard 2", "hoard 3"}


def test_q7_a_joker_that_stands_for_an_ace_does_the_duty_too() -> None:
    table = position("hand0: 2c 3c 9d", "row: Jk 8s").play("take 2")
    assert table.legal() == {"meld Jk=Ac 2c 3c", "meld 2c 3c Jk=4c"}


def test_a_game_begins_with_an_empty_ledger() -> None:
    facts = GAME.start({}, 3, Rng(SEED)).public
    assert (facts.totals, facts.ledger, facts.reason) == ((0, 0, 0), (), "")


def test_q35_the_last_default_is_bonus_before_the_marker_is_seen_and_done_after() -> None:
    for seen, last in ((False, "bonus"), (True, "done")):
        table = position("hand0: 2c", marker_seen=seen)
        assert timing_of(GAME).default_verbs(view(table.state, 0)) == ("draw", "discard", last)


@pytest.mark.parametrize("naturals", [1, 2])
@pytest.mark.parametrize("distinct", [False, True])
def test_q3_q5_the_copies_of_a_rank_make_a_set_where_enough_of_them_are_natural(
    naturals: int, distinct: bool
) -> None:
    for held, jokers in product(product(range(3), repeat=4), range(5)):
        copies = sum(many << 2 * suit for suit, many in enumerate(held))
        plain = len([many for many in held if many]) if distinct else sum(held)
        enough = plain >= naturals and plain + jokers >= 3
        assert can_make_set(copies, jokers, MeldRules(naturals, distinct)) == enough


def test_the_bounded_facts_are_the_facts_with_the_rounds_counted() -> None:
    table = position(
        "hand0: 2c 5d",
        "row: 9s Kc",
        melds=MELDS,
        ledger=((5, -5, 0), (10, 0, 0)),
        totals=(15, -5, 0),
        dealer=2,
        marker=32,
    ).play("take 2")
    expected = {**table.facts._asdict(), "rounds": 2}
    del expected["ledger"]
    assert env_facts_of(GAME).bounded(view(table.state, 1))._asdict() == expected


def test_the_standings_are_the_totals() -> None:
    table = position("hand0: 2c", totals=(15, -40, 100))
    assert env_facts_of(GAME).standings(view(table.state, 0)) == (15, -40, 100)


def test_the_summary_of_a_meld_counts_only_the_owners_cards() -> None:
    meld = summary(read_meld(1, "1: Kc Kd Kh, 2: Ks"))
    assert (meld.owner, meld.run, meld.worth) == (1, False, 30)
    assert (sorted(meld.ranks), sorted(meld.suits)) == (["K"], list("cdhs"))


def test_the_summary_of_a_meld_covers_all_that_fits() -> None:
    melds = [
        new_meld(1, 0, DECK.cards("Kc Kd Kh Ks"), distinct=distinct) for distinct in (True, False)
    ]
    for run in ("Ac 2c 3c", "Qs Ks As", "6h 7h 8h 9h", "2d 3d 4d 5d 6d 7d 8d 9d 10d Jd Qd Kd"):
        melds.append(new_meld(1, 0, DECK.cards(run), distinct=True))
    melds.append(with_lay_off(melds[-1], 1, DECK.card("Ad"), distinct=True))
    assert melds[-1].fits == b""
    for meld in melds:
        summed = summary(meld)
        fitting = {f"{rank}{suit}" for rank in summed.ranks for suit in summed.suits}
        assert fitting | ({"Jk"} if summed.ranks else set()) == {DECK.codes[c] for c in meld.fits}
