"""`master`: searches sampled worlds that its seat cannot rule out, with `house` in every seat.

Every candidate is played out in the same worlds with the same chance to come, so that luck cancels
in the comparison. A rollout ends with the hand, deal or round, and the game's own skill rates the
position. The choice of `house` is overruled only where the rollouts clearly favour another action.
Where the game has a champion, its choice takes that place, and the search only decides between
actions that the champion rates nearly alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Protocol

from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Lots
from meldroom.core.view import AnyView
from meldroom.fast import Playouts, playouts
from meldroom.fast.rollouts import compiled, python_playouts
from meldroom.games.companions import skill_of

Clock = Callable[[], float]

ROLLOUTS_PER_DECISION = 120  # where no budget is set
MIN_WORLDS_TO_DROP = 6  # before a candidate can be dropped
MIN_WORLDS_PER_BATCH = 2  # between two looks at who can be dropped
DROP_ERRORS = 1.5  # standard errors within which a candidate may still be the best
OVERRULE_ERRORS = 2.0  # standard errors by which a candidate must beat the choice of `house`
CLOSE_CALL = 1.0  # below the best rating of a champion: played a third as often in its training
RESERVED_BUDGET = 0.03  # share of the budget left for what follows the last rollout


class CandidateStats:
    """How the candidates compare with the favourite (candidate 0), world by world."""

    def __init__(self, candidates: int) -> None:
        self.worlds = 0
        self.alive = list(range(candidates))
        self.leads = [0.0] * candidates  # sums of the lead over the favourite
        self.squares = [0.0] * candidates

    def add(self, played: Playouts) -> None:
        """Add what the candidates that are alive were worth in some worlds."""
        self.worlds += played.worlds
        for at, candidate in enumerate(self.alive):
            self.leads[candidate] += played.sums[at] - played.sums[0]
            self.squares[candidate] += played.lead_squares[at]
        if self.worlds >= MIN_WORLDS_TO_DROP:
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
        # The favourite's lead over itself is 0, and of equal ones the first is chosen.
        return max(self.alive, key=lambda candidate: self.lead(candidate, -OVERRULE_ERRORS))


class RolloutLimit:
    """Allows a fixed number of rollouts for a decision."""

    def __init__(self, rollouts: int) -> None:
        self.left = rollouts

    def allowed_worlds(self, wanted: int, candidates: int) -> int:
        """Say how many worlds may be played next with so many candidates."""
        worlds = min(wanted, self.left // candidates)
        self.left -= worlds * candidates
        return worlds


class TimeLimit:
    """Allows what the slowest worlds so far would leave time for; asked before each batch."""

    def __init__(self, clock: Clock, began: float, budget: float) -> None:
        self.clock, self.last = clock, began
        self.end = began + budget * (1 - RESERVED_BUDGET)
        self.worlds, self.seconds_per_world = 0, 0.0

    def allowed_worlds(self, wanted: int, candidates: int) -> int:
        """Say how many worlds may be played next with so many candidates."""
        now = self.clock()
        if self.worlds:
            self.seconds_per_world = max(self.seconds_per_world, (now - self.last) / self.worlds)
        worlds = wanted
        while worlds and now + worlds * self.seconds_per_world > self.end:
            worlds //= 2
        self.last, self.worlds = now, worlds
        return worlds


class Champion(Protocol):
    """A policy that rates the legal actions of a view."""

    def rated_actions(self, seen: AnyView) -> list[tuple[Action, float]]:
        """Give the legal actions with their ratings, its choice first, the worst last."""


class MasterBot:
    """Searches until its budget is spent, or for a fixed, reproducible number of rollouts."""

    def __init__(
        self,
        game: AnyGame,
        seed: bytes,
        clock: Clock | None = None,
        rollouts: int = ROLLOUTS_PER_DECISION,
        champion: Champion | None = None,
    ) -> None:
        self.game, self.skill = game, skill_of(game)
        self.rng = Rng(seed)
        self.lot = Lots(bytes(reversed(seed)))
        self.clock, self.rollouts, self.champion = clock, rollouts, champion
        self.worlds_sampled = self.rollouts_played = 0

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions; the budget counts only where there is a clock."""
        if len(legal) == 1:
            return legal[0]
        began = self.clock() if self.clock and budget is not None else None
        candidates = self._candidates(view, legal)
        if len(candidates) == 1:
            return candidates[0]
        limit: RolloutLimit | TimeLimit = RolloutLimit(self.rollouts)
        if self.clock and began is not None:
            limit = TimeLimit(self.clock, began, budget or 0)
        return candidates[self._search(view, candidates, limit)]

    def _candidates(self, seen: AnyView, legal: Sequence[Action]) -> list[Action]:
        """Name the actions to compare, the favourite first."""
        if self.champion is not None:
            rated = self.champion.rated_actions(seen)
            _, best = rated[0]
            return [action for action, rating in rated if rating >= best - CLOSE_CALL]
        favourite = self.skill.house(seen, legal, self.lot)
        others = self.skill.candidates(seen, legal, favourite)
        return [favourite, *(action for action in others if action != favourite)]

    def _search(
        self, seen: AnyView, candidates: Sequence[Action], limit: RolloutLimit | TimeLimit
    ) -> int:
        """Play the candidates out as far as the limit allows; gives the one to play."""
        stats = CandidateStats(len(candidates))
        seed, self.rng = fresh_seed(self.rng)
        exact = isinstance(limit, RolloutLimit)  # to be reproduced without the library
        one_by_one = not exact and not self._is_compiled  # the referee's worlds take long
        while len(stats.alive) > 1:
            wanted = stats.worlds // 4 if stats.worlds else MIN_WORLDS_TO_DROP
            wanted = 1 if one_by_one else max(MIN_WORLDS_PER_BATCH, wanted)
            worlds = limit.allowed_worlds(wanted, len(stats.alive))
            if not worlds:
                break
            alive = [candidates[candidate] for candidate in stats.alive]
            search = seen, worlds, "house", alive, self.skill.horizon, seed
            if self._is_compiled:
                played = playouts(self.game, *search, first=stats.worlds, exact=exact)
            else:
                played = python_playouts(self.game, self.skill, *search, first=stats.worlds)
            self.worlds_sampled += played.worlds
            self.rollouts_played += played.rollouts
            stats.add(played)
        return stats.best()

    @property
    def _is_compiled(self) -> bool:
        return self.skill is skill_of(self.game) and compiled(self.game, "house")
