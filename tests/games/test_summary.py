"""Summaries are read from TOML and checked; a game may have none."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.games import GAMES
from meldroom.games.summary import FACE_DOWN, Mistake, ScoreItem, check, parse, summary_of
from meldroom.games.thumbs_up import ThumbsUp

PAGE = """
aim = "Five of one colour."
aim_cards = ["B.", "BV"]
scoring_title = "What the others pay"
scoring = "For each block."
[[turn]]
cards = ["", "G-"]
title = "Pick one"
text = "Draw or take."
[[score]]
cards = ["O."]
points = "5"
[[score]]
label = "Last to notice"
points = "10"
[[mistake]]
text = "Waiting."
rule = "Q8"
"""
MOST_WORDS = 40  # of a sentence on a phone


class Unexplained(ThumbsUp):
    """A game outside the games' folders, where no summary lies."""


def test_a_summary_is_read_with_cards_face_up_and_down() -> None:
    summary = parse(PAGE)
    assert list(summary.cards) == ["B.", "BV", FACE_DOWN, "G-", "O."]
    assert summary.scores[1] == ScoreItem((), "Last to notice", "10")
    assert summary.mistakes == (Mistake("Waiting.", "Q8"),)


@pytest.mark.parametrize(("old", "new"), [("B.", "Z9"), ("Q8", "Q99")], ids=["card", "rule"])
def test_a_card_or_rule_that_the_game_lacks_is_refused(old: str, new: str) -> None:
    check(ThumbsUp(), parse(PAGE))
    with pytest.raises(ValueError, match=new):
        check(ThumbsUp(), parse(PAGE.replace(old, new)))


def test_a_game_without_a_summary_has_none() -> None:
    assert summary_of(Unexplained()) is None


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_has_a_summary_of_three_pictures_and_short_sentences(game: AnyGame) -> None:
    summary = summary_of(game)
    assert summary is not None
    assert len(summary.turn) == 3
    assert len(summary.mistakes) >= 3
    texts = [part.text for part in summary.turn]
    sentences = [summary.aim, *texts, *(one.text for one in summary.mistakes)]
    assert max(len(text.split()) for text in sentences) <= MOST_WORDS
