"""The room: all live tables of this process; tables that nobody uses are left to the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.core.options import Setting
from meldroom.room import archive, seats
from meldroom.room.actor import RESTARTING, Retired
from meldroom.room.audience import Listener
from meldroom.room.broadcast import Broadcaster
from meldroom.room.lobby import Lobby
from meldroom.room.log_entries import AnyEntry, GameBranched, Settings, TableClosed
from meldroom.room.log_rows import BrokenChain, LogRow, chain, row_hash
from meldroom.room.opening import Opening, branched_table, new_table
from meldroom.room.refusals import refused
from meldroom.room.scores import scores_from_log
from meldroom.room.seats import Place, take_seats
from meldroom.room.services import StorageError
from meldroom.room.summaries import Summary, summary_after
from meldroom.room.table import Table
from meldroom.room.tokens import (
    hashed,
    is_table_key,
    new_table_key,
    new_token,
    person_key,
    session_token,
)
from meldroom.server.background import Background
from meldroom.server.executors import database, slow
from meldroom.server.garbage import TABLE, garbage
from meldroom.server.histogram import Histogram
from meldroom.server.ratings import Ratings
from meldroom.server.storage.integrity import Integrity
from meldroom.server.storage.leases import Lease, OwnedElsewhere, Owner
from meldroom.server.storage.log import Log
from meldroom.server.storage.results import SeatResults
from meldroom.server.storage.store import Store, Unreadable
from meldroom.server.storage.summaries import Summaries, write_summaries
from meldroom.server.tables.bot_pool import BACKGROUND_NICENESS, BotPool
from meldroom.server.tables.journal import LogJournal
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.loading import Load, Loading
from meldroom.server.tables.reviews import Reviews
from meldroom.server.tables.thinker import PoolThinker

logger = logging.getLogger("meldroom")
SWEEP_INTERVAL = 60.0  # seconds
IDLE_TIMEOUT = 600.0  # seconds after which an idle table is dropped from memory
CLOSE_TIMEOUT = 5.0  # seconds that background tasks get to finish
MOVED_MESSAGE = "the table was changed elsewhere; reconnect in a moment"
RESTART_MESSAGE = "the server is restarting; reconnect in a moment"


class Room:
    """The live tables by their keys, and what they share: log, bots and counters.

    All tables are here; `cluster.SharedRoom` is one of several rooms on one database.
    """

    def __init__(
        self,
        store: Store,
        pace: float,
        stop: Callable[[StorageError], None],
        review_effort: float = 1.0,
    ) -> None:
        self.store, self.pace = store, pace
        self.now: Callable[[], float] = time.monotonic  # it does not jump
        self.background = Background()
        self.log = Log(store)
        self.summaries = Summaries(store)
        self.results = SeatResults(store)
        self.ratings = Ratings(self.log, self.background)
        self.log.game_ended = self.ratings.catch_up_soon
        self.integrity = Integrity(store)
        # Who hurries the bots, as tests do, waits for nothing else either.
        self.bot_pool = BotPool(background_niceness=BACKGROUND_NICENESS if pace else 0)
        self.reviews = Reviews(self.log, self.bot_pool, self.background, review_effort)
        self.broadcaster = Broadcaster(asyncio.get_running_loop().call_soon)
        self.log.after_batch = self.broadcaster.send_some
        self.thinker = PoolThinker(self.bot_pool, self.spawn)
        self.tables: dict[str, LiveTable] = {}
        self.lobby = Lobby(self.listed_tables, time.monotonic)
        self.stopping = False
        self.failed = False
        self.clients_ahead = 0  # clients that had seen entries which the log lacks
        self.connections = 0
        self.refusals: Counter[str] = Counter()  # by rule
        self.ack_seconds = Histogram()
        self._stop = stop
        self._loading = Loading()
        self._taken_out: dict[str, asyncio.Event] = {}  # set when the table may be loaded again
        self.background.every("idle tables", self._drop_idle_tables, SWEEP_INTERVAL)

    # -- opening, finding and joining tables

    async def open(
        self,
        game: str,
        seats: int,
        options: dict[str, Setting],
        settings: Settings,
        host: str,
        session: str = "",
        others: Sequence[str] = (),
    ) -> tuple[LiveTable, str]:
        """Open a table and seat its host; gives the host's token, or ValueError or Refusal.

        The others play at the host's device, in the next seats.
        """
        opening = new_table(game, seats, options, settings, [host, *others])
        return await self.open_table(opening, session)

    async def branch(
        self,
        form: dict[str, Any],
        ply: int,
        seat: Seat,
        settings: Settings,
        host: str,
        session: str = "",
    ) -> tuple[LiveTable, str]:
        """Open a table where a finished game stood after a ply, and seat its host."""
        return await self.open_table(branched_table(form, ply, seat, settings, host), session)

    async def open_table(self, opening: Opening, session: str) -> tuple[LiveTable, str]:
        """Open a table; gives its person's token."""
        key = new_table_key()
        token = session_token(session, key) if session else new_token()
        live = await self._once(key, partial(self._open, key, opening, token, session))
        assert live is not None
        return live, token

    async def find_or_open(self, key: str, opening: Opening, session: str) -> LiveTable:
        """Find a table, or open it under this key; all who ask at the same time get the same."""
        token = session_token(session, key)
        live = await self.find(key)
        while live is None:  # again if somebody only looked for it meanwhile
            load_or_open = partial(self._load_or_open, key, opening, token, session)
            live = await self._once(key, load_or_open)
        return live

    async def _load_or_open(
        self, key: str, opening: Opening, token: str, session: str
    ) -> LiveTable:
        await self.claim(key)  # first: another process may have opened it until now
        return await self._load(key) or await self._open(key, opening, token, session)

    async def _open(self, key: str, opening: Opening, token: str, session: str) -> LiveTable:
        await self.claim(key)
        live = LiveTable(self, Table(key, opening.opened))
        person = person_key(session) if session else ""
        taken = take_seats(opening.people, hashed(token), opening.seat, person)
        if isinstance(opening.deal, GameBranched):
            await slow.run(live.table.prepare_branch, opening.deal)  # slow for a long game
        await live.write([opening.opened, *taken, opening.deal, *opening.more])
        self.tables[key] = live
        return live

    async def take_seat(
        self,
        live: LiveTable,
        name: str,
        seat: Seat | None,
        code: str,
        browser_tokens: Sequence[str] = (),
        person: str = "",
    ) -> tuple[Place, str]:
        """Give a person a seat and the token that proves it, or let them wait for the seat."""
        token = seats.known_token(live.table, browser_tokens) or new_token()
        return await live.take_seat(name, seat, code, hashed(token), person), token

    async def join(
        self,
        listener: Listener,
        key: str,
        token: str,
        code: str,
        since: int | None,
        browser_tokens: Sequence[str] = (),
        seat: Seat | None = None,
    ) -> LiveTable:
        """Connect a client to a table."""
        while (live := await self.find(key)) is not None:
            with suppress(Retired):
                await live.join(listener, token, code, since, browser_tokens, seat)
                return live
        raise refused("P-7", "there is no such table")

    async def find(self, key: str) -> LiveTable | None:
        """Find a table, in memory or in the log."""
        while key in self._taken_out:
            await self._taken_out[key].wait()
        live = await self._once(key, partial(self._load, key)) if is_table_key(key) else None
        if live is not None:
            live.last_used = now()
        return live

    async def _once(self, key: str, load: Load) -> LiveTable | None:
        """Get a table from memory, or load or open it: once, however many ask for it."""
        return self.tables.get(key) or await self._loading.once(key, load)

    async def _load(self, key: str) -> LiveTable | None:
        rows = await self._read(key)
        if self.stopping:
            raise Retired(RESTART_MESSAGE)
        if not rows:
            return None
        live = await database.run(LiveTable.restored, self, key, rows)
        stored = await database.run(self.summaries.get, key)
        if stored is not None and not stored.scored and live.log.summary is not None:
            await self._store_scores(live.log.summary, rows)
        self.tables[key] = live
        live.turns.set_timer()
        return live

    async def summary(self, key: str) -> Summary | None:
        """Find a table's summary; the scores that a migration left out are stored first."""
        summary = await database.run(self.summaries.get, key)
        if summary is not None and not summary.scored:
            # Who cannot replay it cannot score it; another process that has it has scored it.
            with suppress(Refusal, ValueError, OwnedElsewhere):
                await self.find(key)
            summary = await database.run(self.summaries.get, key)
        return summary

    async def _store_scores(self, summary: Summary, rows: Sequence[LogRow]) -> None:
        scores = await database.run(scores_from_log, summary.table_id, rows)
        work = partial(write_summaries, summaries=[summary], scores=scores)
        await self.log.change(work, self.lease_of(summary.table_id), erases=False)
        self.ratings.catch_up_soon(summary.game)

    async def _read(self, key: str) -> list[LogRow]:
        try:
            return await database.run(self.log.read, key)
        except (BrokenChain, Unreadable) as damage:
            self.integrity.note(str(damage))
            raise refused("P-13", "what is stored of this table is damaged") from None

    @asynccontextmanager
    async def taken_out(self, key: str, code: int, why: str) -> AsyncIterator[None]:
        """Keep a table out of memory while its log changes; who was there is disconnected."""
        while key in self._taken_out:
            await self._taken_out[key].wait()
        self._taken_out[key] = asyncio.Event()
        try:
            await self._loading.wait(key)
            self.reviews.stop(key)
            live = self.drop_from_memory(key)
            if live is not None:
                await live.retire(code, why)
            await self.claim(key, force=True)
            yield
        finally:
            self._taken_out.pop(key).set()
            await self.release([key])

    async def end_archived(self, key: str, token: str, browser_tokens: Sequence[str]) -> None:
        """Let its host end a table whose rules this version does not have."""
        playable = False
        with suppress(Refusal):
            playable = await self.find(key) is not None
        if playable:
            raise refused("P-5", "this table can be played; its host ends it there")
        summary, rows = await self._archived(key)
        entry = archive.end(archive.archived_table(summary, rows), token, browser_tokens)
        await self._append_archived(summary, rows, entry)

    async def close_archived(self, key: str) -> None:
        """Close a table whose rules this version does not have, also a standing one."""
        summary, rows = await self._archived(key)
        await self._append_archived(summary, rows, TableClosed())

    async def _archived(self, key: str) -> tuple[Summary, list[LogRow]]:
        summary = await database.run(self.summaries.get, key)
        if summary is None:
            raise refused("P-7", "there is no such table")
        return summary, await self._read(key)

    async def _append_archived(
        self, summary: Summary, rows: Sequence[LogRow], entry: AnyEntry
    ) -> None:
        key, at, seq = summary.table_id, time.time_ns() // 1_000_000, len(rows) + 1
        closing, _ = chain(key, seq, row_hash(rows[-1]), at, [entry])
        summary = summary_after(summary, key, seq, entry, at)
        await self.log.append(closing, summary, lease=self.lease_of(key))

    async def restore_tables(self) -> None:
        """Load the tables whose clock runs for days, and standing tables on the list."""
        for key in await database.run(self.summaries.keys_to_restore):
            await self.restore(key)
        if not self.stopping:
            self.integrity.start()

    async def restore(self, key: str) -> None:
        """Load a table; what is wrong with it stands in the server's log."""
        try:
            await self.find(key)
        except Refusal as refusal:
            logger.warning("table %s is not restored: %s", key, refusal.violation.why)
        except Retired:
            pass  # the server stops
        except StorageError:
            raise  # the others would fail too
        except Exception:
            logger.exception("table %s cannot be restored", key)

    def listed_tables(self) -> list[LiveTable]:
        """Return the public tables: standing ones, and those where somebody is."""
        return [
            live
            for live in self.tables.values()
            if live.table.settings.listed
            and live.table.phase != "closed"
            and (live.table.settings.standing or live.clock.attended)
        ]

    # -- beside other processes, of which a room by itself has none

    @property
    def cut_off(self) -> bool:
        """Whether the database is away, so that others may have every table."""
        return False

    async def claim(self, key: str, force: bool = False) -> None:
        """Own a table before it is read or written."""

    def drop_from_memory(self, key: str) -> LiveTable | None:
        """Leave a table to the log; gives what was in memory."""
        live = self.tables.pop(key, None)
        if live is not None:
            garbage.leave(TABLE)
        return live

    async def release(self, keys: Sequence[str]) -> None:
        """Let others have tables that are not in memory any more."""

    def lease_of(self, key: str) -> Lease | None:
        """Return the lease to write to a table with."""

    def leave_to_log(self, key: str, lease: Lease | None) -> None:
        """Leave a table to whoever loads it next, unless that has happened already."""
        live = self.tables.get(key)
        if live is not None and live.journal.lease == lease:
            self.drop_from_memory(key)
            live.drop(RESTARTING, MOVED_MESSAGE)
            if self.cut_off:
                live.journal.give_up()

    async def take_over(self, key: str) -> LiveTable | None:
        """Find a table, also if it must be taken from another process, for administration."""
        return await self.find(key)

    async def owned_elsewhere(self, _: str) -> bool:
        """Return whether another process has a table."""
        return False

    async def read_lobby(self) -> None:
        """Read the public tables of other processes, for the lobby."""

    async def other_processes(self) -> Sequence[Owner]:
        """Return the processes beside this one on the same database."""
        return ()

    async def hand_over(self) -> None:
        """Let other processes have all tables; nothing is written here any more."""

    # -- in the background

    async def _drop_idle_tables(self) -> None:
        dropped = []
        for key, live in list(self.tables.items()):
            if live.idle and now() - live.last_used > IDLE_TIMEOUT:
                on_the_list = live.table.settings.standing and live.table.settings.listed
                if not on_the_list:
                    self.drop_from_memory(key)
                    dropped.append(key)
        await self.release(dropped)

    def client_is_ahead(self, key: str, seen: int, last: int) -> None:
        """Raise an alarm: a client has seen entries that the log lacks."""
        self.clients_ahead += 1
        logger.critical(
            "table %s: a client has seen entry %d, but the log ends at %d", key, seen, last
        )

    def wall_clock(self) -> int:
        """Read the wall clock, in milliseconds."""
        return time.time_ns() // 1_000_000

    def journal_of(self, key: str) -> LogJournal:
        """Open the journal of a table."""
        return LogJournal(self, key)

    def call_at(self, at: float, work: Callable[[], object]) -> asyncio.TimerHandle:
        """Do something when the monotonic clock has reached a time."""
        return asyncio.get_running_loop().call_later(max(0.0, at - time.monotonic()), work)

    def bot_failed(self, key: str, seat: Seat, error: Exception) -> None:
        """Note that a bot could not choose."""
        logger.error("table %s: the bot at seat %d failed", key, seat, exc_info=error)

    def report(self, key: str, error: Exception) -> None:
        """Note an error at a table that nobody waits for."""
        if isinstance(error, StorageError):
            logger.error("table %s: not written: %s", key, error)
        else:
            logger.error("table %s: an error occurred", key, exc_info=error)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background, and log it if it fails."""
        self.background.finish("tables", work)

    def fail(self, error: StorageError) -> None:
        """Stop the server: after a failed write to disk a later success would prove nothing."""
        logger.critical("the disk failed: %s", error)
        self.failed = True
        self._stop(error)

    async def close(self) -> None:
        """Stop gracefully: accept no more moves, disconnect everybody, finish writing."""
        await self.hand_over()
        self.stopping = True
        for live in list(self.tables.values()):
            live.close(RESTART_MESSAGE)
        await self.background.close(CLOSE_TIMEOUT)
        await database.run(self.integrity.stop)
        await database.run(self.bot_pool.close)
        await database.run(self.log.close)
