"""People whose turns last for days: they leave a mail address, confirm it, and stop the mails."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from meldroom.cli.deal_share import DealShare
from meldroom.core.fair_deal import SHARE_SIZE
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser, Seen
from tests.server.simulation.network import Unreachable

SHORT_GAME = "victor-or-victim"
LINK_KEY = re.compile(r"/mail/([\w-]+)")
CONFIRMATION, TURN = "Confirm", "Your turn"  # how subjects begin
PATIENCE = 600.0  # seconds in which a mail comes once the mail server is there
FEW, MANY = (1, 1, 2), 8  # tables at once: many hold up whatever waits for the mail server


async def play(world: Scene) -> None:
    """Leave addresses at one table or many."""
    random = Random(world.random.getrandbits(64))
    tables = MANY if random.random() < 0.3 else random.choice(FEW)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(tables):
            tasks.create_task(_correspond(world, Random(random.getrandbits(64))))


async def _correspond(world: Scene, random: Random) -> None:
    await Correspondent(world, random).correspond()


class Correspondent:
    """One person at one table with an address, which is the mailbox of nobody else."""

    def __init__(self, world: Scene, random: Random) -> None:
        self.world, self.random, self.browser = world, random, world.browser()
        self.name = next(world.names)
        self.address = f"{self.name.lower()}@mail.example"

    async def correspond(self) -> None:
        """Leave the address, confirm it or not, get mails of turns, and stop them."""
        body = {"game": SHORT_GAME, "seats": 2, "name": self.name}
        body["clock"] = self.random.choice(("1d", "3d"))
        place = (await self.browser.post("/api/tables", body)).form
        await _be_on_turn(self.world, self.browser, place, self.random)
        path = f"/api/tables/{place['table']}/mail"
        left = await self.browser.post(path, {"address": self.address})
        if left.status != 200 or (await self.browser.get(path)).form["address"] != self.address:
            self.world.violation(f"mail: {self.address} is not kept: {left}")
        key = await self._mailed(CONFIRMATION)
        if key is None:
            return  # it was lost when the server was killed, and is not sent again today
        if self.random.random() < 0.3:
            await self._expect_none(0, TURN, "was not confirmed")
            return
        self._expect_state(await self.browser.get(f"/api/mail/{key}"), "unconfirmed")
        self._expect_state(await self._answer(key, send=True), "confirmed")
        if await self._mailed(TURN) is None:  # one is given up if it cannot be sent for long
            await _be_on_turn(self.world, self.browser, place, self.random, again=True)
            if await self._mailed(TURN) is None:
                self.world.violation(f"mail: nobody writes to {self.address}", "mail never comes")
        if self.random.random() < 0.3:
            await self.browser.post(path, {"address": ""})
        else:
            await self._stop(key, path)

    async def _answer(self, key: str, send: bool) -> Seen:
        return await self.browser.post(f"/api/mail/{key}", {"send": send})

    def _expect_state(self, seen: Seen, state: str) -> None:
        if seen.form != {"state": state}:
            self.world.violation(f"mail: {self.address} is not {state}: {seen}")

    async def _stop(self, key: str, path: str) -> None:
        """Stop the mails to the mailbox for good, and leave it again in another spelling."""
        self._expect_state(await self._answer(key, send=False), "stopped")
        known = len(self.world.office.mails)
        name, _, host = self.address.partition("@")
        spellings = (self.address.upper(), f"{name}+a@{host}", self.address)
        with suppress(Unreachable):
            body = {"address": self.random.choice(spellings)}
            await self.browser.request("POST", path, body)
        await self._expect_none(known, "", "was stopped")

    async def _expect_none(self, known: int, about: str, why: str) -> None:
        """Wait for a while, and take mails about something that came since for a violation."""
        await asyncio.sleep(120)
        for mail in self.world.office.mails[known:]:
            mine = mail.to.lower().replace("+a@", "@") == self.address
            if mine and mail.subject.startswith(about):
                text = f"mail: {mail.to} gets {mail.subject!r}, though it {why}"
                self.world.violation(text, "mail after stop")

    async def _mailed(self, about: str) -> str | None:
        """Wait for a mail about something, and give the key of the link in it; None in vain."""
        loop = asyncio.get_running_loop()
        gives_up = None
        while gives_up is None or loop.time() < gives_up:
            for mail in self.world.office.mails:
                found = LINK_KEY.search(mail.text)
                if mail.to == self.address and mail.subject.startswith(about) and found is not None:
                    return found[1]
            if self.world.calm and gives_up is None:
                gives_up = loop.time() + PATIENCE
            await asyncio.sleep(5)
        return None


async def _be_on_turn(
    world: Scene, browser: Browser, place: dict[str, Any], random: Random, again: bool = False
) -> None:
    """Play until it is one's turn, or the next turn, and go away."""
    position: dict[str, Any] = {}
    share = DealShare(partial(random.randbytes, SHARE_SIZE))
    while not position.get("legal") or again:
        try:
            link = await browser.connect()
        except Unreachable:
            await asyncio.sleep(1)
            continue
        link.send({"do": "hello", "table": place["table"], "code": place["code"]})
        share.say_again()
        while (message := await link.receive()) is not None:
            if message["is"] == "welcome":
                position = message["play"] or {}
            if message["is"] in ("welcome", "table"):
                given = share.answer(message.get("table", message), place["seat"])
                if given is not None:
                    link.send(given)
            elif message["is"] == "play":
                position = message
                again = again and message["by"] != "bot"
            elif message["is"] == "refusal" and message["rule"] == "P-8":
                await asyncio.sleep(1)
                link.hang_up()
            if position.get("result"):
                return
            if position.get("legal") and not again:
                link.hang_up()
                break
            if position.get("legal"):
                text, ply = position["legal"][0]["text"], position["ply"]
                link.send({"do": "act", "id": f"{place['table']}-{ply}", "texts": [text]})
