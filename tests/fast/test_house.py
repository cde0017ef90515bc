"""The compiled `house` against the one in `bot.py`: the same choice at every decision."""

from __future__ import annotations

from random import Random

import pytest

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.rng import SEED_SIZE
from meldroom.core.skill import Lots
from meldroom.core.view import view
from meldroom.fast.build import SOURCES
from meldroom.fast.layout import c_name, games_with_twins
from meldroom.fast.pack import action_of
from meldroom.games.companions import skill_of
from tests.conftest import Figure
from tests.fast.lockstep import Lockstep
from tests.levels import as_long

HOUSES = [game for game in games_with_twins() if (SOURCES / f"{c_name(game)}_house.h").exists()]

pytestmark = pytest.mark.usefixtures("library")


class HouseLockstep(Lockstep):
    """Asks both houses at every decision; follows them, or plays by lot now and then."""

    def __init__(self, game: AnyGame, lots: Random) -> None:
        super().__init__(game, lots)
        self.skill, self.lot = skill_of(game), Lots(bytes(SEED_SIZE))
        self.obedient = lots.choice((0.5, 0.9, 1.0))
        self.favourite, self.decisions = 0, 0

    def legal(self, seat: Seat) -> dict[int, Action]:
        """Give the legal actions; what the houses choose among them must be the same."""
        legal = super().legal(seat)
        self.favourite = self.twin.house(seat)
        if len(legal) == 1:
            assert self.favourite in legal, self.where
            return legal
        seen = view(self.state, seat)
        chosen = self.skill.house(seen, self.game.choices(seen), self.lot)
        assert action_of(self.game, self.favourite) == chosen, self.where
        self.decisions += 1
        return legal

    def choose(self, legal: dict[int, Action]) -> tuple[int, Action]:
        """Choose as the houses do, else by lot."""
        if self.lots.random() < self.obedient:
            return self.favourite, legal[self.favourite]
        return super().choose(legal)


@pytest.mark.parametrize("game", HOUSES, ids=lambda game: game.key)
@pytest.mark.parametrize(
    "decisions", [300, as_long(20_000), pytest.param(1_000_000, marks=pytest.mark.slow)]
)
def test_the_compiled_house_chooses_as_the_house_of_the_game(
    game: AnyGame, decisions: int, figure: Figure
) -> None:
    lots, compared, games = Random(f"{game.key} house"), 0, 0
    while compared < decisions:
        lockstep = HouseLockstep(game, lots)
        for _ in lockstep.play():
            if compared + lockstep.decisions >= decisions:
                break
        compared, games = compared + lockstep.decisions, games + 1
    figure(f"house {game.key}: {compared} decisions in {games} games, 0 differences")
