"""A lesson in the terminal: it asks for each move, and a different one is no mistake."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.core.game import Game
from meldroom.games import GAMES
from meldroom.games.lesson import lesson_of
from tests.cli.conftest import Command
from tests.conformance.tables import EVERY_GAME


@EVERY_GAME
def test_a_lesson_is_played_to_its_end(meldroom: Command, game: Game[Any]) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    typed = "".join(f"{step.move}\n" for step in lesson.steps)
    said = meldroom("learn", game.key, typed=typed)
    assert said.exit_code == 0
    assert f"{len(lesson.steps)} of {len(lesson.steps)}" in said.stdout
    assert "what you have learned" in said.stdout
    assert said.stdout.endswith(f"meldroom play {game.key} deals a game.\n")
    assert "{" not in said.stdout


def test_another_legal_move_is_answered_kindly_and_asked_again(meldroom: Command) -> None:
    said = meldroom("learn", "scorzo", typed="take\ndraw\nquit\n").stdout
    assert "This time draw from the stock." in said
    assert "2 of 9" in said
    assert said.endswith("Good-bye.\n")


def test_a_game_without_a_lesson_is_said_to_have_none(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Untaught(type(GAMES["scorzo"])):  # type: ignore[misc]
        key = "untaught"

    monkeypatch.setitem(GAMES, "untaught", Untaught())
    said = meldroom("learn", "untaught")
    assert (said.exit_code, said.stderr) == (
        2, "untaught has no lesson; meldroom rules untaught tells how it goes\n",
    )  # fmt: skip
