"""Victor or Victim: how near letters come to the two words."""

from __future__ import annotations

import pytest

from meldroom.games.victor_or_victim.deck import (
    DECK,
    missing_letters,
    spelled,
    spelled_so_far,
    standing,
)


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("RV RI RC RT RO RR", ("red", "")),
        ("BV BI BC BT BO BR", ("blue", "")),
        ("YV YI YC YT YO YR", ("yellow", "")),
        ("RV RI RC RT RI RM", ("", "red")),
        ("BV BI BC BT BI BM", ("", "blue")),
        ("YV YI YC YT YI YM", ("", "yellow")),
        ("RV RI RC RT RM RM", ("", "")),
        ("BV RI RC RT RO RR RI RM", ("", "")),
        ("RV BI RC RT RO RR RM", ("", "")),
        ("RV RI BC RT RO RR RI RM", ("", "")),
        ("RV RI RC BT RO RR RI RM", ("", "")),
        ("RV RI RC RT BO RR", ("", "")),
        ("RV RI RC RT RO BR", ("", "")),
        ("RV RI RC RT RI BM", ("", "")),
        ("RV RI RC RT BI BI RM", ("", "")),
        ("RV RI RC RT RO RR RI RM", ("red", "red")),
        ("RV RI RC RT RI RM BV BI BC BT BO BR", ("blue", "red")),
        ("RV RI RI RC RT RO RR RM BV BI BI BC BT BO BR BM", ("red", "red")),
        ("", ("", "")),
    ],
)
def test_r9_r10_a_word_is_spelled_in_one_colour(letters: str, words: tuple[str, str]) -> None:
    assert spelled(DECK.cards(letters)) == words


@pytest.mark.parametrize(
    ("letters", "rated"),
    [
        ("", (-6, 0)),
        ("RM BM YM", (-6, 0)),
        ("RV", (-5, 1)),
        ("RV RI RM RM", (-4, 2)),
        ("RV RV RV BV BI", (-4, 2)),
        ("RV RV RV RI BV BI", (-4, 4)),
        ("YV YI YI YI YC YT YO", (-1, 7)),
        ("BV BI BC BT BO BR BR", (0, 7)),
    ],
)
def test_q5_the_best_colour_counts_by_what_it_needs_and_then_by_its_cards(
    letters: str, rated: tuple[int, int]
) -> None:
    assert standing(DECK.cards(letters)) == rated


@pytest.mark.parametrize(
    ("letters", "word", "missing"),
    [
        ("", "VICTIM", "VICTIM"),
        ("BI", "VICTIM", "VCTIM"),
        ("BI BI BI", "VICTIM", "VCTM"),
        ("BI RV YC", "VICTOR", "VCTOR"),
        ("BV BI BC BT BO BR", "VICTOR", ""),
    ],
)
def test_q5_the_letters_a_word_needs_are_named_in_its_order(
    letters: str, word: str, missing: str
) -> None:
    assert missing_letters(DECK.cards(letters), 1, word) == missing


@pytest.mark.parametrize(
    ("letters", "word", "so_far"),
    [
        ("", "VICTOR", "······"),
        ("BI BM RV", "VICTIM", "·I···M"),
        ("BI BI", "VICTIM", "·I··I·"),
        ("BV BI BC BT BO BR", "VICTOR", "VICTOR"),
    ],
)
def test_a_word_is_written_with_a_dot_for_each_missing_letter(
    letters: str, word: str, so_far: str
) -> None:
    assert spelled_so_far(DECK.cards(letters), 1, word) == so_far
