"""`master`: reproducible from its seed, within its budget, and slow to overrule `house`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from meldroom.bots.master import (
    CLOSE_CALL,
    MIN_WORLDS_TO_DROP,
    RESERVED_BUDGET,
    CandidateStats,
    MasterBot,
    RolloutLimit,
    TimeLimit,
)
from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng
from meldroom.core.skill import Lot, Skill
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, resample, view
from meldroom.fast import Playouts
from meldroom.games import GAMES
from meldroom.games.companions import skill_of
from tests.conformance.tables import EVERY_GAME
from tests.scenario import SEED

GAME: AnyGame = next(iter(GAMES.values()))


class SteppingClock:
    """A clock that advances by one step whenever it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def first_choice(game: AnyGame) -> tuple[AnyView, Sequence[Action]]:
    """Play first legal actions until a search has more than two to choose from."""
    state, skill = game.start({}, 2, Rng(SEED)), skill_of(game)
    while True:
        seat = game.to_act(state.public)[0]
        seen = view(state, seat)
        legal = game.legal(seen)
        if len(legal) > 2:
            favourite = skill.house(seen, legal, lambda n: 0)
            if skill.candidates(seen, legal, favourite):
                return seen, legal
        state = game.apply(state, seat, legal[0])


@EVERY_GAME
def test_the_same_seed_and_number_of_rollouts_give_the_same_choices(game: AnyGame) -> None:
    seen, legal = first_choice(game)
    one, other = (MasterBot(game, SEED, rollouts=20) for _ in range(2))
    assert [one.choose(seen, legal) for _ in range(2)] == [
        other.choose(seen, legal) for _ in range(2)
    ]
    assert one.rollouts_played == other.rollouts_played <= 2 * 20


@EVERY_GAME
def test_it_stays_within_its_budget_by_the_given_clock(game: AnyGame) -> None:
    seen, legal = first_choice(game)
    clock = SteppingClock(0.01)
    bot = MasterBot(game, SEED, clock)
    assert bot.choose(seen, legal, 0.1) in legal
    assert 0 < clock.now <= 0.12  # less where one candidate is left before
    assert bot.rollouts_played


def test_without_a_budget_the_clock_is_not_read() -> None:
    seen, legal = first_choice(GAME)
    clock = SteppingClock(1.0)
    assert MasterBot(GAME, SEED, clock, rollouts=4).choose(seen, legal) in legal
    assert clock.now == 0


class PrefersLastAction(Skill[Any, Any]):
    """Plays the first action, rates the last one best, and weighs every world."""

    horizon = 1

    def __init__(self, last_event: str) -> None:
        self.last_event = last_event
        self.weighed = 0

    def house(self, seen: AnyView, legal: Sequence[Action], lot: Lot) -> Action:
        return legal[0]

    def prospect(self, state: AnyState, seat: Seat) -> float:
        return float(str(state.journal).count(self.last_event) > 0)

    def likely(self, world: AnyState, seen: AnyView) -> float:
        self.weighed += 1
        return 0.0


def test_it_overrules_house_where_the_rollouts_favour_another_action() -> None:
    seen, legal = first_choice(GAME)
    bot = MasterBot(GAME, SEED, rollouts=60)
    world = resample(seen, GAME.deck.pack_for(seen.seats), Rng(SEED))
    last_event = str(GAME.apply(world, seen.seat or 0, legal[-1]).journal[0])
    bot.skill = PrefersLastAction(last_event)
    assert bot.choose(seen, legal) == legal[-1]
    assert bot.skill.weighed
    assert bot.choose(seen, [legal[0], legal[-1]]) == legal[-1]


class LooksForOneCard(Skill[Any, Any]):
    """Notes of the worlds it plays whether the other seat holds a card."""

    horizon = 1

    def __init__(self, card: int) -> None:
        self.card = card
        self.played: list[bool] = []

    def holds(self, state: AnyState, seat: Seat) -> bool:
        return any(zone.owner == 1 - seat and self.card in zone.cards for zone in state.zones)

    def prospect(self, state: AnyState, seat: Seat) -> float:
        self.played.append(self.holds(state, seat))
        return 0.5


class BelievesInOneCard(LooksForOneCard):
    """Rules out every world in which the other seat lacks the card."""

    def likely(self, world: AnyState, seen: AnyView) -> float:
        return float(self.holds(world, seen.seat or 0))


def test_likelier_worlds_are_searched_more_often() -> None:
    seen, legal = first_choice(GAME)
    card = next(iter(set(GAME.deck.pack_for(2)) - set(b"".join(z.cards for z in seen.zones))))
    shares = []
    for kind in (LooksForOneCard, BelievesInOneCard):
        bot = MasterBot(GAME, SEED)
        bot.skill = skill = kind(card)
        for _ in range(20):
            bot.choose(seen, legal)
        shares.append(sum(skill.played) / len(skill.played))
    assert 0.35 < shares[0] < 0.65 < shares[1], "by chance, or one of three worlds"


def test_with_one_action_or_one_candidate_it_does_not_search() -> None:
    seen, legal = first_choice(GAME)
    bot = MasterBot(GAME, SEED)
    assert bot.choose(seen, legal[:1]) == legal[0]

    class NoOtherCandidate(Skill[Any, Any]):
        def candidates(
            self, seen: AnyView, legal: Sequence[Action], favourite: Action
        ) -> Sequence[Action]:
            return ()

    bot.skill = NoOtherCandidate()
    assert bot.choose(seen, legal) in legal
    assert bot.rollouts_played == 0


def one_world(*values: float) -> Playouts:
    """Give what the candidates were worth in one world."""
    squares = tuple(value * value for value in values)
    lead_squares = tuple((value - values[0]) ** 2 for value in values)
    return Playouts(1, values, squares, lead_squares, len(values), 0)


def test_a_lead_is_the_mean_over_all_worlds_give_or_take_its_standard_errors() -> None:
    stats = CandidateStats(2)
    stats.add(one_world(0.5, 0.4))
    stats.add(one_world(0.5, 0.2))
    assert stats.worlds == 2
    assert [stats.lead(1, errors) for errors in (0, 1, -2)] == pytest.approx(
        [-0.2, -0.2 + 0.1 / 2**0.5, -0.2 - 2 * 0.1 / 2**0.5]
    )
    assert stats.lead(0, 2) == 0


def test_with_a_clock_the_slowest_worlds_say_how_many_there_is_time_for() -> None:
    times = iter([1.0, 5.0, 6.0, 8.5, 9.0, 9.7])
    limit = TimeLimit(lambda: next(times), 0.0, 10 / (1 - RESERVED_BUDGET))
    assert limit.allowed_worlds(8, 2) == 8, "nothing is known of them yet"
    assert limit.allowed_worlds(16, 2) == 8, "half a second each"
    assert limit.allowed_worlds(16, 2) == 8, "the last were quicker"
    assert limit.allowed_worlds(16, 2) == 2
    assert limit.allowed_worlds(1, 2) == 1
    assert limit.allowed_worlds(1, 2) == 0


def test_rollouts_are_counted_for_every_candidate() -> None:
    limit = RolloutLimit(20)
    assert [limit.allowed_worlds(6, many) for many in (2, 2, 1)] == [6, 4, 0]


def test_the_favourite_is_kept_while_the_comparison_is_in_doubt() -> None:
    stats = CandidateStats(2)
    assert stats.best() == 0
    for world in range(MIN_WORLDS_TO_DROP):
        stats.add(one_world(0.5, 0.4 + 0.2 * (world % 2)))
    assert stats.best() == 0
    assert stats.alive == [0, 1]


def test_a_worse_candidate_is_dropped_and_a_clearly_better_one_is_best() -> None:
    stats = CandidateStats(3)
    for world in range(MIN_WORLDS_TO_DROP):
        stats.add(one_world(0.5, 0.1, 0.8 + 0.01 * (world % 2)))
    assert stats.alive == [0, 2]
    assert stats.best() == 2


def test_a_sure_gain_is_better_than_a_larger_one_in_doubt() -> None:
    stats = CandidateStats(3)
    for world in range(MIN_WORLDS_TO_DROP):
        stats.add(one_world(0.5, 0.7, 0.5 + 0.5 * (world % 2)))
    assert stats.lead(2, 0) > stats.lead(1, 0)
    assert stats.best() == 1


def test_candidates_that_may_be_the_best_stay_and_one_that_gains_nothing_does_not() -> None:
    stats = CandidateStats(4)
    for world in range(MIN_WORLDS_TO_DROP):
        doubt = 0.4 * (world % 2)
        stats.add(one_world(0.5, 0.4 + doubt, 0.5, 0.5 + doubt))
    assert stats.alive == [0, 1, 3]


@pytest.mark.usefixtures("library")
def test_worlds_of_the_referee_are_played_one_by_one_between_looks_at_the_clock() -> None:
    seen, legal = first_choice(GAME)
    worlds = []
    for in_python in (True, False):
        clock = SteppingClock(0.01)
        bot = MasterBot(GAME, SEED, clock)
        if in_python:
            bot.skill = PrefersLastAction("")  # all worlds alike
        bot.choose(seen, legal, 0.05)
        worlds.append((bot.worlds_sampled, round(clock.now / clock.step)))
    assert worlds[0] == (3, 1 + 3 + 1), (
        "the clock is read at first, before each world, and once too late"
    )
    assert worlds[1][0] >= MIN_WORLDS_TO_DROP


class Rates:
    """A champion that rates the legal actions from the last to the first, so far apart."""

    def __init__(self, game: AnyGame, apart: float) -> None:
        self.game, self.apart = game, apart

    def rated_actions(self, seen: AnyView) -> list[tuple[Action, float]]:
        """Give the legal actions with their ratings."""
        legal = reversed(self.game.legal(seen))
        return [(action, -self.apart * place) for place, action in enumerate(legal)]


@EVERY_GAME
def test_it_trusts_a_champion_that_is_sure_and_searches_where_it_is_not(game: AnyGame) -> None:
    seen, legal = first_choice(game)
    sure = MasterBot(game, SEED, champion=Rates(game, apart=2 * CLOSE_CALL))
    assert sure.choose(seen, legal) == legal[-1]
    assert sure.rollouts_played == 0
    torn = MasterBot(game, SEED, rollouts=12, champion=Rates(game, apart=0.9 * CLOSE_CALL))
    assert torn.choose(seen, legal) in legal[-2:]
    assert torn.rollouts_played
