"""A network between clients and the server: delays, cuts, stalls; in order within a connection."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec
from starlette.applications import Starlette

from meldroom.server.ws.protocol import SEND_NOW, TAKE_NOW
from tests.server.simulation.process import Process
from tests.server.wire import check_message

ORIGIN = "http://localhost:8000"
MAX_WINDOW = 65_536  # bytes under way to a client before the server's socket is full
MAX_HALF_OPEN = 40.0  # seconds until the server notices that a client is gone
TICK = 1e-6  # seconds between two messages of a connection, at least
HTTP_TIMEOUT = 20.0  # seconds that a client waits for an answer

App = Callable[[Any, Any, Any], Awaitable[None]]


class Host(Protocol):
    """Where the server runs: an app, while its process is up."""

    app: Starlette | None
    process: Process


class Unreachable(Exception):
    """No answer came."""


class Weather(NamedTuple):
    """How bad the network is."""

    max_delay: float = 0.3  # seconds that a message is under way
    http_loss: float = 0.0  # of requests, and of answers
    stall_rate: float = 0.0  # how often a message is held up, for seconds


CALM = Weather(max_delay=0.05)


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class Asked(NamedTuple):
    """A request that a server has got."""

    method: str
    path: str
    at: float


# Told of a request, gives what is told of its answer (None if there is none), and whether the
# server's process is still alive.
Watch = Callable[[Asked], Callable[[Answer | None, bool], None]]


class Network:
    """Connects clients to the one server."""

    def __init__(
        self,
        host: Host,
        random: Random,
        trace: Callable[[str, str], None],
        watch: Watch,
        heard: Callable[[str], None],
    ) -> None:
        self.host, self.random, self.trace = host, random, trace
        self.watch, self.heard = watch, heard
        self.weather = CALM
        self.links: dict[Link, None] = {}  # that a client still has
        self.serving: dict[Link, None] = {}  # that the server still has
        self.requests: dict[asyncio.Task[Any], None] = {}  # that are being answered
        self.opened = 0

    async def connect(self, address: str, cookie: str = "") -> Link:
        """Open a websocket; Unreachable if no server answers."""
        await asyncio.sleep(self.random.uniform(0, self.weather.max_delay))
        if self.host.app is None:
            raise Unreachable
        self.opened += 1
        link = Link(self, self.opened, address, Random(self.random.getrandbits(64)), cookie)
        self.links[link] = None
        link.serve(self.host)
        return link

    async def request(
        self, address: str, method: str, path: str, body: Any = None, cookie: str = ""
    ) -> Answer:
        """Make a request; Unreachable if it, or its answer, is lost."""
        random, weather = self.random, self.weather
        await asyncio.sleep(random.uniform(0, weather.max_delay))
        app, process = self.host.app, self.host.process
        if app is None or random.random() < weather.http_loss:
            await asyncio.sleep(random.uniform(0, HTTP_TIMEOUT))
            raise Unreachable
        headers = [*_headers(), (b"content-type", b"application/json")]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        answer = await self.ask(app, process, address, method, path, body, headers)
        await asyncio.sleep(random.uniform(0, weather.max_delay))
        if answer is None or random.random() < weather.http_loss:
            raise Unreachable
        return answer

    async def monitor(
        self, method: str, path: str, body: Any = None, token: str = ""
    ) -> Answer | None:
        """Ask the monitoring listener, from the server's own machine; None if nobody answers."""
        app, process = self.host.app, self.host.process
        if app is None:
            return None
        headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
        return await self.ask(app.state.monitor, process, "127.0.0.1", method, path, body, headers)

    async def ask(
        self,
        app: App,
        process: Process,
        address: str,
        method: str,
        path: str,
        body: Any,
        headers: Any,
    ) -> Answer | None:
        """Let an app of a process answer; None if it does not."""
        frames: list[dict[str, Any]] = []
        payload = b"" if body is None else json.dumps(body).encode()
        sent = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not sent.is_set():
                sent.set()
                return {"type": "http.request", "body": payload, "more_body": False}
            await asyncio.sleep(HTTP_TIMEOUT)
            return {"type": "http.disconnect"}

        async def send(frame: dict[str, Any]) -> None:
            if process.alive:
                frames.append(frame)

        scope = {**_scope("http", path, address, headers), "method": method}
        asked = Asked(method, scope["path"], asyncio.get_running_loop().time())
        noticed = self.watch(asked)
        task = process.spawn(call_app(app, scope, receive, send))
        self.requests[task] = None
        task.add_done_callback(self._answered)
        await asyncio.wait([task], timeout=HTTP_TIMEOUT)
        complete = len(frames) > 1 and not frames[-1].get("more_body", False)
        answer = None
        if complete:
            named = {name.decode(): value.decode() for name, value in frames[0]["headers"]}
            content = b"".join(frame.get("body", b"") for frame in frames)
            answer = Answer(frames[0]["status"], named, content)
            size = "" if path == "/metrics" else len(content)  # they are of this process, too
            self.trace("http", f"{method} {path[:60]} {answer.status} {size}")
        noticed(answer, process.alive)
        return answer

    def _answered(self, task: asyncio.Task[Any]) -> None:
        self.requests.pop(task, None)
        if not task.cancelled():
            task.exception()  # was answered with 500

    def server_died(self) -> None:
        """Cut every connection: the server's machine resets them."""
        for link in list(self.links):
            link.cut(server_is_dead=True)


class Link:
    """One websocket connection; each direction keeps its order."""

    def __init__(
        self, network: Network, number: int, address: str, random: Random, cookie: str
    ) -> None:
        self.network, self.number, self.address, self.random = network, number, address, random
        self.cookie = cookie
        self.to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self.to_server: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self.server_ready = asyncio.Event()
        self.server_ready.set()
        self.window_open = asyncio.Event()
        self.window_open.set()
        self.bytes_under_way = 0
        self.last_to_client = self.last_to_server = 0.0
        self.client_open = self.server_open = True
        self.close_code: int | None = None
        self.process: Process | None = None
        self.task: asyncio.Task[Any] | None = None
        self.taker: Callable[[str], bool] | None = None  # of the app: takes texts at once

    # -- the client's side

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the server, some time."""
        if self.client_open:
            text = json.dumps(message)
            self.last_to_server = at = self._arrival(self.last_to_server)
            asyncio.get_running_loop().call_at(at, self._arrive, text)

    def _arrive(self, text: str) -> None:
        if self.server_open:
            self.network.trace("to server", f"{self.number} {text}")
            self.network.heard(text)
            if not self._taken_now(text):
                self._give_server({"type": "websocket.receive", "text": text})

    def _taken_now(self, text: str) -> bool:
        """Offer a text to the app before it is queued; sometimes it arrives in another way."""
        if self.taker is None or self.to_server or self.random.random() < 0.1:
            return False
        assert self.process is not None
        if not self.process.alive:
            return False
        return self.process.context.copy().run(self.taker, text)

    def _take_now_by(self, taker: Callable[[str], bool]) -> None:
        self.taker = taker

    async def receive(self) -> dict[str, Any] | None:
        """Wait for the next message; None when the connection is gone."""
        text = await self.to_client.get()
        if text is None:
            return None
        self.network.trace("to client", f"{self.number} {text}")
        check_message(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        return message

    def hang_up(self) -> None:
        """Close the connection from the client's side."""
        self.cut()

    # -- what happens in between

    def _arrival(self, not_before: float) -> float:
        weather, now = self.network.weather, asyncio.get_running_loop().time()
        delay = self.random.uniform(0.001, weather.max_delay)
        if self.random.random() < weather.stall_rate:
            delay += self.random.uniform(0, 8)
        return max(not_before + TICK, now + delay)  # timers of the same time have no order

    def cut(self, server_is_dead: bool = False) -> None:
        """Lose what is under way; the server may notice much later, and get old messages."""
        if not self.client_open:
            return
        self.client_open = False
        self.network.links.pop(self, None)
        self.network.trace("cut", str(self.number))
        while not self.to_client.empty():
            self.to_client.get_nowait()
        self.to_client.put_nowait(None)
        if server_is_dead:
            self.server_open = False
        elif self.random.random() < 0.5:
            self._end_server_side(1006)
        else:  # half open: what is under way still arrives
            wait = self.random.uniform(0, MAX_HALF_OPEN)
            asyncio.get_running_loop().call_later(wait, self._end_server_side, 1006)

    def _end_server_side(self, code: int) -> None:
        if self.server_open:
            self.server_open = False
            self.window_open.set()
            self._give_server({"type": "websocket.disconnect", "code": code})

    def _give_server(self, frame: dict[str, Any]) -> None:
        self.to_server.append(frame)
        self.server_ready.set()

    # -- the server's side: ASGI

    def serve(self, host: Host) -> None:
        """Let the app serve this connection."""
        assert host.app is not None
        self.process = host.process
        extensions = {
            "websocket.http.response": {},
            SEND_NOW: self._send_now,
            TAKE_NOW: self._take_now_by,
        }
        headers = _headers()
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        scope = {
            **_scope("websocket", "/socket", self.address, headers),
            "subprotocols": [],
            "extensions": extensions,
        }
        self.network.serving[self] = None
        self.task = host.process.spawn(
            call_app(host.app, scope, self._asgi_receive, self._asgi_send)
        )
        self.task.add_done_callback(lambda _: self._server_closed())

    def end(self, code: int) -> None:
        """Close the connection from the server's side, past the app."""
        self.close_code = self.close_code or code
        self._end_server_side(code)
        self._server_closed()

    async def _asgi_receive(self) -> dict[str, Any]:
        while not self.to_server:
            self.server_ready.clear()
            await self.server_ready.wait()
        return self.to_server.popleft()

    async def _asgi_send(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "websocket.send":
            await self.window_open.wait()
            self._send_text(frame["text"])
        elif frame["type"] == "websocket.close":
            self.close_code = frame.get("code", 1000)
            self._server_closed()

    def _send_now(self, texts: Any) -> bool:
        if not self.window_open.is_set() or not self.server_open or self.random.random() < 0.1:
            return False
        for text in texts:
            self._send_text(text.decode())
        return True

    def _send_text(self, text: str) -> None:
        if self.process is None or not self.process.alive:
            return
        self.bytes_under_way += len(text)
        if self.bytes_under_way > MAX_WINDOW:
            self.window_open.clear()
        self.last_to_client = at = self._arrival(self.last_to_client)
        asyncio.get_running_loop().call_at(at, self._reach_client, text)

    def _reach_client(self, text: str) -> None:
        self.bytes_under_way -= len(text)
        if self.bytes_under_way <= MAX_WINDOW:
            self.window_open.set()
        if self.client_open:
            self.to_client.put_nowait(text)

    def _server_closed(self) -> None:
        """Tell the client after all that is under way to it."""
        self.server_open = False
        self.network.links.pop(self, None)
        self.network.serving.pop(self, None)
        if self.client_open:
            at = max(self.last_to_client, asyncio.get_running_loop().time())
            asyncio.get_running_loop().call_at(at + 0.001, self._close_client_side)

    def _close_client_side(self) -> None:
        if self.client_open:
            self.client_open = False
            self.to_client.put_nowait(None)


async def call_app(app: App, scope: Any, receive: Any, send: Any) -> None:
    """Call an ASGI app."""
    await app(scope, receive, send)


def _headers() -> list[tuple[bytes, bytes]]:
    return [(b"host", b"localhost:8000"), (b"origin", ORIGIN.encode())]


def _scope(kind: str, url: str, address: str, headers: Any) -> dict[str, Any]:
    path, _, query = url.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": headers,
        "client": (address, 40_000),
        "server": ("localhost", 8_000),
        "state": {},
    }
