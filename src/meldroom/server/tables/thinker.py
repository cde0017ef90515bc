"""What takes thought at a table, worked out in threads and processes beside the event loop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from meldroom.bots.registry import may_be_slow
from meldroom.room.services import BotTask, T, Told
from meldroom.server.executors import bots, slow
from meldroom.server.tables.bot_pool import BotPool, choose_text

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class PoolThinker:
    """Calls back with the answer, or with what kept it from being found."""

    def __init__(self, pool: BotPool, spawn: Spawn) -> None:
        self.pool, self._spawn = pool, spawn

    def choose(self, task: BotTask, told: Told[str]) -> None:
        """Let a bot choose an action."""
        if may_be_slow(task.level):
            self._spawn(_tell(told, partial(self.pool.choose, task)))
        else:
            self._spawn(_tell(told, partial(bots.run, choose_text, task)))

    def work_out(self, function: Callable[..., T], *arguments: Any, told: Told[T]) -> None:
        """Work something out for a person, when no bot thinks."""
        self._spawn(_tell(told, partial(self.pool.run, function, *arguments)))

    def look_up(self, function: Callable[..., T], *arguments: Any, told: Told[T]) -> None:
        """Do something that takes no search, but too long for the event loop."""
        self._spawn(_tell(told, partial(slow.run, function, *arguments)))


async def _tell(told: Told[T], work: Callable[[], Awaitable[T]]) -> None:
    try:
        answer: T | Exception = await work()
    except Exception as error:
        answer = error
    told(answer)
