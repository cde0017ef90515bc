"""The bench measures every game of the registry, and OpenSpiel where it is installed."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.cli import bench
from meldroom.cli.bench import BenchFigure, Contender, best_of_all, drawn, offered, open_spiel, ours
from meldroom.core.game import Game
from meldroom.games import GAMES
from tests.cli.conftest import Command
from tests.conformance.tables import EVERY_GAME


@EVERY_GAME
def test_a_game_is_played_at_a_table_of_about_four(game: Game[Any]) -> None:
    contender = ours(game)
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
        BenchFigure("a", 2, 3.0),
        BenchFigure("b", 2, 6.0),
    ]
    assert order == ["a", "b"] * 3


def test_figures_are_compared_with_the_yardstick_where_there_is_one() -> None:
    figures = [BenchFigure("mine", 4, 90_000.0), BenchFigure("OpenSpiel gin_rummy", 2, 45_000.0)]
    compared = drawn(figures)
    assert [list(column.cells) for column in compared.columns] == [
        ["mine", "OpenSpiel gin_rummy"],
        ["4", "2"],
        ["90,000", "45,000"],
        ["2.00×", "1.00×"],
    ]
    assert len(drawn(figures[:1]).columns) == 3


def test_without_openspiel_the_table_says_how_to_get_it(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(bench, "import_module", missing)
    shown = meldroom("bench", "engine", "--seconds", "0.001")
    assert shown.exit_code == 0
    assert all(f"│ {key}" in shown.stdout for key in GAMES)
    assert 'pip install "meldroom[openspiel]"' in shown.stdout
    assert "to gin_rummy" not in shown.stdout


def test_openspiel_goes_through_the_same_loop() -> None:
    pytest.importorskip("pyspiel")
    peers = open_spiel()
    assert [peer.name for peer in peers] == ["OpenSpiel gin_rummy", "OpenSpiel euchre"]
    assert [peer.seats for peer in peers] == [2, 4]
    assert all(peer.run(1e-9) > 0 for peer in peers)


def test_bench_alone_measures_the_engine(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        bench, "best_of_all", lambda contenders, seconds: [BenchFigure("it", 2, 7.0)]
    )
    assert "│ it" in meldroom("bench").stdout


def test_what_is_asked_of_a_hand_is_timed_beside_a_plain_sum(meldroom: Command) -> None:
    shown = meldroom("bench", "melds", "--hands", "20")
    assert shown.exit_code == 0
    assert "sum(range(1000)), for scale" in shown.stdout
    asked = [question.name for game in GAMES.values() for question in game.questions]
    assert asked
    assert all(f"│ {name}" in shown.stdout for name in asked)


def test_legal_actions_are_counted_for_every_game(meldroom: Command) -> None:
    shown = meldroom("bench", "choices", "--games", "1")
    assert shown.exit_code == 0
    assert all(f"│ {key}" in shown.stdout for key in GAMES)


@EVERY_GAME
def test_a_decision_offers_at_least_one_action(game: Game[Any]) -> None:
    assert min(offered(game, 1)) >= 1
