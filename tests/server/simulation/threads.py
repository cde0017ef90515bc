"""Threads that are switched by hand, in virtual time, where they wait for a queue or an event."""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any, Generic, TypeVar

from greenlet import GreenletExit, getcurrent, greenlet

from tests.server.simulation.process import current_process

T = TypeVar("T")


class SimulatedThread:
    """A `threading.Thread` that runs on the event loop until it waits for a queue."""

    def __init__(
        self, target: Callable[[], object], name: str = "", daemon: bool | None = None
    ) -> None:
        self.name, self.daemon = name, daemon
        self._greenlet = greenlet(self._run)
        self._greenlet.gr_context = contextvars.copy_context()
        self._target = target
        self.error: Exception | None = None
        process = current_process.get()
        if process is not None:
            process.threads.append(self)

    def _run(self) -> None:
        try:
            self._target()
        except Exception as error:  # a real thread would print it and end
            self.error = error

    def start(self) -> None:
        """Run until the thread waits for something."""
        self.resume()

    def resume(self) -> None:
        """Go on from where the thread waits."""
        if not self._greenlet.dead:
            self._greenlet.switch()

    def join(self, timeout: float | None = None) -> None:
        """Let the thread run to its end."""
        self.resume()

    def is_alive(self) -> bool:
        """Say whether it still runs."""
        return not self._greenlet.dead

    def kill(self) -> None:
        """End the thread where it waits."""
        if not self._greenlet.dead:
            self._greenlet.throw(GreenletExit)


class SimulatedQueue(Generic[T]):
    """A `queue.SimpleQueue`; what waits for an item gets it after a delay."""

    def __init__(self, random: Random, max_delay: float) -> None:
        self._random, self._max_delay = random, max_delay
        self._items: deque[T] = deque()
        self._waiting: greenlet | None = None
        self._scheduled = False

    def put(self, item: T) -> None:
        """Add an item, and wake the thread that waits for one, in a while."""
        self._items.append(item)
        if self._waiting is not None and not self._scheduled:
            self._scheduled = True
            delay = self._random.uniform(0, self._max_delay)
            asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._scheduled = False
        if self._waiting is not None and not self._waiting.dead:
            self._waiting.switch()

    def get(self) -> T:
        """Take the next item; the thread waits until there is one."""
        while not self._items:
            self._waiting = getcurrent()
            parent: Any = self._waiting.parent
            parent.switch()
            self._waiting = None
        self._waiting = None
        return self._items.popleft()

    def empty(self) -> bool:
        """Say whether nothing waits."""
        return not self._items


class SimulatedEvent:
    """A `threading.Event` that a simulated thread can wait for."""

    def __init__(self) -> None:
        self._set = False

    def set(self) -> None:
        """Say that it happened."""
        self._set = True

    def is_set(self) -> bool:
        """Say whether it happened."""
        return self._set

    def wait(self, timeout: float) -> bool:
        """Let the thread rest, and say whether it happened; whoever joins it ends the rest."""
        waiting = True
        thread = getcurrent()

        def wake() -> None:
            if waiting and not thread.dead:
                thread.switch()

        if not self._set:
            asyncio.get_running_loop().call_later(timeout, wake)
            parent: Any = thread.parent
            parent.switch()
        waiting = False
        return self._set
