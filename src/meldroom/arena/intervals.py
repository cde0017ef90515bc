"""Means with 95 % intervals. The deal is the sampling unit: its games are correlated."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin, sqrt, tan
from statistics import fmean, stdev
from typing import NamedTuple

CONFIDENCE = 0.95
Z = 1.959964  # 97.5 % point of the normal distribution
EXPANDED_FROM = 30  # degrees of freedom; above it a series around Z is exact enough


class Estimate(NamedTuple):
    """A mean with its 95 % interval, and the number of deals it comes from."""

    mean: float
    low: float
    high: float
    deals: int

    def as_json(self) -> dict[str, float | int]:
        """Give the estimate as a JSON value, rounded so that every machine writes the same."""
        mean, low, high = (round(value, 4) + 0.0 for value in self[:3])
        return {"mean": mean, "low": low, "high": high, "deals": self.deals}


def estimate(values: Sequence[float], share: bool = False) -> Estimate:
    """Average one value per deal, with Student's interval; a share stays between 0 and 1."""
    deals, mean = len(values), fmean(values)
    error = stdev(values) / sqrt(deals) if deals > 1 else 0.0
    if share and error == 0:
        # All deals agree, so the spread says nothing; Wilson's interval still does.
        return Estimate(mean, *_wilson(mean, deals), deals)
    margin = student_t(deals - 1) * error
    low, high = mean - margin, mean + margin
    return (
        Estimate(mean, max(0.0, low), min(1.0, high), deals)
        if share
        else Estimate(mean, low, high, deals)
    )


@cache
def student_t(freedom: int) -> float:
    """Give the 97.5 % point of Student's t, exact to five digits; at least one degree counts."""
    if freedom < EXPANDED_FROM:
        return _exact_student_t(max(1, freedom))
    v, z = freedom, Z
    first, second = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z
    third = 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + first / (4 * v) + second / (96 * v**2) + third / (384 * v**3)


def _exact_student_t(freedom: int) -> float:
    """Solve for the point outside of which 5 % lie, by bisection of its angle."""
    low, high = 0.0, pi / 2
    for _ in range(60):
        angle = (low + high) / 2
        if _probability_within(angle, freedom) < CONFIDENCE:
            low = angle
        else:
            high = angle
    return sqrt(freedom) * tan(low)


def _probability_within(angle: float, freedom: int) -> float:
    """Sum the finite series of P(|t| < √freedom · tan angle) for a whole number of degrees.

    Abramowitz and Stegun, 26.7.3 (odd) and 26.7.4 (even).
    """
    odd = freedom % 2
    term, total = (cos(angle), 0.0) if odd else (1.0, 0.0)
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    total *= sin(angle)
    return 2 / pi * (angle + total) if odd else total


def _wilson(share: float, deals: int) -> tuple[float, float]:
    scale = 1 + Z * Z / deals
    centre = (share + Z * Z / (2 * deals)) / scale
    margin = Z * sqrt(share * (1 - share) / deals + Z * Z / (4 * deals * deals)) / scale
    return max(0.0, centre - margin), min(1.0, centre + margin)
