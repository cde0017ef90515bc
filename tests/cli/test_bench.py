"""The benchmark measures every game, and OpenSpiel where it is installed."""

from __future__ import annotations

import pytest

from meldroom.cli import bench
from meldroom.cli.bench import (
    BenchResult,
    Contender,
    best_of_all,
    legal_action_counts,
    meldroom_contender,
    openspiel_contenders,
    results_table,
)
from meldroom.core.game import AnyGame
from meldroom.games import GAMES
from meldroom.games.companions import hot_paths_of
from tests.cli.conftest import Command
from tests.conformance.tables import SOME_GAMES


@SOME_GAMES
def test_a_game_is_played_with_a_number_of_players_it_takes(game: AnyGame) -> None:
    contender = meldroom_contender(game)
    assert contender.name == game.key
    assert contender.seats in game.players
    assert contender.run(1e-9) > 0


def test_the_best_of_three_counts_and_all_are_measured_in_turn() -> None:
    order: list[str] = []
    speeds = {"a": iter([1.0, 3.0, 2.0]), "b": iter([5.0, 4.0, 6.0])}

    def contender(name: str) -> Contender:
        def run(_: float) -> float:
            order.append(name)
            return next(speeds[name])

        return Contender(name, 2, run)

    assert best_of_all([contender("a"), contender("b")], 1) == [
        BenchResult("a", 2, 3.0),
        BenchResult("b", 2, 6.0),
    ]
    assert order == ["a", "b"] * 3


def test_results_are_compared_with_the_baseline_where_there_is_one() -> None:
    results = [BenchResult("mine", 4, 90_000.0), BenchResult("OpenSpiel gin_rummy", 2, 45_000.0)]
    compared = results_table(results)
    assert [list(column.cells) for column in compared.columns] == [
        ["mine", "OpenSpiel gin_rummy"],
        ["4", "2"],
        ["90,000", "45,000"],
        ["2.00×", "1.00×"],
    ]
    assert len(results_table(results[:1]).columns) == 3


def test_without_openspiel_the_output_says_how_to_install_it(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(bench, "import_module", missing)
    monkeypatch.setattr(bench, "REPEATS", 1)
    shown = meldroom("bench", "engine", "--seconds", "1e-9")
    assert shown.exit_code == 0
    assert all(f"│ {key}" in shown.stdout for key in GAMES)
    assert 'pip install "meldroom[openspiel]"' in shown.stdout
    assert "to gin_rummy" not in shown.stdout


def test_openspiel_goes_through_the_same_loop() -> None:
    pytest.importorskip("pyspiel")
    peers = openspiel_contenders()
    assert [peer.name for peer in peers] == ["OpenSpiel gin_rummy", "OpenSpiel euchre"]
    assert [peer.seats for peer in peers] == [2, 4]
    assert all(peer.run(1e-9) > 0 for peer in peers)


def test_bench_alone_measures_the_engine(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bench, "best_of_all", lambda contenders, seconds: [BenchResult("it", 2, 7.0)]
    )
    assert "│ it" in meldroom("bench").stdout


def test_questions_about_hands_are_timed_beside_a_sum(meldroom: Command) -> None:
    shown = meldroom("bench", "melds", "--hands", "20")
    assert shown.exit_code == 0
    assert "sum(range(1000)), for scale" in shown.stdout
    questions = [question.name for game in GAMES.values() for question in hot_paths_of(game)]
    assert questions
    assert all(f"│ {name}" in shown.stdout for name in questions)


def test_legal_actions_are_counted_for_every_game(meldroom: Command) -> None:
    shown = meldroom("bench", "choices", "--games", "1")
    assert shown.exit_code == 0
    assert all(f"│ {key}" in shown.stdout for key in GAMES)


@SOME_GAMES
def test_every_decision_has_a_legal_action(game: AnyGame) -> None:
    assert min(legal_action_counts(game, 1)) >= 1
