"""Endings that random games never meet, from positions set up on both sides."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meldroom.core.event import Noted
from meldroom.games import find
from tests.fast.lockstep import Lockstep
from tests.games.rummy_battle_positions import GAME, position
from tests.scenario import Scenario

pytestmark = pytest.mark.usefixtures("library")


def end_from(key: str, lots: str, facts: dict[str, Any], **options: Any) -> str:
    """Change facts of a new game on both sides, play it to the end, and give the reason."""
    random = Random(lots)
    lockstep = Lockstep(find(key), random)
    while any(lockstep.options[name] != value for name, value in options.items()):
        lockstep = Lockstep(find(key), random)
    lockstep.decisive = 0.0
    if "ledger" in facts:
        facts["ledger"] = ((0,) * lockstep.seats,) * facts["ledger"]
    lockstep.jump_to(lockstep.told(**facts))
    for _ in lockstep.play():
        pass
    reason: str = lockstep.state.public.reason
    return reason


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_tu_22_the_win_is_shared_after_the_last_extra_hand(lots: str) -> None:
    facts = {"ledger": 5 + 4, "voids": 2, "emptied": 1}
    assert end_from("thumbs-up", lots, facts, hands=5, tie="extra") == "TU-22"


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_tu_25_the_third_void_hand_counts(lots: str) -> None:
    facts = {"ledger": 2, "voids": 2, "emptied": 1}
    assert end_from("thumbs-up", lots, facts, hands=3, tie="share").startswith("TU-2")


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_sz_19_the_game_ends_with_the_tenth_tie_round(lots: str) -> None:
    assert end_from("scorzo", lots, {"ledger": 6 + 9}, rounds="down") == "SZ-19"


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_vr_15_the_game_ends_with_deal_200(lots: str) -> None:
    facts = {"deal": 200, "emptied": 2}
    assert end_from("victory-rummy", lots, facts, target=500) == "VR-15"


def rules_after(table: Scenario, *texts: str) -> list[str]:
    """Play these actions on both sides; give the rules that the referee named for the last."""
    lockstep = Lockstep(GAME, Random("rare"), table.state)
    for text in texts:
        [seat] = lockstep.compare()
        action = GAME.parse(text)
        [number] = [number for number, each in lockstep.legal(seat).items() if each == action]
        lockstep.apply(seat, number, action)
    lockstep.compare()
    return [event.rule for event in lockstep.state.journal if isinstance(event, Noted)]


@pytest.mark.parametrize("lots", ["a", "b", "c"])
def test_rb_30_the_win_is_shared_after_the_extra_round(lots: str) -> None:
    assert end_from("rummy-battle", lots, {"ledger": 5}, rounds=5) == "RB-30"


def test_rb_30_a_tie_after_the_last_round_brings_one_more() -> None:
    hands = ("hand0: 2c 3d", "hand1: 6h", "hand2: 7h")
    table = position(*hands, stock="", drawn=True, ledger=((0, 0, 0),) * 4)
    assert rules_after(table, "discard 2c") == ["Q24", "R16", "R16", "R16", "Q30"]


@pytest.mark.parametrize("deck_empty", ["end", "reshuffle"])
def test_rb_33_a_round_ends_after_200_turns_for_each(deck_empty: str) -> None:
    table = position("hand0: 2c 3d 5h", turns=599, drawn=True, options={"deck_empty": deck_empty})
    assert rules_after(table, "discard 2c")[0] == "Q33"


def test_rb_24_nothing_is_shuffled_if_the_round_ends_anyhow() -> None:
    options = {"deck_empty": "reshuffle"}
    table = position(
        "hand0: 2c 3d 5h", "row: 9h 9s", stock="", turns=599, drawn=True, options=options
    )
    assert rules_after(table, "discard 2c")[0] == "Q33"


@pytest.mark.parametrize(("row", "rules"), [("9h 9s", ["Q24"]), ("", ["Q24", "R16", "R16", "R16"])])
def test_rb_24_the_row_becomes_the_stock_if_it_has_two_cards(row: str, rules: list[str]) -> None:
    options = {"deck_empty": "reshuffle"}
    table = position("hand0: 2c 3d 5h", f"row: {row}", stock="", drawn=True, options=options)
    assert rules_after(table, "discard 2c") == rules


@pytest.mark.parametrize(("seen", "rule"), [(True, "Q22"), (False, "Q21")])
@pytest.mark.parametrize("others", [("6h", "7h"), ("6h", "7h 8h")])
def test_rb_21_lucky_day_empties_hands(seen: bool, rule: str, others: tuple[str, str]) -> None:
    hands = [f"hand{seat}: {cards}" for seat, cards in enumerate(("LUCKY 3d", *others))]
    emptied = sum(" " not in cards for cards in others)
    assert rules_after(position(*hands, marker_seen=seen), "lucky").count(rule) == emptied


def test_rb_11_the_bonus_comes_before_going_out_while_the_stock_lasts() -> None:
    table = position("hand0: 6h 7h 8h", drawn=True)
    assert rules_after(table, "meld 6h 7h 8h") == []
    assert rules_after(table, "meld 6h 7h 8h", "done")[0] == "Q19"
    assert rules_after(table, "meld 6h 7h 8h", "bonus") == []
    empty = position("hand0: 6h 7h 8h", stock="", drawn=True, marker_seen=True)
    assert rules_after(empty, "meld 6h 7h 8h")[0] == "Q20"


@pytest.mark.parametrize("limit", ["two_naturals", "any"])
def test_rb_3_a_hand_with_all_jokers_has_the_same_melds_on_both_sides(limit: str) -> None:
    clubs = " ".join(code for code in GAME.deck.codes if code[-1] == "c")
    hand = f"hand0: {clubs} 9h 10h 9s 9s Jk Jk Jk Jk"
    table = position(hand, options={"joker_limit": limit}, drawn=True)
    assert len(Lockstep(GAME, Random("melds"), table.state).legal(0)) > 10_000
