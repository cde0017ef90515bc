"""People whose turns last for days: they leave a mail address, stop the mails, and come back."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser
from tests.server.simulation.network import Unreachable

SHORT_GAME = "victor-or-victim"
STOP_KEY = re.compile(r"/mail/([\w-]+)")
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
    browser, name = world.browser(), next(world.names)
    body = {"game": SHORT_GAME, "seats": 2, "name": name, "clock": random.choice(("1d", "3d"))}
    place = (await browser.post("/api/tables", body)).form
    address, path = f"{name.lower()}@mail.example", f"/api/tables/{place['table']}/mail"
    await _be_on_turn(world, browser, place, random)
    left = await browser.post(path, {"address": address})
    if left.status != 200 or (await browser.get(path)).form["address"] != address:
        world.violation(f"mail: {address} is not kept: {left}")
    key = await _mailed(world, address)
    if key is None:  # a mail that could not be sent for long is given up: there is one a turn
        await _be_on_turn(world, browser, place, random, again=True)
        key = await _mailed(world, address)
    if key is None:
        world.violation(f"mail: nobody writes to {address}", "mail never comes")
    elif random.random() < 0.7:
        await _stop(world, browser, path, address, key, random)
    else:
        await browser.post(path, {"address": ""})


async def _be_on_turn(
    world: Scene, browser: Browser, place: dict[str, Any], random: Random, again: bool = False
) -> None:
    """Play until it is one's turn, or the next turn, and go away."""
    position: dict[str, Any] = {}
    while not position.get("legal") or again:
        try:
            link = await browser.connect()
        except Unreachable:
            await asyncio.sleep(1)
            continue
        link.send({"do": "hello", "table": place["table"], "code": place["code"]})
        while (message := await link.receive()) is not None:
            if message["is"] == "welcome":
                position = message["play"] or {}
                link.send({"do": "give", "share": random.randbytes(16).hex()})
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


async def _mailed(world: Scene, address: str) -> str | None:
    """Wait for a mail to an address, and give the key in it that stops them; None in vain."""
    loop = asyncio.get_running_loop()
    gives_up = None
    while gives_up is None or loop.time() < gives_up:
        for mail in world.office.mails:
            found = STOP_KEY.search(mail.text)
            if mail.to == address and found is not None:
                return found[1]
        if world.calm and gives_up is None:
            gives_up = loop.time() + PATIENCE
        await asyncio.sleep(5)
    return None


async def _stop(
    world: Scene, browser: Browser, path: str, address: str, key: str, random: Random
) -> None:
    """Stop the mails to an address for good, and leave it again in another spelling."""
    seen = await browser.post("/api/mail/stop", {"key": key})
    if seen.status != 200:
        world.violation(f"mail: not stopped: {seen}")
    known = len(world.office.mails)
    name, _, host = address.partition("@")
    spelling = random.choice((address.upper(), f"{name}+a@{host}", address))
    await browser.post(path, {"address": spelling})
    await asyncio.sleep(120)
    for mail in world.office.mails[known:]:
        if mail.to.lower().replace("+a@", "@") == address:
            world.violation(
                f"mail: {mail.to} is written to after it was stopped", "mail after stop"
            )
