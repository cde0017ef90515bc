"""Chances to win from a true state: compiled as by the referee, and blind to the stock."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.core.view import view
from meldroom.core.zone import Sight
from meldroom.fast import chances, win_chances
from meldroom.fast.chances import python_win_chances
from meldroom.fast.layout import games_with_twins
from tests.positions import some_position

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)
WORLDS = 3


@GAMES
@pytest.mark.usefixtures("library")
def test_the_library_gives_the_chances_that_the_referee_gives(game: AnyGame) -> None:
    lots = Random(f"{game.key} chances")
    for with_action in (False, True):
        match, seed = some_position(game, lots), lots.randbytes(SEED_SIZE)
        actor = match.to_act[0]
        played = (actor, lots.choice(match.legal(actor))) if with_action else None
        compiled = win_chances(game, match.state, WORLDS, seed, played)
        by_referee = python_win_chances(game, match.state, WORLDS, seed, played)
        assert compiled.means == pytest.approx(by_referee.means, abs=1e-9)
        assert compiled.errors == pytest.approx(by_referee.errors, abs=1e-6)
        assert compiled.changes == pytest.approx(by_referee.changes, abs=1e-9)
        assert compiled.change_errors == pytest.approx(by_referee.change_errors, abs=1e-6)
        assert bool(compiled.changes) == bool(compiled.change_errors) == with_action
        assert sum(compiled.means) == pytest.approx(1, abs=1e-6)
        most = 0.5 / WORLDS**0.5  # where half of the worlds are won, and the others lost
        assert all(0 <= error <= most + 1e-9 for error in compiled.errors)


@pytest.mark.usefixtures("library")
def test_where_there_is_a_library_the_referee_plays_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chances, "python_win_chances", None)
    game = games_with_twins()[0]
    match = some_position(game, Random("no referee"))
    assert len(win_chances(game, match.state, WORLDS, bytes(SEED_SIZE)).means) == match.state.seats


@GAMES
@pytest.mark.usefixtures("library")
def test_chances_do_not_depend_on_the_order_of_what_lies_face_down(game: AnyGame) -> None:
    lots = Random(f"{game.key} stock")
    match, seed = some_position(game, lots), lots.randbytes(SEED_SIZE)
    state = match.state
    zones = [
        zone._replace(cards=zone.cards[::-1]) if zone.sight is Sight.NONE else zone
        for zone in state.zones
    ]
    turned = state._replace(zones=tuple(zones))
    assert view(turned, None) == view(state, None)
    assert win_chances(game, turned, 20, seed) == win_chances(game, state, 20, seed)
