"""What was tried: every route of the applications, and every type of message."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args
from urllib.parse import unquote

from starlette.routing import Mount, Route

from meldroom.room import messages
from meldroom.server.app import Config, make_app
from tests.server.simulation.disk import Disk, SimulatedStore

FILES = "GET /"  # of the page: left out, since nothing that fails changes them


@cache
def routes() -> dict[str, Any]:
    """Give the pattern of each route under /api and of the monitoring listener, by its name."""
    app = make_app(Config(("http://localhost:8000",)), SimulatedStore(Disk(drive=2)))
    mount = next(one for one in app.routes if isinstance(one, Mount) and one.path == "/api")
    return dict([*_named(mount.routes, "/api"), *_named(app.state.monitor.routes, "")])


def _named(found: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    for route in found:
        assert isinstance(route, Route)
        for method in sorted(route.methods or ()):
            if method != "HEAD":
                yield f"{method} {prefix}{route.path}", (method, prefix, route.path_regex)


def route_of(method: str, path: str) -> str:
    """Name the route of a request; that of files, if it is none of the API."""
    for name, (wanted, prefix, pattern) in routes().items():
        there = wanted == method and path.startswith(prefix)
        if there and pattern.match(unquote(path.removeprefix(prefix))):
            return name
    return FILES


@cache
def message_types() -> tuple[str, ...]:
    """Name each type of message that a client may send."""
    kinds = get_args(messages.AnyMessage)
    return tuple(sorted(f"do {kind.__struct_config__.tag}" for kind in kinds))


def never_tried(counts: Any) -> list[str]:
    """Name the routes and messages that were not tried."""
    return [name for name in (*routes(), *message_types()) if not counts[name]]
