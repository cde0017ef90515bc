"""Responses: JSON, problem details (RFC 9457), and small pages that say what went wrong."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from functools import wraps
from hashlib import sha256
from html import escape
from math import ceil
from typing import Any

from msgspec import UNSET
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from meldroom.core.game import Refusal
from meldroom.room.payload import encode
from meldroom.room.refusals import LimitReached
from meldroom.room.services import StorageError
from meldroom.server.addresses import Address
from meldroom.server.http.answers import Problem

STATUS_BY_RULE = {"P-7": 403, "P-12": 403, "P-13": 409, "P-15": 403}  # 422 for any other rule
COMPRESSION = 6  # level of gzip: a seventh of the bytes of a review
PROBLEM_TYPE = "application/problem+json"
MAX_NUMBER = 999_999  # in an address: of a game at a table, or of a step of a lesson
Handler = Callable[[Request], Awaitable[Response]]
STYLE = """
body { margin: 0; padding: 2rem 1rem; background: #efe6d6; color: #2a211b; font: 1.1rem/1.5 serif }
main { max-width: 34rem; margin: 0 auto; padding: 1.5rem; background: #fdf8ef; border-radius: 1rem }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2 }
p { margin: .75rem 0 0; overflow-wrap: anywhere }
a { color: #8a3a1c }
@media (prefers-color-scheme: dark) {
  body { background: #1d1814; color: #f0e6d4 }
  main { background: #2a231d }
  a { color: #f0b48a }
}
"""
STYLE_HASH = b64encode(sha256(STYLE.encode()).digest()).decode()
CONTENT_SECURITY_POLICY = (
    f"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class NumberConvertor(IntegerConvertor):
    """A number in an address that no game, step or database can find too large."""

    regex = f"[0-9]{{1,{len(str(MAX_NUMBER))}}}"


register_url_convertor("number", NumberConvertor())


class NotFound(LookupError):
    """What the address names does not exist."""


def json_response(form: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return a form as JSON."""
    return Response(encode(form), status, headers=headers, media_type="application/json")


def compressed_response(request: Request, form: Any) -> Response:
    """Return a long form as JSON, compressed if the client can read that."""
    body, headers = encode(form), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["Content-Encoding"] = gzip.compress(body, COMPRESSION), "gzip"
    return Response(body, headers=headers, media_type="application/json")


def problem(status: int, title: str, why: str, rule: str | None = None) -> Response:
    """Make the response to a request that failed, naming the rule that refused it."""
    form = Problem(title=title, status=status, detail=why, rule=UNSET if rule is None else rule)
    return Response(encode(form), status, media_type=PROBLEM_TYPE)


def limit_problem(limit: LimitReached) -> Response:
    """Make the response to a request beyond a limit, saying when to try again."""
    response = problem(429, "too many", limit.violation.why, limit.violation.rule)
    response.headers["Retry-After"] = str(max(1, ceil(limit.seconds)))
    return response


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
        except BrokenProcessPool:
            return problem(503, "broken off", "this could not be worked out; try again")

    return answered


# -- pages


def wants_page(scope: Scope) -> bool:
    """Return whether a person asks, who cannot read problem details: a browser wants a page."""
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    if scope["path"] == "/api" or scope["path"].startswith("/api/"):
        return False
    return "text/html" in Headers(scope=scope).get("accept", "")


def problem_page(status: int, title: str, *paragraphs: str) -> Response:
    """Make a page of paragraphs that are HTML already."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title} · Meldroom</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style><main><h1>{title}</h1>{text}</main></html>",
        status,
        headers={"Content-Security-Policy": CONTENT_SECURITY_POLICY},
    )


def not_found_page() -> Response:
    """Say that an address is none of ours."""
    return problem_page(404, "Page not found", 'Go to the <a href="/">home page</a>.')


def wrong_host_page(host: str, path: str, known: list[Address]) -> Response:
    """Return how to open the server from another machine than its own."""
    opened = f"You opened <b>{escape(host)}</b>, but this Meldroom has another address."
    others = [address.url for address in known if address.scope != "machine"]
    if others:
        url = escape(others[0])
        link = f'Open it at <a href="{url}{escape(path)}">{url}</a>.'
        return problem_page(403, "Wrong address", opened, link)
    return problem_page(
        403,
        "Only its own computer can open it",
        "This Meldroom runs for one computer alone.",
        "To let phones and other computers in, start it there with <b>./play --lan</b> (or "
        "<b>meldroom serve --lan</b>) and open the address that it prints.",
    )


def limit_page() -> Response:
    """Say that an address has asked for too much."""
    again = "Wait a few seconds, then load the page again."
    return problem_page(429, "Too many requests from your network", again)
