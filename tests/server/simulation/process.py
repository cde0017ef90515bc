"""Simulated operating system processes: what one of them started dies with it."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any, Protocol


class Killable(Protocol):
    """Something that ends with its process."""

    def kill(self) -> None:
        """End at once."""


class Process:
    """A process; what it still tries to do once it is dead is neither seen nor written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.threads: list[Killable] = []
        self.context = contextvars.copy_context()
        self.context.run(current_process.set, self)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something as part of this process."""
        return asyncio.get_running_loop().create_task(work, context=self.context.copy())

    def kill(self) -> None:
        """End it at once."""
        self.alive = False
        for thread in self.threads:
            thread.kill()
        for task in list(self.tasks):
            task.cancel()


current_process: contextvars.ContextVar[Process | None] = contextvars.ContextVar(
    "current_process", default=None
)


def make_task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **keywords: Any
) -> asyncio.Task[Any]:
    """Make a task that belongs to the process of its context: a task factory."""
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **keywords)
    context = keywords.get("context")
    process = current_process.get() if context is None else context.get(current_process)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))
        if not process.alive:
            task.cancel()
    return task
