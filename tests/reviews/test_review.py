"""A review prices every decision, finds the blunder, and its shares add up to the result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

import meldroom
from meldroom.core.action import from_json
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.fast.layout import games_with_twins
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.match.match import Match
from meldroom.reviews import Effort, Price, PricedDecision, Review, price_decision, review
from meldroom.reviews.form import review_form
from tests.levels import only

QUICKLY_REVIEWED = find("victor-or-victim"), find("thumbs-up")
GAMES = pytest.mark.parametrize(
    "game", only(games_with_twins(), QUICKLY_REVIEWED), ids=lambda game: game.key
)
QUICK = 0.05  # of the usual effort

pytestmark = pytest.mark.usefixtures("library")


@cache
def short_record(game: AnyGame) -> Mapping[str, Any]:
    """Play a game that is over soon."""
    options: dict[str, Any] = dict(skill_of(game).short)
    [record] = meldroom.simulate(game, ["house", "novice"], seed=1, **options)
    return record


@cache
def quick_review(game: AnyGame) -> Review:
    """Review that game."""
    return review(short_record(game), QUICK)


@GAMES
def test_luck_and_skill_add_up_to_the_result(game: AnyGame) -> None:
    record, found = short_record(game), quick_review(game)
    winners = record["result"]["winners"]
    for seat, balance in enumerate(found.balances):
        result = (seat in winners) / len(winners)
        total = 0.5 + balance.luck + balance.own + balance.others
        assert total == pytest.approx(result, abs=1e-9)
        assert found.line[-1][seat] == result
        assert balance.error > 0


@GAMES
def test_who_plays_as_house_has_no_skill_beyond_it(game: AnyGame) -> None:
    found = quick_review(game)
    assert found.balances[0].own == 0
    assert found.balances[0].others == pytest.approx(-found.balances[1].own, abs=1e-9)


def test_where_all_play_as_house_the_result_is_luck_beyond_doubt() -> None:
    game = find("victor-or-victim")
    options: dict[str, Any] = dict(skill_of(game).short)
    [record] = meldroom.simulate(game, ["house", "house"], seed=5, **options)
    [winner] = record["result"]["winners"]
    found = review(record, QUICK)
    assert found.balances[winner] == (0.5, 0, 0, 0)
    assert found.balances[1 - winner] == (-0.5, 0, 0, 0)


@GAMES
def test_every_move_with_a_choice_is_a_decision_and_no_other(game: AnyGame) -> None:
    record, found = short_record(game), quick_review(game)
    match = meldroom.replay(record, moves=0)
    with_choice = []
    for seat, text in record["moves"]:
        if len(match.legal(seat)) > 1:
            with_choice.append((len(match.moves), seat, text))
        match.play(seat, text)
    priced = [
        (decision.ply, decision.seat, game.text(decision.played.action))
        for decision in found.decisions
    ]
    assert priced == with_choice


def with_blunder(game: AnyGame, lots: Random) -> tuple[Mapping[str, Any], int]:
    """Play a game of `house` in which one decision is the worst legal one; gives where."""
    match = Match(game, dict(skill_of(game).short), 2, lots.randbytes(SEED_SIZE))
    bots = [meldroom.make_bot(game, "house", lots.randbytes(SEED_SIZE)) for _ in range(2)]
    blunder, left = -1, lots.randrange(4, 12)
    while match.to_act:
        seat = lots.choice(match.to_act)
        legal, seen = match.legal(seat), match.view(seat)
        action = bots[seat].choose(seen, legal)
        if len(legal) > 1 and (left := left - 1) <= 0 and blunder < 0:
            costs = {
                other: price_decision(game, seen, legal, other, Effort(24, 96)) for other in legal
            }
            worst = max(costs, key=lambda other: costs[other].loss)
            if costs[worst].loss > 0.08:
                action, blunder = worst, len(match.moves)
        match.apply_legal(seat, action)
    record = match.record(["Ada", "Bruno"])
    return (record, blunder) if blunder >= 0 else with_blunder(game, lots)


@pytest.mark.parametrize(
    "game", only(games_with_twins(), QUICKLY_REVIEWED[:1]), ids=lambda game: game.key
)
def test_a_planted_blunder_is_among_the_three_costliest_decisions(game: AnyGame) -> None:
    record, blunder = with_blunder(game, Random(f"{game.key} planted"))
    assert blunder in [decision.ply for decision in review(record, 0.2).costliest]


def review_of(*losses: tuple[int, float]) -> Review:
    """A review of moves by these seats, each with a decision that lost so much."""
    game = find("scorzo")
    draw = game.parse("draw")
    decisions = [
        PricedDecision(ply, seat, (Price(draw, 0.5, 0.0, 0.0), Price(draw, 0.5, loss, 0.001)), 1)
        for ply, (seat, loss) in enumerate(losses)
    ]
    moves = tuple((seat, "draw") for seat, _ in losses)
    return Review(game, ("Ada", "Bruno"), moves, tuple(decisions), (), ())


def test_of_the_decisions_of_a_turn_only_the_worst_is_among_the_costliest() -> None:
    found = review_of((0, 0.2), (0, 0.3), (1, 0.1), (1, 0.0), (0, 0.25), (1, 0.05))
    assert [decision.ply for decision in found.costliest] == [1, 4, 2]


def test_the_form_tells_the_turn_of_every_decision() -> None:
    form = review_form(review_of((0, 0.2), (0, 0.3), (1, 0.1), (0, 0.0))._replace(players=()))
    assert [decision["turn"] for decision in form["decisions"]] == [0, 0, 1, 2]


def test_the_same_record_gives_the_same_review_with_any_number_of_threads() -> None:
    record, told = short_record(find("scorzo")), []
    one = quick_review(find("scorzo"))
    two = review(record, QUICK, threads=2, progress=lambda *done: told.append(done))
    assert review_form(one) == review_form(two)
    moves = len(record["moves"])
    assert told == [(done, moves) for done in range(1, moves + 1)]


def test_an_altered_record_is_not_reviewed() -> None:
    record = dict(short_record(find("scorzo")))
    record["moves"] = record["moves"][:-1]
    with pytest.raises(meldroom.Divergence):
        meldroom.review(record)


def test_the_form_gives_the_fields_of_every_priced_action() -> None:
    game = find("scorzo")
    form = review_form(quick_review(game))
    prices = [price for decision in form["decisions"] for price in decision["prices"]]
    assert prices
    for price in prices:
        action = from_json(price["fields"], game.actions, game.deck)
        assert game.text(action) == price["action"]
