"""Decisions are priced from what the seat sees, and the price is not flattered by the choice."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.bots.champion import champion_policy
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.core.skill import Lots
from meldroom.core.view import view
from meldroom.fast.layout import games_with_twins
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.reviews import Effort, price_decision
from meldroom.reviews.pricing import Price, PricedDecision
from tests.positions import some_position, twin_position

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
FEW = Effort(24, 48)


@GAMES
@pytest.mark.usefixtures("library")
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_prices(game: AnyGame) -> None:
    lots = Random(f"{game.key} prices")
    worlds = twin_position(game, lots)
    seat = worlds[0].to_act[0]
    legal = worlds[0].legal(seat)
    prices = [price_decision(game, each.view(seat), legal, legal[0], FEW) for each in worlds]
    assert prices[0] == prices[1]


@pytest.mark.usefixtures("library")
def test_what_only_the_champion_would_play_can_be_the_best() -> None:
    game, lots = find("rummy-battle"), Random("champion")
    skill, champion = skill_of(game), champion_policy(game)
    for _ in range(200):
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen, legal = view(match.state, seat), match.legal(seat)
        favourite = skill.house(seen, legal, Lots(bytes(SEED_SIZE)))
        choice = champion.choose(seen)
        if choice not in [favourite, *skill.candidates(seen, legal, favourite)]:
            best = price_decision(game, seen, legal, favourite, FEW).best.action
            if best == choice:
                return
    pytest.fail("no review found what the champion would play")


def test_a_long_game_is_reviewed_with_fewer_worlds_a_move() -> None:
    game = find("victory-rummy")
    usual, short = Effort.usual(game), Effort.of_review(game, 300)
    assert short == usual
    long, longer = Effort.of_review(game, 1_500), Effort.of_review(game, 3_000)
    assert all(fewer < more for fewer, more in zip(long, usual, strict=True))
    assert longer.line * 3_000 == pytest.approx(long.line * 1_500, rel=0.02)
    assert longer.choosing * 3_000 == pytest.approx(long.choosing * 1_500, rel=0.02)


def test_where_playouts_take_long_a_review_has_fewer_worlds_a_move() -> None:
    slow, other = find("rummy-battle"), find("scorzo")
    assert Effort.usual(slow) == Effort.usual(other) == Effort.of_review(other, 600)
    assert Effort.of_review(slow, 600).pricing < Effort.of_review(other, 600).pricing


@pytest.mark.usefixtures("library")
def test_to_discard_a_wild_is_found_to_be_a_loss() -> None:
    game, lots = find("scorzo"), Random("wilds")
    wild, losses = game.parse("discard WW"), list[float]()
    while len(losses) < 8:
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen, legal = view(match.state, seat), match.legal(seat)
        if wild in legal:
            losses.append(price_decision(game, seen, legal, wild, FEW).loss)
    assert sum(losses) / len(losses) > 0.01


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

    def loss() -> float:
        match = some_position(game, lots)
        seat = match.to_act[0]
        seen, legal = view(match.state, seat), match.legal(seat)
        return price_decision(game, seen, legal, legal[0], FEW).loss

    # What chose it would never price it below what was played.
    assert any(loss() < 0 for _ in range(60))
