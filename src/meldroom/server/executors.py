"""Threads beside the event loop, apart by kind of work; addresses that wait for one take turns.

No kind of work holds up another, and whoever asks for much waits behind themselves.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from meldroom.room.refusals import LimitReached

RETRY_SECONDS = 1.0  # after which a client that was refused may try again
P = ParamSpec("P")
T = TypeVar("T")


class Asker(NamedTuple):
    """The client for whom something is done: its address, and how many addresses it counts as."""

    address: str = ""  # "" for the room itself
    weight: int = 1


NOBODY = Asker()
asker: ContextVar[Asker] = ContextVar("asker")  # of the current request


class FairQueue:
    """Lets a few in at a time; of those who wait, one of each address in turn."""

    def __init__(self, at_once: int, max_waiting: int | None = None) -> None:
        self.at_once, self.max_waiting = at_once, max_waiting  # max_waiting: of one address
        self.running = 0
        self._first: deque[asyncio.Future[None]] = deque()
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._first) + sum(map(len, self._lines.values()))

    @asynccontextmanager
    async def turn(self, first: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, before all others if `first`; LimitReached if too many wait already."""
        if self.running < self.at_once:
            self.running += 1
        else:
            await self._wait(first)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, first: bool) -> None:
        address, weight = asker.get(NOBODY)
        line = self._first if first else self._lines.setdefault(address, deque())
        limited = self.max_waiting is not None and address and not first
        if limited and len(line) >= (self.max_waiting or 0) * weight:
            raise LimitReached("too much is being worked out for your address", RETRY_SECONDS)
        mine = asyncio.get_running_loop().create_future()
        line.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():  # its turn came at the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give a turn that ends to the next one who still waits."""
        while (following := self._next()) is not None:
            if not following.done():
                following.set_result(None)
                return
        self.running -= 1

    def _next(self) -> asyncio.Future[None] | None:
        if self._first:
            return self._first.popleft()
        if not self._lines:
            return None
        address, line = self._lines.popitem(last=False)
        following = line.popleft()
        if line:
            self._lines[address] = line  # behind the other addresses
        return following


class Executor:
    """A few threads for one kind of work; addresses that wait for one take turns."""

    def __init__(self, name: str, threads: int, max_waiting: int | None = None) -> None:
        self.threads, self.max_waiting = threads, max_waiting
        self._pool = ThreadPoolExecutor(threads, f"meldroom-{name}")
        self._queues: WeakKeyDictionary[asyncio.AbstractEventLoop, FairQueue] = WeakKeyDictionary()

    @property
    def queue(self) -> FairQueue:
        """The queue of the running event loop."""
        loop = asyncio.get_running_loop()
        queue = self._queues.get(loop)
        if queue is None:
            queue = self._queues[loop] = FairQueue(self.threads, self.max_waiting)
        return queue

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in one of the threads; LimitReached if too many wait at this address."""
        work = partial(copy_context().run, function, *args, **kwargs)
        async with self.queue.turn():
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)


# Few threads each: every busy one competes with the event loop for Python's lock.
bots = Executor("bots", 2)  # bots that do not search, and handing searches to their processes
database = Executor("database", 3)  # short reads, and tables loaded from the log
slow = Executor("slow", 1, max_waiting=64)  # replays, records of persons, compression
bulk = Executor("bulk", 1, max_waiting=4)  # ratings, exports, administration
