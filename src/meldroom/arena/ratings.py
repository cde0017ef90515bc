"""openskill ratings with the game's luck fitted, and how well they forecast."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, sqrt
from statistics import NormalDist, fmean
from typing import Any, NamedTuple

from openskill.models import BradleyTerryPart

DEFAULT_BETA = 25 / 6  # openskill's own, meant for games of skill alone
START_FACTOR = 6.0  # times DEFAULT_BETA, for games with much luck
MAX_GAMES_FITTED = 1500
CALIBRATION_BINS = 5

Standing = tuple[tuple[str, ...], tuple[int, ...]]
"""Who played a game, and their places."""


class Forecast(NamedTuple):
    """What was expected of a pair before a game, and what happened: 1, 0 or a half."""

    expected: float
    happened: float

    @property
    def loss(self) -> float:
        """The log loss in nats."""
        p = min(max(self.expected, 1e-6), 1 - 1e-6)
        return -self.happened * log(p) - (1 - self.happened) * log(1 - p)


def rate(games: Sequence[Standing]) -> dict[str, Any]:
    """Rate the players of these games, in this order, as a JSON value."""
    factor = fit_beta_factor(games[:MAX_GAMES_FITTED])
    ratings, forecasts = rate_in_order(games, factor)
    loss = fmean([forecast.loss for forecast in forecasts]) if forecasts else log(2)
    return {
        "beta": round(DEFAULT_BETA * factor, 3),
        "times": round(factor, 3),
        "loss": round(loss, 4),
        "coin": round(log(2), 4),
        "players": [
            {"bot": name, "mu": round(rating.mu, 2), "sigma": round(rating.sigma, 2)}
            for name, rating in sorted(ratings.items(), key=lambda pair: -pair[1].mu)
        ],
        "calibration": calibration(forecasts),
    }


def fit_beta_factor(games: Sequence[Standing]) -> float:
    """Find the multiple of openskill's beta that forecasts best, by ternary search."""
    low, high = log(START_FACTOR / 12), log(START_FACTOR * 4)

    def loss(exponent: float) -> float:
        forecasts = rate_in_order(games, exp(exponent))[1]
        return sum([forecast.loss for forecast in forecasts])

    for _ in range(9):
        third = (high - low) / 3
        if loss(low + third) <= loss(high - third):
            high -= third
        else:
            low += third
    return exp((low + high) / 2)


def rate_in_order(
    games: Sequence[Standing], factor: float
) -> tuple[dict[str, Any], list[Forecast]]:
    """Give the ratings after the last game, and the forecasts made before each game."""
    beta = DEFAULT_BETA * factor
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
            # A bot that plays several seats moves by the average of its seats.
            for name in dict.fromkeys(players):
                own = [new for player, new in zip(players, rated, strict=True) if player == name]
                mu, sigma = fmean([new.mu for new in own]), fmean([new.sigma for new in own])
                ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return ratings, forecasts


def calibration(forecasts: Sequence[Forecast]) -> list[dict[str, float | int]]:
    """Compare in a few bins how often favourites were expected to win, and how often they did."""
    bins: list[list[Forecast]] = [[] for _ in range(CALIBRATION_BINS)]
    for expected, happened in forecasts:
        if expected < 0.5:
            expected, happened = 1 - expected, 1 - happened
        number = min(CALIBRATION_BINS - 1, int((expected - 0.5) * 2 * CALIBRATION_BINS))
        bins[number].append(Forecast(expected, happened))
    return [
        {
            "expected": round(fmean([forecast.expected for forecast in members]), 4),
            "happened": round(fmean([forecast.happened for forecast in members]), 4),
            "pairs": len(members),
        }
        for members in bins
        if members
    ]
