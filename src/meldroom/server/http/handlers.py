"""What request handlers share: responses in JSON, and problems for what they raise."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response

from meldroom.core.game import Refusal
from meldroom.server.http.problems import limit_problem, problem
from meldroom.server.refusals import LimitReached
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.payload import encode

STATUS_BY_RULE = {"P-7": 403, "P-12": 403, "P-13": 409, "P-15": 403}  # 422 for any other rule
COMPRESSION = 6  # level of gzip: a seventh of the bytes of a review
MAX_NUMBER = 999_999  # in an address: of a game at a table, or of a step of a lesson
Handler = Callable[[Request], Awaitable[Response]]


class NumberConvertor(IntegerConvertor):
    """A number in an address that no game, step or database can find too large."""

    regex = f"[0-9]{{1,{len(str(MAX_NUMBER))}}}"


register_url_convertor("number", NumberConvertor())


class NotFound(LookupError):
    """What the address names does not exist."""


def json_response(form: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Give a form as JSON."""
    return Response(encode(form), status, headers=headers, media_type="application/json")


def compressed_response(request: Request, form: Any) -> Response:
    """Give a long form as JSON, compressed if the client can read that."""
    body, headers = encode(form), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, COMPRESSION), "gzip"
    return Response(body, headers=headers, media_type="application/json")


def with_problems(handler: Handler) -> Handler:
    """Turn what a handler raises into a problem response."""

    @wraps(handler)
    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as refusal:
            rule, why = refusal.violation
            request.app.state.refusals[rule] += 1
            if isinstance(refusal, LimitReached):
                return limit_problem(refusal)
            return problem(STATUS_BY_RULE.get(rule, 422), "refused", why, rule)
        except NotFound as missing:
            return problem(404, "not found", str(missing))
        except StorageError as error:
            if error.fatal:
                return problem(503, "restarting", "it may not have been saved; look again")
            request.app.state.refusals["P-8"] += 1
            return problem(503, "not saved", "nothing happened; try again", "P-8")

    return answered
