"""A table of this server, for whoever waits in a task: each of these posts one request to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from meldroom.core.cards import Seat
from meldroom.match.match import Play
from meldroom.room import seats
from meldroom.room.actor import Retired, TableActor
from meldroom.room.audience import Listener
from meldroom.room.log_entries import AnyEntry
from meldroom.room.mailbox import Allowed, Judge
from meldroom.room.seats import Place
from meldroom.server.tables.journal import LogJournal


class LiveTable(TableActor):
    """A table in memory; what it is asked for is done, or an error says why not."""

    journal: LogJournal

    async def do(self, judge: Judge) -> None:
        """Let a request take its turn; Refusal or StorageError, and nothing happened."""
        outcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.mailbox.post(judge, partial(_settle, outcome))
        await outcome

    async def write(self, entries: Sequence[AnyEntry], play: Play | None = None) -> None:
        """Write entries durably, then apply them; StorageError, and none of them is true."""
        await self.do(lambda: Allowed(entries, play))

    async def take_seat(
        self, name: str, seat: Seat | None, code: str, token_hash: str, person: str = ""
    ) -> Place:
        """Give a person a seat, or note that they ask for it; proved by the token with this hash.

        Whoever has a place already keeps it.
        """
        found: list[Place] = []

        def judge() -> Allowed:
            place, step = seats.give_place(self.table, name, seat, code, token_hash, person)
            found.append(place)
            return Allowed(step)

        await self.do(judge)
        return found[0]

    async def join(
        self,
        listener: Listener,
        token: str,
        code: str,
        since: int | None,
        browser_tokens: Sequence[str] = (),
        seat: Seat | None = None,
    ) -> None:
        """Connect a client to the table; Refusal says why not."""
        await self.do(partial(self.admit, listener, token, code, since, browser_tokens, seat))

    async def retire(self, code: int, why: str) -> None:
        """Disconnect everybody, and write nothing more to the table's log."""
        with suppress(Retired):
            await self.do(lambda: Allowed(then=partial(self.drop, code, why)))


def now() -> float:
    """Read the monotonic clock, which does not jump."""
    return time.monotonic()


def _settle(outcome: asyncio.Future[None], error: Exception | None) -> None:
    if outcome.done():  # whoever waited was cancelled
        return
    if error is None:
        outcome.set_result(None)
    else:
        outcome.set_exception(error)
