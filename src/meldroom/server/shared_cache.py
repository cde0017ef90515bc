"""What is slow to make is made once for all who ask, and the last of it is kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SharedCache(Generic[K, V]):
    """Keeps what was asked for last; whoever asks while it is being made waits without a thread."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._made: OrderedDict[K, asyncio.Task[V]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._made)

    async def get(self, key: K, make: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """Return what is kept under a key, or make it; what fails is not kept."""
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.create_task(make())
            task.add_done_callback(lambda done: self._done(key, done))
            if len(self._made) > self.size:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        return await asyncio.shield(task)

    def _done(self, key: K, task: asyncio.Task[V]) -> None:
        failed = task.cancelled() or task.exception() is not None
        if failed and self._made.get(key) is task:
            del self._made[key]  # the next one tries again
