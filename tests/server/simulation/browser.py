"""A simulated browser: keeps its cookie, and makes requests that may get lost."""

from __future__ import annotations

import asyncio
import json
from http.cookies import SimpleCookie
from random import Random
from typing import Any, NamedTuple, Protocol

from tests.server.simulation.network import Answer, Link, Network, Unreachable
from tests.server.wire import check_answer

COOKIE = "meldroom"  # of a server that is reached by http
LATER = (429, 503)  # what is answered so may be asked again
MAX_SESSIONS = 4


class Online(Protocol):
    """What a browser knows of the simulation around it."""

    network: Network
    random: Random


class Seen(NamedTuple):
    """An answer, decoded where it is JSON."""

    status: int
    form: Any


class Browser:
    """One browser at an address of its own."""

    def __init__(self, world: Online, address: str, cookie: str = "") -> None:
        self.network, self.address, self.cookie = world.network, address, cookie
        self.random = Random(world.random.getrandbits(64))
        self.sessions: dict[str, None] = {}  # every one that it ever had

    async def request(self, method: str, path: str, body: Any = None) -> Seen:
        """Make a request; Unreachable if it, or its answer, is lost."""
        answer = await self.network.request(self.address, method, path, body, self._cookie_header)
        self._keep_cookie(answer)
        media = answer.headers.get("content-type", "")
        check_answer(method, path.partition("?")[0], answer.status, media, answer.body)
        return Seen(answer.status, _form(answer))

    async def get(self, path: str) -> Seen:
        """Ask until there is an answer other than to try again."""
        return await self._insist("GET", path)

    async def post(self, path: str, body: Any = None) -> Seen:
        """Send until there is an answer other than to try again."""
        return await self._insist("POST", path, {} if body is None else body)

    async def become_somebody(self) -> None:
        """Get a cookie: one that comes with a seat may be lost, and the seat with it."""
        while not self.cookie:
            await self.post("/api/me/carry")

    async def connect(self) -> Link:
        """Open a websocket; Unreachable if no server answers."""
        return await self.network.connect(self.address, self._cookie_header)

    async def _insist(self, method: str, path: str, body: Any = None) -> Seen:
        while True:
            try:
                seen = await self.request(method, path, body)
            except Unreachable:
                pass
            else:
                if seen.status not in LATER:
                    return seen
            await asyncio.sleep(self.random.uniform(0.5, 3))

    @property
    def _cookie_header(self) -> str:
        return f"{COOKIE}={self.cookie}" if self.cookie else ""

    def _keep_cookie(self, answer: Answer) -> None:
        header = answer.headers.get("set-cookie")
        if header is not None:
            self.cookie = SimpleCookie(header)[COOKIE].value
            self.sessions |= dict.fromkeys(filter(None, self.cookie.split(".")))


def _form(answer: Answer) -> Any:
    kind = answer.headers.get("content-type", "")
    return json.loads(answer.body) if "json" in kind else answer.body
