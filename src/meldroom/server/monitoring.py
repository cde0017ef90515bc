"""The monitoring listener, apart from the public one: health, metrics and administration."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from hmac import compare_digest

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from meldroom.server import metrics
from meldroom.server.administration import Administration, AdministrationError, AnyCommand
from meldroom.server.admission import Admission
from meldroom.server.executors import database
from meldroom.server.histogram import Histogram
from meldroom.server.http.responses import problem
from meldroom.server.storage.store import StorageError, write_nothing_new
from meldroom.server.tables.payload import encode
from meldroom.server.tables.room import Room

logger = logging.getLogger("meldroom")
PROBE_INTERVAL = 1.0  # seconds between two tries to write


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


class WriteProbe:
    """Tries whether moves can be saved, at most once a second however many ask."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._tried_at = -PROBE_INTERVAL
        self._works = False

    async def works(self, room: Room) -> bool:
        """Return whether the database could be read and written just now."""
        async with self._lock:
            at = asyncio.get_running_loop().time()
            if at - self._tried_at >= PROBE_INTERVAL:
                self._works = await database.run(room.store.ready) and await _writes(room)
                self._tried_at = at
            return self._works


async def _writes(room: Room) -> bool:
    try:
        await room.log.change(write_nothing_new, erases=False)
    except StorageError:
        return False
    return True


def make_monitor(
    current_room: Callable[[], Room | None],
    admission: Admission,
    request_seconds: Histogram,
    control_token: str = "",
) -> Starlette:
    """Make the application of the monitoring listener; the room may not be open yet.

    Who has the token may administer the room; without one nobody may.
    """
    probe = WriteProbe()

    async def health(_: Request) -> Response:
        """Say that the process is alive."""
        return JSONResponse({"health": "ok"})

    async def ready(_: Request) -> Response:
        """Say whether moves can be saved and nothing that was saved is damaged."""
        room = current_room()
        can_save = room is not None and not (room.stopping or room.failed or room.cut_off)
        if room is not None and can_save:
            if room.integrity.problems:
                return JSONResponse({"ready": False, "why": room.integrity.problems[0]}, 503)
            can_save = await probe.works(room)
        return JSONResponse({"ready": can_save}, 200 if can_save else 503)

    async def all_metrics(_: Request) -> Response:
        """Give the metrics that Prometheus collects."""
        room = current_room()
        if room is None:
            return Response(metrics.process_metrics(), media_type=metrics.MEDIA_TYPE)
        text = metrics.all_metrics(room, admission, request_seconds)
        return Response(text, media_type=metrics.MEDIA_TYPE)

    async def control(request: Request) -> Response:
        """Carry out an administration command."""
        given = request.headers.get("authorization", "").encode()
        if not control_token or not compare_digest(given, f"Bearer {control_token}".encode()):
            return problem(401, "unauthorized", "the control token is missing or wrong")
        room = current_room()
        if room is None or room.stopping:
            return problem(503, "unavailable", "the server is starting or stopping; try again")
        try:
            command = msgspec.json.decode(await request.body(), type=AnyCommand)
            return Response(encode(await Administration(room).perform(command)))
        except msgspec.DecodeError as error:
            return problem(422, "refused", str(error))
        except AdministrationError as error:
            return problem(422, "refused", str(error))
        except StorageError as error:
            return problem(503, "not saved", f"nothing was changed: {error}")
        except Exception:
            logger.exception("an administration command failed")
            return problem(500, "error", "an error occurred; the server's log says more")

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/ready", ready),
            Route("/metrics", all_metrics),
            Route("/control", control, methods=["POST"]),
        ]
    )
