"""What an action brings every seat: by place or by points at the end, or by points all along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldroom.core.game import Game
from meldroom.core.state import State

Paid = tuple[float, ...]
Reward = Callable[[Game[Any], State[Any], State[Any]], Paid | None]


def by_place(game: Game[Any], _before: State[Any], after: State[Any]) -> Paid | None:
    """Pay at the end: 1 for the first place, -1 for the last, evenly between; ties share."""
    result = game.result(after)
    if result is None:
        return None
    shared = [result.places.count(place) - 1 for place in result.places]
    steps = after.seats - 1
    return tuple(
        1 - (2 * (place - 1) + more) / steps
        for place, more in zip(result.places, shared, strict=True)
    )


def by_score(game: Game[Any], _before: State[Any], after: State[Any]) -> Paid | None:
    """Pay at the end: the own points less the mean of the others', the more points the better."""
    if game.result(after) is None:
        return None
    return leads(game.standings(after))


def by_round(game: Game[Any], before: State[Any], after: State[Any]) -> Paid | None:
    """Pay whenever points are booked: by how much the lead over the mean of the others grew."""
    old, new = game.standings(before), game.standings(after)
    if old == new:
        return None
    return leads(tuple(now - then for now, then in zip(new, old, strict=True)))


def leads(points: tuple[int, ...]) -> Paid:
    """Give each seat's points less the mean of the others'."""
    total, others = sum(points), len(points) - 1
    return tuple(mine - (total - mine) / others for mine in points)


REWARDS: dict[str, Reward] = {"place": by_place, "score": by_score, "round": by_round}
