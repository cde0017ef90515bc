"""What would you do? One suggestion from a seat's own view, and what the next best would cost."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from meldroom.bots.levels import make_level
from meldroom.core.action import Action
from meldroom.core.game import AnyGame
from meldroom.core.rng import seed_from
from meldroom.core.view import AnyView
from meldroom.fast.rollouts import compiled
from meldroom.games.companions import skill_of
from meldroom.reviews.pricing import Effort, PricedDecision, price_decision
from meldroom.reviews.why import why

ALTERNATIVES = 2
ROLLOUTS = 60_000  # of `master`, about as many as it plays in its second at a table
ROLLOUTS_WITHOUT_LIBRARY = 120
WORLDS = 4.0  # times those of a review, which prices a hundred decisions
WORLDS_WITHOUT_LIBRARY = 1 / 16
NEXT_BEST = "the next best"
THIS_MOVE = "this"


class Alternative(NamedTuple):
    """Another action, and how much of the chance to win it costs against the suggestion."""

    action: Action
    cost: float
    error: float  # standard error of the cost


class Hint(NamedTuple):
    """What `master` would play, the seat's chance to win by it, and the next best actions.

    `why` is a sentence that compares it with the next best; `{2}` in it stands for a name.
    """

    action: Action
    chance: float | None  # None where there is no choice
    why: str
    alternatives: tuple[Alternative, ...]


class Caution(NamedTuple):
    """A mistake that a seat is about to make, and what would be better."""

    loss: float
    error: float
    better: Action
    why: str  # a sentence


def hint(game: AnyGame, seen: AnyView, effort: Effort | None = None) -> Hint:
    """Suggest an action to the seat that is to act, from what it sees and nothing else.

    The suggestion is that of `master`, unless playouts in more worlds show that it is a loss which
    a review would name.
    """
    legal = game.legal(seen)
    if len(legal) == 1:
        return Hint(legal[0], None, "", ())
    effort = effort or _effort(game, WORLDS)

    def priced(action: Action) -> PricedDecision:
        return price_decision(game, seen, legal, action, effort, alternatives=ALTERNATIVES)

    rollouts = ROLLOUTS if compiled(game, "house") else ROLLOUTS_WITHOUT_LIBRARY
    master = make_level(game, "master", seed_from(0), None, rollouts)
    decision = priced(master.choose(seen, legal))
    if decision.word:
        decision = priced(decision.best.action)
    others = sorted(decision.prices[1:], key=lambda price: price.lead, reverse=True)
    alternatives = [Alternative(price.action, -price.lead, price.error) for price in others]
    suggested, reason = decision.played, ""
    if alternatives:
        other, cost, _ = alternatives[0]
        reason = why(game, seen, suggested.action, other, cost, NEXT_BEST).text
    return Hint(suggested.action, suggested.chance, reason, tuple(alternatives[:ALTERNATIVES]))


def caution(
    game: AnyGame, seen: AnyView, action: Action, effort: Effort | None = None
) -> Caution | None:
    """Say what an action would cost if a review would call it a mistake or a blunder, else None."""
    legal = game.legal(seen)
    if len(legal) == 1:
        return None
    decision = price_decision(game, seen, legal, action, effort or _effort(game))
    if decision.word not in ("mistake", "blunder"):
        return None
    loss, better = decision.loss, decision.best.action
    reason = why(game, seen, better, action, loss, THIS_MOVE).text
    return Caution(loss, decision.best.error, better, reason)


def _effort(game: AnyGame, worlds: float = 1.0) -> Effort:
    """Give so many times the worlds of a review: fewer, where that takes long for one decision."""
    share = worlds if compiled(game, "house") else WORLDS_WITHOUT_LIBRARY
    return Effort.usual(game).times(share / sqrt(skill_of(game).review_effort))
