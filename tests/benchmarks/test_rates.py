"""Contenders are measured in turn, and the best of three counts."""

from __future__ import annotations

import pytest

from benchmarks.rates import Contender, Rate, best_of_all


def test_the_best_of_three_counts_and_all_are_measured_in_turn() -> None:
    order: list[str] = []
    speeds = {"a": iter([1.0, 3.0, 2.0]), "b": iter([5.0, 4.0, 6.0])}

    def contender(name: str) -> Contender:
        def run(_: float) -> float:
            order.append(name)
            return next(speeds[name])

        return Contender(name, 2, run)

    assert best_of_all([contender("a"), contender("b")], 1) == [
        Rate("a", 2, 3.0),
        Rate("b", 2, 6.0),
    ]
    assert order == ["a", "b"] * 3


def test_a_benchmark_shows_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    best = best_of_all([Contender("one", 2, lambda _: 1.0), Contender("two", 3, lambda _: 2.0)], 0)
    assert [rate.per_second for rate in best] == [1.0, 2.0]
    assert "measuring" in capsys.readouterr().err
