"""Tables that are being loaded or opened: each of them once, however many ask for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from meldroom.server.tables.live_table import LiveTable

Load = Callable[[], Coroutine[Any, Any, LiveTable | None]]


class Loading:
    """Reserves the keys of tables until they are in memory."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[LiveTable | None]] = {}

    async def once(self, key: str, load: Load) -> LiveTable | None:
        """Load a table, or wait for what somebody else has begun for this key."""
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._reserved(key, load))
            self._tasks[key].add_done_callback(_take_note)
        return await asyncio.shield(self._tasks[key])

    async def wait(self, key: str) -> None:
        """Wait until nobody loads a table, whether or not that succeeds."""
        if key in self._tasks:
            await asyncio.wait([self._tasks[key]])

    async def _reserved(self, key: str, load: Load) -> LiveTable | None:
        try:
            return await load()
        finally:
            del self._tasks[key]  # at once, since whoever waits may try again at once


def _take_note(task: asyncio.Task[LiveTable | None]) -> None:
    """Let nobody log an error that whoever waits for the table is told."""
    if not task.cancelled():
        task.exception()
