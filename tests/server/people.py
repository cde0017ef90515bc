"""People who play at random over real sockets, and come back when the server does."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from tests.server.house import GAME
from tests.server.wire import client


class Player:
    """A person who plays on over kills, sending again what was not acknowledged."""

    def __init__(self, place: dict[str, Any]) -> None:
        self.place = place
        self.acked: dict[str, int] = {}  # id -> seq
        self.pending: dict[str, Any] | None = None
        self.marks = 0
        self.most: int | None = None  # acts after which the person only looks on
        self.waits: list[float] = []  # seconds until each act was acknowledged
        self.sent = 0.0

    async def play(self, origin: str) -> None:
        """Play until the connection is lost."""
        address = origin.replace("http", "ws") + "/socket"
        hello = {"do": "hello", "table": self.place["table"], "token": self.place["token"]}
        legal: list[str] = []
        async with connect(address, origin=Origin(origin), compression=None) as socket:
            await socket.send(json.dumps({**hello, "help": False}))
            if self.pending:
                await socket.send(json.dumps(self.pending))
            async for frame in socket:
                heard = json.loads(frame)
                table = heard.get("table", heard)
                waiting = table.get("phase") == "waiting"
                if waiting and not table["seats"][self.place["seat"]]["ready"]:
                    await socket.send(json.dumps({"do": "give", "share": "00" * 16}))
                if heard["is"] == "table" and heard["phase"] == "over" and not self.place["seat"]:
                    await socket.send(json.dumps({"do": "rematch"}))
                if heard["is"] == "ack":
                    assert self.acked.setdefault(heard["id"], heard["seq"]) == heard["seq"]
                    if self.pending and self.pending["id"] == heard["id"]:
                        self.pending = None
                        self.waits.append(time.perf_counter() - self.sent)
                elif heard["is"] == "refusal":
                    self.pending = None
                sight = heard.get("play") or heard
                legal = sight.get("legal", legal)
                if legal and self.pending is None and self.marks != self.most:
                    self.marks += 1
                    text = legal[self.marks % len(legal)]
                    self.pending = {"do": "act", "id": f"m{self.marks}", "texts": [text]}
                    await asyncio.sleep(0.01)
                    self.sent = time.perf_counter()
                    await socket.send(json.dumps(self.pending))


async def sit_down(origin: str, tables: int, people: int = 2, **more: Any) -> list[Player]:
    """Open tables and take every seat."""
    players = []
    async with client(origin) as http:
        for _ in range(tables):
            wish = {"game": GAME, "seats": people, "name": "P0", "keep": "token", "fill": "people"}
            first = (await http.post("/api/tables", json={**wish, **more})).json()
            players.append(Player(first))
            for number in range(1, people):
                wish = {"name": f"P{number}", "code": first["code"], "keep": "token"}
                answer = await http.post(f"/api/tables/{first['table']}/seats", json=wish)
                players.append(Player(answer.json()))
    return players
