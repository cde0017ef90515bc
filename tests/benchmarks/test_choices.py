"""The benchmark counts the legal actions of every game."""

from __future__ import annotations

from benchmarks.choices import legal_action_counts
from meldroom.core.game import AnyGame
from meldroom.games import GAMES
from tests.benchmarks.conftest import Bench
from tests.conformance.tables import SOME_GAMES


def test_legal_actions_are_counted_for_every_game(bench: Bench) -> None:
    shown = bench("choices", "--games", "1")
    assert shown.exit_code == 0
    assert all(f"│ {key}" in shown.stdout for key in GAMES)


@SOME_GAMES
def test_every_decision_has_a_legal_action(game: AnyGame) -> None:
    assert min(legal_action_counts(game, 1)) >= 1
