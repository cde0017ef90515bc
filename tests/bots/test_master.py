"""`master`: the same for the same seed, within its budget, and it looks before it leaps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.bots.master import ENOUGH, MasterBot, Tally
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game
from meldroom.core.rng import Rng
from meldroom.core.skill import Lot, Skill
from meldroom.core.state import State
from meldroom.core.view import View, view
from tests.conformance.tables import EVERY_GAME
from tests.scenario import SEED


class Ticking:
    """A clock that goes on by a step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def opening(game: Game[Any]) -> tuple[View[Any], Sequence[Action]]:
    """Play on with first choices until there are two or more to choose from."""
    state = game.start({}, 2, Rng(SEED))
    while True:
        seat = game.to_act(state.public)[0]
        seen = view(state, seat)
        legal = game.legal(seen)
        if len(legal) > 2:
            return seen, legal
        state = game.apply(state, seat, legal[0])


@EVERY_GAME
def test_the_same_seed_and_number_of_rollouts_give_the_same_choices(game: Game[Any]) -> None:
    seen, legal = opening(game)
    one, other = (MasterBot(game, SEED, rollouts=20) for _ in range(2))
    assert [one.choose(seen, legal) for _ in range(2)] == [
        other.choose(seen, legal) for _ in range(2)
    ]
    assert one.rollouts_played == other.rollouts_played <= 2 * 20


@EVERY_GAME
def test_it_stops_at_its_budget_by_the_clock_that_it_is_given(game: Game[Any]) -> None:
    seen, legal = opening(game)
    clock = Ticking(0.01)
    bot = MasterBot(game, SEED, clock)
    assert bot.choose(seen, legal, 0.1) in legal
    assert 0.05 < clock.now <= 0.12


def test_without_a_budget_a_clock_is_not_looked_at() -> None:
    game = Told()
    seen, legal = opening(game.game)
    clock = Ticking(1.0)
    assert MasterBot(game.game, SEED, clock, rollouts=4).choose(seen, legal) in legal
    assert clock.now == 0


class Told:
    """Some game of the registry."""

    def __init__(self) -> None:
        from meldroom.games import GAMES

        self.game: Game[Any] = next(iter(GAMES.values()))


class Prophet(Skill[Any]):
    """Knows that the last action is the best one and plays the first, and weighs every world."""

    horizon = 1

    def __init__(self, last: str) -> None:
        self.last = last
        self.weighed = 0

    def house(self, seen: View[Any], legal: Sequence[Action], lot: Lot) -> Action:
        return legal[0]

    def prospect(self, state: State[Any], seat: Seat) -> float:
        return float(str(state.journal).count(self.last) > 0)

    def likely(self, world: State[Any], seen: View[Any]) -> float:
        self.weighed += 1
        return 0.0


def test_it_leaves_the_house_where_the_worlds_speak_against_it() -> None:
    game = Told().game
    seen, legal = opening(game)
    bot = MasterBot(game, SEED, rollouts=60)
    last = str(game.apply(_any_world(game, seen), seen.seat or 0, legal[-1]).journal[0])
    bot.skill, bot.weighs = Prophet(last), True
    assert bot.choose(seen, legal) == legal[-1]
    assert bot.skill.weighed


def _any_world(game: Game[Any], seen: View[Any]) -> State[Any]:
    from meldroom.core.view import resample

    return resample(seen, game.pack(seen.seats), Rng(SEED))


def test_with_one_action_or_one_candidate_it_does_not_think() -> None:
    game = Told().game
    seen, legal = opening(game)
    bot = MasterBot(game, SEED)
    assert bot.choose(seen, legal[:1]) == legal[0]

    class Sure(Skill[Any]):
        def candidates(
            self, seen: View[Any], legal: Sequence[Action], favourite: Action
        ) -> Sequence[Action]:
            return ()

    bot.skill = Sure()
    assert bot.choose(seen, legal) in legal
    assert bot.rollouts_played == 0


def test_a_tally_keeps_the_favourite_while_the_worlds_are_in_doubt() -> None:
    tally = Tally(2)
    assert tally.best() == 0
    for world in range(ENOUGH):
        tally.enter((0.5, 0.4 + 0.2 * (world % 2)))
    assert tally.best() == 0
    assert tally.alive == [0, 1]


def test_a_tally_drops_what_is_worse_and_names_what_is_clearly_better() -> None:
    tally = Tally(3)
    for world in range(ENOUGH):
        tally.enter((0.5, 0.1, 0.8 + 0.01 * (world % 2)))
    assert tally.alive == [0, 2]
    assert tally.best() == 2
