"""Lessons are read from TOML, and a game may have none."""

from __future__ import annotations

from meldroom.games.lesson import LessonStep, lesson_of, parse
from meldroom.games.thumbs_up import ThumbsUp

PAGE = """
seed = 7
seats = 3
seat = 1
before = ["0 draw", "0 discard R."]
learned = ["One block in, one block out (R5)."]
[options]
hands = 3
[[step]]
say = "A turn (R5)."
ask = "Draw."
move = "draw"
[[step]]
say = "Discard (R5)."
ask = "Discard the red dot."
move = "discard R."
otherwise = "Not now."
then = ["2 draw", "2 discard G-"]
"""


class Untaught(ThumbsUp):
    """A game whose folder holds no lesson."""


def test_a_lesson_is_read_with_the_moves_of_all_seats_in_order() -> None:
    lesson = parse(PAGE)
    assert lesson.seed.hex() == f"{7:064x}"
    assert (lesson.seats, lesson.seat, lesson.options) == (3, 1, {"hands": 3})
    assert lesson.steps[0] == LessonStep("A turn (R5).", "Draw.", "draw", "", ())
    assert lesson.steps[1].otherwise == "Not now."
    assert list(lesson.moves) == [
        (0, "draw"), (0, "discard R."), (1, "draw"), (1, "discard R."), (2, "draw"),
        (2, "discard G-"),
    ]  # fmt: skip


def test_a_lesson_needs_no_options_and_nobody_before_the_learner() -> None:
    bare = PAGE.replace("[options]\nhands = 3\n", "").replace('before = ["0 draw"', 'x = ["0 draw"')
    lesson = parse(bare)
    assert lesson.options == {}
    assert lesson.before == ()


def test_a_game_without_a_lesson_has_none() -> None:
    assert lesson_of(Untaught()) is None
    assert lesson_of(ThumbsUp()) is not None
