"""What each request costs: tokens of its address's limit, about one for a millisecond of a core."""

from __future__ import annotations

import re

from starlette.routing import compile_path

import meldroom.server.http.responses  # noqa: F401  # it registers the convertor of numbers

COSTS = {
    "GET /api/addresses": 1,
    "GET /api/bots": 1,
    "GET /api/daily": 5,
    "GET /api/daily/{day}/{game}": 5,
    "GET /api/games": 3,
    "GET /api/games/{key}/cards": 2,
    "GET /api/games/{key}/lesson": 2,
    "GET /api/games/{key}/lesson/{step:number}/check": 20,
    "GET /api/games/{key}/rules": 1,
    "GET /api/games/{key}/summary": 2,
    "GET /api/mail/{key}": 2,
    "GET /api/me/export": 200,
    "GET /api/me/record": 20,
    "GET /api/openapi.json": 10,
    "GET /api/players": 30,
    "GET /api/tables": 1,
    "GET /api/tables/{key}/evening": 3,
    "GET /api/tables/{key}/mail": 2,
    "GET /api/tables/{key}/records/{number:number}": 10,
    "GET /api/tables/{key}/records/{number:number}/plies": 15,
    "GET /api/tables/{key}/records/{number:number}/review": 5,
    "GET /api/tables/{key}/results/{number:number}": 3,
    "GET /api/tables/{key}/scores/{number:number}": 3,
    "GET /service_worker.js": 5,
    "GET /shell.json": 10,
    "GET /socket": 3,
    # Of the smaller limit on POST.
    "POST /api/daily/{game}": 2,
    "POST /api/daily/{day}/{game}": 2,
    "POST /api/mail/{key}": 5,
    "POST /api/me/carry": 5,
    "POST /api/me/delete": 20,
    "POST /api/me/join": 5,
    "POST /api/tables": 1,
    "POST /api/tables/{key}/end": 1,
    "POST /api/tables/{key}/mail": 10,
    "POST /api/tables/{key}/records/{number:number}/branches": 5,
    "POST /api/tables/{key}/seats": 1,
}
OTHERS = 1  # pages and their files


def _compiled() -> dict[str, list[tuple[re.Pattern[str], int]]]:
    """Compile the addresses of what costs more than others, by method."""
    patterns: dict[str, list[tuple[re.Pattern[str], int]]] = {}
    for route, cost in COSTS.items():
        method, _, path = route.partition(" ")
        if cost > OTHERS:
            patterns.setdefault(method, []).append((compile_path(path)[0], cost))
    return patterns


_PATTERNS = _compiled()


def cost_of(method: str, path: str) -> int:
    """Return how many tokens a request costs."""
    wanted = _PATTERNS.get("GET" if method == "HEAD" else method, [])
    return next((cost for pattern, cost in wanted if pattern.match(path)), OTHERS)
