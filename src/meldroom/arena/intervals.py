"""Figures with their intervals: deals are the units, for games of one deal hang together."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z = 1.959964  # 95 % of a normal curve


class Estimate(NamedTuple):
    """A mean with its 95 % interval, from so many deals."""

    mean: float
    low: float
    high: float
    deals: int

    def form(self) -> dict[str, float | int]:
        """Give the figure as a JSON value, rounded so that every machine writes the same."""
        mean, low, high = (round(value, 4) + 0.0 for value in self[:3])
        return {"mean": mean, "low": low, "high": high, "deals": self.deals}


def figure(values: Sequence[float], share: bool = False) -> Estimate:
    """Average a value per deal, with Student's interval; a share keeps between 0 and 1."""
    many, mean = len(values), fmean(values)
    error = stdev(values) / sqrt(many) if many > 1 else 0.0
    if share and error == 0:
        # Every deal alike, so the spread says nothing; Wilson's interval still does.
        return Estimate(mean, *_wilson(mean, many), many)
    reach = student(many - 1) * error
    low, high = mean - reach, mean + reach
    return (
        Estimate(mean, max(0.0, low), min(1.0, high), many)
        if share
        else Estimate(mean, low, high, many)
    )


def student(freedom: int) -> float:
    """Give the 97.5 % point of Student's t, near enough from three degrees of freedom up."""
    v, z = max(1, freedom), Z
    first, second = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z
    third = 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + first / (4 * v) + second / (96 * v**2) + third / (384 * v**3)


def _wilson(share: float, many: int) -> tuple[float, float]:
    middle = (share + Z * Z / (2 * many)) / (1 + Z * Z / many)
    reach = Z * sqrt(share * (1 - share) / many + Z * Z / (4 * many * many)) / (1 + Z * Z / many)
    return max(0.0, middle - reach), min(1.0, middle + reach)
