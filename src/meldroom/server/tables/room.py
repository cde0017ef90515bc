"""The room: all tables of this process; those that nobody needs are left to the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from meldroom.bots.levels import make_bot
from meldroom.core.cards import Seat
from meldroom.core.game import Setting
from meldroom.games import find
from meldroom.server.storage import log_entries
from meldroom.server.storage.log import Log
from meldroom.server.storage.log_entries import Branched, Dealt, Opened, Settings
from meldroom.server.storage.store import StorageError, Store
from meldroom.server.tables import permissions
from meldroom.server.tables.bot_pool import BotPool
from meldroom.server.tables.broadcast import Broadcaster
from meldroom.server.tables.bus import Bus
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.table import Table
from meldroom.server.tokens import hashed, is_key, new_code, new_key, new_token

logger = logging.getLogger("meldroom")
SWEEP = 60.0  # seconds between looks at tables that nobody needs
FORGOTTEN = 600.0  # seconds after which such a table is left to the log
GOODBYE = "the server restarts: come back in a moment"


class Room:
    """Tables by their keys. Bots and clocks of a table have one owner, which is its room."""

    def __init__(self, store: Store, pace: float, stop: Callable[[StorageError], None]) -> None:
        self.store, self.pace = store, pace
        self.log = Log(store)
        self.bot_pool = BotPool()
        self.crier = Broadcaster(asyncio.get_running_loop().call_soon)
        self.news = Bus()
        self.news.listen(self._hear)
        self.sittings: dict[str, LiveTable] = {}
        self.stopping = False
        self.failed = False
        self.acks = self.refusals = self.guests = 0
        self._stop = stop
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper = asyncio.create_task(self._sweep())

    async def open(
        self, game: str, seats: int, options: dict[str, Setting], settings: Settings, host: str
    ) -> tuple[LiveTable, str]:
        """Open a table and seat its host; ValueError or Refusal for what there is not."""
        referee = find(game)
        chosen = referee.settled(options)
        if seats not in referee.players:
            low, high = referee.players[0], referee.players[-1]
            raise ValueError(f"{game} takes {low} to {high} players, not {seats}")
        make_bot(referee, settings.bot, b"")
        opened = Opened(game, referee.rules, seats, chosen, settings, new_code())
        return await self._open(opened, host, 0, permissions.new_deal())

    async def branch(
        self, form: dict[str, Any], ply: int, seat: Seat, settings: Settings, host: str
    ) -> tuple[LiveTable, str]:
        """Open a table where a finished game stood after a ply, and seat the host there."""
        referee = find(form["game"])
        make_bot(referee, settings.bot, b"")
        branched = permissions.branch(form, ply)
        many = len(form["players"])
        opened = Opened(referee.key, referee.rules, many, form["options"], settings, new_code())
        return await self._open(opened, host, seat, branched)

    async def _open(
        self, opened: Opened, host: str, seat: Seat, first: Dealt | Branched
    ) -> tuple[LiveTable, str]:
        sitting = LiveTable(self, Table(new_key(), opened))
        token = new_token()
        sat = permissions.sit(sitting.table, host, seat, hashed(token))
        if isinstance(first, Branched):
            await asyncio.to_thread(sitting.table.foresee, first)  # a long game takes a while
        async with sitting.lock:
            await sitting.write([opened, sat, first])
        sitting.table.chairs[seat].away = now()
        self.sittings[sitting.table.key] = sitting
        return sitting, token

    async def sit(
        self, sitting: LiveTable, name: str, seat: Seat | None, code: str
    ) -> tuple[Seat, str]:
        """Give a person a seat and the token that proves it."""
        token = new_token()
        return await sitting.sit(name, seat, code, hashed(token)), token

    async def find(self, key: str) -> LiveTable | None:
        """Find a table, in memory or in the log."""
        sitting = self.sittings.get(key)
        if sitting is None and is_key(key):
            if key not in self._loading:
                self._loading[key] = asyncio.create_task(self._load(key))
                self._loading[key].add_done_callback(lambda _: self._loading.pop(key, None))
            sitting = await asyncio.shield(self._loading[key])
        if sitting is not None:
            sitting.used = now()
        return sitting

    async def _load(self, key: str) -> LiveTable | None:
        rows = await asyncio.to_thread(self.log.read, key)
        if not rows or self.stopping:
            return None
        sitting = await asyncio.to_thread(LiveTable.resumed, self, key, rows)
        self.sittings[key] = sitting
        sitting.wind()
        return sitting

    async def wake(self) -> None:
        """Set up again, of the tables in the log, those that play by days or stand in the lobby."""
        for key, rows in (await asyncio.to_thread(self.log.lobby)).items():
            opened = log_entries.read(rows[0].body)
            if isinstance(opened, Opened) and rows[-1].kind != "closed":
                settings = opened.settings
                if settings.clock.endswith("d") or (settings.listed and settings.standing):
                    try:
                        await self.find(key)
                    except Exception:
                        logger.exception("table %s cannot be set up", key)

    def lobby(self) -> list[dict[str, Any]]:
        """List the tables that anybody may join: where somebody is, and standing ones."""
        return [
            sitting.table.facts()
            for sitting in self.sittings.values()
            if sitting.table.settings.listed
            and sitting.table.phase != "closed"
            and (sitting.table.settings.standing or sitting.clock.awake)
        ]

    def _hear(self, key: str, seq: int) -> None:
        """Read on in a table's log if somebody else has written there."""
        sitting = self.sittings.get(key)
        if sitting is not None and sitting.table.seq < seq:
            self.spawn(self._catch_up(sitting))

    async def _catch_up(self, sitting: LiveTable) -> None:
        async with sitting.lock:
            await sitting.catch_up()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for key, sitting in list(self.sittings.items()):
                if sitting.idle and now() - sitting.used > FORGOTTEN:
                    standing = sitting.table.settings.standing and sitting.table.settings.listed
                    if not standing:
                        del self.sittings[key]

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run by itself; if it fails, say so."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("something went wrong at a table", exc_info=task.exception())

    def fail(self, trouble: StorageError) -> None:
        """Stop the server: after a failed write to disk a later success would prove nothing."""
        logger.critical("the disk failed: %s", trouble)
        self.failed = True
        self._stop(trouble)

    async def close(self) -> None:
        """Stop gracefully: no more moves, everybody told, everything written."""
        self.stopping = True
        self._sweeper.cancel()
        for sitting in list(self.sittings.values()):
            sitting.close(GOODBYE)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await asyncio.to_thread(self.bot_pool.close)
        await asyncio.to_thread(self.log.close)
