"""The bench of environments measures every game, and says what it could not compare with."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.cli import bench_envs
from meldroom.cli.bench import BenchFigure, Contender
from meldroom.cli.bench_envs import drawn, many_tables, one_table, peers
from meldroom.games import GAMES
from tests.cli.conftest import Command
from tests.envs.tables import EVERY_KEY

NEEDED = 'needs the extra: pip install "meldroom[rl]"'


def missing(_: str) -> None:
    raise ImportError


def test_without_the_extra_one_line_says_how_to_get_it(
    meldroom: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_envs, "import_module", missing)
    shown = meldroom("bench", "envs")
    assert shown.exit_code == 2
    assert shown.stderr == 'environments need more: pip install "meldroom[rl]"\n'


@EVERY_KEY
def test_one_table_is_stepped(key: str) -> None:
    pytest.importorskip("pettingzoo", reason=NEEDED)
    contender = one_table(key, 2)
    assert (contender.name, contender.seats) == (key, 2)
    assert contender.run(1e-9) > 0


def test_many_tables_are_stepped_and_sent_home() -> None:
    pytest.importorskip("gymnasium", reason=NEEDED)
    key = next(iter(GAMES))
    contender = many_tables(key, 0)
    assert contender.name == f"many tables of {key}, 0 worker"
    assert contender.run(0.001) > 0


def test_the_rummies_of_others_are_stepped_where_they_are_installed() -> None:
    pytest.importorskip("rlcard", reason="RLCard is not installed")
    assert [peer.name for peer in peers()][:1] == ["RLCard gin-rummy"]
    assert peers()[0].run(1e-9) > 0


def test_what_is_not_installed_is_said(meldroom: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo", reason=NEEDED)
    measured: list[Contender] = []

    def measure(contenders: list[Contender], _: float) -> list[BenchFigure]:
        measured.extend(contenders)
        return [BenchFigure("it", 2, 7.0)]

    def nobody() -> list[Any]:
        return []

    monkeypatch.setattr(bench_envs, "best_of_all", measure)
    monkeypatch.setattr(bench_envs, "peers", nobody)
    shown = meldroom("bench", "envs", "--workers", "3")
    assert shown.exit_code == 0
    assert "│ it" in shown.stdout
    assert "RLCard gin-rummy is not installed here" in shown.stdout
    assert len(measured) == 4 * len(GAMES)
    assert measured[-1].name.endswith("3 workers")


def test_figures_are_compared_with_rlcard_where_it_was_measured() -> None:
    figures = [
        BenchFigure("mine", 4, 30_000.0),
        BenchFigure("RLCard gin-rummy", 2, 10_000.0),
        BenchFigure("many tables of mine, 2 workers", 4, 50_000.0),
    ]
    assert [list(column.cells) for column in drawn(figures).columns][-1] == ["3.00×", "1.00×", ""]
    assert len(drawn(figures[:1]).columns) == 3
