"""A table at which everything is tried that hosts, guests and newcomers can do."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from meldroom.games import GAMES
from tests.server.simulation.actors.guest import Guest
from tests.server.simulation.actors.people import look_after_record
from tests.server.simulation.actors.scene import Scene

SHORT_GAME = "victor-or-victim"
MAX_BROWSERS = 8  # that one chair's people use up


async def play(world: Scene) -> None:
    """Let a few people do whatever comes into their heads until the faults are over."""
    random = Random(world.random.getrandbits(64))
    game = GAMES[SHORT_GAME if random.random() < 0.6 else random.choice(sorted(GAMES))]
    local = random.random() < 0.1
    body = {
        "game": game.key,
        "seats": random.choice(game.players[:3]),
        "name": next(world.names),
        "watchers": random.choice(("off", "delayed", "open_hands")),
        "listed": not local and random.random() < 0.3,
        "standing": not local and random.random() < 0.3,
        "fill": random.choice(("bots", "people")),
        "bot": random.choice(("random", "novice", "master")),
        "clock": "off" if local else random.choice(("off", "20s", "60s", "1d")),
        "local": [next(world.names)] if local else [],
    }
    host = Guest(world, world.browser(), str(body["name"]), random)
    await host.browser.become_somebody()
    seen = await host.browser.post("/api/tables", body)
    if seen.status != 201:
        world.violation(f"no table for {body}: {seen}")
        return
    host.place = seen.form
    world.unruly.append(seen.form["table"])
    async with asyncio.TaskGroup() as tasks:
        for number in range(random.choice((2, 3, 3, 4))):
            own_random = Random(random.getrandbits(64))
            guest = host if number == 0 else None
            tasks.create_task(_chair(world, guest, own_random, host.place))


async def _chair(world: Scene, guest: Guest | None, random: Random, place: dict[str, Any]) -> None:
    """Let somebody stay at the table, and then another one, or the same again."""
    for _ in range(MAX_BROWSERS):
        if world.calm:
            return
        if guest is None:
            guest = Guest(world, world.browser(), next(world.names), random)
            guest.place = place
            await guest.browser.become_somebody()
            if random.random() < 0.8:
                await _sit(world, guest, random)
        if guest.place["table"] not in world.disk.tables():
            return  # it was deleted
        await guest.stay()
        guest.leaving = False
        if random.random() < 0.3:
            await look_after_record(world, guest.browser, guest.name, random)
            guest = None
        elif guest.removed or random.random() < 0.5:
            guest = None
        else:
            await _sit(world, guest, random)


async def _sit(world: Scene, guest: Guest, random: Random) -> None:
    """Ask for a seat; where there is no such table any more, there is nothing left to do."""
    body: dict[str, Any] = {"name": guest.name, "code": guest.place["code"]}
    if random.random() < 0.5:
        body["seat"] = random.randrange(4)
    seen = await guest.browser.post(f"/api/tables/{guest.place['table']}/seats", body)
    world.counts[f"seats: {seen.status}"] += 1
    guest.removed = guest.removed or seen.status == 404
