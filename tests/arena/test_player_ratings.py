"""Ratings of players on the scale of the bots."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from meldroom.arena.player_ratings import (
    ANCHOR_RATING,
    POINTS,
    START_SIGMA,
    PlayerRatings,
    RatedSeat,
    Rating,
    bot_ratings,
    comparisons,
    fitted_ratings,
)
from meldroom.arena.ratings import calibration
from meldroom.games import GAMES
from tests.conftest import Figure

BOTS = {"random": 800.0, "house": 1500.0, "master": 1600.0}


def contest(bot: str, against: str, wins: float, games: int = 400) -> dict[str, object]:
    """Make a contest as bots/strength.json has it."""
    return {"bot": bot, "against": against, "wins": wins, "games": games}


def test_a_bot_that_wins_ten_of_eleven_games_is_400_points_better() -> None:
    fitted = fitted_ratings([contest("house", "novice", 10 / 11, 100_000)])
    assert fitted["house"] == ANCHOR_RATING
    assert fitted["house"] - fitted["novice"] == pytest.approx(400, abs=1)


def test_ratings_fit_all_contests_at_once_and_stay_finite() -> None:
    fitted = fitted_ratings(
        [
            contest("house", "random", 1.0),
            contest("house", "novice", 0.9),
            contest("novice", "random", 0.99),
            contest("master", "house", 0.6),
        ]
    )
    assert sorted(fitted, key=lambda bot: fitted[bot]) == ["random", "novice", "house", "master"]
    assert fitted["house"] - fitted["random"] < 2_000


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_ladder_of_bots(game: str) -> None:
    ladder = bot_ratings(game)
    assert max(ladder["random"], ladder["novice"]) < ladder["house"] == ANCHOR_RATING
    assert ladder["house"] < ladder["master"]


def test_winning_raises_a_rating_and_every_game_makes_it_surer() -> None:
    players = PlayerRatings(BOTS)
    players.rate([RatedSeat("ada", "", 1), RatedSeat("", "house", 2)])
    up = players.ratings["ada"]
    assert up.mu > Rating().mu
    assert up.sigma < START_SIGMA
    players.rate([RatedSeat("ada", "", 2), RatedSeat("", "house", 1)])
    assert players.ratings["ada"].mu < up.mu
    assert players.ratings["ada"].games == 2


def test_a_measured_bot_is_not_rated_and_another_is() -> None:
    players = PlayerRatings(BOTS)
    players.rate([RatedSeat("ada", "", 1), RatedSeat("", "house", 2), RatedSeat("", "mine", 3)])
    assert set(players.ratings) == {"ada", "bot:mine"}


def test_who_is_unknown_is_left_out() -> None:
    players = PlayerRatings(BOTS)
    assert players.rate([RatedSeat("ada", "", 1), RatedSeat("", "", 2)]) == []
    assert players.ratings == {}


def test_a_place_among_more_players_says_more() -> None:
    assert comparisons(2) == pytest.approx(1)
    assert [comparisons(players) for players in range(2, 9)] == sorted(
        comparisons(players) for players in range(2, 9)
    )
    assert comparisons(8) < 4, "not even the best measurement of one game says more"


def test_ratings_find_the_strength_of_players_and_say_how_sure_they_are(figure: Figure) -> None:
    random = Random(5)
    strengths = {f"player {n}": random.gauss(1300, 200) for n in range(40)}
    players = PlayerRatings(BOTS)
    forecasts = []
    for _ in range(3_000):
        names = random.sample(list(strengths), 2)
        bots = random.sample(list(BOTS), 2)
        seats = [(name, "", strengths[name]) for name in names]
        seats += [("", bot, BOTS[bot]) for bot in bots]
        # The largest of such numbers follows the Bradley-Terry model (Gumbel noise).
        drawn = sorted(seats, key=lambda seat: -gumbel(random, seat[2]))
        rated = [RatedSeat(name, bot, place) for place, (name, bot, _) in enumerate(drawn, 1)]
        forecasts += players.rate(rated)
    inside = [
        abs(players.ratings[name].mu - strength) <= players.ratings[name].error
        for name, strength in strengths.items()
    ]
    assert sum(inside) >= 0.85 * len(inside)
    for point in calibration(forecasts):
        assert abs(point["expected"] - point["happened"]) < 0.03
    figure(f"ratings: {sum(inside)} of {len(inside)} true strengths within the interval")


def gumbel(random: Random, strength: float) -> float:
    """Draw how well somebody plays in one game."""
    return strength - POINTS * log(-log(random.random()))
