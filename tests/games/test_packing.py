"""Facts packed for the compiled twins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, seed_from
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.fast.pack import action_of, number_of
from meldroom.games import BUILT_IN
from meldroom.games.companions import packing_of

PACKED = [game for game in BUILT_IN if packing_of(game) is not None]


def random_states(game: AnyGame) -> Iterator[AnyState]:
    """Give the states of a random game at every player count, as far as 200 plies."""
    lots = Random(1)
    for seats in game.players:
        state = game.start({}, seats, Rng(seed_from(seats)))
        for _ in range(200):
            yield state
            to_act = game.to_act(state.public)
            if not to_act:
                break
            seat = lots.choice(to_act)
            state = game.apply(state, seat, lots.choice(game.legal(view(state, seat))))


@pytest.mark.parametrize("game", PACKED, ids=lambda game: game.key)
def test_facts_on_which_the_rules_decide_otherwise_are_packed_otherwise(game: AnyGame) -> None:
    packing = packing_of(game)
    assert packing is not None
    decided = dict[bytes, Any]()
    for state in random_states(game):
        decision = game.to_act(state.public), game.result(state)
        packed = bytes([state.seats]) + packing.facts(state.public)
        assert decided.setdefault(packed, decision) == decision
    assert len(decided) > 100


@pytest.mark.parametrize("game", PACKED, ids=lambda game: game.key)
def test_an_action_is_found_by_its_number_and_legal_ones_come_in_that_order(game: AnyGame) -> None:
    found = set[int]()
    for state in random_states(game):
        for seat in game.to_act(state.public):
            legal = game.legal(view(state, seat))
            numbers = [number_of(game, action) for action in legal]
            assert numbers == sorted(set(numbers))
            assert [action_of(game, number) for number in numbers] == [*legal]
            found.update(numbers)
    assert len(found) > 10
