"""A person looks at their record, carries it to another device, and is erased at times."""

from __future__ import annotations

from random import Random

from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser
from tests.server.simulation.store_checks import Erased


async def look_after_record(world: Scene, browser: Browser, name: str, random: Random) -> None:
    """Do what the page of one's own record offers, in the end for good."""
    seen = await browser.get("/api/me/record")
    _expect(world, "record", seen.status, 200)
    if random.random() < 0.5:
        _expect(world, "players", (await browser.get("/api/players")).status, 200)
        _expect(world, "export", (await browser.get("/api/me/export")).status, 200)
    devices = [browser]
    if random.random() < 0.5:
        devices.append(await _carried(world, browser))
    if random.random() < 0.7:
        chosen = random.choice(devices)
        seen = await chosen.post("/api/me/delete")
        _expect(world, "delete", seen.status, 200)
        sessions = [one for device in devices for one in device.sessions]
        world.erased.append(Erased(name, sessions))
        world.counts["erased"] += 1


async def _carried(world: Scene, browser: Browser) -> Browser:
    """Let another browser become the same person."""
    other = world.browser()
    while True:
        code = await browser.post("/api/me/carry")
        _expect(world, "carry", code.status, 201)
        joined = await other.post("/api/me/join", {"code": code.form["code"]})
        if joined.status == 200:
            break  # the answer to an earlier one may have been lost, with the code
        _expect(world, "join", joined.form["rule"], "P-7")
    mine, theirs = await browser.get("/api/me/record"), await other.get("/api/me/record")
    if mine.form != theirs.form:
        world.violation(f"a record carried from {mine.form} is {theirs.form}")
    return other


def _expect(world: Scene, what: str, seen: object, expected: object) -> None:
    if seen != expected:
        world.violation(f"{what}: {seen} instead of {expected}")
