"""A guest at a table where anything may happen: sends whatever the protocol has, at random."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import Any

from meldroom.cli.deal_share import DealShare
from meldroom.core.fair_deal import SHARE_SIZE
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser
from tests.server.simulation.network import Link, Unreachable

EXPECTED_CODES = (None, 1012, 1013, 4001, 4003)
WEIGHTS = {
    "why": 2.0, "hint": 2.0, "check": 1.0, "allow_hints": 1.0, "open_hands": 1.0, "undo": 1.0,
    "ready": 1.0, "commit": 1.0, "give": 1.0, "start": 3.0, "rematch": 3.0, "pause": 1.0,
    "kick": 2.0, "allow": 3.0, "silence": 0.5, "cover": 0.5, "bot": 1.0, "move": 1.0,
    "hand": 1.0, "end": 0.2, "sit": 1.0, "leave": 1.5, "pace": 0.5, "skip": 0.5, "back": 0.5,
    "say": 1.0, "ask_continue": 1.0, "mute": 0.5, "ping": 0.5,
}  # fmt: skip


class Guest:
    """Somebody with a browser, at one table."""

    def __init__(self, world: Scene, browser: Browser, name: str, random: Random) -> None:
        self.world, self.browser, self.name = world, browser, name
        self.random = Random(random.getrandbits(64))
        self.place: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.position: dict[str, Any] = {}
        self.you: int | None = None
        self.share = DealShare(partial(self.random.randbytes, SHARE_SIZE))
        self.sent = 0
        self.removed = False  # not admitted to the table any more
        self.leaving = False

    @property
    def done(self) -> bool:
        """Whether nothing more is to be tried here."""
        return self.world.calm or self.removed or self.leaving

    async def stay(self) -> None:
        """Be at the table until there is nothing more to be tried."""
        while not self.done:
            try:
                link = await self.browser.connect()
            except Unreachable:
                await asyncio.sleep(self.random.uniform(0, 3))
                continue
            await self._converse(link)

    async def _converse(self, link: Link) -> None:
        hello = {"do": "hello", "table": self.place["table"], "code": self.place["code"]}
        link.send({**hello, "name": self.name, "showdown": self.random.random() < 0.5})
        ticking = asyncio.get_running_loop().create_task(self._tick(link))
        try:
            while (message := await link.receive()) is not None:
                self._handle(message)
        finally:
            ticking.cancel()
        if link.close_code not in EXPECTED_CODES:
            self.world.violation(f"{self.name}: closed with {link.close_code}")
        if link.close_code in (4001, 4003):
            self.removed = True
        await asyncio.sleep(self.random.uniform(0, 2))

    async def _tick(self, link: Link) -> None:
        while not self.done:
            await asyncio.sleep(self.random.uniform(0.2, 1.5))
            if self.table:
                link.send(self._message())
        link.hang_up()

    def _handle(self, message: dict[str, Any]) -> None:
        kind = message["is"]
        if kind == "welcome":
            self.you, self.table = message["you"], message["table"]
            self.position = message["play"] or {}
            if self.you is None and self.position.get("legal"):
                self.world.violation(f"{self.name} has no seat, but {self.position['legal']}")
        elif kind == "table":
            self.table = message
        elif kind == "play":
            self.position = message

    # -- what is sent

    def _message(self) -> dict[str, Any]:
        random, phase = self.random, self.table["phase"]
        if phase == "playing" and self.position.get("legal") and random.random() < 0.6:
            return self._of_kind("act")
        if phase == "waiting" and self.you is not None and random.random() < 0.7:
            if random.random() < 0.3:
                self.share.say_again()
            given = self.share.answer(self.table, self.you)
            if given is not None:
                return given
        if self.table["requests"] and random.random() < 0.5:
            return self._of_kind("allow")
        [kind] = random.choices(list(WEIGHTS), list(WEIGHTS.values()))
        return self._of_kind(kind)

    def _of_kind(self, kind: str) -> dict[str, Any]:
        random, self.sent = self.random, self.sent + 1
        seat, on, legal = random.randrange(len(self.table["seats"])), random.random() < 0.5, "draw"
        if forms := self.position.get("legal"):
            form = random.choice(forms)
            legal = form if isinstance(form, str) else form["text"]
        asked = [request["seat"] for request in self.table["requests"]]
        act_id = {"id": f"{self.browser.address}-{self.sent}"}
        bot = random.choice(("", "random", "novice"))
        fields: dict[str, dict[str, Any]] = {
            "act": {**act_id, "texts": [legal]},
            "undo": act_id,
            "hint": act_id,
            "check": {**act_id, "text": legal},
            "why": {**act_id, "text": random.choice((legal, "discard XX"))},
            "give": {"share": random.randbytes(SHARE_SIZE).hex()},
            "commit": {"commitment": random.randbytes(32).hex()},
            "pause": {"on": on},
            "allow_hints": {"on": on},
            "kick": {"seat": seat},
            "allow": {"seat": random.choice(asked or [seat])},
            "silence": {"seat": seat, "on": on},
            "cover": {"seat": seat},
            "bot": {"seat": seat, "level": bot},
            "move": {"seat": seat if self.you is None else self.you, "to": seat},
            "hand": {"seat": seat},
            "sit": {"seat": seat},
            "pace": {"pace": random.choice(("slow", "normal", "fast"))},
            "say": random.choice(({"phrase": seat}, {"text": "well, well"})),
            "mute": {"seat": seat, "on": on},
            "open_hands": {"deal": 1, "seat": seat},
        }
        return {"do": kind, **fields.get(kind, {})}
