"""A lesson in the terminal asks for each move, and another legal move is no mistake."""

from __future__ import annotations

import pytest

from meldroom.core.game import AnyGame
from meldroom.games import GAMES
from meldroom.games.lesson import lesson_of
from tests.cli.conftest import Command
from tests.conformance.tables import EVERY_GAME


@EVERY_GAME
def test_a_lesson_is_played_to_its_end(meldroom: Command, game: AnyGame) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    typed = "".join(f"{step.move}\n" for step in lesson.steps)
    shown = meldroom("learn", game.key, typed=typed)
    assert shown.exit_code == 0
    assert f"{len(lesson.steps)} of {len(lesson.steps)}" in shown.stdout
    assert "what you have learned" in shown.stdout
    assert shown.stdout.endswith(f"Play a game: meldroom play {game.key}\n")
    assert "{" not in shown.stdout


def test_another_legal_move_is_answered_kindly_and_asked_again(meldroom: Command) -> None:
    shown = meldroom("learn", "scorzo", typed="take\ndraw\nquit\n").stdout
    assert "This time draw from the stock." in shown
    assert "2 of 9" in shown
    assert shown.endswith("Goodbye.\n")


def test_a_game_without_a_lesson_is_refused(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoLesson(type(GAMES["scorzo"])):  # type: ignore[misc]
        key = "untaught"

    monkeypatch.setitem(GAMES.loaded, "untaught", NoLesson())
    shown = meldroom("learn", "untaught")
    assert (shown.exit_code, shown.stderr) == (
        2, "untaught has no lesson; read its rules with: meldroom rules untaught\n",
    )  # fmt: skip
