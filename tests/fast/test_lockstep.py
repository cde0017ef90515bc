"""Every twin against its referee: legal actions and all of the state, at every ply."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.game import AnyGame
from meldroom.fast.layout import games_with_twins
from tests.conftest import Figure
from tests.fast.lockstep import Lockstep, compared_plies
from tests.levels import as_long

GAMES = pytest.mark.parametrize("game", games_with_twins(), ids=lambda game: game.key)

pytestmark = pytest.mark.usefixtures("library")


@GAMES
@pytest.mark.parametrize(
    "plies", [500, as_long(40_000), pytest.param(10_000_000, marks=pytest.mark.slow)]
)
def test_a_twin_plays_as_its_referee_at_every_ply(
    game: AnyGame, plies: int, figure: Figure
) -> None:
    games, reasons = compared_plies(game, "random", plies)
    figure(
        f"lockstep {game.key}: {plies} plies, {games} games ended"
        f" ({', '.join(sorted(reasons))}), 0 differences"
    )


@GAMES
def test_a_packed_state_is_read_back_and_played_on(game: AnyGame) -> None:
    lockstep = Lockstep(game, Random("read back"))
    for _ in zip(range(150), lockstep.play(), strict=False):
        lockstep.jump_to(lockstep.state)
