"""Ratings by openskill, with the luck of the game fitted, and how far they can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

from openskill.models import BradleyTerryPart

BETA = 25 / 6  # openskill's own, fit for games of skill alone
START = 6.0  # times BETA, for games with much luck
FITTED = 1500  # games that the fit looks at
BINS = 5

Standing = tuple[tuple[str, ...], tuple[int, ...]]
"""Who played, and their places."""


class Forecast(NamedTuple):
    """What was expected of a pair before a game, and what happened: 1, 0 or a half."""

    expected: float
    happened: float

    @property
    def loss(self) -> float:
        """How far off it was, in nats."""
        p = min(max(self.expected, 1e-6), 1 - 1e-6)
        return -self.happened * log(p) - (1 - self.happened) * log(1 - p)


def rate(games: Sequence[Standing]) -> dict[str, Any]:
    """Rate the players of these games, in their order, as a JSON value."""
    factor = fitted(games[:FITTED])
    ratings, forecasts = passed(games, factor)
    loss = fmean([forecast.loss for forecast in forecasts]) if forecasts else log(2)
    return {
        "beta": round(BETA * factor, 3),
        "times": round(factor, 3),
        "loss": round(loss, 4),
        "coin": round(log(2), 4),
        "players": [
            {"bot": name, "mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)}
            for name, rating in sorted(ratings.items(), key=lambda pair: -pair[1].mu)
        ],
        "calibration": calibration(forecasts),
    }


def fitted(games: Sequence[Standing]) -> float:
    """Find the beta, as a multiple of openskill's, that forecasts best: a search by thirds."""
    low, high = log(START / 12), log(START * 4)

    def loss(exponent: float) -> float:
        forecasts = passed(games, exp(exponent))[1]
        return sum([forecast.loss for forecast in forecasts])

    for _ in range(9):
        third = (high - low) / 3
        if loss(low + third) <= loss(high - third):
            high -= third
        else:
            low += third
    return exp((low + high) / 2)


def passed(games: Sequence[Standing], factor: float) -> tuple[dict[str, Any], list[Forecast]]:
    """Go through the games once: ratings at the end, and what was forecast before each game."""
    beta = BETA * factor
    model = BradleyTerryPart(beta=beta)
    ratings: dict[str, Any] = {}
    forecasts = []
    for players, places in games:
        for name in players:
            ratings.setdefault(name, model.rating(name=name))
        for one, other in combinations(range(len(players)), 2):
            if players[one] != players[other]:
                a, b = ratings[players[one]], ratings[players[other]]
                spread = sqrt(2 * beta**2 + a.sigma**2 + b.sigma**2)
                happened = (1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
                forecasts.append(Forecast(NormalDist().cdf((a.mu - b.mu) / spread), happened))
        if len(set(players)) > 1:
            teams = [[ratings[name]] for name in players]
            rated = [team[0] for team in model.rate(teams, ranks=[float(at) for at in places])]
            # A bot that sits in several chairs moves by what its chairs moved on average.
            for name in dict.fromkeys(players):
                mine = [new for chair, new in zip(players, rated, strict=True) if chair == name]
                mu, sigma = fmean([new.mu for new in mine]), fmean([new.sigma for new in mine])
                ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return ratings, forecasts


def calibration(forecasts: Sequence[Forecast]) -> list[dict[str, float | int]]:
    """Hold what was expected of the favourites against what happened, in a few bins."""
    bins: list[list[Forecast]] = [[] for _ in range(BINS)]
    for expected, happened in forecasts:
        if expected < 0.5:
            expected, happened = 1 - expected, 1 - happened
        bins[min(BINS - 1, int((expected - 0.5) * 2 * BINS))].append(Forecast(expected, happened))
    return [
        {
            "expected": round(fmean([forecast.expected for forecast in found]), 4),
            "happened": round(fmean([forecast.happened for forecast in found]), 4),
            "pairs": len(found),
        }
        for found in bins
        if found
    ]
