"""Rewards of an action for every seat: by place or by points at the end, or by points all along."""

from __future__ import annotations

from collections.abc import Callable

from meldroom.core.game import AnyGame, place_rewards
from meldroom.core.state import AnyState
from meldroom.games.companions import env_facts_of

Rewards = tuple[float, ...]
"""One reward per seat."""

RewardFunction = Callable[[AnyGame, AnyState, AnyState], Rewards | None]


def place_reward(game: AnyGame, _before: AnyState, after: AnyState) -> Rewards | None:
    """Reward places at the end: 1 for the first, -1 for the last, evenly between; ties share."""
    result = game.result(after)
    return None if result is None else place_rewards(result.places)


def score_reward(game: AnyGame, _before: AnyState, after: AnyState) -> Rewards | None:
    """Reward points at the end: the seat's own minus the mean of the others, higher is better."""
    if game.result(after) is None:
        return None
    return lead_over_others(env_facts_of(game).standings(after))


def round_reward(game: AnyGame, before: AnyState, after: AnyState) -> Rewards | None:
    """Reward points whenever they are scored: by how much the lead over the others grew."""
    old, new = env_facts_of(game).standings(before), env_facts_of(game).standings(after)
    if old == new:
        return None
    return lead_over_others(tuple(now - then for now, then in zip(new, old, strict=True)))


def lead_over_others(points: tuple[int, ...]) -> Rewards:
    """Give each seat's points minus the mean of the others'."""
    total, others = sum(points), len(points) - 1
    return tuple(own - (total - own) / others for own in points)


REWARDS: dict[str, RewardFunction] = {
    "place": place_reward,
    "score": score_reward,
    "round": round_reward,
}
