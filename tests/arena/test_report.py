"""The report: its figures by hand, and all its parts on the page."""

from __future__ import annotations

from typing import Any

import pytest

from meldroom.arena.contest import Contest, Outcome
from meldroom.arena.html import page
from meldroom.arena.intervals import figure, student
from meldroom.arena.ratings import BETA, START, Forecast, calibration, fitted, passed, rate
from meldroom.arena.report import report, whole_deals
from meldroom.games import GAMES

KEY, GAME = next(iter(GAMES.items()))
NAME, VALUES = next((name, values) for name, values in GAME.options.items())
CONTEST = Contest(
    KEY, (GAME.settled({}),), (("house", "random"),), deals=3, seed=bytes(32), budget=None
)


def won_by(number: int, seat: int, plies: int = 10) -> Outcome:
    """End a game with a winner."""
    places = tuple(1 if at == seat else 2 for at in range(2))
    return Outcome(number, tuple(30 // place for place in places), places, "X-8", (plies, 4))


SWEEP = [won_by(number, number % 2, 10 + number) for number in range(6)]  # house always wins


def test_means_places_and_seats_come_out_as_by_hand() -> None:
    form = report(CONTEST, [*SWEEP[:5], won_by(5, 0)])
    house, other = form["bots"]
    assert house["bot"] == "house"
    assert house["wins"]["mean"] == pytest.approx(5 / 6, abs=1e-4)
    assert house["place"]["mean"] == pytest.approx(7 / 6, abs=1e-4)
    assert other["score"]["mean"] == pytest.approx((5 * 15 + 30) / 6, abs=1e-4)
    assert [seat["wins"]["mean"] for seat in form["seats"]] == pytest.approx(
        [4 / 6, 2 / 6], abs=1e-4
    )
    assert form["cross"]["house"]["random"]["mean"] == house["wins"]["mean"]
    assert form["endings"] == {"X-8": 6}
    assert form["lengths"]["rounds"]["mean"] == 2
    assert form["lengths"]["plies"]["least"] == 14
    assert form["reproducible"]


def test_a_deal_that_is_not_complete_does_not_count() -> None:
    assert [pair.number for pair, _ in whole_deals(CONTEST, SWEEP[:3])] == [0, 1]
    empty = report(CONTEST, SWEEP[:1])
    assert empty["games"] == 0
    assert "No deal is complete yet" in page(empty, "Snap")


def test_the_order_in_which_games_came_in_does_not_matter() -> None:
    assert report(CONTEST, SWEEP) == report(CONTEST, reversed(SWEEP))


def test_intervals_are_students_and_shares_stay_between_nothing_and_all() -> None:
    assert student(9) == pytest.approx(2.262, abs=0.002)
    found = figure([1.0, 2.0, 3.0])
    assert (found.mean, found.deals) == (2.0, 3)
    assert found.high - found.mean == pytest.approx(student(2) / 3**0.5)
    assert figure([0.0, 1.0, 1.0], share=True).high == 1.0
    certain = figure([1.0] * 20, share=True)
    assert certain.mean == 1.0
    assert 0.8 < certain.low < 0.9


def test_an_option_is_held_against_another_deal_by_deal() -> None:
    tables = (GAME.settled({NAME: VALUES[1]}), GAME.settled({}))
    contest = CONTEST._replace(tables=tables)
    # Game 2 of each deal's four is the first one with the other option: it takes 6 plies more.
    outcomes = [won_by(n, n % 2, 10 + 6 * (n % 4 > 1)) for n in range(contest.games)]
    effect = report(contest, outcomes)["effect"]
    assert effect["option"] == {NAME: VALUES[1]}
    assert effect["against"] == {NAME: VALUES[0]}
    assert effect["rows"]["plies"]["change"] == {"mean": -6, "low": -6, "high": -6, "deals": 3}


def test_the_page_has_every_part_and_needs_nothing_else() -> None:
    tables = (GAME.settled({NAME: VALUES[1]}), GAME.settled({}))
    contest = CONTEST._replace(tables=tables, budget=0.1)
    outcomes = [won_by(number, number % 2) for number in range(contest.games)]
    html = page(report(contest, outcomes), "Snap & Co")
    for part in ("Who wins", "Ratings", "Where one sits", "How long", "How games end", "changes"):
        assert f"{part}" in html
    assert html.count("<svg") == html.count("</svg>") == 6
    assert "Snap &amp; Co" in html
    assert "100 ms of a core a decision" in html
    assert "http" not in html
    assert "<script" not in html


def test_ratings_know_the_better_player_and_their_own_luck() -> None:
    sure = [(("a", "b"), (1, 2))] * 40
    even = [(("a", "b"), (1, 2) if at % 2 else (2, 1)) for at in range(40)]
    by: dict[str, Any] = {row["bot"]: row for row in rate(sure)["players"]}
    assert by["a"]["mu"] > by["b"]["mu"] + 10
    assert rate(sure)["loss"] < rate(even)["loss"]
    assert fitted(sure) < 1 < START < fitted(even)
    assert rate(even)["beta"] > BETA


def test_a_bot_in_several_chairs_has_one_rating() -> None:
    ratings, forecasts = passed([(("a", "b", "b"), (1, 2, 3)), (("b", "b", "b"), (1, 1, 1))], 1.0)
    assert set(ratings) == {"a", "b"}
    assert ratings["a"].mu > ratings["b"].mu
    assert len(forecasts) == 2


def test_calibration_turns_every_pair_to_its_favourite() -> None:
    points = calibration([Forecast(0.3, 0.0), Forecast(0.7, 1.0), Forecast(0.95, 0.0)])
    assert points == [
        {"expected": 0.7, "happened": 1.0, "pairs": 2},
        {"expected": 0.95, "happened": 0.0, "pairs": 1},
    ]
    assert rate([(("a", "a"), (1, 2))])["calibration"] == []
