"""What players read about Rummy Battle: prompts, hands, the pad, the display and the options."""

from __future__ import annotations

import json
from typing import Any

from meldroom.core.options import Setting, offered, options_of
from meldroom.core.rng import Rng
from meldroom.core.view import view
from meldroom.core.wording import Column, Pad, PadRow
from meldroom.games.companions import wording_of
from meldroom.games.rulebook import page
from meldroom.games.rummy_battle.deck import DECK
from tests.games.rummy_battle_positions import GAME, position
from tests.scenario import SEED, Scenario

WORDING = wording_of(GAME)


def prompt(table: Scenario, seat: int | None = 0) -> str:
    return WORDING.prompt(view(table.state, seat))


def test_the_prompt_for_the_draw_names_what_can_be_taken() -> None:
    assert prompt(position("hand0: 2c 9d")) == "Draw two cards."
    one = position("hand0: 5h 6h", "row: 7h")
    assert prompt(one) == "Draw two cards, or take 1 from the row."
    three = position("hand0: 5h 6h 9c 9d", "row: 9h 4h 2c 7h")
    assert prompt(three) == "Draw two cards, or take 1, 3 or 4 from the row."
    assert prompt(position("hand0: 2c", stock="Kd")) == "Draw the last card."
    assert prompt(position("hand0: 2c", stock="Kd Ks")) == "Draw two cards."
    assert prompt(position("hand0: HOARD 2c", "row: 9s")) == "Draw two cards, or play Hoard."


def test_the_prompt_names_the_action_cards_that_can_be_played() -> None:
    melds = ["0: 4c 4d 4h", "1: 9c 9d 9h, 2: 9s"]
    table = position("hand0: LUCKY PICK THIEF SWITCH", melds=melds)
    offer = "You may play Lucky Day, Pickpocket, Thief or Switcheroo."
    assert prompt(table) == f"Draw two cards. {offer}"
    assert prompt(position("hand0: LUCKY")) == "Draw two cards. You may play Lucky Day."
    drawn = position("hand0: THIEF LUCKY", melds=melds, drawn=True)
    assert prompt(drawn) == "Discard a card. You may play Lucky Day or Thief."


def test_the_prompt_after_the_draw_names_what_can_be_played() -> None:
    assert prompt(position("hand0: 2c 9d", drawn=True)) == "Discard a card."
    meld = position("hand0: 2c 2d 2h 9s", drawn=True)
    assert prompt(meld) == "Meld or discard a card."
    both = position("hand0: 2c 2d 2h 9s", melds=["0: 9c 9d 9h"], drawn=True)
    assert prompt(both) == "Meld, lay off or discard a card."
    melded = meld.play("meld 2c 2d 2h")
    assert prompt(melded) == "Discard a card. You may draw a bonus card."
    drawn = position("hand0: 2c 9d LUCKY", "stock: 4h Js").play("draw")
    assert prompt(drawn) == (
        "Discard a card. You may use your 2nd Chance to replace both cards. You may play Lucky Day."
    )


def test_the_prompt_names_a_card_that_must_be_played_and_what_an_empty_hand_can_do() -> None:
    duty = position("hand0: 5h 6h 2c", "row: 7h Kc").play("take 2")
    assert prompt(duty) == "Play the seven of hearts now: meld it or lay it off."
    empty = position("hand0: 9c 9d 9h", drawn=True).play("meld 9c 9d 9h")
    assert prompt(empty) == "Your hand is empty: draw the bonus card, or go out."


def test_there_is_no_prompt_for_a_seat_that_is_not_on_turn() -> None:
    table = position("hand0: 2c 9d")
    assert prompt(table, 1) == ""
    assert prompt(table, None) == ""


def hand(table: Scenario, seat: int | None = 0) -> list[tuple[str, str, str]]:
    """Lay a hand out: the kind, the cards and the label of each group."""
    groups = WORDING.hand(view(table.state, seat))
    return [(group.kind, DECK.text(group.cards), group.label) for group in groups]


def test_a_hand_is_laid_out_with_melds_first_then_pairs_then_the_rest() -> None:
    held = "hand0: Kd THIEF 9c 7h 3s 8h LUCKY 9d 9s 5c 4c As Qh"
    assert hand(position(held)) == [
        ("meld", "9c 9d 9s", "set of nines"),
        ("near", "4c 5c", "needs the three or six"),
        ("near", "7h 8h", "needs the six or nine"),
        ("near", "As 3s", "needs the two"),
        ("loose", "Kd Qh", ""),
        ("loose", "THIEF LUCKY", "action cards"),
    ]


def test_jokers_are_laid_out_with_the_melds_that_they_complete() -> None:
    assert hand(position("hand0: 6c 6d Jk 10s Jk")) == [
        ("meld", "6c 6d Jk Jk", "set of sixes"),
        ("loose", "10s", ""),
    ]
    assert hand(position("hand0: Qd Jk Kd 4c")) == [
        ("meld", "Jk Qd Kd", "run of diamonds"),
        ("loose", "4c", ""),
    ]
    assert hand(position("hand0: Jk 8h 8s")) == [("meld", "8h 8s Jk", "set of eights")]
    assert hand(position("hand0: Jk 2c")) == [("loose", "2c Jk", "")]


def test_a_pair_of_one_rank_says_which_rank_it_needs() -> None:
    for held, needs in (("8h 8s", "an eight"), ("Ad Ah", "an ace"), ("5d 5h", "a five")):
        assert hand(position(f"hand0: {held} 2c")) == [
            ("near", held, f"needs {needs}"),
            ("loose", "2c", ""),
        ]


def test_cards_just_drawn_are_laid_out_with_the_hand() -> None:
    table = position("hand0: 9c 9d", "stock: 2c 9h").play("draw")
    assert hand(table) == [("meld", "9c 9d 9h", "set of nines"), ("loose", "2c", "")]
    assert worth(table, 0) == "On table 0 · In hand −20 · Ready to meld 15"


def test_every_seat_sees_its_own_hand_and_a_watcher_none() -> None:
    table = position("hand0: 2c", "hand1: Kd")
    assert hand(table, 1) == [("loose", "Kd", "")]
    assert hand(table, None) == []


def worth(table: Scenario, seat: int | None) -> str:
    return WORDING.worth(view(table.state, seat))


def test_the_worth_of_a_seats_cards_on_the_table_and_in_hand() -> None:
    table = position("hand0: Kd 5c THIEF", "hand1: Ah Ad As", "hand2:", melds=["0: 9c 9d 9h"])
    assert worth(table, 0) == "On table 15 · In hand −20"
    assert worth(table, 1) == "On table 0 · In hand −45 · Ready to meld 45"
    assert worth(table, 2) == "On table 0 · In hand 0"
    assert worth(table, None) == ""


def test_the_cards_in_front_of_a_seat_are_laid_out_by_their_melds() -> None:
    table = position("hand0: 2c", melds=["0: 4c 4d 4h", "1: 9c 9d 9h, 0: 9s", "0: 6h Jk=7h 8h"])
    laid_out = [
        [
            (group.kind, DECK.text(group.cards), group.label)
            for group in WORDING.melds(view(table.state, 1), seat)
        ]
        for seat in (0, 1, 2)
    ]
    assert laid_out == [
        [("meld", "4c 4d 4h", "#1"), ("meld", "9s", "on #2"), ("meld", "6h Jk 8h", "#3")],
        [("meld", "9c 9d 9h", "#2")],
        [],
    ]


TARIFF = "A 15 · 10 J Q K 10 · 2–9 5 · joker 20 · action card 5"
COLUMNS = (Column("label", "round"), Column("score", seat=0), Column("score", seat=1))


def test_the_pad_lists_the_rounds_and_the_totals_under_a_line() -> None:
    state = GAME.start({}, 2, Rng(SEED))
    total = PadRow("total", ("total", "0", "0"))
    assert WORDING.pad(state) == Pad("Rummy Battle", COLUMNS, (total,), subtitle=TARIFF)
    table = position(players=2, ledger=((40, -35), (-5, 110)), totals=(35, 75))
    assert WORDING.pad(view(table.state, None)).rows == (
        PadRow("round", ("1", "40", "-35")),
        PadRow("round", ("2", "-5", "110"), ruled=True),
        PadRow("total", ("total", "35", "75")),
    )


def test_q30_the_extra_round_is_marked_on_the_pad() -> None:
    ledger = ((10, 0), (0, 10), (5, 5), (0, 20))
    table = position(players=2, ledger=ledger, totals=(15, 35), options={"rounds": 3})
    rows = WORDING.pad(table.state).rows
    assert [row.kind for row in rows] == ["round", "round", "round", "tie", "total"]
    assert [row.ruled for row in rows] == [False, False, False, True, False]


def display(table: Scenario, seat: int | None = 0) -> dict[str, Any]:
    """Give the display as it reads back from JSON."""
    read: dict[str, Any] = json.loads(json.dumps(WORDING.display(view(table.state, seat))))
    return read


def test_the_display_tells_what_going_out_scores_and_what_cards_are_worth() -> None:
    early = display(position("hand0: 2c", options={"rounds": 3}))
    assert early == {
        "going_out": -100,
        "going_out_before_marker": -100,
        "going_out_after_marker": 10,
        "tariff": TARIFF,
        "rounds": 3,
        "must_play": [],
    }
    late = display(position("hand0: 2c", marker_seen=True), None)
    assert late == {**early, "going_out": 10, "rounds": 5}


def test_q7_q8_the_display_tells_which_takes_oblige_to_play_the_deepest_card() -> None:
    assert display(position("hand0: 2c", "row: 9s 7h Kc"))["must_play"] == [1, 2, 3]
    first = position("hand0: 2c", "row: 9s", turns=0)
    assert display(first)["must_play"] == []
    assert first.play("take 1").facts.duty == b""


OPTIONS: dict[str, tuple[Setting, ...]] = {
    "rounds": (5, 3),
    "pickpocket": ("table", "hand"),
    "joker_limit": ("two_naturals", "any"),
    "set_duplicates": ("allowed", "distinct_suits"),
    "deck_empty": ("end", "reshuffle"),
    "actions_per_turn": ("any", "one"),
}


def test_the_options_are_those_of_the_rules_page_with_the_default_first() -> None:
    assert offered(GAME.options) == OPTIONS
    assert (GAME.key, GAME.name, GAME.year) == ("rummy-battle", "Rummy Battle", "undated")
    assert (GAME.rules, GAME.prefix) == ("1", "RB")
    assert GAME.about == (
        "Meld, lay off and steal for points, and do not go out before the Marker is seen."
    )


def test_the_rules_page_explains_every_option_in_the_words_of_the_form() -> None:
    for option in options_of(GAME.options):
        labels = " ".join(f"`{choice.value}`: {choice.label}." for choice in option.choices)
        assert f"- `{option.name}` " in page(GAME)
        assert f": {option.about} ({option.rule}). {labels}\n" in page(GAME)
