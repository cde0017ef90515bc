"""The monitoring listener, apart from the public one: health, readiness and metrics."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from meldroom.server import metrics
from meldroom.server.histogram import Histogram
from meldroom.server.http.admission import Admission
from meldroom.server.tables.room import Room


class TimeRequests:
    """Middleware that measures how long HTTP requests take."""

    def __init__(self, app: ASGIApp, histogram: Histogram) -> None:
        self.app, self.histogram = app, histogram

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count its time."""
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            if scope["type"] == "http":
                self.histogram.observe(time.perf_counter() - began)


def make_monitor(
    current_room: Callable[[], Room | None], admission: Admission, request_seconds: Histogram
) -> Starlette:
    """Make the application of the monitoring listener; the room may not be open yet."""

    async def health(_: Request) -> Response:
        """Say that the process is alive."""
        return JSONResponse({"health": "ok"})

    async def ready(_: Request) -> Response:
        """Say whether moves can be saved and nothing that was saved is damaged."""
        room = current_room()
        can_save = room is not None and not room.stopping and not room.failed
        if room is not None and can_save:
            if room.integrity.problems:
                return JSONResponse({"ready": False, "why": room.integrity.problems[0]}, 503)
            can_save = await asyncio.to_thread(room.store.ready)
        return JSONResponse({"ready": can_save}, 200 if can_save else 503)

    async def all_metrics(_: Request) -> Response:
        """Give the metrics that Prometheus collects."""
        room = current_room()
        if room is None:
            return Response(metrics.process_metrics(), media_type=metrics.MEDIA_TYPE)
        text = metrics.all_metrics(room, admission, request_seconds)
        return Response(text, media_type=metrics.MEDIA_TYPE)

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", all_metrics),
        ]
    )
