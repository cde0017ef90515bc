"""`master`: looks ahead in worlds that its seat cannot rule out, with `house` in every chair.

Every candidate is played out in the same worlds with the same chance to come, so that luck cancels
in the comparison; a look ahead ends with the hand, deal or round, and the game's own folder rates
what it leads to. What `house` would do is changed only where the worlds speak clearly against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt
from typing import Any

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import Game
from meldroom.core.rng import Rng, fresh_seed
from meldroom.core.skill import Lots, Skill
from meldroom.core.state import State
from meldroom.core.view import View, resample, view

Clock = Callable[[], float]

ROLLOUTS = 120  # of one decision, where no budget is set
WORLDS = 3  # drawn for each one that is played, by what the others took and threw
ENOUGH = 6  # worlds before a candidate can be dropped
DOUBT = 1.5  # standard errors within which a candidate may still be the best
PROOF = 2.0  # standard errors by which the worlds must speak against `house`
RESERVE = 0.03  # of the budget, for what follows the last look ahead


class Tally:
    """What the worlds so far say of the candidates, compared world by world."""

    def __init__(self, candidates: int) -> None:
        self.worlds = 0
        self.alive = list(range(candidates))
        self.leads = [0.0] * candidates  # over the favourite, which is candidate 0
        self.squares = [0.0] * candidates

    def enter(self, values: Sequence[float]) -> None:
        """Enter what each candidate that is alive was worth in one world."""
        self.worlds += 1
        for at, value in zip(self.alive, values, strict=True):
            lead = value - values[0]
            self.leads[at] += lead
            self.squares[at] += lead * lead
        if self.worlds >= ENOUGH and self.worlds % 2 == 0:
            self.drop()

    def drop(self) -> None:
        """Drop the candidates that can hardly be the best any more; the favourite stays."""
        floor = max(self.lead(at, -DOUBT) for at in self.alive)
        self.alive = [at for at in self.alive if not at or 0 < self.lead(at, DOUBT) >= floor]

    def lead(self, at: int, errors: float) -> float:
        """Give the mean lead over the favourite, so many standard errors up or down."""
        mean = self.leads[at] / self.worlds
        spread = max(0.0, self.squares[at] / self.worlds - mean * mean)
        return mean + errors * sqrt(spread / self.worlds)

    def best(self) -> int:
        """Name the candidate to play: the favourite, unless another is clearly better."""
        if not self.worlds:
            return 0
        at = max(self.alive, key=lambda at: self.lead(at, -PROOF))
        return at if self.lead(at, -PROOF) > 0 else 0


class MasterBot:
    """Searches until its budget, or for a number of rollouts, which is the same every time."""

    def __init__(
        self,
        game: Game[Any],
        seed: bytes,
        clock: Clock | None = None,
        rollouts: int = ROLLOUTS,
    ) -> None:
        self.game, self.skill = game, game.skill()
        self.rng = Rng(seed)
        self.lot = Lots(bytes(reversed(seed)))
        self.clock, self.rollouts = clock, rollouts
        self.weighs = type(self.skill).likely is not Skill.likely
        self.worlds_seen = self.rollouts_played = 0

    def choose(
        self, view: View[Any], legal: Sequence[Action], budget: float | None = None
    ) -> Action:
        """Choose one of the legal actions; without a clock the budget is a number of rollouts."""
        if len(legal) == 1:
            return legal[0]
        time = self.clock() if self.clock and budget is not None else None
        favourite = self.skill.house(view, legal, self.lot)
        others = self.skill.candidates(view, legal, favourite)
        candidates = [favourite, *(action for action in others if action != favourite)]
        if len(candidates) == 1:
            return favourite
        tally = Tally(len(candidates))
        allowed = self._by_number() if time is None else self._by_clock(time, budget or 0.0)
        while len(tally.alive) > 1:
            values = self._in_one_world(view, [candidates[at] for at in tally.alive], allowed)
            if values is None:
                break
            tally.enter(values)
        return candidates[tally.best()]

    def _by_number(self) -> Callable[[], bool]:
        begun = count(1)
        return lambda: next(begun) <= self.rollouts

    def _by_clock(self, began: float, budget: float) -> Callable[[], bool]:
        assert self.clock is not None
        clock, last, longest = self.clock, began, 0.0
        end = began + budget * (1 - RESERVE)

        def allowed() -> bool:
            nonlocal last, longest
            now = clock()
            longest, last = max(longest, now - last), now
            return now + longest <= end

        return allowed

    def _in_one_world(
        self, seen: View[Any], actions: Sequence[Action], allowed: Callable[[], bool]
    ) -> list[float] | None:
        """Rate the actions in one world; None if the budget ran out in it."""
        seat = seen.seat
        assert seat is not None
        world = self._world(seen)
        seed, self.rng = fresh_seed(self.rng)
        values = []
        for action in actions:
            if not allowed():
                return None
            values.append(self._rollout(self.game.apply(world, seat, action), seen, seat, seed))
        return values

    def _world(self, seen: View[Any]) -> State[Any]:
        """Draw a world that the seat cannot rule out, the likelier the sooner."""
        pack = self.game.pack(seen.seats)
        worlds = []
        for _ in range(WORLDS if self.weighs else 1):
            worlds.append(resample(seen, pack, self.rng))
            _, self.rng = fresh_seed(self.rng)
        self.worlds_seen += 1
        if len(worlds) == 1:
            return worlds[0]
        weights = [self.skill.likely(world, seen) for world in worlds]
        mark = sum(weights) * self.lot(1 << 20) / (1 << 20)
        for world, weight in zip(worlds, weights, strict=True):
            mark -= weight
            if mark < 0:
                return world
        return worlds[-1]

    def _rollout(self, state: State[Any], seen: View[Any], seat: Seat, seed: bytes) -> float:
        """Let `house` play on for all to the end of the stage, and rate it for the seat."""
        game, skill = self.game, self.skill
        stage, house, lot = skill.stage(seen.public), skill.house, Lots(seed)
        self.rollouts_played += 1
        horizon = seen.ply + skill.horizon
        while acting := game.to_act(state.public):
            if state.ply >= horizon or skill.stage(state.public) != stage:
                return skill.prospect(state, seat)
            actor = acting[lot(len(acting)) if len(acting) > 1 else 0]
            sight = view(state, actor)
            legal = game.choices(sight)
            action = legal[0] if len(legal) == 1 else house(sight, legal, lot)
            state = game.apply(state, actor, action)
        result = game.result(state)
        assert result is not None
        return (result.places[seat] == 1) / len(result.winners)
