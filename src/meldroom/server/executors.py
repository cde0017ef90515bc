"""Threads beside the event loop, apart by kind of work, so that no kind holds up another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from meldroom.server.fair_queue import FairQueue

P = ParamSpec("P")
T = TypeVar("T")


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
