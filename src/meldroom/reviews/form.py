"""A review as plain data, for files and for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldroom.core.action import as_json
from meldroom.core.game import AnyGame
from meldroom.reviews.hint import Caution, Hint
from meldroom.reviews.pricing import Price, PricedDecision
from meldroom.reviews.review import Review
from meldroom.reviews.why import Explanation

FORMAT = "meldroom-review/1"
ENGINE = "5"  # changes with the figures that the same record gives, so that reviews are made anew
PLACES = 4  # decimals of a chance


def review_form(review: Review) -> dict[str, Any]:
    """Give a review as it is written to JSON."""
    seats, turns = range(len(review.players)), review.turns
    return {
        "format": FORMAT,
        "game": review.game.key,
        "players": list(review.players),
        "line": [[_round(chance) for chance in point] for point in review.line],
        "decisions": [
            _decision(review.game, decision, turns[decision.ply]) for decision in review.decisions
        ],
        "costliest": [decision.ply for decision in review.costliest],
        "balances": [
            {name: _round(share) for name, share in balance._asdict().items()}
            for balance in review.balances
        ],
        "mean_loss": [_round(review.mean_loss(seat)) for seat in seats],
    }


def rough_form(plies: Sequence[int], line: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Give some points of the line as they are written to JSON."""
    return {"plies": list(plies), "line": [[_round(chance) for chance in point] for point in line]}


def _decision(game: AnyGame, decision: PricedDecision, turn: int) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "turn": turn,
        "seat": decision.seat,
        "loss": _round(decision.loss),
        "error": _round(decision.best.error),
        "word": decision.word,
        "best": decision.chosen,
        "prices": [_price(game, price) for price in decision.prices],
        "why": None if decision.why is None else why_form(decision.why),
    }


def why_form(why: Explanation) -> dict[str, Any]:
    """Give a reason as it is written to JSON: a sentence with `{2}` for a name, and its data."""
    return {
        "text": why.text,
        "differences": [
            {
                "kind": difference.kind,
                "better": difference.better and difference.better.number,
                "worse": difference.worse and difference.worse.number,
            }
            for difference in why.differences
        ],
    }


def _price(game: AnyGame, price: Price) -> dict[str, Any]:
    return {
        "action": game.text(price.action),
        "fields": as_json(price.action, game.deck),
        "chance": _round(price.chance),
        "lead": _round(price.lead),
        "error": _round(price.error),
    }


def _round(share: float | None) -> float | None:
    return None if share is None else round(share, PLACES)


def hint_form(game: AnyGame, hint: Hint) -> dict[str, Any]:
    """Give a hint as it is written to JSON."""
    return {
        "text": game.text(hint.action),
        "chance": _round(hint.chance),
        "why": hint.why,
        "alternatives": [
            {
                "text": game.text(alternative.action),
                "cost": _round(alternative.cost),
                "error": _round(alternative.error),
            }
            for alternative in hint.alternatives
        ],
    }


def caution_form(game: AnyGame, caution: Caution | None) -> dict[str, Any]:
    """Give what was found about a move, with nulls where it is no mistake."""
    if caution is None:
        return {"loss": None, "error": None, "better": None, "why": ""}
    return {
        "loss": _round(caution.loss),
        "error": _round(caution.error),
        "better": game.text(caution.better),
        "why": caution.why,
    }
