"""Processes in which bots that search think, so that they do not hold up the room's tables.

Reviews are computed in processes of their own, to which the system gives what bots leave.
"""

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
from contextlib import suppress
from typing import Any, TypeVar

from meldroom.bots.registry import make_bot
from meldroom.games import find
from meldroom.room.services import BotTask
from meldroom.server.executors import FairQueue, bots

logger = logging.getLogger("meldroom")
WORKERS = max(1, min(2, (os.cpu_count() or 1) - 1))  # one core is left to the room
MIN_BUDGET = 0.1  # seconds that a bot may think, however many others wait
WORKER_NICENESS = 5  # the room itself comes first where a core is short
BACKGROUND_WORKERS = min(2, os.cpu_count() or 1)
BACKGROUND_NICENESS = 10  # bots come first
MAX_QUESTIONS = 16  # of one address that wait for a worker
MAX_WAIT = 0.2  # seconds that something in the background waits for bots, however many think

T = TypeVar("T")


def choose_text(task: BotTask) -> str:
    """Choose one of the legal actions, and give its text."""
    game = find(task.game)
    bot = make_bot(game, task.level, task.seed, time.monotonic)
    return game.text(bot.choose(task.view, game.legal(task.view), task.budget))


class BotPool:
    """A few worker processes, started when the first bot needs one."""

    def __init__(
        self, workers: int = WORKERS, background_niceness: int = BACKGROUND_NICENESS
    ) -> None:
        self.workers, self.background_workers = workers, BACKGROUND_WORKERS
        self.tasks = self.thinking = 0  # all tasks, and those of bots, running and waiting
        self._turns = FairQueue(workers, MAX_QUESTIONS)
        self._quiet = asyncio.Event()  # no bot thinks
        self._quiet.set()
        self._bots = _Workers(workers, WORKER_NICENESS)
        self._background = _Workers(self.background_workers, background_niceness)

    async def choose(self, task: BotTask) -> str:
        """Let the bot choose within its share of the time; `house` chooses if its worker dies."""
        self.tasks += 1
        self.thinking += 1
        self._quiet.clear()
        try:
            async with self._turns.turn(first=True):
                if task.budget is not None:
                    task = task._replace(budget=self.share(task.budget))
                return await _result(self._bots, choose_text, task)
        except (BrokenProcessPool, OSError) as error:
            logger.warning("a bot's worker process died, so house moves for it: %s", error)
            return await bots.run(choose_text, task._replace(level="house"))
        finally:
            self.thinking -= 1
            self._task_done()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function for a person who waits, when no bot does; once more if its worker dies.

        Addresses take turns, and one that asks for too much is refused (P-11).
        """
        self.tasks += 1
        self._quiet.clear()
        try:
            async with self._turns.turn():
                return await _result_in_two_tries(self._bots, function, *arguments)
        finally:
            self._task_done()

    def _task_done(self) -> None:
        self.tasks -= 1
        if not self.tasks:
            self._quiet.set()

    def share(self, budget: float) -> float:
        """Divide the time evenly among the bots that think or wait for a worker."""
        return max(MIN_BUDGET, budget * self.workers / max(self.workers, self.thinking))

    async def run_in_background(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function when no bot thinks, once more if its worker dies."""
        with suppress(TimeoutError):
            async with asyncio.timeout(MAX_WAIT):
                await self._quiet.wait()
        return await _result_in_two_tries(self._background, function, *arguments)

    def close(self) -> None:
        """Stop the workers after what they are doing now."""
        self._bots.close()
        self._background.close()


class _Workers:
    """Processes of one priority, started when the first task comes."""

    def __init__(self, count: int, niceness: int) -> None:
        self.count, self.niceness = count, niceness
        self._lock = threading.Lock()
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Run a function in one of them."""
        with self._lock:
            try:
                return self._started().submit(function, *arguments)
            except BrokenProcessPool:  # a worker died before: start new ones
                self._executor = None
                return self._started().submit(function, *arguments)

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self.count, context, _set_up_worker, (self.niceness,)
            )
        return self._executor

    def close(self) -> None:
        """Stop them after what they are doing now."""
        with self._lock:
            if self._executor is not None:
                self._executor.shutdown(cancel_futures=True)


async def _result(workers: _Workers, function: Callable[..., T], *arguments: Any) -> T:
    future = await bots.run(workers.submit, function, *arguments)
    return await asyncio.wrap_future(future)


async def _result_in_two_tries(workers: _Workers, function: Callable[..., T], *arguments: Any) -> T:
    try:
        return await _result(workers, function, *arguments)
    except BrokenProcessPool as error:
        logger.warning("a worker process died: %s", error)
        return await _result(workers, function, *arguments)


def _set_up_worker(niceness: int) -> None:
    """Give way to the room, leave Ctrl-C to it, and exit with it, however it ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
