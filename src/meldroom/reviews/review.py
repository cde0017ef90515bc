"""A whole game reviewed: every decision priced, and its result split into luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.game import AnyGame
from meldroom.core.record import replay
from meldroom.core.rng import seed_from
from meldroom.core.skill import Lots
from meldroom.core.state import AnyState
from meldroom.core.view import view
from meldroom.core.zone import Sight
from meldroom.fast import WinChances, win_chances
from meldroom.fast.rollouts import value
from meldroom.games import find
from meldroom.games.companions import skill_of
from meldroom.reviews.pricing import Effort, PricedDecision, explained, price_decision

COSTLIEST = 3

Progress = Callable[[int, int], None]
"""Told how many of how many moves are reviewed."""


class Balance(NamedTuple):
    """Why a seat won or lost, in shares of the win: with the fair share they make the result."""

    luck: float
    own: float  # by the seat's own decisions
    others: float
    error: float  # standard error of all three together, so each has no more


class Review(NamedTuple):
    """What a review of a record found."""

    game: AnyGame
    players: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...]
    decisions: tuple[PricedDecision, ...]
    line: tuple[tuple[float, ...], ...]  # every seat's chance to win before each move and after all
    balances: tuple[Balance, ...]

    @property
    def costliest(self) -> Sequence[PricedDecision]:
        """The decisions that cost most, the worst first, as far as they are beyond doubt."""
        named = [decision for decision in self.decisions if decision.word]
        return sorted(named, key=lambda decision: decision.loss, reverse=True)[:COSTLIEST]

    def mean_loss(self, seat: Seat) -> float | None:
        """Give a seat's mean loss over its decisions, None if it had none."""
        losses = [decision.loss for decision in self.decisions if decision.seat == seat]
        return sum(losses) / len(losses) if losses else None


class _Move(NamedTuple):
    """One move of the record, and the states around it."""

    seat: Seat
    action: Action
    before: AnyState
    after: AnyState

    @property
    def by_chance(self) -> bool:
        """Whether it turned up what nobody could know: a card of the stock, a lot, a deal."""
        before, after = self.before, self.after
        return before.rng != after.rng or _face_down(before) != _face_down(after)


class ReviewedMove(NamedTuple):
    """What was found about one move."""

    decision: PricedDecision | None  # if there was a choice
    before: WinChances
    chosen: WinChances | None  # after the choice; None if it changed nothing, as rollouts choose it


class _Effect(NamedTuple):
    """By how much a move changed the chances to win: first by choice, then by chance."""

    choice: tuple[float, ...]
    chance: tuple[float, ...]
    choice_error: tuple[float, ...]
    chance_error: tuple[float, ...]


def review(
    record: Mapping[str, Any],
    effort: float = 1.0,
    *,
    threads: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Review a finished game with so many times the usual worlds.

    Divergence if the record is not what was played.
    """
    plan, reviewed = ReviewPlan(record, effort), list[ReviewedMove]()
    with ThreadPoolExecutor(threads) as pool:
        for each in pool.map(plan.review_move, range(len(plan))):
            reviewed.append(each)
            if progress is not None:
                progress(len(reviewed), len(plan))
    return plan.assemble(reviewed)


class ReviewPlan:
    """A review split by moves, which can be reviewed in any order and in any process.

    Divergence if the record is not what was played.
    """

    def __init__(self, record: Mapping[str, Any], effort: float = 1.0) -> None:
        states = list(replay(dict(record), find))
        self.game, self.players = find(record["game"]), tuple(record["players"])
        self._texts = tuple((seat, text) for seat, text in record["moves"])
        self._moves = [
            _Move(seat, self.game.parse(text), before, after)
            for (seat, text), (before, after) in zip(self._texts, pairwise(states), strict=True)
        ]
        self._end = states[-1]
        self._effort = Effort.usual(self.game).times(effort)

    def __len__(self) -> int:
        """Count the moves."""
        return len(self._moves)

    def review_move(self, ply: int) -> ReviewedMove:
        """Review the move after so many others."""
        game, move, effort = self.game, self._moves[ply], self._effort
        seen, seed = view(move.before, move.seat), seed_from(move.before.ply)
        legal = game.legal(seen)
        before = win_chances(game, move.before, effort.line, seed)
        if len(legal) == 1:
            return ReviewedMove(None, before, None)
        favourite = skill_of(game).house(seen, legal, Lots(seed))
        decision = price_decision(game, seen, legal, move.action, effort, favourite)
        if decision.word:
            decision = explained(game, seen, decision)
        if favourite == move.action:
            return ReviewedMove(decision, before, None)
        played = (move.seat, move.action)
        chosen = win_chances(game, move.before, effort.line, seed, played)
        return ReviewedMove(decision, before, chosen)

    def rough_point(self, ply: int, worlds: int) -> tuple[float, ...]:
        """Give one point of the line, by so many worlds."""
        if ply == len(self):
            return _final(self.game, self._end).means
        state = self._moves[ply].before
        return win_chances(self.game, state, worlds, seed_from(state.ply)).means

    def assemble(self, reviewed: Sequence[ReviewedMove]) -> Review:
        """Make the review of all moves, in their order."""
        moves, end = self._moves, _final(self.game, self._end)
        line = [*(each.before for each in reviewed), end]
        effects = [
            _effect(move, each, after)
            for move, each, after in zip(moves, reviewed, line[1:], strict=True)
        ]
        balances = [_balance(seat, moves, line[0], effects) for seat in range(self._end.seats)]
        return Review(
            self.game,
            self.players,
            self._texts,
            tuple(each.decision for each in reviewed if each.decision),
            tuple(point.means for point in line),
            tuple(balances),
        )


def _effect(move: _Move, reviewed: ReviewedMove, after: WinChances) -> _Effect:
    before, chosen = reviewed.before, reviewed.chosen
    if chosen is None:
        chosen = before
    elif not move.by_chance:
        chosen = after
    return _Effect(
        _difference(chosen.means, before.means),
        _difference(after.means, chosen.means),
        _error(chosen, before),
        _error(after, chosen),
    )


def _difference(later: Sequence[float], earlier: Sequence[float]) -> tuple[float, ...]:
    return tuple(new - old for new, old in zip(later, earlier, strict=True))


def _error(one: WinChances, other: WinChances) -> tuple[float, ...]:
    if one is other:
        return (0.0,) * len(one.errors)
    return tuple(hypot(mine, theirs) for mine, theirs in zip(one.errors, other.errors, strict=True))


def _balance(
    seat: Seat, moves: Sequence[_Move], deal: WinChances, effects: Sequence[_Effect]
) -> Balance:
    fair = 1 / len(deal.means)
    luck, own, others = deal.means[seat] - fair, 0.0, 0.0
    errors = [deal.errors[seat]]
    for move, effect in zip(moves, effects, strict=True):
        luck += effect.chance[seat]
        own += effect.choice[seat] if move.seat == seat else 0.0
        others += effect.choice[seat] if move.seat != seat else 0.0
        errors += [effect.choice_error[seat], effect.chance_error[seat]]
    return Balance(luck, own, others, hypot(*errors))


def _final(game: AnyGame, state: AnyState) -> WinChances:
    shares = tuple(value(game, skill_of(game), state, seat) for seat in range(state.seats))
    return WinChances(shares, (0.0,) * len(shares))


def _face_down(state: AnyState) -> tuple[bytes, ...]:
    return tuple(zone.cards for zone in state.zones if zone.sight is Sight.NONE)
