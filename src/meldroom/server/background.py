"""Everything that the server does while nobody waits for it: named, counted and supervised."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from meldroom.room.services import StorageError

logger = logging.getLogger("meldroom")
FIRST_RETRY = 1.0  # seconds after a failure; doubled after each further one
LONGEST_RETRY = 60.0
T = TypeVar("T")
Work = Callable[[], Awaitable[object]]


class Background:
    """Runs work until it is closed, and runs it again if it fails.

    The first failure and the first success after it are logged, all of them are counted.
    """

    def __init__(self) -> None:
        self.runs: Counter[str] = Counter()  # by name
        self.failures: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[Any]] = set()  # cancelled at the end
        self._finishing: set[asyncio.Task[Any]] = set()  # awaited at the end

    def every(
        self, name: str, work: Work, interval: float, *, at_once: bool = False
    ) -> asyncio.Task[None]:
        """Do something every `interval` seconds, and sooner after a failure."""
        first = 0.0 if at_once else interval
        return self._start(name, self._repeat(name, work, first, interval), self._tasks)

    def run(self, name: str, work: Work) -> asyncio.Task[None]:
        """Do something until it succeeds."""
        return self._start(name, self._repeat(name, work, 0.0, None), self._tasks)

    def once(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something whose failure is only logged; it is cancelled when the server stops."""
        self.runs[name] += 1
        return self._start(name, work, self._tasks)

    def finish(self, name: str, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something as `once` does, but let it finish when the server stops."""
        self.runs[name] += 1
        return self._start(name, work, self._finishing)

    async def close(self, timeout: float) -> None:
        """Stop everything, and wait for what should finish."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        if self._finishing or tasks:
            await asyncio.wait([*tasks, *self._finishing], timeout=timeout)

    def _start(
        self, name: str, work: Coroutine[Any, Any, T], tasks: set[asyncio.Task[Any]]
    ) -> asyncio.Task[T]:
        def done(task: asyncio.Task[T]) -> None:
            tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                self.failures[name] += 1
                logger.error("%s: an error occurred", name, exc_info=error)

        task = asyncio.get_running_loop().create_task(work)
        tasks.add(task)
        task.add_done_callback(done)
        return task

    async def _repeat(self, name: str, work: Work, first: float, interval: float | None) -> None:
        retry = 0.0  # seconds until it is tried again; 0 while it works
        await asyncio.sleep(first)
        while True:
            error = await self._attempt(name, work)
            if error is None:
                if retry:
                    logger.warning("%s: works again", name)
                if interval is None:
                    return
                retry, pause = 0.0, interval
            else:
                if not retry:
                    trace = None if isinstance(error, StorageError) else error
                    logger.error("%s: failed, will be tried again: %s", name, error, exc_info=trace)
                retry = min(2 * retry or FIRST_RETRY, LONGEST_RETRY)
                pause = retry if interval is None else min(retry, interval)
            await asyncio.sleep(pause)

    async def _attempt(self, name: str, work: Work) -> BaseException | None:
        self.runs[name] += 1
        try:
            await work()
        except asyncio.CancelledError as error:
            if (task := asyncio.current_task()) is None or task.cancelling():
                raise
            failure: BaseException = error  # what it awaited was cancelled, not this task
        except Exception as error:
            failure = error
        else:
            return None
        self.failures[name] += 1
        return failure
