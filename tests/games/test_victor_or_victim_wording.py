"""What players read in Victor or Victim."""

from __future__ import annotations

import json
from typing import Any

import pytest

from meldroom.core.view import view
from meldroom.core.wording import Column, PadRow
from meldroom.games.companions import wording_of
from meldroom.games.victor_or_victim.facts import LEFT, RIGHT
from tests.games.test_victor_or_victim import GAME, at_table
from tests.scenario import Scenario

WORDING = wording_of(GAME)


def prompt(table: Scenario, seat: int | None = 0) -> str:
    return WORDING.prompt(view(table.state, seat))


@pytest.mark.parametrize(
    ("letters", "drawn", "direction", "words"),
    [
        ("RV RI", "RI", LEFT, "You drew the red I: pass a letter to your left."),
        ("RV RI", "RV", RIGHT, "You drew the red V: pass a letter to your right."),
        ("RV RI", "TWO", LEFT, "Pass Two: pass two letters to your left."),
        ("RV", "TWO", RIGHT, "Pass Two: pass your letter to your right."),
        ("RV", "ACQ", LEFT, "Acquisition, but nobody has a letter: decline."),
    ],
)
def test_the_seat_on_turn_is_told_what_it_drew_and_what_to_do(
    letters: str, drawn: str, direction: int, words: str
) -> None:
    table = at_table(f"letters0: {letters}", drawn=drawn, direction=direction)
    assert prompt(table) == words
    assert prompt(table, 1) == prompt(table, None) == ""


def test_an_acquisition_is_offered_where_there_is_a_letter_to_take() -> None:
    table = at_table("letters2: RV", drawn="ACQ")
    assert prompt(table) == "Acquisition: take any letter of an opponent, or decline."


def hand(letters: str, seat: int | None = 0) -> list[tuple[str, str, str]]:
    table = at_table(f"letters0: {letters}", drawn="ACQ")
    groups = WORDING.hand(view(table.state, seat))
    return [(group.kind, GAME.deck.text(group.cards), group.label) for group in groups]


def test_letters_are_grouped_by_colour_the_nearest_to_victor_first() -> None:
    assert hand("RM BV BI YV YI YI YR") == [
        ("near", "YV YI YI YR", "VICTOR needs C T O, VICTIM needs C T M"),
        ("near", "BV BI", "VICTOR needs C T O R, VICTIM needs C T I M"),
        ("near", "RM", "VICTOR needs V I C T O R, VICTIM needs V I C T I"),
    ]
    assert [cards for _, cards, _ in hand("RV RI BT YO YO")] == ["RV RI", "YO YO", "BT"]


def test_a_word_that_is_spelled_is_a_meld() -> None:
    assert hand("RV RI RC RT RI RM YV") == [
        ("meld", "RV RI RI RC RT RM", "VICTOR needs O R, spells VICTIM"),
        ("near", "YV", "VICTOR needs I C T O R, VICTIM needs I C T I M"),
    ]
    assert hand("RV RI RC RT RO RR") == [
        ("meld", "RV RI RC RT RO RR", "spells VICTOR, VICTIM needs I M")
    ]


def test_without_letters_and_for_a_watcher_there_are_no_groups() -> None:
    assert hand("") == []
    assert hand("RV", None) == []


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("", "VICTOR needs 6, VICTIM needs 6"),
        ("RV RI RC BV BI BI BM", "VICTOR needs 3, VICTIM needs 2"),
        ("RV RI RC RT RO RR", "VICTOR needs 0, VICTIM needs 2"),
    ],
)
def test_the_worth_of_letters_is_what_the_nearest_words_need(letters: str, words: str) -> None:
    table = at_table(f"letters0: {letters}", drawn="ACQ")
    assert WORDING.worth(view(table.state, 0)) == words
    assert WORDING.worth(view(table.state, None)) == ""


def test_a_player_who_is_out_is_told_so() -> None:
    table = at_table(drawn="ACQ", fallen=(2,))
    assert WORDING.worth(view(table.state, 2)) == "you are out"
    assert WORDING.worth(view(table.state, 1)) == "VICTOR needs 6, VICTIM needs 6"


def test_the_pad_shows_how_far_both_words_are_spelled() -> None:
    table = at_table(
        "letters0: RV RI RI RM", "letters1: BC BO YR", drawn="ACQ", players=4, fallen=(3, 2)
    )
    pad = WORDING.pad(table.state)
    assert pad == WORDING.pad(view(table.state, None))
    assert pad.title == "Victor or Victim"
    assert pad.columns == (Column("label"), *(Column("text", seat=seat) for seat in range(4)))
    assert pad.rows == (
        PadRow("entry", ("red", "VI····", "······", "······", "······")),
        PadRow("entry", ("red", "VI··IM", "······", "······", "······"), ruled=True),
        PadRow("entry", ("blue", "······", "··C·O·", "······", "······")),
        PadRow("entry", ("blue", "······", "··C···", "······", "······"), ruled=True),
        PadRow("entry", ("yellow", "······", "·····R", "······", "······")),
        PadRow("entry", ("yellow", "······", "······", "······", "······"), ruled=True),
        PadRow("total", ("out", "", "", "2", "1")),
    )


@pytest.mark.parametrize(("direction", "side"), [(LEFT, "left"), (RIGHT, "right")])
def test_the_pad_says_which_way_play_goes(direction: int, side: str) -> None:
    table = at_table(drawn="ACQ", direction=direction)
    assert WORDING.pad(table.state).subtitle == f"play goes to the {side}"


def display(table: Scenario) -> Any:
    """Give what the front end of a watcher is sent."""
    return json.loads(json.dumps(WORDING.display(view(table.state, None))))


def test_q11_the_front_end_is_told_who_plays_before_and_after_the_seat_on_turn() -> None:
    shown = display(at_table(drawn="ACQ", players=4))
    assert (shown["previous"], shown["next"], shown["direction"]) == (3, 1, "left")
    shown = display(at_table(drawn="ACQ", players=4, direction=RIGHT))
    assert (shown["previous"], shown["next"], shown["direction"]) == (1, 3, "right")
    shown = display(at_table(drawn="ACQ", players=2))
    assert (shown["previous"], shown["next"]) == (1, 1)


def test_q10_the_front_end_is_told_of_survivors_alone() -> None:
    shown = display(at_table(drawn="ACQ", players=5, fallen=(1, 4)))
    assert (shown["previous"], shown["next"]) == (3, 2)


def test_nobody_is_next_when_the_game_is_over() -> None:
    shown = display(at_table(drawn="ACQ", winner=0, reason="VV-21"))
    assert (shown["previous"], shown["next"], shown["direction"]) == (None, None, "left")


def test_the_front_end_is_told_what_every_seat_needs_the_nearest_word_first() -> None:
    words = display(at_table("letters1: BV BI BI BC RV", drawn="ACQ", players=2))["words"]
    assert [(each["word"], each["colour"], "".join(each["missing"])) for each in words[1]] == [
        ("VICTIM", "B", "TM"),
        ("VICTOR", "B", "TOR"),
        ("VICTOR", "R", "ICTOR"),
        ("VICTIM", "R", "ICTIM"),
        ("VICTOR", "Y", "VICTOR"),
        ("VICTIM", "Y", "VICTIM"),
    ]
    assert words[0][0] == {"word": "VICTOR", "colour": "R", "missing": list("VICTOR")}
