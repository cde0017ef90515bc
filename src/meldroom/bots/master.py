"""`master`: searches sampled worlds that its seat cannot rule out, with `house` in every seat.

Every candidate is played out in the same worlds with the same chance to come, so that luck cancels
in the comparison. A rollout ends with the hand, deal or round, and the game's own skill rates the
position. The choice of `house` is overruled only where the rollouts clearly favour another action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Lots, Skill
from meldroom.core.state import AnyState
from meldroom.core.view import AnyView, resample, view
from meldroom.games.companions import skill_of

Clock = Callable[[], float]

ROLLOUTS_PER_DECISION = 120  # where no budget is set
WORLDS_PER_SAMPLE = 3  # one of them is played, weighted by what the others took and discarded
MIN_WORLDS_TO_DROP = 6  # before a candidate can be dropped
DROP_ERRORS = 1.5  # standard errors within which a candidate may still be the best
OVERRULE_ERRORS = 2.0  # standard errors by which a candidate must beat the choice of `house`
RESERVED_BUDGET = 0.03  # share of the budget left for what follows the last rollout


class CandidateStats:
    """How the candidates compare with the favourite (candidate 0), world by world."""

    def __init__(self, candidates: int) -> None:
        self.worlds = 0
        self.alive = list(range(candidates))
        self.leads = [0.0] * candidates  # sums of the lead over the favourite
        self.squares = [0.0] * candidates

    def add_world(self, values: Sequence[float]) -> None:
        """Add the value of each candidate that is alive in one world."""
        self.worlds += 1
        for candidate, value in zip(self.alive, values, strict=True):
            lead = value - values[0]
            self.leads[candidate] += lead
            self.squares[candidate] += lead * lead
        if self.worlds >= MIN_WORLDS_TO_DROP and self.worlds % 2 == 0:
            self.drop_losers()

    def drop_losers(self) -> None:
        """Drop the candidates that can hardly be the best any more; the favourite stays."""
        floor = max(self.lead(candidate, -DROP_ERRORS) for candidate in self.alive)
        self.alive = [
            candidate
            for candidate in self.alive
            if candidate == 0 or 0 < self.lead(candidate, DROP_ERRORS) >= floor
        ]

    def lead(self, candidate: int, errors: float) -> float:
        """Give the mean lead over the favourite, shifted by so many standard errors."""
        mean = self.leads[candidate] / self.worlds
        variance = max(0.0, self.squares[candidate] / self.worlds - mean * mean)
        return mean + errors * sqrt(variance / self.worlds)

    def best(self) -> int:
        """Give the candidate to play: the favourite, unless another is clearly better."""
        if not self.worlds:
            return 0
        best = max(self.alive, key=lambda candidate: self.lead(candidate, -OVERRULE_ERRORS))
        return best if self.lead(best, -OVERRULE_ERRORS) > 0 else 0


class MasterBot:
    """Searches until its budget is spent, or for a fixed, reproducible number of rollouts."""

    def __init__(
        self,
        game: AnyGame,
        seed: bytes,
        clock: Clock | None = None,
        rollouts: int = ROLLOUTS_PER_DECISION,
    ) -> None:
        self.game, self.skill = game, skill_of(game)
        self.rng = Rng(seed)
        self.lot = Lots(bytes(reversed(seed)))
        self.clock, self.rollouts = clock, rollouts
        self.weighs_worlds = type(self.skill).likely is not Skill.likely
        self.worlds_sampled = self.rollouts_played = 0

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions; the budget counts only where there is a clock."""
        if len(legal) == 1:
            return legal[0]
        began = self.clock() if self.clock and budget is not None else None
        favourite = self.skill.house(view, legal, self.lot)
        others = self.skill.candidates(view, legal, favourite)
        candidates = [favourite, *(action for action in others if action != favourite)]
        if len(candidates) == 1:
            return favourite
        stats = CandidateStats(len(candidates))
        may_go_on = self._rollout_limit() if began is None else self._time_limit(began, budget or 0)
        while len(stats.alive) > 1:
            alive = [candidates[candidate] for candidate in stats.alive]
            values = self._values_in_one_world(view, alive, may_go_on)
            if values is None:
                break
            stats.add_world(values)
        return candidates[stats.best()]

    def _rollout_limit(self) -> Callable[[], bool]:
        numbers = count(1)
        return lambda: next(numbers) <= self.rollouts

    def _time_limit(self, began: float, budget: float) -> Callable[[], bool]:
        assert self.clock is not None
        clock, last, longest = self.clock, began, 0.0
        end = began + budget * (1 - RESERVED_BUDGET)

        def may_go_on() -> bool:
            nonlocal last, longest
            now = clock()
            longest, last = max(longest, now - last), now
            return now + longest <= end

        return may_go_on

    def _values_in_one_world(
        self, seen: AnyView, actions: Sequence[Action], may_go_on: Callable[[], bool]
    ) -> list[float] | None:
        """Rate the actions in one sampled world; None if the budget ran out meanwhile."""
        seat = seen.seat
        assert seat is not None
        world = self._sample_world(seen)
        seed, self.rng = fresh_seed(self.rng)
        values = []
        for action in actions:
            if not may_go_on():
                return None
            values.append(self._rollout(self.game.apply(world, seat, action), seen, seat, seed))
        return values

    def _sample_world(self, seen: AnyView) -> AnyState:
        """Sample a world that the seat cannot rule out, likelier ones more often."""
        pack = self.game.deck.pack_for(seen.seats)
        worlds = []
        for _ in range(WORLDS_PER_SAMPLE if self.weighs_worlds else 1):
            worlds.append(resample(seen, pack, self.rng))
            _, self.rng = fresh_seed(self.rng)
        self.worlds_sampled += 1
        if len(worlds) == 1:
            return worlds[0]
        weights = [self.skill.likely(world, seen) for world in worlds]
        remaining = sum(weights) * self.lot(1 << 20) / (1 << 20)
        for world, weight in zip(worlds, weights, strict=True):
            remaining -= weight
            if remaining < 0:
                return world
        return worlds[-1]

    def _rollout(self, state: AnyState, seen: AnyView, seat: Seat, seed: bytes) -> float:
        """Let `house` play every seat to the end of the stage, and rate the result for the seat."""
        game, skill = self.game, self.skill
        stage, house, lot = skill.stage(seen.public), skill.house, Lots(seed)
        self.rollouts_played += 1
        horizon = seen.ply + skill.horizon
        while acting := game.to_act(state.public):
            if state.ply >= horizon or skill.stage(state.public) != stage:
                return skill.prospect(state, seat)
            actor = acting[lot(len(acting)) if len(acting) > 1 else 0]
            actor_view = view(state, actor)
            legal = game.choices(actor_view)
            action = legal[0] if len(legal) == 1 else house(actor_view, legal, lot)
            state = game.apply(state, actor, action)
        result = game.result(state)
        assert result is not None
        return (result.places[seat] == 1) / len(result.winners)
