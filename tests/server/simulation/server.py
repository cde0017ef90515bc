"""The simulated host: starts the server, kills it, restarts it."""

from __future__ import annotations

import asyncio
from typing import Any

from meldroom.server.app import Config, make_app
from meldroom.server.storage.integrity import open_undamaged
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.network import ORIGIN, App, Link, call_app
from tests.server.simulation.process import Process

GRACEFUL_SECONDS = 5.0  # as uvicorn waits for connections


class SimulatedHost:
    """Runs one server at a time; the disk outlives them."""

    def __init__(self, disk: Disk, pace: float) -> None:
        self.disk, self.pace = disk, pace
        self.app: App | None = None
        self.process = Process("none")
        self.stop_requested = asyncio.Event()
        self.starts = 0
        self.changing = asyncio.Lock()  # held while a server is stopped and started
        self._lifespan: asyncio.Task[Any] | None = None
        self._to_lifespan: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def start(self) -> None:
        """Start a server on the disk."""
        self.starts += 1
        self.stop_requested.clear()
        self.process = process = Process(f"server {self.starts}")
        store = SimulatedStore(self.disk)
        open_undamaged(store)
        app = make_app(Config((ORIGIN,), self.pace), store)
        app.state.stop = self.stop_requested.set
        started = asyncio.Event()
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._to_lifespan = queue
        queue.put_nowait({"type": "lifespan.startup"})

        async def send(frame: dict[str, Any]) -> None:
            if frame["type"] == "lifespan.startup.complete":
                started.set()

        self._lifespan = process.spawn(call_app(app, {"type": "lifespan"}, queue.get, send))
        await started.wait()
        self.app = app

    def kill(self) -> None:
        """End the server as `kill -9` does."""
        self.app = None
        self.process.kill()

    async def stop(self, links: list[Link], requests: list[asyncio.Task[Any]]) -> None:
        """Stop the server as uvicorn does at SIGTERM, or when the server asks for it."""
        self.app = None
        serving = [*requests, *(link.task for link in links if link.task is not None)]
        for link in links:
            link.end(1012)
        if serving:
            await asyncio.wait(serving, timeout=GRACEFUL_SECONDS)
        self._to_lifespan.put_nowait({"type": "lifespan.shutdown"})
        assert self._lifespan is not None
        await asyncio.wait([self._lifespan])
        self.process.kill()
