"""A hint comes from the seat's own view alone, and names what the next best would cost."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import pytest

from meldroom.bots.registry import make_bot
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.fast.layout import games_with_twins
from meldroom.games import find
from meldroom.reviews import Effort, caution, hint, price_decision
from tests.levels import only
from tests.positions import some_position, twin_position

QUICKLY_FOUND = find("scorzo"), find("thumbs-up")
GAMES = pytest.mark.parametrize(
    "game", only(games_with_twins(), QUICKLY_FOUND), ids=lambda game: game.key
)
FEW = Effort(24, 96)
SURE = Effort(96, 768)
SEED = bytes(SEED_SIZE)

pytestmark = pytest.mark.usefixtures("library")


@GAMES
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_hint(game: AnyGame) -> None:
    lots = Random(f"{game.key} hints")
    match, other = twin_position(game, lots)
    seat = match.to_act[0]
    assert hint(game, match.view(seat), FEW) == hint(game, other.view(seat), FEW)


@GAMES
def test_a_hint_compares_a_legal_action_with_the_two_next_best(game: AnyGame) -> None:
    lots = Random(f"{game.key} alternatives")
    for _ in range(4):
        match = some_position(game, lots)
        seen = match.view(match.to_act[0])
        legal = game.legal(seen)
        found = hint(game, seen, FEW)
        actions = [found.action, *(one.action for one in found.alternatives)]
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(legal)
        assert len(actions) == min(3, len(legal))
        costs = [one.cost for one in found.alternatives]
        assert costs == sorted(costs)
        assert all(one.error > 0 or one.cost == 0 for one in found.alternatives)
        assert found.chance is not None
        assert 0 <= found.chance <= 1


def test_where_there_is_no_choice_the_hint_says_so() -> None:
    game = find("victory-rummy")
    lots = Random("forced")
    match = some_position(game, lots)
    while len(match.legal(match.to_act[0])) > 1:
        seat = match.to_act[0]
        match.apply_legal(seat, lots.choice(match.legal(seat)))
    seat = match.to_act[0]
    found = hint(game, match.view(seat))
    assert [found.action] == list(match.legal(seat))
    assert (found.chance, found.alternatives) == (None, ())


@pytest.mark.long
@pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
def test_hints_lose_no_more_than_master_does(game: AnyGame) -> None:
    lots, leads = Random(f"{game.key} strength"), list[float]()
    for _ in range(25):
        match = some_position(game, lots)
        seen = match.view(match.to_act[0])
        legal = game.legal(seen)
        losses = [
            price_decision(game, seen, legal, action, SURE).loss
            for action in (
                make_bot(game, "master", SEED).choose(seen, legal),
                hint(game, seen, FEW).action,
            )
        ]
        leads.append(losses[0] - losses[1])
    assert mean(leads) >= -2 * stdev(leads) / len(leads) ** 0.5


def test_a_caution_is_given_exactly_where_a_review_would_call_the_move_a_mistake() -> None:
    game, lots = find("scorzo"), Random("cautions")
    wild, cautions, silent = game.parse("discard WW"), 0, 0
    for _ in range(60):
        match = some_position(game, lots)
        seen = match.view(match.to_act[0])
        legal = game.legal(seen)
        if wild not in legal:
            continue
        decision = price_decision(game, seen, legal, wild, FEW)
        found = caution(game, seen, wild, FEW)
        assert (found is not None) == (decision.word in ("mistake", "blunder"))
        if found is None:
            silent += 1
        else:
            cautions += 1
            assert (found.loss, found.better) == (decision.loss, decision.best.action)
        if min(cautions, silent) == 2:
            return
    pytest.fail(f"{cautions} cautions, {silent} times none")
