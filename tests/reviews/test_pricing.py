"""Decisions are priced from what the seat sees, and the price is not flattered by the choice."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE, Rng
from meldroom.core.view import resample, view
from meldroom.fast.layout import games_with_twins
from meldroom.games import find
from meldroom.reviews import Effort, price_decision
from meldroom.reviews.pricing import Price, PricedDecision
from tests.positions import some_position

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
FEW = Effort(24, 48)


@GAMES
@pytest.mark.usefixtures("library")
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_prices(game: AnyGame) -> None:
    lots = Random(f"{game.key} prices")
    match = some_position(game, lots)
    seat = match.to_act[0]
    seen = view(match.state, seat)
    other = resample(seen, game.deck.pack_for(seen.seats), Rng(lots.randbytes(SEED_SIZE)))
    assert other.zones != match.state.zones
    legal = game.legal(seen)
    prices = [
        price_decision(game, view(state, seat), legal, legal[0], FEW)
        for state in (match.state, other)
    ]
    assert prices[0] == prices[1]


@pytest.mark.usefixtures("library")
def test_what_throws_a_game_away_is_found() -> None:
    game, lots = find("victor-or-victim"), Random("blunder")
    worst = 0.0
    for _ in range(10):
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen, legal = view(match.state, seat), match.legal(seat)
        decisions = [price_decision(game, seen, legal, action, FEW) for action in legal]
        worst = max([worst, *(decision.loss for decision in decisions if decision.word)])
    assert worst > 0.1


def test_only_a_loss_beyond_two_errors_has_a_name() -> None:
    action = find("victor-or-victim").parse("decline")

    def word(loss: float, error: float) -> str:
        played, best = Price(action, 0.5, 0.0, 0.0), Price(action, 0.5 + loss, loss, error)
        return PricedDecision(3, 0, (played, best), 1).word

    assert [word(loss, 0.001) for loss in (0.01, 0.02, 0.05, 0.10)] == [
        "", "inaccuracy", "mistake", "blunder",
    ]  # fmt: skip
    assert word(0.10, 0.06) == ""
    assert word(-0.10, 0.01) == ""


@pytest.mark.usefixtures("library")
def test_the_best_action_is_priced_in_other_worlds_than_chose_it() -> None:
    game, lots = find("scorzo"), Random("halves")
    losses = []
    for _ in range(60):
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen, legal = view(match.state, seat), match.legal(seat)
        losses.append(price_decision(game, seen, legal, legal[0], FEW).loss)
    assert min(losses) < 0  # what chose it would never price it below what was played
