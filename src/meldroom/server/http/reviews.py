"""Responses about reviews, also those that are not there yet."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from meldroom.server.http.problems import problem
from meldroom.server.tables.payload import encode
from meldroom.server.tables.reviews import KEEP_FAILED, PendingReview

COMPRESSION = 6  # level of gzip: a seventh of the bytes
POLL_INTERVAL = 1  # seconds until a client should ask again


def review_response(request: Request, form: dict[str, Any]) -> Response:
    """Give a review, compressed if the client can read that; slow for a long game."""
    body, headers = encode(form), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, COMPRESSION), "gzip"
    return Response(body, headers=headers, media_type="application/json")


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
