"""The engine benchmark measures every game, and OpenSpiel where it is installed."""

from __future__ import annotations

import pytest

from benchmarks import engine, rates
from benchmarks.engine import meldroom_contender, openspiel_contenders, rates_table
from benchmarks.rates import Rate
from meldroom.core.game import AnyGame
from meldroom.games import GAMES
from tests.benchmarks.conftest import Bench
from tests.conformance.tables import SOME_GAMES


@SOME_GAMES
def test_a_game_is_played_with_a_number_of_players_it_takes(game: AnyGame) -> None:
    contender = meldroom_contender(game)
    assert contender.name == game.key
    assert contender.seats in game.players
    assert contender.run(1e-9) > 0


def test_results_are_compared_with_the_baseline_where_there_is_one() -> None:
    measured = [Rate("mine", 4, 90_000.0), Rate("OpenSpiel gin_rummy", 2, 45_000.0)]
    compared = rates_table(measured)
    assert [list(column.cells) for column in compared.columns] == [
        ["mine", "OpenSpiel gin_rummy"],
        ["4", "2"],
        ["90,000", "45,000"],
        ["2.00×", "1.00×"],
    ]
    assert len(rates_table(measured[:1]).columns) == 3


def test_without_openspiel_the_output_says_how_to_install_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError

    monkeypatch.setattr(engine, "import_module", missing)
    monkeypatch.setattr(rates, "REPEATS", 1)
    shown = bench("engine", "--seconds", "1e-9")
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


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_no_time_is_refused(bench: Bench, seconds: str) -> None:
    refused = bench("engine", "--seconds", seconds)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "'--seconds'" in refused.stderr
