"""The report: its numbers checked by hand, and every section on the page."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.arena.contest import Contest, Outcome, complete_deals
from meldroom.arena.html import page
from meldroom.arena.intervals import estimate, student_t
from meldroom.arena.ratings import (
    DEFAULT_BETA,
    START_FACTOR,
    Forecast,
    calibration,
    fit_beta_factor,
    rate,
    rate_in_order,
)
from meldroom.arena.report import report
from meldroom.core.game import full_options
from meldroom.core.options import offered
from meldroom.games import GAMES

KEY, GAME = next(iter(GAMES.items()))
NAME, VALUES = next((name, values) for name, values in offered(GAME.options).items())
CONTEST = Contest(
    KEY, (full_options(GAME, {}),), (("house", "random"),), deals=3, seed=bytes(32), budget=None
)


def won_by(number: int, seat: int, plies: int = 10) -> Outcome:
    """Make the outcome of a game that this seat wins."""
    places = tuple(1 if other == seat else 2 for other in range(2))
    return Outcome(number, tuple(30 // place for place in places), places, "X-8", (plies, 4))


HOUSE_WINS_ALL = [won_by(number, number % 2, 10 + number) for number in range(6)]


def test_means_places_and_seats_match_a_calculation_by_hand() -> None:
    form = report(CONTEST, [*HOUSE_WINS_ALL[:5], won_by(5, 0)])
    house, random = form["bots"]
    assert house["bot"] == "house"
    assert house["wins"]["mean"] == pytest.approx(5 / 6, abs=1e-4)
    assert house["place"]["mean"] == pytest.approx(7 / 6, abs=1e-4)
    assert random["score"]["mean"] == pytest.approx((5 * 15 + 30) / 6, abs=1e-4)
    assert [seat["wins"]["mean"] for seat in form["seats"]] == pytest.approx(
        [4 / 6, 2 / 6], abs=1e-4
    )
    assert form["cross"]["house"]["random"]["mean"] == house["wins"]["mean"]
    assert form["endings"] == {"X-8": 6}
    assert form["lengths"]["rounds"]["mean"] == 2
    assert form["lengths"]["plies"]["least"] == 14
    assert form["reproducible"]


def test_an_incomplete_deal_does_not_count() -> None:
    assert [seating.number for seating, _ in complete_deals(CONTEST, HOUSE_WINS_ALL[:3])] == [0, 1]
    empty = report(CONTEST, HOUSE_WINS_ALL[:1])
    assert empty["games"] == 0
    assert "No deal is complete yet" in page(empty, "Snap")


def test_the_order_of_the_outcomes_does_not_matter() -> None:
    assert report(CONTEST, HOUSE_WINS_ALL) == report(CONTEST, reversed(HOUSE_WINS_ALL))


def test_intervals_are_student_t_and_shares_stay_between_0_and_1() -> None:
    assert student_t(9) == pytest.approx(2.262, abs=0.002)
    simple = estimate([1.0, 2.0, 3.0])
    assert (simple.mean, simple.deals) == (2.0, 3)
    assert simple.high - simple.mean == pytest.approx(student_t(2) / 3**0.5)
    assert estimate([0.0, 1.0, 1.0], share=True).high == 1.0
    certain = estimate([1.0] * 20, share=True)
    assert certain.mean == 1.0
    assert 0.8 < certain.low < 0.9


def test_two_option_sets_are_compared_deal_by_deal() -> None:
    option_sets = (full_options(GAME, {NAME: VALUES[1]}), full_options(GAME, {}))
    contest = CONTEST._replace(option_sets=option_sets)
    # Games 2 and 3 of each deal have the other option: they take 6 plies more.
    outcomes = [won_by(n, n % 2, 10 + 6 * (n % 4 > 1)) for n in range(contest.games)]
    effect = report(contest, outcomes)["effect"]
    assert effect["option"] == {NAME: VALUES[1]}
    assert effect["against"] == {NAME: VALUES[0]}
    assert effect["rows"]["plies"]["change"] == {"mean": -6, "low": -6, "high": -6, "deals": 3}


def test_the_page_has_every_section_and_is_self_contained() -> None:
    option_sets = (full_options(GAME, {NAME: VALUES[1]}), full_options(GAME, {}))
    contest = CONTEST._replace(option_sets=option_sets, budget=0.1)
    outcomes = [won_by(number, number % 2) for number in range(contest.games)]
    html = page(report(contest, outcomes), "Snap & Co")
    sections = ("Wins", "Head to head", "Ratings", "Seat advantage", "Game length", "Effect of")
    assert all(f"<h2>{section}" in html for section in sections)
    assert "<td>X-8 Every game ends</td>" in html
    assert html.count("<svg") == html.count("</svg>") == 6
    assert "Snap &amp; Co" in html
    assert "100 ms of CPU time per decision" in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")  # a name, never fetched
    assert "<script" not in html


def test_the_better_player_is_rated_higher_and_luck_raises_beta() -> None:
    sure = [(("a", "b"), (1, 2))] * 40
    even = [(("a", "b"), (1, 2) if at % 2 else (2, 1)) for at in range(40)]
    rows: dict[str, Any] = {row["bot"]: row for row in rate(sure)["players"]}
    assert rows["a"]["mu"] > rows["b"]["mu"] + 10
    assert rate(sure)["loss"] < rate(even)["loss"]
    assert fit_beta_factor(sure) < 1 < START_FACTOR < fit_beta_factor(even)
    assert rate(even)["beta"] > DEFAULT_BETA


def test_a_bot_in_several_seats_has_one_rating() -> None:
    games = [(("a", "b", "b"), (1, 2, 3)), (("b", "b", "b"), (1, 1, 1))]
    ratings, forecasts = rate_in_order(games, 1.0)
    assert set(ratings) == {"a", "b"}
    assert ratings["a"].mu > ratings["b"].mu
    assert len(forecasts) == 2


def test_calibration_looks_at_every_pair_from_its_favourite() -> None:
    points = calibration([Forecast(0.3, 0.0), Forecast(0.7, 1.0), Forecast(0.95, 0.0)])
    assert points == [
        {"expected": 0.7, "happened": 1.0, "pairs": 2},
        {"expected": 0.95, "happened": 0.0, "pairs": 1},
    ]
    assert rate([(("a", "a"), (1, 2))])["calibration"] == []
