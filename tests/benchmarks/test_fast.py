"""The benchmark measures every twin beside its referee, in what both can do."""

from __future__ import annotations

import pytest

from benchmarks import fast as benchmark
from benchmarks import rates
from benchmarks.fast import VIEWS, comparisons, searched_positions
from meldroom.core.game import AnyGame
from meldroom.fast import cuda
from meldroom.fast.layout import games_with_twins
from tests.benchmarks.conftest import Bench
from tests.levels import few

TWINS = few(games_with_twins())

pytestmark = pytest.mark.usefixtures("library")


@pytest.mark.parametrize("game", TWINS, ids=lambda game: game.key)
def test_a_twin_is_measured_beside_its_referee(game: AnyGame) -> None:
    compared = list(comparisons(game, 2))
    measured = [one.what for one in compared]
    assert measured == ["random, steps", "house, steps", "house, rollouts"]
    for one in compared:
        assert one.twin.run(1e-9) > 0
        assert one.referee.run(1e-9) > 0


def test_rollouts_start_from_views_with_a_choice() -> None:
    game = games_with_twins()[0]
    positions = searched_positions(game, 2)
    assert len(positions) == VIEWS
    for seen, candidates in positions:
        assert len(set(candidates)) == len(candidates) > 1
        assert set(candidates) <= set(game.legal(seen))


def test_the_table_has_a_row_for_each_comparison(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games_with_twins()[0]
    monkeypatch.setattr(benchmark, "games_with_twins", lambda: (game,))
    monkeypatch.setattr(benchmark, "openspiel_contenders", list)
    monkeypatch.setattr(rates, "REPEATS", 1)
    random_only = [next(comparisons(game, seats)) for seats in (2, 4)]
    monkeypatch.setattr(benchmark, "comparisons", lambda _, seats: random_only[seats // 4 :][:1])
    shown = bench("fast", "--seconds", "0.001").stdout
    rows = [line for line in shown.splitlines() if line.startswith(f"| {game.key} |")]
    assert [row.split(" | ")[1:3] for row in rows] == [
        ["2", "random, steps"],
        ["4", "random, steps"],
    ]


@pytest.mark.long
def test_it_compares_each_twin_with_its_referee(bench: Bench) -> None:
    done = bench("fast", "--seconds", 0.01)
    assert all(f"| {game.key} | 2 |" in done.stdout for game in games_with_twins())


def test_a_missing_gpu_is_named(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "card", lambda: "there is no NVIDIA driver")
    done = bench("fast", "--device", "cuda")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Error: there is no GPU to play on: there is no NVIDIA driver\n"
