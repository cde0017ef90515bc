"""What a bot is, and what a game tells the bots about playing it well."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import ClassVar, Generic, Protocol

from meldroom.core.action import Action
from meldroom.core.cards import Seat
from meldroom.core.options import O
from meldroom.core.rng import Rng, below
from meldroom.core.state import P, State
from meldroom.core.view import AnyView, View

Lot = Callable[[int], int]
"""Draws a number below n."""


class Bot(Protocol):
    """A player that is a program; `budget` is its thinking time in seconds, None is no limit."""

    def choose(self, view: AnyView, legal: Sequence[Action], budget: float | None = None) -> Action:
        """Choose one of the legal actions."""


class Lots:
    """Lots that follow from a seed, one chance call each."""

    def __init__(self, seed: bytes) -> None:
        self.rng = Rng(seed)

    def __call__(self, n: int) -> int:
        """Draw a number below n."""
        drawn, self.rng = below(self.rng, n)
        return drawn


class Skill(Generic[P, O]):
    """How a game is played well; a game without a `bot.py` is played by luck and by search.

    Every answer follows from the arguments alone, so that a bot never knows more than its view.
    Bots ask only where there is a choice.
    """

    short: ClassVar[Mapping[str, int | str]] = {}  # the options of a game that is over soon
    claims: ClassVar[Mapping[str, float]] = {}  # by title in docs/strength.md: wins to be reached
    claim_deals: ClassVar[Mapping[str, int]] = {}  # by title: more deals, where it is close
    horizon: ClassVar[int] = 1_000_000  # plies after which a look ahead ends even within a stage
    review_horizon: ClassVar[int] = 1_000_000  # the same in reviews: to the end of a stage
    review_effort: ClassVar[float] = 1.0  # worlds that a review needs, as a multiple of the usual
    review_cost: ClassVar[float] = 1.0  # time that a playout takes, as a multiple of the usual

    def house(self, seen: View[P, O], legal: Sequence[Action], lot: Lot) -> Action:
        """Choose as a strong player does."""
        return legal[lot(len(legal))]

    def novice(self, seen: View[P, O], legal: Sequence[Action], lot: Lot) -> Action:
        """Choose as a player does who learned the rules today."""
        return legal[lot(len(legal))]

    def candidates(
        self, seen: View[P, O], legal: Sequence[Action], favourite: Action
    ) -> Sequence[Action]:
        """Name the actions that are worth a longer look, besides the favourite."""
        return legal

    def stage(self, public: P) -> object:
        """Name the hand, deal or round: a look ahead ends where this changes."""
        return None

    def prospect(self, state: State[P, O], seat: Seat) -> float:
        """Rate the seat's chance to win the game, where a look ahead ends before the game does."""
        return 1 / state.seats

    def likely(self, world: State[P, O], seen: View[P, O]) -> float:
        """Weigh a world that the seat cannot rule out by what the others took and discarded."""
        return 1.0


def chance_to_win(scores: Sequence[float], seat: Seat, swing: float) -> float:
    """Rate a lead: `swing` is how far the scores of a game are still likely to move apart."""
    weights = [exp(max(-60.0, (score - scores[seat]) / swing)) for score in scores]
    return 1 / sum(weights)
