"""Intervals rest on Student's t, compared with printed tables."""

from __future__ import annotations

import pytest

from meldroom.arena.intervals import Z, estimate, student_t

TABLE = {  # 97.5 % points
    1: 12.7062,
    2: 4.30265,
    3: 3.18245,
    4: 2.77645,
    5: 2.57058,
    6: 2.44691,
    7: 2.36462,
    8: 2.30600,
    9: 2.26216,
    10: 2.22814,
    15: 2.13145,
    20: 2.08596,
    25: 2.05954,
    29: 2.04523,
    30: 2.04227,
    40: 2.02108,
    60: 2.00030,
    120: 1.97993,
}


@pytest.mark.parametrize("freedom", TABLE)
def test_students_t_is_as_in_the_tables(freedom: int) -> None:
    assert student_t(freedom) == pytest.approx(TABLE[freedom], abs=6e-5)


def test_students_t_falls_towards_the_normal_distribution() -> None:
    points = [student_t(freedom) for freedom in range(1, 400)]
    assert points == sorted(points, reverse=True)
    assert Z < points[-1] < Z + 0.01


def test_the_interval_of_two_deals_is_as_wide_as_it_must_be() -> None:
    assert estimate([0.0, 2.0]).high == pytest.approx(1 + 12.7062, abs=1e-3)
