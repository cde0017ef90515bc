"""A whole game reviewed: every decision priced, and its result split into luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
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
    own: float  # by the seat's own decisions, compared with those of `house`
    others: float
    error: float  # standard error of the luck; those of the other two are no larger


class Review(NamedTuple):
    """What a review of a record found."""

    game: AnyGame
    players: tuple[str, ...]
    moves: tuple[tuple[Seat, str], ...]
    decisions: tuple[PricedDecision, ...]
    line: tuple[tuple[float, ...], ...]  # every seat's chance to win before each move and after all
    balances: tuple[Balance, ...]

    @property
    def turns(self) -> Sequence[int]:
        """The turn of each move."""
        return turn_numbers(self.moves)

    @property
    def costliest(self) -> Sequence[PricedDecision]:
        """The decisions that cost most, the worst first, as `costliest_first` has them."""
        return costliest_first(self.decisions, self.turns)[:COSTLIEST]

    def mean_loss(self, seat: Seat) -> float | None:
        """Give a seat's mean loss over its decisions, None if it had none."""
        losses = [decision.loss for decision in self.decisions if decision.seat == seat]
        return sum(losses) / len(losses) if losses else None


def turn_numbers(moves: Iterable[tuple[Seat, str]]) -> list[int]:
    """Number the turns, from 0, move by move: a turn is what a seat plays in a row."""
    turns: list[int] = []
    last: Seat | None = None
    for seat, _ in moves:
        turns.append(turns[-1] + (seat != last) if turns else 0)
        last = seat
    return turns


def costliest_first(
    decisions: Iterable[PricedDecision], turns: Sequence[int]
) -> list[PricedDecision]:
    """Rank the decisions that are beyond doubt, the worst first and only the worst of each turn.

    What follows a mistake in its turn often costs as much, since it is the same mistake.
    """
    named = [decision for decision in decisions if decision.word]
    worst: dict[int, PricedDecision] = {}
    for decision in sorted(named, key=lambda decision: decision.loss, reverse=True):
        worst.setdefault(turns[decision.ply], decision)
    return list(worst.values())


class _Move(NamedTuple):
    """One move of the record, and the state before it."""

    seat: Seat
    action: Action
    before: AnyState


class ReviewedMove(NamedTuple):
    """What was found about one move."""

    decision: PricedDecision | None  # if there was a choice
    chances: WinChances  # before it, with changes if it was not what `house` would play


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
            _Move(seat, self.game.parse(text), before)
            for (seat, text), before in zip(self._texts, states[:-1], strict=True)
        ]
        self._end = states[-1]
        self._effort = Effort.of_review(self.game, len(self._moves)).times(effort)

    def __len__(self) -> int:
        """Count the moves."""
        return len(self._moves)

    def review_move(self, ply: int) -> ReviewedMove:
        """Review the move after so many others."""
        game, move, effort = self.game, self._moves[ply], self._effort
        seen, seed = view(move.before, move.seat), seed_from(move.before.ply)
        legal = game.legal(seen)
        if len(legal) == 1:
            return ReviewedMove(None, win_chances(game, move.before, effort.line, seed))
        favourite = skill_of(game).house(seen, legal, Lots(seed))
        decision = price_decision(game, seen, legal, move.action, effort, favourite)
        if decision.word:
            decision = explained(game, seen, decision)
        other = None if favourite == move.action else (move.seat, move.action)
        return ReviewedMove(decision, win_chances(game, move.before, effort.line, seed, other))

    def rough_point(self, ply: int, worlds: int) -> tuple[float, ...]:
        """Give one point of the line, by so many worlds."""
        if ply == len(self):
            return _final(self.game, self._end)
        state = self._moves[ply].before
        return win_chances(self.game, state, worlds, seed_from(state.ply)).means

    def assemble(self, reviewed: Sequence[ReviewedMove]) -> Review:
        """Make the review of all moves, in their order."""
        end = _final(self.game, self._end)
        line = [*(each.chances.means for each in reviewed), end]
        return Review(
            self.game,
            self.players,
            self._texts,
            tuple(each.decision for each in reviewed if each.decision),
            tuple(line),
            tuple(self._balance(seat, end[seat], reviewed) for seat in range(len(end))),
        )

    def _balance(self, seat: Seat, result: float, reviewed: Sequence[ReviewedMove]) -> Balance:
        """Add up what the decisions changed; what they do not explain was luck."""
        own = others = 0.0
        errors = []
        for (actor, *_), each in zip(self._moves, reviewed, strict=True):
            if not each.chances.changes:
                continue
            change = each.chances.changes[seat]
            own, others = (own + change, others) if actor == seat else (own, others + change)
            errors.append(each.chances.change_errors[seat])
        luck = result - 1 / self._end.seats - own - others
        return Balance(luck, own, others, hypot(*errors))


def _final(game: AnyGame, state: AnyState) -> tuple[float, ...]:
    return tuple(value(game, skill_of(game), state, seat) for seat in range(state.seats))
