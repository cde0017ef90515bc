"""Failed requests as problem details (RFC 9457)."""

from __future__ import annotations

from math import ceil
from typing import Any

from starlette.responses import Response

from meldroom.server.refusals import LimitReached
from meldroom.server.tables.payload import encode


def problem(status: int, title: str, why: str, rule: str | None = None) -> Response:
    """Make the response to a request that failed, naming the rule that refused it."""
    form: dict[str, Any] = {"title": title, "status": status, "detail": why}
    if rule is not None:
        form["rule"] = rule
    return Response(encode(form), status, media_type="application/problem+json")


def limit_problem(limit: LimitReached) -> Response:
    """Make the response to a request beyond a limit, saying when to try again."""
    response = problem(429, "too many", limit.violation.why, limit.violation.rule)
    response.headers["Retry-After"] = str(max(1, ceil(limit.seconds)))
    return response
