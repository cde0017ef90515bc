"""Facts packed for the compiled twins."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, seed_from
from meldroom.core.view import view
from meldroom.games import BUILT_IN
from meldroom.games.companions import packing_of

PACKED = [game for game in BUILT_IN if packing_of(game) is not None]


@pytest.mark.parametrize("game", PACKED, ids=lambda game: game.key)
def test_facts_on_which_the_rules_decide_otherwise_are_packed_otherwise(game: AnyGame) -> None:
    packing = packing_of(game)
    assert packing is not None
    lots, decided = Random(1), dict[bytes, Any]()
    for seats in game.players:
        state = game.start({}, seats, Rng(seed_from(seats)))
        for _ in range(400):
            to_act, result = game.to_act(state.public), game.result(state)
            packed = bytes([seats]) + packing.facts(state.public)
            assert decided.setdefault(packed, (to_act, result)) == (to_act, result)
            if not to_act:
                break
            seat = lots.choice(to_act)
            state = game.apply(state, seat, lots.choice(game.legal(view(state, seat))))
    assert len(decided) > 100
