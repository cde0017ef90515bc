"""The benchmark times every question that a game names."""

from __future__ import annotations

from meldroom.games import GAMES
from meldroom.games.companions import hot_paths_of
from tests.benchmarks.conftest import Bench


def test_questions_about_hands_are_timed_beside_a_sum(bench: Bench) -> None:
    shown = bench("melds", "--hands", "20")
    assert shown.exit_code == 0
    assert "sum(range(1000)), for scale" in shown.stdout
    questions = [question.name for game in GAMES.values() for question in hot_paths_of(game)]
    assert questions
    assert all(f"│ {name}" in shown.stdout for name in questions)
