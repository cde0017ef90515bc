"""Processes in which bots that search think, so that they do not hold up the room's tables."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, TypeVar

from meldroom.bots.registry import make_bot
from meldroom.core.view import AnyView
from meldroom.games import find

logger = logging.getLogger("meldroom")
WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))  # one core is left to the room
MIN_BUDGET = 0.1  # seconds that a bot may think, however many others wait
WORKER_NICENESS = 5  # the room itself comes first where a core is short

T = TypeVar("T")
R = TypeVar("R")


class BotTask(NamedTuple):
    """All that a bot's choice depends on: its level, its seed, its view and its time."""

    game: str
    level: str
    seed: bytes
    view: AnyView
    budget: float | None


def choose_text(task: BotTask) -> str:
    """Choose one of the legal actions, and give its text."""
    game = find(task.game)
    bot = make_bot(game, task.level, task.seed, time.monotonic)
    return game.text(bot.choose(task.view, game.legal(task.view), task.budget))


class BotPool:
    """A few worker processes, started when the first bot needs one."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = workers
        self.tasks = 0  # running and waiting
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None

    async def choose(self, task: BotTask) -> str:
        """Let the bot choose within its share of the time; `house` chooses if its worker dies."""
        self.tasks += 1
        try:
            if task.budget is not None:
                task = task._replace(budget=self.share(task.budget))
            return await self._run(choose_text, task)
        except (BrokenProcessPool, OSError) as error:
            logger.warning("a bot's worker process died, so house moves for it: %s", error)
            return await asyncio.to_thread(choose_text, task._replace(level="house"))
        finally:
            self.tasks -= 1

    async def run(self, function: Callable[[T], R], task: T) -> R:
        """Work something else out for a table; once more if its worker dies."""
        self.tasks += 1
        try:
            return await self._run(function, task)
        except BrokenProcessPool as error:
            logger.warning("a bot's worker process died, so it starts again: %s", error)
            return await self._run(function, task)
        finally:
            self.tasks -= 1

    async def _run(self, function: Callable[[T], R], task: T) -> R:
        future = await asyncio.to_thread(self._submit, function, task)
        return await asyncio.wrap_future(future)

    def share(self, budget: float) -> float:
        """Divide the time evenly among the bots that think or wait for a worker."""
        return max(MIN_BUDGET, budget * self.workers / max(self.workers, self.tasks))

    def _submit(self, function: Callable[[T], R], task: T) -> Future[R]:
        with self._lock:
            try:
                return self._started().submit(function, task)
            except BrokenProcessPool:  # a worker died before: start new ones
                self._executor = None
                return self._started().submit(function, task)

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self.workers, context, _set_up_worker)
        return self._executor

    def close(self) -> None:
        """Stop the workers after what they are thinking about now."""
        with self._lock:
            if self._executor is not None:
                self._executor.shutdown(cancel_futures=True)


def _set_up_worker() -> None:
    """Give way to the room, leave Ctrl-C to it, and exit with it, however it ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(WORKER_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
