"""The environment benchmark measures every game, and says what is not installed."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import envs
from benchmarks.envs import (
    PGX_BASELINE,
    peer_contenders,
    pyspiel_contender,
    rates_table,
    single_contender,
    vector_contender,
)
from benchmarks.pgx import pgx_contender
from benchmarks.rates import Contender, Rate
from meldroom.games import GAMES
from tests.benchmarks.conftest import Bench
from tests.levels import few
from tests.missing import OPENSPIEL, RL


@pytest.mark.parametrize("key", few(GAMES))
def test_a_single_game_is_measured(key: str) -> None:
    pytest.importorskip("pettingzoo", reason=RL)
    contender = single_contender(key, 2)
    assert (contender.name, contender.seats) == (key, 2)
    assert contender.run(1e-9) > 0


def test_a_game_is_measured_through_openspiel_beside_gin_rummy() -> None:
    pytest.importorskip("pyspiel", reason=OPENSPIEL)
    assert pyspiel_contender("victor-or-victim").run(1e-9) > 0
    [peer] = [peer for peer in peer_contenders() if peer.name == "OpenSpiel gin_rummy"]
    assert peer.run(1e-9) > 0
    results = [
        Rate("OpenSpiel gin_rummy", 2, 10_000.0),
        Rate("scorzo through pyspiel", 2, 15_000.0),
        Rate("scorzo", 2, 15_000.0),
    ]
    *_, ratios = (list(column.cells) for column in rates_table(results).columns)
    assert ratios == ["1.00×", "1.50×", ""]


def test_many_games_at_once_are_measured() -> None:
    pytest.importorskip("gymnasium", reason=RL)
    key = next(iter(GAMES))
    contender = vector_contender(key, 0)
    assert contender.name == f"256 games of {key}, 0 worker"
    assert contender.run(0.001) > 0


def test_other_libraries_are_measured_where_they_are_installed() -> None:
    pytest.importorskip("rlcard", reason="no RLCard (pip install rlcard)")
    assert [peer.name for peer in peer_contenders()][:1] == ["RLCard gin-rummy"]
    assert peer_contenders()[0].run(1e-9) > 0


def test_pgx_is_measured_where_it_is_installed() -> None:
    pytest.importorskip("pgx", reason="no pgx (pip install pgx)")
    contender = pgx_contender("it", 2)
    assert contender is not None
    assert contender.run(1e-9) > 0


def test_many_games_at_once_are_compared_with_those_of_pgx() -> None:
    results = [
        Rate(PGX_BASELINE, 3, 10_000.0),
        Rate("256 games of mine, 2 workers", 4, 50_000.0),
        Rate("mine", 4, 30_000.0),
    ]
    *_, ratios = rates_table(results).columns
    assert (ratios.header, list(ratios.cells)) == ("to pgx", ["1.00×", "5.00×", ""])


def test_a_missing_library_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason=RL)
    measured: list[Contender] = []

    def measure(contenders: list[Contender], _: float) -> list[Rate]:
        measured.extend(contenders)
        return [Rate("it", 2, 7.0)]

    def no_peers() -> list[Any]:
        return []

    monkeypatch.setattr(envs, "best_of_all", measure)
    monkeypatch.setattr(envs, "peer_contenders", no_peers)
    monkeypatch.setattr(envs, "pgx_contender", lambda *_: None)
    shown = bench("envs", "--workers", "3")
    assert shown.exit_code == 0
    assert "│ it" in shown.stdout
    assert "RLCard gin-rummy is not installed" in shown.stdout
    assert "pgx is not installed" in shown.stdout
    assert "many games by compiled twins: " in shown.stdout
    assert len(measured) == 4 * len(GAMES)
    assert measured[-1].name.endswith("3 workers")


def test_results_are_compared_with_rlcard_where_it_was_measured() -> None:
    results = [
        Rate("mine", 4, 30_000.0),
        Rate("RLCard gin-rummy", 2, 10_000.0),
        Rate("256 games of mine, 2 workers", 4, 50_000.0),
    ]
    assert [list(column.cells) for column in rates_table(results).columns][-1] == [
        "3.00×",
        "1.00×",
        "",
    ]
    assert len(rates_table(results[:1]).columns) == 3
