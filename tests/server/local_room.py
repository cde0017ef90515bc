"""A room in this process, and connections to it without a network; or a whole local server."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.applications import Starlette

from meldroom.cli.deal_share import DealShare
from meldroom.room.limits import Limits, Rate
from meldroom.room.log_entries import Settings
from meldroom.room.services import StorageError
from meldroom.server.addresses import local_origins
from meldroom.server.admission import PASSED_ON
from meldroom.server.app import Config, make_app
from meldroom.server.cluster.shared_room import make_room
from meldroom.server.run import make_server, monitored
from meldroom.server.sessions import Sessions
from meldroom.server.storage.store import Store
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room
from meldroom.server.ws.connection import Connection
from tests.patience import PATIENCE
from tests.server.wire import check_message

GAME = "thumbs-up"
UNLIMITED = Limits(messages=Rate(1e9, 1.0))
NAMES = ("Ada", "Elif", "Ines", "Omar", "Yuki", "Zora", "Lars", "Mika")


@cache
def migrated_database() -> bytes:
    """Return the bytes of an empty SQLite database of today's form."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/db")
        store.open()
        store.close()
        return Path(folder, "db").read_bytes()


def open_store(url: str) -> Store:
    """Open a database; where there is none yet, start from a copy of a migrated one."""
    store = Store(url)
    if store.sqlite and not store.path.exists():
        store.path.write_bytes(migrated_database())
    store.open()
    return store


async def wait_until(holds: Any) -> None:
    """Wait until something holds and everybody has been told of it."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)
        await asyncio.sleep(0)


class _NoSocket:
    headers = {
        PASSED_ON: "by a test"
    }  # where a table is elsewhere, the client is told to come back

    def __init__(self, cookies: dict[str, str]) -> None:
        self.cookies = cookies


@contextmanager
def failing_log(room: Room, error: StorageError, written: bool = False) -> Iterator[None]:
    """Let every append fail meanwhile; `written` if its rows are on disk all the same."""
    begin = room.log.begin

    def fail(*append: Any) -> None:
        *what, done = append
        if written:
            begin(*what, lambda _: done(error))  # type: ignore[call-arg]
        else:
            done(error)

    room.log.begin = fail  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        room.log.begin = begin  # type: ignore[method-assign]


class PromptThinker:
    """Works everything out at once."""

    def look_up(self, function: Any, *arguments: Any, told: Any) -> None:
        """Call back with the answer."""
        told(function(*arguments))


class FakeConnection(Connection):
    """A connection without a websocket: keeps what it is sent in `received`."""

    def __init__(
        self, room: Room, limits: Limits = UNLIMITED, cookies: dict[str, str] | None = None
    ) -> None:
        socket = _NoSocket(cookies or {})
        super().__init__(room, socket, limits, Sessions(secure=False))  # type: ignore[arg-type]
        self.received: list[dict[str, Any]] = []
        self.frames: list[bytes] = []
        self.answer: dict[str, Any] = {}
        self.closed_with: tuple[int, str] | None = None
        self.deal_share = DealShare()

    def send(self, message: bytes) -> None:
        """Keep a message, which is as its type describes it."""
        check_message(message)
        self.frames.append(message)
        self.received.append(json.loads(message))

    def close(self, code: int, why: str) -> None:
        """Keep how the connection was closed."""
        self.closed_with = self.closed_with or (code, why)

    async def request(self, do: str, **fields: Any) -> dict[str, Any]:
        """Make a request and give the last answer; the others have been told by then."""
        text = json.dumps({"do": do, **fields})
        if self.table is None:
            await self._take_early(text)
            self.answer = self.received[-1] if self.received else {}
        else:
            while not self._take_now(text):
                await self.answered.wait()
            await self.answered.wait()
        await asyncio.sleep(0)
        return self.answer

    def _answered(self, *more: Any) -> None:
        super()._answered(*more)
        self.answer = self.received[-1] if self.received else {}

    async def give_share(self) -> None:
        """Commit to a share of the deal, or reveal it, as the table asks for it now."""
        told = next(one for one in reversed(self.received) if one["is"] in ("table", "welcome"))
        table, you = told.get("table", told), self.last("welcome")["you"]
        given = self.deal_share.answer(table, table["local"][0] if table["local"] else you)
        if given is not None:  # two connections of one person may have committed
            await self.request(**given)

    async def act(self, *texts: str, act_id: str | None = None, **more: Any) -> dict[str, Any]:
        """Act, under a new id unless one is given."""
        return await self.request(
            "act", id=act_id or secrets.token_hex(8), texts=list(texts), **more
        )

    def last(self, kind: str) -> dict[str, Any]:
        """Find the last message of a kind."""
        return next(message for message in reversed(self.received) if message["is"] == kind)

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """Give all messages of a kind."""
        return [message for message in self.received if message["is"] == kind]

    @property
    def position(self) -> dict[str, Any]:
        """The game as this connection last saw it."""
        position: dict[str, Any] = {}
        for message in self.received:
            if message["is"] == "play":
                position = message
            elif message["is"] == "welcome":
                position = message["play"] or {}
        return position

    @property
    def legal(self) -> list[str]:
        """The legal texts as this connection last saw them."""
        forms = self.position.get("legal", [])
        return [form if isinstance(form, str) else form["text"] for form in forms]

    def disconnect(self) -> None:
        """Lose the connection."""
        if self.table is not None:
            self.table.disconnect(self)
            self.table = None


@asynccontextmanager
async def open_room(path: Path | str, pace: float = 0.0, address: str = "") -> AsyncIterator[Room]:
    """Open a room on an SQLite file, or on the database with this URL."""
    url = path if isinstance(path, str) else f"sqlite:///{path}"
    store = open_store(url)
    errors: list[StorageError] = []
    room = make_room(store, pace, errors.append, address=address)
    try:
        yield room
    finally:
        await room.close()
        store.close()


async def table_with_people(
    room: Room,
    people: int = 2,
    *,
    seats: int | None = None,
    game: str = GAME,
    options: dict[str, Any] | None = None,
    **settings: Any,
) -> tuple[LiveTable, list[FakeConnection], list[str]]:
    """Open a table and let people join it; gives their connections and tokens."""
    fill = "people" if people == (seats or people) else "bots"
    chosen = Settings(**{"fill": fill, **settings})
    live, token = await room.open(game, seats or people, options or {}, chosen, NAMES[0])
    tokens = [token]
    for name in NAMES[1:people]:
        tokens.append((await room.take_seat(live, name, None, live.table.opened.code))[1])
    return live, [await join(room, live, token) for token in tokens], tokens


async def join(room: Room, live: LiveTable, token: str, **more: Any) -> FakeConnection:
    """Join a table with a token."""
    client = FakeConnection(room)
    await client.request("hello", table=live.table.key, token=token, **more)
    return client


async def start_game(live: LiveTable, clients: list[FakeConnection]) -> None:
    """Let everybody commit to a share and reveal it, and wait until the cards are dealt."""
    for client in clients:
        await client.give_share()
    await wait_until(lambda: live.table.shares.closed)
    for client in clients:
        await client.give_share()
    await wait_until(lambda: live.table.phase == "playing")


async def table_in_play(
    room: Room, people: int = 2, **more: Any
) -> tuple[LiveTable, list[FakeConnection], list[str]]:
    """Open a table where a game has just started."""
    live, clients, tokens = await table_with_people(room, people, **more)
    await start_game(live, clients)
    return live, clients, tokens


async def play_turns(live: LiveTable, clients: list[FakeConnection], turns: int) -> None:
    """Let people draw and discard, one after another."""
    for _ in range(turns):
        actor = clients[live.table.current_match.to_act[0]]
        await actor.act("draw")
        await actor.act(actor.legal[0])


@asynccontextmanager
async def local_app(
    path: Path | str,
    limits: Limits | None = None,
    pace: float = 0.0,
    *,
    monitoring: socket.socket | None = None,
    **more: Any,
) -> AsyncIterator[tuple[str, Starlette]]:
    """Run a server on loopback, on a file or the database with a URL; yields origin and app."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        origins = local_origins(listening.getsockname()[1])
        store = open_store(path if isinstance(path, str) else f"sqlite:///{path}")
        config = Config(origins, pace, limits or Limits(), **more)
        app = make_app(config, store)
        server = make_server(app)
        try:
            async with monitored(app, monitoring):
                task = asyncio.create_task(server.serve(sockets=[listening]))
                try:
                    await wait_until(lambda: server.started or task.done())
                    yield origins[0], app
                finally:
                    server.should_exit = True
                    await task
        finally:
            store.close()


@asynccontextmanager
async def local_server(
    path: Path | str, limits: Limits | None = None, pace: float = 0.0, **more: Any
) -> AsyncIterator[str]:
    """Run a server on loopback; gives its origin."""
    async with local_app(path, limits, pace, **more) as (origin, _):
        yield origin


@asynccontextmanager
async def monitored_server(path: Path, **more: Any) -> AsyncIterator[tuple[str, str]]:
    """Run a server on loopback; gives its origin, and the address at which it is monitored."""
    with socket.socket() as monitoring:
        monitoring.bind(("127.0.0.1", 0))
        async with local_server(path, monitoring=monitoring, **more) as origin:
            yield origin, f"http://127.0.0.1:{monitoring.getsockname()[1]}"
