"""The deal of the day: played with care, tried twice, peeped at, and looked up when it is past."""

from __future__ import annotations

import asyncio
import time
from hashlib import sha256
from random import Random
from typing import Any

from meldroom.games import GAMES
from meldroom.server.storage.daily_deals import day_after, end_of, today
from tests.server.simulation.actors.guest import Guest
from tests.server.simulation.actors.scene import Scene
from tests.server.simulation.browser import Seen
from tests.server.simulation.client import Person, Plan
from tests.server.simulation.network import Unreachable

SHORT_GAME = "victor-or-victim"
NEAR = 600.0  # seconds until a midnight that is waited for
PEEPHOLES = ("records/1", "records/1/plies?to=5", "records/1/review", "scores/1")


async def play(world: Scene) -> None:
    """Play a deal of today, and look at it from all sides."""
    random = Random(world.random.getrandbits(64))
    player = DailyPlayer(world, random)
    await player.play()


class DailyPlayer:
    """One person and one deal."""

    def __init__(self, world: Scene, random: Random) -> None:
        self.world, self.random = world, random
        self.game = SHORT_GAME if random.random() < 0.8 else random.choice(sorted(GAMES))
        self.browser, self.stranger = world.browser(), world.browser()
        self.name = next(world.names)
        self.day, self.commit = "", ""
        self.tables: dict[str, None] = {}  # of the scored attempts

    async def play(self) -> None:
        """Do everything once, in an order that the clock decides."""
        await self._learn_commit()
        place = await self._opened()
        if place is None:
            return
        person = Person(
            self.world, self.name, self.browser.address,
            Plan(think=self.random.choice((0.5, 1.5))), Random(self.random.getrandbits(64)),
        )  # fmt: skip
        person.browser, person.place = self.browser, place
        person.max_acts = 10 if self.game != SHORT_GAME else 1_000
        self.world.people.append(person)
        playing = asyncio.create_task(person.play())
        try:
            while not person.finished:
                await asyncio.sleep(self.random.uniform(1, 20))
                await self._look(place["table"], person)
            await self._look(place["table"], person)
            await self._after_midnight()
        finally:
            playing.cancel()

    async def _learn_commit(self) -> None:
        while True:
            before = today()
            form = (await self.browser.get("/api/daily")).form
            if before == form["day"] == today():
                break
        self.day = form["day"]
        self.commit = next(one["commit"] for one in form["games"] if one["game"] == self.game)

    async def _opened(self) -> dict[str, Any] | None:
        """Open the attempt, often by a double click, and again after a lost answer."""
        path, body = f"/api/daily/{self.game}", {"name": self.name}
        await self.browser.become_somebody()
        if self.random.random() < 0.7:
            clicks = [asyncio.create_task(self._attempt(path, body)) for _ in range(2)]
            await asyncio.wait(clicks)
        day, seen = today(), await self.browser.post(path, body)
        if seen.status != 201 or not self.day == day == today():
            return None  # midnight has passed
        self._note(seen)
        return dict(seen.form)

    async def _attempt(self, path: str, body: dict[str, Any]) -> None:
        try:
            seen = await self.browser.request("POST", path, body)
        except Unreachable:
            await asyncio.sleep(self.random.uniform(0.5, 3))
            return
        if seen.status == 201 and today() == self.day and self.browser.cookie:
            self._note(seen)

    def _note(self, seen: Seen) -> None:
        if today() == self.day:
            self.tables[seen.form["table"]] = None

    async def _look(self, table: str, person: Person) -> None:
        """Look at what the person and a stranger may see now."""
        random = self.random
        day = today()
        mine = await self.browser.get(f"/api/daily/{self.day}/{self.game}")
        theirs = await self.stranger.get(f"/api/daily/{self.day}/{self.game}")
        peeped = await self.stranger.get(f"/api/tables/{table}/{random.choice(PEEPHOLES)}")
        if not day == today() == self.day:
            return
        if theirs.form["field"] is not None or theirs.form["secret"] is not None:
            self._wrong(f"a stranger sees {theirs.form}", "sealed")
        if mine.form["secret"] is not None:
            self._wrong(f"the secret is shown before the day is over: {mine.form}", "sealed")
        if (mine.form["field"] is not None) != (mine.form["state"] == "over"):
            self._wrong(f"a field while the attempt is not over: {mine.form}", "sealed")
        if peeped.status not in (403, 404, 429):
            self._wrong(f"a stranger peeps at the deal: {peeped}", "sealed")
        seat = {"ply": 0, "seat": 0, "name": "Peeper"}
        on = await self.stranger.post(f"/api/tables/{table}/records/1/branches", seat)
        if on.status == 201 and today() == self.day:
            self._wrong(f"a stranger plays on: {on}", "sealed")
        for what in ("evening", "results/1"):
            seen = await self.stranger.get(f"/api/tables/{table}/{what}")
            if today() == self.day and person.name in str(seen.form):
                self._wrong(f"a stranger sees {what}: {seen}", "results of a sealed table")

    async def _after_midnight(self) -> None:
        """Look the deal up when its day is over, if that is soon, and practise it."""
        left = end_of(self.day) / 1000 - time.time()
        if left > NEAR:
            return
        await asyncio.sleep(max(0.0, left) + 1)
        form = (await self.browser.get(f"/api/daily/{self.day}/{self.game}")).form
        if sha256(bytes.fromhex(form["secret"])).hexdigest() != self.commit:
            self._wrong(f"the secret is not what was committed to: {form}")
        overview = (await self.browser.get("/api/daily?past=3")).form
        if self.day not in [past["day"] for past in overview["past"]]:
            self._wrong(f"the archive lacks {self.day}: {overview}")
        path = f"/api/daily/{self.day}/{self.game}"
        seen = await self.browser.post(path, {"name": self.name})
        if seen.status != 201:
            self._wrong(f"the past deal cannot be practised: {seen}")
        early = await self.browser.get(f"/api/daily/{day_after(today())}/{self.game}")
        if early.status != 404:
            self._wrong(f"tomorrow's deal is shown: {early}", "sealed")

    def _wrong(self, text: str, fault: str = "") -> None:
        self.world.violation(f"daily: {text}", fault)


async def cheat(world: Scene) -> None:
    """Try for a second attempt: by forgetting who one was, and by another device."""
    random = Random(world.random.getrandbits(64))
    browser, name = world.browser(), next(world.names)
    path, body, day = f"/api/daily/{SHORT_GAME}", {"name": name}, today()
    await browser.become_somebody()
    first = await browser.post(path, body)
    guest = Guest(world, browser, name, random)
    guest.place = first.form
    world.unruly.append(first.form["table"])
    staying = asyncio.create_task(guest.stay())
    await asyncio.sleep(random.uniform(1, 30))
    staying.cancel()
    cookie = browser.cookie
    await browser.post("/api/me/delete")
    browser.cookie = cookie
    second = await browser.post(path, body)
    again = second.status == 201 and second.form["table"] != first.form["table"]
    if again and day == today():
        world.violation(f"daily: a second attempt after the first: {second}", "daily twice")
