"""An event loop in virtual time: when nothing is ready it jumps to the next timer."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

from greenlet import getcurrent

from tests.server.simulation.process import current_process, make_task
from tests.server.simulation.threads import SimulatedEvent

MAX_THREAD_DELAY = 0.02  # seconds that a thread may take to start, and its result to arrive
TURN_SECONDS = 1e-9  # that a turn of the loop takes, so that the clock never stands still
DEFAULT_THREADS = 6  # that asyncio starts on two cores
MAX_TURNS = 300_000  # of the loop; more mean that the simulation never ends


class Deadlock(Exception):
    """Nothing will ever happen again, but somebody still waits."""


class _JumpingSelector:
    """Stands in for a selector: waiting takes no time, but sets the clock forward."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Deadlock("nothing is scheduled any more")
        self.loop.now += timeout + TURN_SECONDS
        self.loop.turns += 1
        if self.loop.turns == MAX_TURNS:
            raise Deadlock("the simulation never ends")
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs callbacks in an order that depends on the seed alone; threads are simulated."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.now = 0.0
        self.turns = 0
        self.random = random
        self._clock_resolution = TURN_SECONDS
        self._selector = _JumpingSelector(self)
        self._last_result = 0.0  # when the last result of a thread arrives
        self._threads: dict[Any, _Threads] = {}  # by process and executor
        self._slept = 0.0  # seconds that the function of a thread has slept
        self.set_task_factory(make_task)  # type: ignore[arg-type]

    def time(self) -> float:
        """Read the virtual clock, in seconds since the simulation began."""
        return self.now

    def close(self) -> None:
        """End all that still waits, so that nothing of it is left for the garbage collector."""
        while not self.is_closed() and (waiting := asyncio.all_tasks(self)):
            for task in waiting:
                task.cancel()
            self.run_until_complete(asyncio.wait(waiting))
        super().close()

    def sleep_in_thread(self, seconds: float) -> None:
        """Let a thread rest; the result of a function in an executor's arrives so much later."""
        if getcurrent().parent is None:
            self._slept += seconds
        else:
            SimulatedEvent().wait(seconds)

    def _process_events(self, event_list: list[Any]) -> None:
        """Do nothing: there are no files to wait for."""

    def _write_to_self(self) -> None:
        """Do nothing: no other thread can wake the loop."""

    def call_soon_threadsafe(  # type: ignore[override]
        self,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.Handle:
        """Call in a moment, in the order of the calls, as from another thread."""
        at = max(self._last_result + 1e-6, self.now + self.random.uniform(0, MAX_THREAD_DELAY))
        self._last_result = at
        return self.call_at(at, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a function in one go, once a thread is free; its result arrives later still."""
        future: asyncio.Future[Any] = self.create_future()
        process = current_process.get()
        size = getattr(executor, "_max_workers", DEFAULT_THREADS)
        threads = self._threads.setdefault((process, executor), _Threads(size))

        def begin() -> None:
            self.call_later(self.random.uniform(0, MAX_THREAD_DELAY), work)

        def work() -> None:
            self._slept = 0.0
            try:
                result, error = func(*args), None
            except Exception as raised:
                result, error = None, raised
            seconds = self._slept + self.random.uniform(0, MAX_THREAD_DELAY)
            self.call_later(seconds, resolve, result, error)

        def resolve(result: Any, error: Exception | None) -> None:
            threads.leave()
            if future.cancelled():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        context = contextvars.copy_context()
        threads.enter(lambda: self.call_soon(begin, context=context))
        return future


class _Threads:
    """The threads of an executor: whoever finds none free waits for one."""

    def __init__(self, size: int) -> None:
        self.free = size
        self.waiting: deque[Callable[[], object]] = deque()

    def enter(self, begin: Callable[[], object]) -> None:
        """Begin as soon as a thread is free."""
        if self.free:
            self.free -= 1
            begin()
        else:
            self.waiting.append(begin)

    def leave(self) -> None:
        """Let the next one begin."""
        if self.waiting:
            self.waiting.popleft()()
        else:
            self.free += 1
