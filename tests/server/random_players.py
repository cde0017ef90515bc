"""People who play at random over real websockets, and reconnect when the server is back."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from websockets.asyncio.client import connect
from websockets.typing import Origin

from meldroom.cli.deal_share import DealShare
from tests.server.local_room import GAME
from tests.server.socket_client import http_client


class RandomPlayer:
    """A person in one seat who sends again whatever was not acknowledged."""

    def __init__(self, place: dict[str, Any]) -> None:
        self.place = place  # table, seat, code and token
        self.share = DealShare()
        self.acked: dict[str, int] = {}  # id -> seq
        self.refused: set[str] = set()  # ids
        self.first_sent: dict[str, float] = {}  # id -> when
        self.acked_at: dict[str, float] = {}  # id -> when
        self.last_seen = 0  # the highest seq of the table that was seen
        self.went_back = 0  # times that a connection showed an older table than was seen before
        self.pending: dict[str, Any] | None = None
        self.acts = 0
        self.max_acts: int | None = None  # after which the person only watches
        self.ack_seconds: list[float] = []
        self.sent_at = 0.0

    async def play(self, origin: str, **options: Any) -> None:
        """Play until the connection is lost."""
        address = origin.replace("http", "ws") + "/socket"
        hello = {"do": "hello", "table": self.place["table"], "token": self.place["token"]}
        legal: list[str] = []
        welcomed = False
        connecting = connect(address, origin=Origin(origin), compression=None, **options)
        async with connecting as socket:
            await socket.send(json.dumps({**hello, "help": False}))
            self.share.say_again()
            if self.pending:
                await socket.send(json.dumps(self.pending))
            async for frame in socket:
                message = json.loads(frame)
                self._note(message)
                welcomed = welcomed or message["is"] == "welcome"
                table = message.get("table", message)
                given = "phase" in table and self.share.answer(table, self.place["seat"])
                if given:
                    await socket.send(json.dumps(given))
                over = message["is"] == "table" and message["phase"] == "over"
                if over and not self.place["seat"]:
                    await socket.send(json.dumps({"do": "rematch"}))
                if message["is"] == "ack":
                    assert self.acked.setdefault(message["id"], message["seq"]) == message["seq"]
                    if self.pending and self.pending["id"] == message["id"]:
                        self.pending = None
                        self.ack_seconds.append(time.perf_counter() - self.sent_at)
                elif message["is"] == "refusal" and not welcomed:
                    return  # the table cannot be joined here just now
                elif message["is"] == "refusal":
                    self.pending = None
                position = message.get("play") or message
                legal = position.get("legal", legal)
                if legal and self.pending is None and self.acts != self.max_acts:
                    self.acts += 1
                    text = legal[self.acts % len(legal)]
                    self.pending = {"do": "act", "id": f"m{self.acts}", "texts": [text]}
                    await asyncio.sleep(0.01)
                    self.sent_at = time.perf_counter()
                    self.first_sent[f"m{self.acts}"] = self.sent_at
                    await socket.send(json.dumps(self.pending))

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what a checker needs to know."""
        if message["is"] == "ack":
            self.acked_at.setdefault(message["id"], time.perf_counter())
        elif message["is"] == "refusal":
            self.refused.add(message["id"])
        elif message["is"] == "welcome":
            self.went_back += message["seq"] < self.last_seen
        self.last_seen = max(self.last_seen, message.get("seq", 0))


async def open_tables(origin: str, tables: int, people: int = 2, **more: Any) -> list[RandomPlayer]:
    """Open tables and take every seat."""
    players = []
    async with http_client(origin) as http:
        for _ in range(tables):
            body = {"game": GAME, "seats": people, "name": "P0", "keep": "token", "fill": "people"}
            first = (await http.post("/api/tables", json={**body, **more})).json()
            players.append(RandomPlayer(first))
            for number in range(1, people):
                body = {"name": f"P{number}", "code": first["code"], "keep": "token"}
                answer = await http.post(f"/api/tables/{first['table']}/seats", json=body)
                players.append(RandomPlayer(answer.json()))
    return players
