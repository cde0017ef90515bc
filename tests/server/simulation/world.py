"""One simulation: people at tables, a server, and faults, all drawn from one seed."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple, cast, get_args

from meldroom.games import GAMES
from tests.server.simulation.checks import check_all
from tests.server.simulation.client import Person, Plan
from tests.server.simulation.disk import Disk, Failure
from tests.server.simulation.fakes import simulated
from tests.server.simulation.loop import Deadlock, VirtualLoop
from tests.server.simulation.network import CALM, Network, Weather
from tests.server.simulation.process import current_process
from tests.server.simulation.server import SimulatedHost

FAULTS = (
    "kill", "restart", "full", "error", "error but written", "lost answer", "cuts", "weather",
)  # fmt: skip
MAX_CALM_SECONDS = 4 * 3600.0  # virtual ones in which every game must end once the faults stop
SHORT_GAME = "victor-or-victim"  # ends after some fifty moves, also of players at random
LONG_GAME_ACTS = 10  # of its host, who then ends a longer game once the faults stop
EXPECTED_IN_LOG = ("the disk failed", "not written")


class Outcome(NamedTuple):
    """How a simulation went."""

    seed: int
    trace: str  # the hash of everything that happened
    violations: list[str]
    counts: dict[str, int]
    seconds: float  # of virtual time


class World:
    """Everything in one simulation."""

    def __init__(self, seed: int, loop: VirtualLoop, random: Random, verbose: bool) -> None:
        self.seed, self.loop, self.random, self.verbose = seed, loop, random, verbose
        self.calm = False
        self.violations: list[str] = []
        self.counts: Counter[str] = Counter()
        self.hash = sha256()
        self.disk = Disk()
        self.host = SimulatedHost(self.disk, pace=random.choice((0.0, 0.2, 1.0)))
        self.network = Network(self.host, Random(random.getrandbits(64)), self.trace)
        self.people: list[Person] = []

    def trace(self, kind: str, what: str) -> None:
        """Add an event to the trace."""
        line = f"{self.loop.now:.6f} {kind} {what}"
        self.hash.update(line.encode())
        if self.verbose:
            print(line if len(line) < 300 else line[:300] + "…")

    def violation(self, text: str) -> None:
        """Report that an invariant does not hold."""
        self.trace("VIOLATION", text)
        self.violations.append(f"{self.loop.now:.3f} s: {text}")

    # -- people

    async def play_table(self, number: int) -> None:
        """Let people meet at a table and play until told to stop."""
        random = Random(self.random.getrandbits(64))
        body, people = self._table(random)
        plan = Plan(think=random.choice((0.5, 1.5, 6.0)))
        group = []
        for at, letter in enumerate("abcd"[:people]):
            name, address = f"P{number}{letter}", f"10.0.{number}.{at}"
            group.append(Person(self, name, address, plan, Random(random.getrandbits(64))))
        games = 1 if random.random() < 0.9 else 2
        for person in group:
            person.games_to_play = games
            person.max_acts = LONG_GAME_ACTS if body["game"] != SHORT_GAME else 1_000
        self.people += group
        host = group[0]
        await host.open_table(body)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(host.play())
            for guest in group[1:]:
                tasks.create_task(self._join(guest, host))

    async def _join(self, guest: Person, host: Person) -> None:
        await guest.take_seat(host)
        if guest.place is not None:
            await guest.play()

    def _table(self, random: Random) -> tuple[dict[str, Any], int]:
        game = GAMES[SHORT_GAME if random.random() < 0.6 else random.choice(sorted(GAMES))]
        seats = random.choice(game.players[:3])
        people = random.randint(1, min(seats, 3))
        body = {
            "game": game.key,
            "seats": seats,
            # with others the table might wait days for a person whose seat never reached them
            "clock": random.choice(("off", "20s", "60s", "1d" if people == 1 else "off")),
            "watchers": random.choice(("off", "delayed")),
            "history": random.random() < 0.3,
            "fill": random.choice(("bots", "people")),
            "bot": random.choice(("random", "novice", "house")),
        }
        return body, people

    # -- faults

    async def make_trouble(self) -> None:
        """Let things go wrong for a while; each seed has its own kinds of faults."""
        random = Random(self.random.getrandbits(64))
        kinds = [kind for kind in FAULTS if random.random() < 0.5] or ["kill"]
        ends = self.loop.now + random.uniform(5, 40)
        pause = random.choice((2.0, 8.0, 20.0))
        while self.loop.now < ends:
            await asyncio.sleep(random.uniform(0, pause))
            kind = random.choice(kinds)
            self.counts[kind] += 1
            self.trace("fault", kind)
            await self._fault(kind, random)
        self.network.weather = CALM
        self.disk.repair()
        self.calm = True
        self.trace("calm", "")

    async def _fault(self, kind: str, random: Random) -> None:
        if kind in ("kill", "restart"):
            await self._start_again(kind, random)
        elif kind == "full":
            self.disk.full = True
            await asyncio.sleep(random.uniform(0, 10))
            self.disk.full = False
        elif kind in get_args(Failure):
            self.disk.failing = cast(Failure, kind)
        elif kind == "cuts":
            for link in list(self.network.links):
                if random.random() < 0.5:
                    link.cut()
        elif kind == "weather":
            self.network.weather = Weather(
                max_delay=random.choice((0.01, 0.3, 2.0)),
                http_loss=random.choice((0.0, 0.3)),
                stall_rate=random.choice((0.0, 0.05)),
            )

    async def supervise(self) -> None:
        """Start the server again, on a new disk with the same data, when its disk has failed."""
        random = Random(self.random.getrandbits(64))
        while True:
            await self.host.stop_requested.wait()
            await self._start_again("stopped", random)

    async def _start_again(self, why: str, random: Random) -> None:
        """Kill or stop the server, and start the next one."""
        async with self.host.changing:
            if why == "stopped" and not self.host.stop_requested.is_set():
                return  # it was replaced meanwhile
            if why == "kill":
                self.host.kill()
                self.network.server_died()
            else:
                await self._stop()
            if why == "stopped":
                self.trace("stopped", "")
                self.counts["stopped"] += 1
            self.disk.failing = None
            await asyncio.sleep(random.uniform(0, 5))
            await self.host.start()

    async def _stop(self) -> None:
        await self.host.stop(list(self.network.serving), list(self.network.requests))

    # -- the whole

    async def run(self) -> None:
        """Play until every game has ended after the faults did, then compare everything."""
        await self.host.start()
        supervisor = self.loop.create_task(self.supervise())
        tables = [
            self.loop.create_task(self.play_table(number))
            for number in range(self.random.choice((1, 1, 1, 2)))
        ]
        await self.make_trouble()
        deadline = self.loop.now + MAX_CALM_SECONDS
        while not all(person.finished for person in self.people):
            await asyncio.sleep(1)
            if self.loop.now > deadline:
                for person in self.people:
                    if not person.finished:
                        self.violation(f"{person.name} waits for ever: {person.table}")
                break
        await asyncio.sleep(60)  # everybody is back and has been sent everything
        await self._compare_with_fresh()
        for task in (*tables, supervisor):
            task.cancel()
        await asyncio.wait([*tables, supervisor])
        for task in tables:
            if not task.cancelled() and task.exception() is not None:
                self.violation(f"a client failed: {task.exception()!r}")
        await self._stop()

    async def _compare_with_fresh(self) -> None:
        """Compare what everybody sees with what a new connection is sent."""
        for person in self.people:
            if person.gone or person.place is None or person.you is None:
                continue
            link = await self.network.connect("10.1.0.1")
            link.send(
                {
                    "do": "hello",
                    "table": person.place["table"],
                    "token": person.place["token"],
                    "help": person.help,
                }
            )
            message = await link.receive()
            if message is None or message["is"] != "welcome":
                self.violation(f"{person.name}: no welcome at the end: {message}")
                continue
            await asyncio.sleep(1)  # whoever comes back has all turns again: all are told
            fresh = message["play"] or {}
            for name in fresh:
                if name != "left" and person.position.get(name) != fresh[name]:
                    self.violation(f"{person.name} has an old {name}")
            table = {key: value for key, value in person.table.items() if key not in ("is", "seq")}
            if table != message["table"]:
                self.violation(f"{person.name} has old facts: {table}, not {message['table']}")
            link.hang_up()
            await asyncio.sleep(1)

    def final_checks(self) -> None:
        """Check the log, and compare it with what was sent."""
        random = Random(self.seed)
        self.counts["entries"] = check_all(self.disk, self.people, random, self.violation)
        self.counts["acked"] = sum(len(person.acked) for person in self.people)
        self.counts["commits failed"] = self.disk.failures
        self.counts["connections"] = self.network.opened
        self.counts["over"] = sum(bool(person.position.get("result")) for person in self.people)
        for row in self.disk.everything():
            self.hash.update(row)


class _LogWatcher(logging.Handler):
    """Takes every warning of a living server for a violation, unless it is expected."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        process = current_process.get()
        if process is not None and not process.alive:
            return
        text = self.format(record)
        if not any(expected in text for expected in EXPECTED_IN_LOG):
            self.world.violation(f"logged: {text}")


@contextmanager
def _watched_log(world: World) -> Iterator[None]:
    logger, handler = logging.getLogger(), _LogWatcher(world)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def simulate(seed: int, verbose: bool = False) -> Outcome:
    """Play one seed: the same seed gives the same outcome."""
    random = Random(seed)
    loop = VirtualLoop(Random(random.getrandbits(64)))
    world: World | None = None

    async def whole() -> World:
        nonlocal world
        world = World(seed, loop, Random(random.getrandbits(64)), verbose)
        loop.set_exception_handler(lambda _, context: world.violation(f"not handled: {context}"))
        with _watched_log(world):
            await world.run()
        return world

    with simulated(loop, Random(random.getrandbits(64))):
        try:
            loop.run_until_complete(whole())
        except Deadlock as deadlock:
            assert world is not None
            world.violation(str(deadlock))
        finally:
            cancel_all(loop)
            loop.close()
    assert world is not None
    world.final_checks()
    return Outcome(seed, world.hash.hexdigest(), world.violations, dict(world.counts), loop.now)


def cancel_all(loop: VirtualLoop) -> None:
    """End all that still waits in a loop."""
    tasks = [task for task in asyncio.all_tasks(loop) if not task.done()]
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks))
