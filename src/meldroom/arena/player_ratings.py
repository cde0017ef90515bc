"""Ratings of players on the scale of the bots, whose own ratings are measured and stay fixed.

A difference of 400 points means ten wins for each loss, as in Elo's scale, and `house` has 1500.
How much luck a game holds shows in how close its bots lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp, log, sqrt
from typing import Any, NamedTuple

from openskill.models import BradleyTerryPart

from meldroom.arena.ratings import Forecast
from meldroom.bots.descriptions import measured_strength

POINTS = 400 / log(10)  # by which the odds grow by e
BETA = POINTS / sqrt(2)
ANCHOR, ANCHOR_RATING = "house", 1500.0
START_MU, START_SIGMA = 1300.0, 300.0
DRIFT = 4.0  # points by which a player may change from game to game
BOT_SIGMA = 1.0
MIN_GAMES = 10  # before a rating is shown
FIT_ROUNDS = 200
MAX_STEP = 200.0  # points in one round of the fit


class Rating(NamedTuple):
    """What is known of a player's strength, and from how many games."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0

    @property
    def error(self) -> float:
        """How far the strength may be off, 19 times in 20."""
        return 1.96 * self.sigma


class RatedSeat(NamedTuple):
    """A seat of a finished game: a player's, or a bot's of some level."""

    player: str
    bot: str
    place: int


@cache
def bot_ratings(game: str) -> Mapping[str, float]:
    """Give the ratings of the bots that were measured heads-up in a game."""
    return fitted_ratings(
        [one for one in measured_strength() if one["game"] == game and one["seats"] == 2]
    )


def fitted_ratings(contests: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Fit ratings to shares of wins by maximum likelihood, Newton's method one bot at a time."""
    ratings = dict.fromkeys(sorted({one[side] for one in contests for side in SIDES}), 0.0)
    for _ in range(FIT_ROUNDS):
        for name in ratings:
            slope = curve = 0.0
            for one in contests:
                if name in (one["bot"], one["against"]):
                    sign = 1 if name == one["bot"] else -1
                    expected = _expected(ratings[one["bot"]] - ratings[one["against"]])
                    # Half a game more of each outcome: nobody wins for certain.
                    won = one["wins"] * one["games"] + 0.5
                    slope += sign * (won - (one["games"] + 1) * expected)
                    curve += (one["games"] + 1) * expected * (1 - expected)
            step = POINTS * slope / curve
            ratings[name] += max(-MAX_STEP, min(MAX_STEP, step))
    shift = ANCHOR_RATING - ratings.get(ANCHOR, 0.0)
    return {name: rating + shift for name, rating in ratings.items()}


SIDES = ("bot", "against")


def _expected(difference: float) -> float:
    return 1 / (1 + exp(-difference / POINTS))


class PlayerRatings:
    """The ratings of one game's players, changed by one finished game after another."""

    def __init__(self, bots: Mapping[str, float], known: Iterable[tuple[str, Rating]] = ()) -> None:
        self.bots, self.ratings = bots, dict(known)
        self._model = BradleyTerryPart(
            mu=START_MU,
            sigma=START_SIGMA,
            beta=BETA,
            tau=DRIFT,
            gamma=lambda _, teams, *__: comparisons(teams),
        )

    def rate(self, seats: Sequence[RatedSeat]) -> list[Forecast]:
        """Rate a finished game; gives what was expected of each player's pairs before it.

        A bot that nobody has measured is rated like a player; who is neither is left out.
        """
        known = [(_key(seat, self.bots), seat) for seat in seats]
        known = [(key, seat) for key, seat in known if key or seat.bot]
        if len(known) < 2 or not any(key for key, _ in known):
            return []
        before = [self._before(key, seat) for key, seat in known]
        teams = [[self._model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
        rated = self._model.rate(teams, ranks=[float(seat.place) for _, seat in known])
        worth = comparisons(len(known))
        for (key, _), old, (new,) in zip(known, before, rated, strict=True):
            if key:
                mu = old.mu + worth * (new.mu - old.mu)
                self.ratings[key] = Rating(mu, new.sigma, old.games + 1)
        return _forecasts([seat.place for _, seat in known], before, [key for key, _ in known])

    def _before(self, key: str, seat: RatedSeat) -> Rating:
        if not key:
            return Rating(self.bots[seat.bot], BOT_SIGMA)
        return self.ratings.get(key, Rating())


def _key(seat: RatedSeat, bots: Mapping[str, float]) -> str:
    """Name what is rated in a seat: a player, or a bot that was not measured; "" for others."""
    unmeasured = seat.bot and seat.bot not in bots
    return f"bot:{seat.bot}" if unmeasured else seat.player


@cache
def comparisons(players: int) -> float:
    """Say how many comparisons of two a place among so many players is worth.

    openskill takes the mean over the other players, as if it were one. This is the Fisher
    information of the place among equals (Plackett-Luce) by that of a single comparison.
    """
    slopes = []
    for place in range(1, players + 1):
        beaten = sum(1 / (players - better) for better in range(place))
        slopes.append(1 - beaten)
    return 4 * sum(slope**2 for slope in slopes) / players


def _forecasts(
    places: Sequence[int], before: Sequence[Rating], keys: Sequence[str]
) -> list[Forecast]:
    forecasts = []
    for one, other in ((a, b) for b in range(len(places)) for a in range(b)):
        if keys[one] or keys[other]:
            a, b = before[one], before[other]
            spread = sqrt(2 * BETA**2 + a.sigma**2 + b.sigma**2)
            happened = (1 + (places[one] < places[other]) - (places[one] > places[other])) / 2
            forecasts.append(Forecast(1 / (1 + exp((b.mu - a.mu) / spread)), happened))
    return forecasts
