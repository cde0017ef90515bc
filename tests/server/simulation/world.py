"""One simulation: people at tables, a server, and faults, all drawn from one seed."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from msgspec.json import decode

from meldroom.games import GAMES
from meldroom.room.services import StorageError
from tests.server.simulation import known
from tests.server.simulation.actors import ACTORS
from tests.server.simulation.actors.names import spoken_names
from tests.server.simulation.browser import Browser
from tests.server.simulation.checks import check_all
from tests.server.simulation.client import Person, Plan
from tests.server.simulation.disk import Disk
from tests.server.simulation.fakes import MIDNIGHT, simulated
from tests.server.simulation.faults import FAULTS, cause
from tests.server.simulation.loop import Deadlock, VirtualLoop
from tests.server.simulation.network import CALM, Answer, Asked, Network
from tests.server.simulation.post_office import PostOffice
from tests.server.simulation.process import current_process
from tests.server.simulation.server import SimulatedHost
from tests.server.simulation.store_checks import Erased, check_running, check_stored
from tests.server.simulation.tried import route_of, routes
from tests.server.simulation.workers import SimulatedWorkers

MAX_CALM_SECONDS = 4 * 3600.0  # virtual ones in which every game must end once the faults stop
SHORT_GAME = "victor-or-victim"  # ends after some fifty moves, also of players at random
LONG_GAME_ACTS = 10  # of its host, who then ends a longer game once the faults stop
EXPECTED_IN_LOG = (
    "the disk failed", "not written", "an email was not sent", "emails wait", "worker process died",
    "a worker died", "failed, will be tried again", "works again",
    "was taken over by another process", "tables are given up", "leases are not given back",
    "tables stay with this process",
)  # fmt: skip
SIMULATED_ERRORS = (StorageError, BrokenProcessPool)  # of the disk, and of workers that die
SHARED_LOAD = 1.0  # seconds in which a load that has failed is still waited for by newcomers
SLOW = 8.0  # seconds in which a server that is alive answers any request


class Outcome(NamedTuple):
    """How a simulation went."""

    seed: int
    trace: str  # the hash of everything that happened
    violations: list[str]
    counts: dict[str, int]
    seconds: float  # of virtual time


class World:
    """Everything in one simulation."""

    def __init__(
        self,
        seed: int,
        loop: VirtualLoop,
        random: Random,
        office: PostOffice,
        workers: SimulatedWorkers,
        verbose: bool,
        cast: Collection[str] = (),
    ) -> None:
        self.seed, self.loop, self.random, self.verbose = seed, loop, random, verbose
        self.cast = cast
        self.office, self.workers = office, workers
        self.calm = False
        self.violations: list[str] = []
        self.counts: Counter[str] = Counter()
        self.hash = sha256()
        self.disk = Disk()
        self.host = SimulatedHost(self.disk, pace=random.choice((0.0, 0.2, 1.0)))
        self.network = Network(
            self.host, Random(random.getrandbits(64)), self.trace, self.watch, self.heard
        )
        self.people: list[Person] = []
        self.unruly: list[str] = []  # tables at which anything may happen
        self.erased: list[Erased] = []
        self.names = spoken_names(Random(random.getrandbits(64)))
        self.browsers = 0

    def trace(self, kind: str, what: str) -> None:
        """Add an event to the trace."""
        line = f"{self.loop.now:.6f} {kind} {what}"
        self.hash.update(line.encode())
        if self.verbose:
            print(line if len(line) < 300 else line[:300] + "…")

    def violation(self, text: str, fault: str = "") -> None:
        """Report that an invariant does not hold; a known fault is only counted."""
        self.trace("VIOLATION", text)
        if fault in known.KNOWN:
            self.counts[f"known: {fault}"] += 1
        else:
            named = f"[{fault}] " if fault else ""
            self.violations.append(f"{self.loop.now:.3f} s: {named}{text}")

    def browser(self) -> Browser:
        """Give a new browser, at an address of its own."""
        self.browsers += 1
        return Browser(self, f"10.2.{self.browsers // 250}.{self.browsers % 250 + 1}")

    # -- what the server is asked

    def heard(self, text: str) -> None:
        """Count a message of a client."""
        self.counts[f"do {decode(text)['do']}"] += 1

    def watch(self, asked: Asked) -> Callable[[Answer | None, bool], None]:
        """Count a request, and look at its answer."""
        self.counts[route_of(asked.method, asked.path)] += 1
        failures = self.disk.failures

        def answered(answer: Answer | None, alive: bool) -> None:
            name, seconds = f"{asked.method} {asked.path}", self.loop.now - asked.at
            if not alive:
                return
            if seconds > SLOW:
                self.violation(f"{name}: {seconds:.0f} s", "waits")
            if answer is None or answer.status < 500 or asked.path == "/ready":
                return
            if answer.status != 503 or "problem" not in answer.headers["content-type"]:
                away = self.disk.failures > failures
                fault = "500 while the database is away" if away else "500"
                self.violation(f"{name}: {answer.status} {answer.body[:80]!r}", fault)
            elif b'"P-8"' in answer.body and self.disk.failed_at < asked.at - SHARED_LOAD:
                self.violation(f"{name}: not saved, but nothing had failed", "P-8 without cause")

        return answered

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
            "watchers": random.choice(("off", "delayed", "open_hands")),
            "history": random.random() < 0.3,
            "fill": random.choice(("bots", "people")),
            "bot": random.choice(("random", "novice", "house")),
        }
        return body, people

    # -- faults

    async def make_trouble(self) -> None:
        """Let things go wrong for a while; each seed has its own kinds of faults."""
        random = Random(self.random.getrandbits(64))
        possible = [kind for kind in FAULTS if kind not in known.KNOWN]
        kinds = [kind for kind in possible if random.random() < 0.5] or ["kill"]
        ends = self.loop.now + random.uniform(5, 40)
        pause = random.choice((2.0, 8.0, 20.0))
        while self.loop.now < ends:
            await asyncio.sleep(random.uniform(0, pause))
            kind = random.choice(kinds)
            self.counts[kind] += 1
            self.trace("fault", kind)
            await cause(kind, self, random)
        self.network.weather = CALM
        self.disk.repair()
        self.office.mood = "fine"
        self.calm = self.workers.calm = True
        self.trace("calm", "")

    async def supervise(self) -> None:
        """Start the server again, on a new disk with the same data, when its disk has failed."""
        random = Random(self.random.getrandbits(64))
        while True:
            await self.host.stop_requested.wait()
            await self.start_again("stopped", random)

    async def start_again(self, why: str, random: Random) -> None:
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
            while self.disk.away:  # systemd tries again
                await asyncio.sleep(1)
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
        actors = {name: self.loop.create_task(ACTORS[name](self)) for name in self._cast()}
        await self.make_trouble()
        deadline = self.loop.now + MAX_CALM_SECONDS
        while not all(one.done() for one in actors.values()) or not all(
            person.finished for person in self.people
        ):
            await asyncio.sleep(1)
            if self.loop.now > deadline:
                for person in self.people:
                    if not person.finished:
                        self.violation(f"{person.name} waits for ever: {person.table}")
                for name, actor in actors.items():
                    if not actor.done():
                        self.violation(f"{name} waits for ever")
                break
        await asyncio.sleep(30)  # everybody is back and has been sent everything
        await self._compare_with_fresh()
        await check_running(self)
        for task in (*tables, *actors.values(), supervisor):
            task.cancel()
        await asyncio.wait([*tables, *actors.values(), supervisor])
        for task in (*tables, *actors.values()):
            if not task.cancelled() and task.exception() is not None:
                self.violation(f"a client failed: {task.exception()!r}")
        await self._stop()

    def _cast(self) -> list[str]:
        """Choose who else is there: who was asked for, each actor in turn, and some more."""
        names = sorted(ACTORS)
        chosen = {names[self.seed % len(names)]}
        chosen |= {name for name in names if self.random.random() < 0.1 or name in self.cast}
        for name in chosen:
            self.counts[f"actor {name}"] += 1
        return sorted(chosen)

    async def _compare_with_fresh(self) -> None:
        """Compare what everybody sees with what a new connection is sent."""
        for person in self.people:
            if person.gone or person.place is None or person.you is None:
                continue
            link = await person.browser.connect()
            link.send(person.hello)
            message = await link.receive()
            if message is None or message["is"] != "welcome":
                self.violation(f"{person.name}: no welcome at the end: {message}")
                continue
            await asyncio.sleep(1)  # whoever comes back has all turns again: all are told
            fresh, facts = message["play"] or {}, message["table"]
            while not link.to_client.empty():  # a connection that was cut may be noticed now
                later = await link.receive()
                facts = later if later is not None and later["is"] == "table" else facts
            for name in fresh:
                if name != "left" and person.position.get(name) != fresh[name]:
                    self.violation(f"{person.name} has an old {name}")
            if _plain_facts(person.table) != _plain_facts(facts):
                self.violation(f"{person.name} has old facts: {person.table}, not {facts}")
            link.hang_up()
            await asyncio.sleep(1)

    def final_checks(self) -> None:
        """Check the log, and compare it with what was sent."""
        random = Random(self.seed)
        try:
            self.counts["entries"] = check_all(self.disk, self.people, random, self.violation)
            check_stored(self)
        except Exception as error:
            self.violation(f"what is stored cannot be replayed: {error!r}")
        self.counts["acked"] = sum(len(person.acked) for person in self.people)
        self.counts["commits failed"] = self.disk.failures
        self.counts["connections"] = self.network.opened
        self.counts["over"] = sum(bool(person.position.get("result")) for person in self.people)
        for row in self.disk.everything():
            self.hash.update(row)


def _plain_facts(table: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a table alone, whichever message told them."""
    return {key: value for key, value in table.items() if key not in ("is", "seq")}


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
        if not _is_simulated(record.exc_info) and not any(
            expected in text for expected in EXPECTED_IN_LOG
        ):
            self.world.violation(f"logged: {text}")


def _is_simulated(exc_info: Any) -> bool:
    """Return whether a log record shows an error that the simulation made, also in a group."""
    error = exc_info[1] if exc_info else None
    if isinstance(error, BaseExceptionGroup):
        return error.split(SIMULATED_ERRORS)[1] is None
    return isinstance(error, SIMULATED_ERRORS)


@contextmanager
def _watched_log(world: World) -> Iterator[None]:
    logger, handler = logging.getLogger(), _LogWatcher(world)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)


def simulate(seed: int, verbose: bool = False, cast: Collection[str] = ()) -> Outcome:
    """Play one seed, in which the actors of the cast take part: the outcome is always the same."""
    routes()  # made once, and not within a simulation
    random = Random(seed)
    loop = VirtualLoop(Random(random.getrandbits(64)))
    world: World | None = None
    office, workers = PostOffice(), SimulatedWorkers(Random(random.getrandbits(64)))
    office.mood = random.choice(("fine", "fine", "refuses", "silent"))
    epoch = MIDNIGHT + random.choice((12 * 3600.0, -random.uniform(5, 90)))

    async def whole() -> World:
        nonlocal world
        world = World(seed, loop, Random(random.getrandbits(64)), office, workers, verbose, cast)
        loop.set_exception_handler(lambda _, context: world.violation(f"not handled: {context}"))
        with _watched_log(world):
            await world.run()
        return world

    with simulated(loop, Random(random.getrandbits(64)), epoch, office, workers):
        try:
            loop.run_until_complete(whole())
        except Deadlock as deadlock:
            assert world is not None
            world.violation(str(deadlock))
        finally:
            loop.close()
    assert world is not None
    world.final_checks()
    return Outcome(seed, world.hash.hexdigest(), world.violations, dict(world.counts), loop.now)
