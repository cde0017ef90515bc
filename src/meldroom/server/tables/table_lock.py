"""The lock of a table, which a task waits for and anything else may take if it is free."""

from __future__ import annotations

import asyncio
from collections import deque


class TableLock:
    """A fair lock: it is handed to whoever has waited longest."""

    def __init__(self) -> None:
        self._locked = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Say whether somebody has it."""
        return self._locked

    def take(self) -> None:
        """Take the lock, which must be free."""
        assert not self._locked
        self._locked = True

    def release(self) -> None:
        """Hand the lock to the next who waits; free if nobody does."""
        while self._waiting:
            next_one = self._waiting.popleft()
            if not next_one.done():
                next_one.set_result(None)
                return
        self._locked = False

    async def __aenter__(self) -> None:
        if not self._locked:
            self._locked = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was handed over just now
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
