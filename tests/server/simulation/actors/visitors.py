"""Visitors: they read about games, watch tables, and look at what was played."""

from __future__ import annotations

import asyncio
from random import Random

from meldroom.core.record import replay
from meldroom.games import GAMES, find
from tests.server.simulation.actors.guest import Guest
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Browser, Seen

MANY = 10**30
EXPECTED = (200, 201, 202, 403, 404, 409, 422)


async def read_about(world: Scene) -> None:
    """Read everything about one game, and the lists of the room."""
    random, browser = Random(world.random.getrandbits(64)), world.browser()
    game = random.choice(sorted(GAMES))
    paths = [
        "/api/games", "/api/bots", "/api/addresses", "/api/tables", "/api/openapi.json",
        f"/api/games/{game}/rules", f"/api/games/{game}/cards", f"/api/games/{game}/summary",
        f"/api/games/{game}/lesson",
    ]  # fmt: skip
    random.shuffle(paths)
    for path in paths:
        seen = await browser.get(path)
        if seen.status != 200:
            world.violation(f"GET {path}: {seen}")
    lesson = (await browser.get(f"/api/games/{game}/lesson")).form
    for text in (lesson["steps"][0]["move"], "nonsense"):
        await browser.get(f"/api/games/{game}/lesson/0/check?text={text.replace(' ', '%20')}")


async def watch(world: Scene) -> None:
    """Watch a table without a seat, until the faults are over."""
    random, browser = Random(world.random.getrandbits(64)), world.browser()
    while not world.calm:
        await asyncio.sleep(random.uniform(0.5, 3))
        hosts = [one.place for one in world.people if one.place is not None]
        if hosts:
            guest = Guest(world, browser, next(world.names), random)
            guest.place = random.choice(hosts)
            await guest.stay()


async def look_back(world: Scene) -> None:
    """Look at games that were played, under numbers that exist and others."""
    random, browser = Random(world.random.getrandbits(64)), world.browser()
    while not world.calm:
        await asyncio.sleep(random.uniform(0.5, 3))
        keys = world.disk.tables()
        if keys:
            await _look_at(world, browser, random.choice(keys), random.choice((0, 1, 2, MANY)))
    while not all(one.finished for one in world.people):
        await asyncio.sleep(10)
    for person in world.people:
        if person.place is not None and person.position.get("result"):
            await _check_finished(world, browser, person.place["table"])


async def _look_at(world: Scene, browser: Browser, key: str, number: int) -> None:
    """Ask for one thing of a table, whatever it is at."""
    random, table = world.random, f"/api/tables/{key}"
    record = f"{table}/records/{number}"
    path = random.choice(
        (
            record, f"{record}/plies?to=9", f"{record}/review", f"{table}/scores/{number}",
            f"{table}/results/{number}", f"{table}/evening",
        )
    )  # fmt: skip
    seen = await browser.get(path)
    _expect(world, f"GET {path}", seen)
    branch = {"ply": 3, "seat": 0, "name": next(world.names), "bot": "random"}
    for path, body in ((f"{record}/branches", branch), (f"{table}/end", {})):
        _expect(world, f"POST {path}", await browser.post(path, body))


def _expect(world: Scene, what: str, seen: Seen) -> None:
    """Take note of an answer that is not described; those of 500 are noted anyway."""
    if seen.status not in EXPECTED and seen.status < 500:
        world.violation(f"{what}: {seen}")


async def _check_finished(world: Scene, browser: Browser, key: str) -> None:
    """Verify the record of a finished game as anybody may, unless its day is not over."""
    record = f"/api/tables/{key}/records/1"
    seen = await browser.get(record)
    if seen.status == 403 and seen.form["rule"] == "P-15":
        return
    if seen.status != 200 or not list(replay(seen.form, find)):
        world.violation(f"the record of {key} cannot be replayed: {seen}")
    shots = (await browser.get(f"{record}/plies?from=1&to=4&eyes=0")).form["shots"]
    if [shot["ply"] for shot in shots] != [1, 2, 3, 4]:
        world.violation(f"{key}: the positions are {shots}")
    while (review := await browser.get(f"{record}/review")).status != 200:
        if review.status not in (202, 503):
            world.violation(f"{key}: no review: {review}")
            break
        await asyncio.sleep(2)
