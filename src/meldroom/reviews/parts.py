"""Parts of a review, each a function of the record alone, so that other processes can compute them.

A process keeps the last few records that it replayed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from meldroom.fast.rollouts import compiled
from meldroom.reviews.form import review_form, rough_form
from meldroom.reviews.review import ReviewedMove, ReviewPlan

ROUGH_POINTS = 48  # at most, evenly over the game
ROUGH_WORLDS = 24
ROUGH_POINTS_IN_PYTHON = 24
ROUGH_WORLDS_IN_PYTHON = 8
PLANS_KEPT = 4


def reviewed_move(record: str, effort: float, ply: int) -> ReviewedMove:
    """Review one move of a record, which is given as JSON."""
    return _plan(record, effort).review_move(ply)


def rough_line(record: str, effort: float) -> dict[str, Any]:
    """Give a first rough line of the chances to win: few points, few worlds."""
    plan = _plan(record, effort)
    points, worlds = ROUGH_POINTS, ROUGH_WORLDS
    if not compiled(plan.game, "house"):
        points, worlds = ROUGH_POINTS_IN_PYTHON, ROUGH_WORLDS_IN_PYTHON
    last, many = len(plan), min(points, len(plan) + 1)
    plies = [at * last // max(1, many - 1) for at in range(many)]
    return rough_form(plies, [plan.rough_point(ply, worlds) for ply in plies])


def assembled_form(record: str, effort: float, reviewed: Sequence[ReviewedMove]) -> dict[str, Any]:
    """Give the review of all moves as plain data."""
    return review_form(_plan(record, effort).assemble(reviewed))


@lru_cache(PLANS_KEPT)
def _plan(record: str, effort: float) -> ReviewPlan:
    return ReviewPlan(json.loads(record), effort)
