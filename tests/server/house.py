"""A little language for the server: open a room, call on it, and hear what it answers."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from meldroom.server.app import Config, make_app
from meldroom.server.run import local_origins, make_server
from meldroom.server.storage.log_entries import Settings
from meldroom.server.storage.store import StorageError, Store
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import Connection, Limits

T = TypeVar("T")
GAME = "thumbs-up"
FREELY = Limits(messages=1e9)


def run(work: Coroutine[Any, Any, T], seconds: float = 60) -> T:
    """Run a test's coroutine to its end."""

    async def bounded() -> T:
        return await asyncio.wait_for(work, seconds)

    return asyncio.run(bounded())


class _NoSocket:
    def __init__(self, cookies: dict[str, str]) -> None:
        self.cookies = cookies


class Caller(Connection):
    """A connection without a wire: what it is told lies in `heard`."""

    def __init__(
        self, room: Room, limits: Limits = FREELY, cookies: dict[str, str] | None = None
    ) -> None:
        super().__init__(room, _NoSocket(cookies or {}), limits, "meldroom-")  # type: ignore[arg-type]
        self.heard: list[dict[str, Any]] = []
        self.frames: list[bytes] = []
        self.gone: tuple[int, str] | None = None

    def tell(self, message: bytes) -> None:
        """Keep what is said."""
        self.frames.append(message)
        self.heard.append(json.loads(message))

    def dismiss(self, code: int, why: str) -> None:
        """Note the end."""
        self.gone = self.gone or (code, why)

    async def say(self, do: str, **fields: Any) -> dict[str, Any]:
        """Say something and give back the last answer; the others have heard of it by then."""
        await self._hear(json.dumps({"do": do, **fields}))
        answer = self.heard[-1] if self.heard else {}
        await asyncio.sleep(0)
        return answer

    async def act(self, *texts: str, mark: str | None = None, **more: Any) -> dict[str, Any]:
        """Act, under a new mark unless one is given."""
        return await self.say("act", id=mark or secrets.token_hex(8), texts=list(texts), **more)

    def last(self, kind: str) -> dict[str, Any]:
        """Find the last message of a kind."""
        return next(heard for heard in reversed(self.heard) if heard["is"] == kind)

    @property
    def sight(self) -> dict[str, Any]:
        """The game as this connection last saw it."""
        sight: dict[str, Any] = {}
        for heard in self.heard:
            if heard["is"] == "play":
                sight = heard
            elif heard["is"] == "welcome":
                sight = heard["play"] or {}
        return sight

    @property
    def legal(self) -> list[str]:
        """The legal texts as this connection last saw them."""
        forms = self.sight.get("legal", [])
        return [form if isinstance(form, str) else form["text"] for form in forms]

    def leave(self) -> None:
        """Drop the connection."""
        if self.sitting is not None:
            self.sitting.farewell(self)
            self.sitting = None


@asynccontextmanager
async def open_room(path: Path | str, pace: float = 0.0) -> AsyncIterator[Room]:
    """Open a room on an SQLite file, or on the database with this URL."""
    url = path if isinstance(path, str) else f"sqlite:///{path}"
    store = Store(url)
    store.open()
    troubles: list[StorageError] = []
    room = Room(store, pace, troubles.append)
    try:
        yield room
    finally:
        await room.close()
        store.close()


async def seated(
    room: Room,
    people: int = 2,
    *,
    seats: int | None = None,
    game: str = GAME,
    options: dict[str, Any] | None = None,
    **settings: Any,
) -> tuple[LiveTable, list[Caller], list[str]]:
    """Open a table, seat so many people, and let all say hello."""
    chosen = Settings(**{"fill": "people" if people == (seats or people) else "bots", **settings})
    sitting, token = await room.open(game, seats or people, options or {}, chosen, "Ada")
    tokens = [token]
    for name in ("Elif", "Ines", "Omar", "Yuki", "Zora", "Lars", "Mika")[: people - 1]:
        tokens.append((await room.sit(sitting, name, None, sitting.table.opened.code))[1])
    callers = []
    for token in tokens:
        callers.append(await hello(room, sitting, token))
    return sitting, callers, tokens


async def hello(room: Room, sitting: LiveTable, token: str, **more: Any) -> Caller:
    """Come to a table with a token."""
    caller = Caller(room)
    await caller.say("hello", table=sitting.table.key, token=token, **more)
    return caller


async def begin(sitting: LiveTable, callers: list[Caller]) -> None:
    """Let everybody give, and wait until the cards are dealt."""
    for caller in callers:
        await caller.say("give", share=secrets.token_hex(16))
    await until(lambda: sitting.table.phase == "playing")


async def playing(
    room: Room, people: int = 2, **more: Any
) -> tuple[LiveTable, list[Caller], list[str]]:
    """Open a table where a game has just begun."""
    sitting, callers, tokens = await seated(room, people, **more)
    await begin(sitting, callers)
    return sitting, callers, tokens


async def until(holds: Any, seconds: float = 20) -> None:
    """Wait for something to hold, and for everybody to be told of it."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.002)
        await asyncio.sleep(0)


@asynccontextmanager
async def served(
    path: Path, limits: Limits | None = None, pace: float = 0.0, **more: Any
) -> AsyncIterator[str]:
    """Serve on loopback for real; gives the origin."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        origins = local_origins(listening.getsockname()[1])
        store = Store(f"sqlite:///{path}")
        store.open()
        server = make_server(make_app(Config(origins, pace, limits or Limits(), **more), store))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await until(lambda: server.started or task.done())
            yield origins[0]
        finally:
            server.should_exit = True
            await task
            store.close()
