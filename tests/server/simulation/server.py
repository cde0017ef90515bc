"""The simulated host: starts the server, kills it, restarts it."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.applications import Starlette

from meldroom.server.app import Config, make_app
from meldroom.server.mail import MailServer
from meldroom.server.people.mails import MailPlan
from meldroom.server.storage.integrity import open_undamaged
from meldroom.server.tables.room import Room
from tests.server.simulation.disk import Disk, SimulatedStore
from tests.server.simulation.network import ORIGIN, Link, call_app
from tests.server.simulation.process import Process

CONTROL_TOKEN = "simulated"
MAIL_PLAN = MailPlan(grace=20.0, interval=10.0)
GRACEFUL_SECONDS = 5.0  # as uvicorn waits for connections


class SimulatedHost:
    """Runs one server at a time; the disk outlives them."""

    def __init__(self, disk: Disk, pace: float) -> None:
        self.disk, self.pace = disk, pace
        self.app: Starlette | None = None
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
        config = Config(
            (ORIGIN,),
            self.pace,
            player_table=True,
            control_token=CONTROL_TOKEN,
            mail=MailServer("mail.example", 25, "room@mail.example"),
            mail_plan=MAIL_PLAN,
        )
        app = make_app(config, store)
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

    @property
    def room(self) -> Room | None:
        """The room of the server that runs."""
        return None if self.app is None else self.app.state.hand_over.__self__

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
