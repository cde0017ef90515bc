"""The room: all tables of this process, their one log, and those who are gathered around each."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Any, NamedTuple, Protocol

from meldroom.bots.bot import Bot
from meldroom.bots.levels import make_bot
from meldroom.core.cards import Seat
from meldroom.core.game import Setting
from meldroom.core.state import State
from meldroom.games import find
from meldroom.server import entries, etiquette
from meldroom.server.clock import Clock, Cover, Silence, Think
from meldroom.server.entries import AnyEntry, Began, Closed, Moved, Opened, Settings, Undone
from meldroom.server.log import START, Log, Row, link
from meldroom.server.match import Play
from meldroom.server.records import replayed
from meldroom.server.screen import Screen, about, encode
from meldroom.server.store import Overtaken, Store, Trouble
from meldroom.server.table import Table, refused

logger = logging.getLogger("meldroom")
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
KEPT = 100  # plays that one who was away a moment is told of
PHRASES = (
    "Hello!", "Good luck!", "Well played!", "Thank you.", "Sorry!", "One moment, please.",
    "Oh no!", "Another game?",
)  # fmt: skip


class Guest(Protocol):
    """One connection at a table."""

    seat: Seat | None
    helped: bool
    muted: set[Seat]

    def tell(self, message: bytes) -> None:
        """Send a message, or drop a guest that does not listen."""

    def dismiss(self, code: int, why: str) -> None:
        """End the connection."""


class Heard(NamedTuple):
    """A play as it was published."""

    seq: int
    states: tuple[State[Any], ...]
    play: Play


class Sitting:
    """A table with those gathered around it; one thing happens at a time."""

    def __init__(self, table: Table, prev: str, now: float, pace: float) -> None:
        self.table = table
        self.prev = prev
        self.clock = Clock(table, now, pace)
        self.lock = asyncio.Lock()
        self.circle: set[Guest] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.thinking: set[Seat] = set()
        self.bots: dict[Seat, Bot] = {}
        self.recent: deque[Heard] = deque(maxlen=KEPT)
        self.screen: Screen | None = None
        self.used = now


class Room:
    """Tables by their keys; a table that nobody needs is left to the log until somebody comes."""

    def __init__(self, store: Store, pace: float = 1.0) -> None:
        self.store = store
        self.pace = pace
        self.log = Log(store)
        self.sittings: dict[str, Sitting] = {}
        self.known: dict[str, Opened] = {}
        self.stopping = False
        self.acks = 0
        self.refusals = 0
        self.guests = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Task[Sitting | None]] = {}
        self.failed: asyncio.Event = asyncio.Event()

    @staticmethod
    def now() -> float:
        """Read the monotonic clock, which does not jump."""
        return time.monotonic()

    # -- opening and finding tables

    async def open(
        self,
        game: str,
        seats: int,
        options: dict[str, Setting],
        settings: Settings,
        host: str,
    ) -> tuple[Sitting, str]:
        """Open a table and seat its host; ValueError or Refusal for what there is not."""
        rules = find(game)
        if seats not in rules.players:
            low, high = rules.players[0], rules.players[-1]
            raise ValueError(f"{game} takes {low} to {high} players, not {seats}")
        make_bot(settings.bot, rules, b"")
        token = secrets.token_urlsafe(32)
        opened = Opened(
            game, rules.rules, seats, rules.settled(options), settings, secrets.token_urlsafe(16)
        )
        key = "".join(secrets.choice(ALPHABET) for _ in range(14))
        table = Table(key, opened)
        sat = etiquette.sit(table, host, 0, hashed(token))
        sitting = Sitting(table, START, self.now(), self.pace)
        async with sitting.lock:
            await self._write(sitting, [opened, sat, etiquette.new_deal()])
        self.sittings[key] = sitting
        sitting.table.chairs[0].away = self.now()
        self.wind(sitting)
        return sitting, token

    def look_up(self) -> None:
        """Read from the log which tables are listed."""
        for key, rows in self.log.lobby().items():
            opened = entries.read(rows[0].body)
            if isinstance(opened, Opened) and rows[-1].kind != "closed":
                self.known[key] = opened

    def lobby(self) -> list[dict[str, Any]]:
        """List the tables that anybody may join and where somebody is, and standing ones."""
        return [
            sitting.table.facts()
            for sitting in self.sittings.values()
            if sitting.table.settings.listed
            and sitting.table.phase != "closed"
            and (sitting.table.settings.standing or sitting.clock.awake)
        ]

    async def find(self, key: str) -> Sitting | None:
        """Find a table, in memory or in the log."""
        sitting = self.sittings.get(key)
        if sitting is None:
            if key not in self._loading:
                self._loading[key] = asyncio.create_task(self._load(key))
            try:
                sitting = await asyncio.shield(self._loading[key])
            finally:
                self._loading.pop(key, None)
        if sitting is not None:
            sitting.used = self.now()
        return sitting

    async def _load(self, key: str) -> Sitting | None:
        rows = await asyncio.to_thread(self.log.read, key)
        if not rows:
            return None
        sitting = await asyncio.to_thread(self._replayed, key, rows)
        self.sittings[key] = sitting
        self.wind(sitting)
        return sitting

    def _replayed(self, key: str, rows: Sequence[Row]) -> Sitting:
        now = self.now()
        table = replayed(key, rows)
        sitting = Sitting(table, link(rows[-1]), now, self.pace)
        for chair in table.people:
            chair.away = now
        elapsed = max(0.0, time.time() - table.turn_at / 1000)
        if table.match is not None:
            sitting.screen = Screen(table.match, table.settings.history)
        sitting.clock.noticed(now, elapsed if table.settings.clock.endswith("d") else 0.0)
        return sitting

    # -- writing: append, commit, then evolve and publish

    async def _write(
        self, sitting: Sitting, news: Sequence[AnyEntry], play: Play | None = None
    ) -> None:
        """Write entries durably, and only then let them happen; Trouble, and nothing did."""
        table, prev = sitting.table, sitting.prev
        at = time.time_ns() // 1_000_000
        rows = []
        first = 1 if isinstance(news[0], Opened) else table.seq + 1
        for seq, entry in enumerate(news, first):
            body = entries.write(entry).decode()
            kind = type(entry).__struct_config__.tag
            row = Row(table.key, seq, at, str(kind), prev, body)
            prev = link(row)
            rows.append(row)
        try:
            await self.log.append(rows)
        except Overtaken:
            self._forget(sitting, "another server holds this table")
            raise
        except Trouble as trouble:
            if trouble.fatal:
                self.failed.set()
            raise
        sitting.prev = prev
        for entry in news:
            if isinstance(entry, Opened):
                continue
            table.evolve(entry, at, play)
            if isinstance(entry, Began):
                assert table.match is not None
                sitting.screen = Screen(table.match, table.settings.history)
                sitting.recent.clear()
                sitting.bots.clear()

    def _forget(self, sitting: Sitting, why: str) -> None:
        self.sittings.pop(sitting.table.key, None)
        if sitting.alarm is not None:
            sitting.alarm.cancel()
        for guest in list(sitting.circle):
            guest.dismiss(1012, why)

    async def happen(self, sitting: Sitting, entry: AnyEntry, play: Play | None = None) -> None:
        """Write an entry, tell everybody, and set the clock; the caller holds the lock."""
        table = sitting.table
        await self._write(sitting, [entry], play)
        if isinstance(entry, Closed) and table.settings.standing:
            await self._write(sitting, [etiquette.new_deal()])
        now = self.now()
        sitting.clock.noticed(now)
        if isinstance(entry, Moved | Undone | Began):
            self._publish(sitting, entry, play, now)
        if not isinstance(entry, Moved | Undone) or table.phase == "over":
            self.tell_facts(sitting)
        self.wind(sitting)

    def _publish(self, sitting: Sitting, entry: AnyEntry, play: Play | None, now: float) -> None:
        match, screen, table = sitting.table.match, sitting.screen, sitting.table
        assert match is not None
        assert screen is not None
        states = play.states if play else (match.state,)
        if isinstance(entry, Undone):
            states = ()
        if play is not None:
            sitting.recent.append(Heard(table.seq, states, play))
        left = sitting.clock.left(now)
        rendered: dict[tuple[Seat | None, bool], bytes] = {}
        for guest in list(sitting.circle):
            key = (guest.seat, guest.helped)
            if key not in rendered:
                rendered[key] = b""
                if guest.seat is None:
                    if table.settings.watchers == "off":
                        continue
                    shown = tuple(match.released)
                    if not shown:
                        continue
                else:
                    shown = states
                rendered[key] = encode(
                    {
                        "is": "play",
                        "seq": table.seq,
                        "by": entry.by
                        if isinstance(entry, Moved) and guest.seat is not None
                        else "table",
                        "undone": isinstance(entry, Undone) and guest.seat is not None,
                        "moves": screen.moves(shown, guest.seat),
                        "events": screen.events(shown, guest.seat),
                        "left": left if guest.seat is not None else None,
                        **screen.sight(guest.seat, guest.helped),
                    }
                )
            if rendered[key]:
                guest.tell(rendered[key])

    def tell_facts(self, sitting: Sitting) -> None:
        """Tell everybody how the table stands."""
        table = sitting.table
        message = encode({"is": "table", "seq": table.seq, **table.facts()})
        for guest in list(sitting.circle):
            guest.tell(message)

    # -- coming and going

    async def welcome(
        self,
        guest: Guest,
        key: str,
        token: str,
        code: str,
        since: int | None,
    ) -> Sitting:
        """Let a guest come to a table; Refusal says why not."""
        sitting = await self.find(key)
        if sitting is None:
            raise refused("P-7", "there is no such table")
        async with sitting.lock:
            table = sitting.table
            seat = seat_of(table, token) if token else None
            if token and seat is None:
                raise refused("P-7", "that token opens no seat here")
            if seat is None and not etiquette.may_enter(table, code):
                raise refused("P-7", "that code does not open this table")
            guest.seat = seat
            sitting.circle.add(guest)
            if seat is not None:
                chair = table.chairs[seat]
                chair.lines += 1
                chair.away, chair.covered, chair.silent = None, False, 0
                sitting.clock.noticed(self.now())
            guest.tell(self._greeting(sitting, guest, since))
            if seat is not None:
                self.tell_facts(sitting)
            self.wind(sitting)
        return sitting

    def _greeting(self, sitting: Sitting, guest: Guest, since: int | None) -> bytes:
        table, screen = sitting.table, sitting.screen
        sees = screen is not None and table.match is not None
        if guest.seat is None and table.settings.watchers == "off":
            sees = False
        greeting: dict[str, Any] = {
            "is": "welcome",
            "seq": table.seq,
            "you": guest.seat,
            "code": table.opened.code if guest.seat is not None else None,
            "table": table.facts(),
            "game": about(table.game),
            "phrases": PHRASES,
            "play": None,
            "events": None,
        }
        if sees and screen is not None:
            left = sitting.clock.left(self.now()) if guest.seat is not None else None
            greeting["play"] = {"left": left, **screen.sight(guest.seat, guest.helped)}
            recent = sitting.recent
            if guest.seat is not None and since is not None:
                missed = [heard for heard in recent if heard.seq > since]
                whole = since >= table.seq or (recent and recent[0].seq <= since + 1)
                if whole:
                    states = [state for heard in missed for state in heard.states]
                    greeting["events"] = screen.events(states, guest.seat)
        return encode(greeting)

    def farewell(self, sitting: Sitting, guest: Guest) -> None:
        """Note that a connection is gone."""
        if guest not in sitting.circle:
            return
        sitting.circle.discard(guest)
        if guest.seat is not None:
            chair = sitting.table.chairs[guest.seat]
            chair.lines = max(0, chair.lines - 1)
            if chair.lines == 0 and chair.person:
                chair.away = self.now()
            sitting.clock.noticed(self.now())
            self.tell_facts(sitting)
            self.wind(sitting)

    async def sit(
        self, sitting: Sitting, name: str, seat: Seat | None, code: str
    ) -> tuple[Seat, str]:
        """Give a person a seat and the token that proves it."""
        async with sitting.lock:
            if not etiquette.may_enter(sitting.table, code):
                raise refused("P-7", "that code does not open this table")
            token = secrets.token_urlsafe(32)
            sat = etiquette.sit(sitting.table, name, seat, hashed(token))
            await self.happen(sitting, sat)
            sitting.table.chairs[sat.seat].away = self.now()
            return sat.seat, token

    async def stand_up(self, sitting: Sitting, left: entries.Left) -> None:
        """Take a seat from its person; the caller holds the lock."""
        await self.happen(sitting, left)
        for guest in list(sitting.circle):
            if guest.seat == left.seat:
                sitting.circle.discard(guest)
                guest.dismiss(4001, "you were sent away" if left.kicked else "you left")

    # -- the clock

    def wind(self, sitting: Sitting) -> None:
        """Set the table's one alarm."""
        if sitting.alarm is not None:
            sitting.alarm.cancel()
            sitting.alarm = None
        due = sitting.clock.due()
        if due is not None and not self.stopping:
            loop = asyncio.get_running_loop()
            wait = max(0.0, due - self.now())
            sitting.alarm = loop.call_later(wait, self._ring, sitting)

    def _ring(self, sitting: Sitting) -> None:
        sitting.alarm = None
        self.spawn(self._attend(sitting))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run by itself, and log it if it fails."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _attend(self, sitting: Sitting) -> None:
        """Do one thing that is due."""
        try:
            async with sitting.lock:
                due = sitting.clock.next(self.now())
                match due:
                    case Began():
                        await self.happen(sitting, due)
                    case Cover(seat):
                        sitting.table.chairs[seat].covered = True
                        sitting.clock.noticed(self.now())
                        self.tell_facts(sitting)
                    case Silence(seat):
                        await self._for_the_silent(sitting, seat)
                    case Think(seat):
                        await self._for_a_bot(sitting, seat)
                    case None:
                        pass
        except Trouble as trouble:
            logger.error("not written: %s", trouble)
            await asyncio.sleep(1.0)
        if self.sittings.get(sitting.table.key) is sitting:
            self.wind(sitting)

    async def _for_the_silent(self, sitting: Sitting, seat: Seat) -> None:
        match = sitting.table.playing
        text = match.least_committal(seat)
        sitting.clock.ran_out(seat)
        covered = sitting.table.chairs[seat].covered
        await self.happen(sitting, Moved(seat, (text,), "clock"), match.judge(seat, [text]))
        if covered:
            self.tell_facts(sitting)

    async def _for_a_bot(self, sitting: Sitting, seat: Seat) -> None:
        table, match = sitting.table, sitting.table.playing
        if seat not in sitting.bots:
            seed = sha256(b"bot" + table.secret + bytes([seat])).digest()
            sitting.bots[seat] = make_bot(table.settings.bot, table.game, seed)
        bot, seen = sitting.bots[seat], match.view(seat)
        action = bot.choose(seen, table.game.legal(seen))
        text = table.game.text(action)
        await self.happen(sitting, Moved(seat, (text,), "bot"), match.judge(seat, [text]))

    async def close(self) -> None:
        """Stop gracefully: no more moves, everybody told, everything written."""
        self.stopping = True
        for sitting in list(self.sittings.values()):
            self._forget(sitting, "the server restarts; come back in a moment")
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        await asyncio.to_thread(self.log.close)


def hashed(token: str) -> str:
    """Hash a token as it is stored."""
    return sha256(token.encode()).hexdigest()


def seat_of(table: Table, token: str) -> Seat | None:
    """Find the seat that a token proves, looking at every seat so that time tells nothing."""
    found = None
    given = hashed(token)
    for chair in table.people:
        assert chair.person is not None
        if compare_digest(chair.person.token, given):
            found = chair.seat
    return found
