"""The back room: where bots that search think, in processes of their own, so that no table waits.

A bot that looks ahead for a second would hold up every table of the room's own process.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

from meldroom.bots.levels import make_bot
from meldroom.core.view import View
from meldroom.games import find

logger = logging.getLogger("meldroom")
THINKERS = max(1, min(2, (os.cpu_count() or 1) - 1))  # one core is left to the room
SHORTEST = 0.1  # seconds that a bot may think, however many others wait
POLITE = 5  # how far thinkers stand back where the room itself needs the core


class Asked(NamedTuple):
    """What a bot goes by, and nothing else: its level, its chance, what it sees, its time."""

    game: str
    level: str
    seed: bytes
    seen: View[Any]
    budget: float | None


def think(asked: Asked) -> str:
    """Choose one of the legal actions, as a text."""
    game = find(asked.game)
    bot = make_bot(game, asked.level, asked.seed, time.monotonic)
    return game.text(bot.choose(asked.seen, game.legal(asked.seen), asked.budget))


class BotPool:
    """A few thinkers, called when the first bot needs one, and kept."""

    def __init__(self, thinkers: int = THINKERS) -> None:
        self.thinkers = thinkers
        self.busy = 0
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, asked: Asked) -> str:
        """Choose as the bot would in its share of the time; as `house` if its thinker dies."""
        self.busy += 1
        try:
            if asked.budget is not None:
                asked = asked._replace(budget=self.share(asked.budget))
            return await asyncio.wrap_future(await asyncio.to_thread(self._submit, asked))
        except (BrokenProcessPool, OSError) as error:
            logger.warning("a thinker is gone, so house moves for it: %s", error)
            return await asyncio.to_thread(think, asked._replace(level="house"))
        finally:
            self.busy -= 1

    def share(self, budget: float) -> float:
        """Give each bot that is thinking or waits for a thinker the same part of the time."""
        return max(SHORTEST, budget * self.thinkers / max(self.thinkers, self.busy))

    def _submit(self, asked: Asked) -> Future[str]:
        with self._lock:
            try:
                return self._called().submit(think, asked)
            except BrokenProcessPool:  # thinkers died before: call new ones
                self._pool = None
                return self._called().submit(think, asked)

    def _called(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.thinkers, context, _settle_in)
        return self._pool

    def close(self) -> None:
        """Send the thinkers home; what they think about just now is finished."""
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)


def _settle_in() -> None:
    """Stand back for the room, leave Ctrl-C to it, and go when it goes, however that comes."""
    os.nice(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_go_with_the_room, daemon=True).start()


def _go_with_the_room() -> None:
    room = multiprocessing.parent_process()
    assert room is not None
    room.join()
    os._exit(0)
