"""Responses about reviews, also those that are not there yet."""

from __future__ import annotations

from starlette.responses import Response

from meldroom.server.http.responses import problem
from meldroom.server.tables.payload import encode
from meldroom.server.tables.reviews import KEEP_FAILED, PendingReview

POLL_INTERVAL = 1  # seconds until a client should ask again


def not_over() -> Response:
    """Refuse to review a game that is not over."""
    return problem(409, "not over", "that game is not over", "P-5")


def pending_response(review: PendingReview) -> Response:
    """Say how far a review is, or that it failed, and when to ask again."""
    if review.failed:
        response = problem(503, "failed", "that game could not be reviewed; try again later")
        response.headers["Retry-After"] = f"{KEEP_FAILED:.0f}"
        return response
    headers = {"Retry-After": f"{POLL_INTERVAL}"}
    return Response(encode(review.form), 202, headers, "application/json")
