"""Victor or Victim in words and on paper."""

from __future__ import annotations

import pytest

from meldroom.core.view import view
from meldroom.games.companions import wording_of
from tests.games.test_victor_or_victim import GAME, at_table
from tests.scenario import Scenario


def asked(table: Scenario, seat: int | None = 0) -> str:
    return wording_of(GAME).prompt(view(table.state, seat))


@pytest.mark.parametrize(
    ("letters", "drawn", "direction", "words"),
    [
        ("RV RI", "RI", 1, "You drew the red I: pass a letter to your left."),
        ("RV RI", "RV", -1, "You drew the red V: pass a letter to your right."),
        ("RV RI", "TWO", 1, "Pass Two: give two letters to your left."),
        ("RV", "TWO", -1, "Pass Two: give your letter to your right."),
        ("RV", "ACQ", 1, "Acquisition, but nobody has a letter: decline."),
    ],
)
def test_the_seat_on_turn_is_told_what_it_drew_and_what_to_do(
    letters: str, drawn: str, direction: int, words: str
) -> None:
    table = at_table(f"letters0: {letters}", drawn=drawn, direction=direction)
    assert asked(table) == words
    assert asked(table, 1) == asked(table, None) == ""


def test_an_acquisition_is_offered_where_there_is_a_letter_to_take() -> None:
    table = at_table("letters2: RV", drawn="ACQ")
    assert asked(table) == "Acquisition: take any letter of an opponent, or decline."


def arranged(letters: str, seat: int | None = 0) -> list[tuple[str, str]]:
    table = at_table(f"letters0: {letters}", drawn="ACQ")
    groups = wording_of(GAME).hand(view(table.state, seat))
    return [(GAME.deck.text(group.cards), group.label) for group in groups]


def test_letters_are_laid_out_by_colour_the_nearest_to_victor_first() -> None:
    assert arranged("RM BV BI YV YI YI YR") == [
        ("YV YI YI YR", "VICTOR lacks C T O, VICTIM lacks C T M"),
        ("BV BI", "VICTOR lacks C T O R, VICTIM lacks C T I M"),
        ("RM", "VICTOR lacks V I C T O R, VICTIM lacks V I C T I"),
    ]
    assert arranged("RV RI RC RT RI RM") == [
        ("RV RI RI RC RT RM", "VICTOR lacks O R, spells VICTIM")
    ]
    assert [cards for cards, _ in arranged("RV RI BT YO YO")] == ["RV RI", "YO YO", "BT"]
    assert arranged("") == []
    assert arranged("RV", None) == []


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("", "VICTOR lacks 6, VICTIM lacks 6"),
        ("RV RI RC BV BI BI BM", "VICTOR lacks 3, VICTIM lacks 2"),
        ("RV RI RC RT RO RR", "VICTOR lacks 0, VICTIM lacks 2"),
    ],
)
def test_the_worth_of_letters_is_what_the_nearest_words_lack(letters: str, words: str) -> None:
    table = at_table(f"letters0: {letters}", drawn="ACQ")
    assert wording_of(GAME).worth(view(table.state, 0)) == words
    assert wording_of(GAME).worth(view(table.state, None)) == ""


def test_who_has_fallen_is_told_so() -> None:
    table = at_table(drawn="ACQ", fallen=(2,))
    assert wording_of(GAME).worth(view(table.state, 2)) == "you are out"
    assert wording_of(GAME).worth(view(table.state, 1)) == "VICTOR lacks 6, VICTIM lacks 6"


def test_the_pad_shows_both_words_as_far_as_they_are_spelled() -> None:
    table = at_table(
        "letters0: RV RI RI RM", "letters1: BC BO YR", drawn="ACQ", players=4, fallen=(3, 2)
    )
    pad = wording_of(GAME).pad(table.state)
    assert pad == wording_of(GAME).pad(view(table.state, None))
    assert pad.title == "Victor or Victim (play goes to the left)"
    assert pad.columns == ("", "{0}", "{1}", "{2}", "{3}")
    assert pad.rows == (
        ("red", "VI····", "······", "······", "······"),
        ("red", "VI··IM", "······", "······", "······"),
        ("blue", "······", "··C·O·", "······", "······"),
        ("blue", "······", "··C···", "······", "······"),
        ("yellow", "······", "·····R", "······", "······"),
        ("yellow", "······", "······", "······", "······"),
        ("out", "", "", "2", "1"),
    )
    assert pad.lines == (1, 3, 5)


def test_the_pad_says_when_play_goes_to_the_right() -> None:
    table = at_table(drawn="ACQ", direction=-1)
    assert wording_of(GAME).pad(table.state).title == "Victor or Victim (play goes to the right)"
