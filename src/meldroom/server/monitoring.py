"""The monitoring listener, apart from the public one: health, metrics and administration."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from hmac import compare_digest
from itertools import accumulate
from mmap import PAGESIZE
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from meldroom import __version__
from meldroom.room.payload import encode
from meldroom.room.services import StorageError
from meldroom.server.administration import Administration, AdministrationError, AnyCommand
from meldroom.server.admission import Admission
from meldroom.server.executors import database
from meldroom.server.garbage import garbage
from meldroom.server.histogram import BOUNDS, Histogram
from meldroom.server.http.responses import problem
from meldroom.server.storage.store import write_nothing_new
from meldroom.server.tables.room import Room

logger = logging.getLogger("meldroom")
PROBE_INTERVAL = 1.0  # seconds between two tries to write
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"


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
        """Return whether moves can be saved and nothing that was saved is damaged."""
        room = current_room()
        can_save = room is not None and not (room.stopping or room.failed or room.cut_off)
        if room is not None and can_save:
            if room.integrity.problems:
                return JSONResponse({"ready": False, "why": room.integrity.problems[0]}, 503)
            can_save = await probe.works(room)
        return JSONResponse({"ready": can_save}, 200 if can_save else 503)

    async def metrics(_: Request) -> Response:
        """Return the metrics that Prometheus collects."""
        room = current_room()
        if room is None:
            return Response(process_metrics(), media_type=MEDIA_TYPE)
        text = all_metrics(room, admission, request_seconds)
        return Response(text, media_type=MEDIA_TYPE)

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
            Route("/metrics", metrics),
            Route("/control", control, methods=["POST"]),
        ]
    )


# -- metrics


def all_metrics(room: Room, admission: Admission, request_seconds: Histogram) -> str:
    """Write every metric with its help text and type."""
    log, acks = room.log, room.ack_seconds
    return "".join(
        [
            _labelled("build_info", "The version.", "gauge", "version", {__version__: 1}),
            _counter("acts_total", "Acts acknowledged, each after it was saved.", acks.count),
            _labelled(
                "refusals_total", "Refusals by rule.", "counter", "rule", dict(room.refusals)
            ),
            _counter("log_rows_total", "Entries written to the log.", log.rows),
            _counter("log_commits_total", "Transactions of the log.", log.commits),
            _labelled(
                "background_runs_total",
                "Runs of work in the background.",
                "counter",
                "work",
                dict(room.background.runs),
            ),
            _labelled(
                "background_failures_total",
                "Runs that failed.",
                "counter",
                "work",
                dict(room.background.failures),
            ),
            _gauge("damage", "Kinds of damage found.", len(room.integrity.problems)),
            _counter("clients_ahead_total", "Clients ahead of the log.", room.clients_ahead),
            _gauge("tables", "Tables in memory.", len(room.tables)),
            _gauge("connections", "Open websockets.", room.connections),
            _gauge("tcp_connections", "Open TCP connections of any kind.", admission.total),
            _gauge("garbage_bytes", "Left behind, to be collected.", 1000 * garbage.kilobytes),
            _histogram("ack_seconds", "From a message to its acknowledgement.", acks),
            _histogram("log_commit_seconds", "Duration of a transaction.", log.commit_seconds),
            _histogram("http_request_seconds", "Duration of an HTTP request.", request_seconds),
            process_metrics(),
        ]
    )


def process_metrics() -> str:
    """Write how much memory this process has, and how much CPU time it has used."""
    statm = Path("/proc/self/statm")  # on Linux, in pages
    memory = int(statm.read_text().split()[1]) * PAGESIZE if statm.exists() else 0
    return _metric(
        "process_resident_memory_bytes", "gauge", "Memory in use.", {"": memory}
    ) + _metric(
        "process_cpu_seconds_total", "counter", "CPU time used, in seconds.",
        {"": time.process_time()},
    )  # fmt: skip


def _counter(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "counter", text, {"": value})


def _gauge(name: str, text: str, value: float) -> str:
    return _metric(f"meldroom_{name}", "gauge", text, {"": value})


def _labelled(name: str, text: str, kind: str, label: str, values: Mapping[str, float]) -> str:
    samples = {f'{{{label}="{key}"}}': values[key] for key in sorted(values)}
    return _metric(f"meldroom_{name}", kind, text, samples)


def _histogram(name: str, text: str, histogram: Histogram) -> str:
    counts, seconds = tuple(histogram.counts), histogram.seconds
    bounds = [*map(str, BOUNDS), "+Inf"]
    samples: dict[str, float] = {
        f'_bucket{{le="{bound}"}}': count
        for bound, count in zip(bounds, accumulate(counts), strict=True)
    }
    samples |= {"_sum": seconds, "_count": sum(counts)}
    return _metric(f"meldroom_{name}", "histogram", text, samples)


def _metric(name: str, kind: str, text: str, samples: Mapping[str, float]) -> str:
    """Write a metric; the keys of its samples follow its name."""
    lines = [f"# HELP {name} {text}", f"# TYPE {name} {kind}"]
    lines += [f"{name}{suffix} {value}" for suffix, value in samples.items()]
    return "\n".join(lines) + "\n"
