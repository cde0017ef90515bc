"""What is still to be sent to one client: at once if its socket takes it, else from a task."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

MAX_WAITING = 64  # messages that may wait for a client that does not read
SEND_TIMEOUT = 4.0  # seconds in which a client must read a message while others wait behind it


class Outbox:
    """Messages in their order; `drop` is called for a client that does not read them.

    While they are held, what belongs to one answer is collected, and sent together.
    """

    def __init__(self, drop: Callable[[], None]) -> None:
        self.send_now: Callable[[Iterable[bytes]], bool] | None = None  # False if it cannot
        self.held = False
        self._drop = drop
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self._ended = False
        self._sending_since: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Send a message soon; a client that leaves 64 of them, or one for long, is dropped."""
        if not self._waiting and not self.held and self._sent((message,)):
            return
        if len(self._waiting) >= MAX_WAITING:
            self._drop()
            return
        self._waiting.append(message)
        if not self.held or len(self._waiting) > 1:
            self._send_waiting()

    def release(self) -> None:
        """Send what was held."""
        self.held = False
        if self._waiting:
            self._send_waiting()

    def clear(self) -> None:
        """Send nothing of what waits."""
        self._waiting.clear()

    def end(self) -> None:
        """Let `run` end once everything is sent."""
        self._ended = True
        self._ready.set()

    def stop(self) -> None:
        """Watch no more how long the client takes."""
        if self._timer is not None:
            self._timer.cancel()

    async def run(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what could not be sent at once, until the end, or an error of the connection."""
        with suppress(Exception):
            while True:
                await self._ready.wait()
                self._ready.clear()
                while self._waiting:
                    text = self._waiting.popleft().decode()
                    self._sending_since = time.monotonic()
                    await send(text)
                    self._sending_since = None
                if self._ended:
                    return

    def _send_waiting(self) -> None:
        if self._sent(self._waiting):
            self._waiting.clear()
            return
        self._ready.set()
        if self._sending_since is not None and self._timer is None:
            self._set_timer(SEND_TIMEOUT)

    def _sent(self, messages: Iterable[bytes]) -> bool:
        return self._sending_since is None and self.send_now is not None and self.send_now(messages)

    def _set_timer(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._check)

    def _check(self) -> None:
        """Drop a client that has not read the message that is being sent to it."""
        self._timer = None
        if self._sending_since is not None and not self._ended:
            left = self._sending_since + SEND_TIMEOUT - time.monotonic()
            if left <= 0:
                self._drop()
            else:
                self._set_timer(left)
