"""One connection: what a client says is read, judged and answered; what happens is sent to it."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.match.match import Play
from meldroom.server.rate_limit import TokenBucket
from meldroom.server.storage.log_entries import AnyEntry
from meldroom.server.storage.store import StorageError
from meldroom.server.tables import permissions
from meldroom.server.tables.audience import PHRASES
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.payload import encode
from meldroom.server.tables.room import Room
from meldroom.server.tables.table import refused
from meldroom.server.ws import messages as said
from meldroom.server.ws.protocol import AT_ONCE

logger = logging.getLogger("meldroom")
OUTBOX = 64  # messages that may wait for a client that does not read
STUCK = 4.0  # seconds in which a client must take a message that another one waits for
BREATH = 8  # messages of one client after which the others have their turn
PATIENCE = 10.0  # seconds in which a client says hello
FAREWELL = 2.0  # seconds that a closing handshake may take


class Limits(NamedTuple):
    """How much one connection may say: so many messages in so many seconds, and so much chat."""

    messages: float = 100
    seconds: float = 20.0
    sayings: int = 5
    saying_seconds: float = 10.0


class Connection:
    """A guest of the room, on one websocket."""

    def __init__(
        self,
        room: Room,
        socket: WebSocket,
        limits: Limits,
        cookie: str,
        knocking: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.room, self.socket, self.cookie, self.knocking = room, socket, cookie, knocking
        self.seat: Seat | None = None
        self.helped = True
        self.muted: set[Seat] = set()
        self.sitting: LiveTable | None = None
        self.bucket = TokenBucket(limits.messages, limits.seconds, now())
        self.mouth = TokenBucket(limits.sayings, limits.saying_seconds, now())
        self.at_once: Callable[[Iterable[bytes]], bool] | None = None  # where the line knows how
        self.outbox: deque[bytes] = deque()
        self.waiting = asyncio.Event()
        self.ending: tuple[int, str] | None = None
        self.busy = False
        self.reader: asyncio.Task[None] | None = None
        self.writer: asyncio.Task[None] | None = None
        self.patience: asyncio.TimerHandle | None = None
        self.sending: float | None = None  # since when a message is under way
        self.watch: asyncio.TimerHandle | None = None

    # -- as a guest of the room

    def tell(self, message: bytes) -> None:
        """Send a message by and by; one who lets 64 of them lie, or one for long, is dropped."""
        if self.ending is not None:
            return
        if len(self.outbox) >= OUTBOX:
            self._give_up()
            return
        self.outbox.append(message)
        if not self.busy or len(self.outbox) > 1:
            self._send()

    def _send(self) -> None:
        """Send what waits: at once and together if the line is free, else by and by."""
        if self.sending is None and self.at_once is not None and self.at_once(self.outbox):
            self.outbox.clear()
            return
        self.waiting.set()
        if self.sending is not None and self.watch is None:
            self._watch(STUCK)

    def _watch(self, seconds: float) -> None:
        """Look again whether the client has taken what is under way to it."""
        self.watch = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        self.watch = None
        if self.sending is not None and self.ending is None:
            left = self.sending + STUCK - now()
            if left <= 0:
                self._give_up()
            else:
                self._watch(left)

    def _give_up(self) -> None:
        self.outbox.clear()
        self.dismiss(1013, "you do not read what is sent to you")

    def dismiss(self, code: int, why: str) -> None:
        """End the connection after what is waiting was sent."""
        if self.ending is None:
            self.ending = (code, why)
            self.waiting.set()
            if self.reader is not None and not self.busy:
                self.reader.cancel()

    # -- reading and writing

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        await self.socket.accept()
        self.at_once = self.socket.scope.get("extensions", {}).get(AT_ONCE)
        self.room.guests += 1
        self.writer = asyncio.create_task(self._write())
        self.reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([self.reader])
            if not self.reader.cancelled() and self.reader.exception() is not None:
                logger.error("a connection failed", exc_info=self.reader.exception())
                self.dismiss(1011, "something is wrong here")
        finally:
            self.room.guests -= 1
            if self.watch is not None:
                self.watch.cancel()
            if self.sitting is not None:
                self.sitting.farewell(self)
            await self._part()

    async def _part(self) -> None:
        if self.writer is None:
            return
        if self.ending is None:
            self.writer.cancel()
            return
        code, why = self.ending
        await asyncio.wait([self.writer], timeout=FAREWELL)
        self.writer.cancel()
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(code, why), FAREWELL)

    async def _write(self) -> None:
        """Send what is in the outbox; ends when the connection does."""
        with suppress(Exception):
            while True:
                await self.waiting.wait()
                self.waiting.clear()
                while self.outbox:
                    text = self.outbox.popleft().decode()
                    self.sending = now()
                    await self.socket.send({"type": "websocket.send", "text": text})
                    self.sending = None
                if self.ending is not None:
                    return

    async def _read(self) -> None:
        receive = self.socket.receive
        self.patience = asyncio.get_running_loop().call_later(
            PATIENCE, self.dismiss, 1008, "say hello first"
        )
        heard = 0
        try:
            while self.ending is None:
                frame = await receive()
                if frame["type"] != "websocket.receive":
                    return
                if not self.bucket.take(now()):
                    self.dismiss(1008, "too many messages")
                    return
                self.busy = True  # what is told now can leave together with the answer
                await self._hear(frame.get("text") or frame.get("bytes") or "")
                self.busy = False
                if self.outbox:
                    self._send()
                heard += 1
                if heard % BREATH == 0:
                    await asyncio.sleep(0)  # many messages at once: let others speak, answers out
        finally:
            self.patience.cancel()

    async def _hear(self, text: str | bytes) -> None:
        mark, message = "", None
        try:
            try:
                message = said.read(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                raise refused("P-1", f"not a message: {error}") from None
            mark = getattr(message, "id", "")
            await self._obey(message)
        except Refusal as refusal:
            rule, why = refusal.violation
            self.room.refusals += 1
            self.tell(encode({"is": "refusal", "id": mark, "rule": rule, "why": why}))
            if isinstance(message, said.Hello) and self.sitting is None:
                self.dismiss(4003, why)
        except StorageError:
            self.room.refusals += 1
            why = "it could not be written down, so it did not happen; try again"
            self.tell(encode({"is": "refusal", "id": mark, "rule": "P-8", "why": why}))

    async def _obey(self, message: said.AnyMessage) -> None:
        if isinstance(message, said.Ping):
            self.tell(b'{"is":"pong"}')
            return
        if isinstance(message, said.Hello):
            await self._come(message)
            return
        sitting = self.sitting
        if sitting is None:
            raise refused("P-7", "say hello first")
        if isinstance(message, said.Say):
            self._say(sitting, message)
        elif isinstance(message, said.Mute):
            (self.muted.add if message.on else self.muted.discard)(message.seat)
        elif isinstance(message, said.Act | said.Undo):
            await self._act(sitting, message)
        else:
            await self._wish(sitting, message)

    async def _come(self, hello: said.Hello) -> None:
        if self.sitting is not None:
            raise refused("P-7", "you are at a table already")
        if self.patience is not None:
            self.patience.cancel()  # that a table takes long to set up is not the client's fault
        token = hello.token or self.socket.cookies.get(self.cookie + hello.table, "")
        self.helped = hello.help
        with self.knocking():
            sitting = await self.room.find(hello.table)
            if sitting is None:
                raise refused("P-7", "there is no such table")
            await sitting.welcome(self, token, hello.code, hello.since)
        self.sitting = sitting

    async def _act(self, sitting: LiveTable, message: said.Act | said.Undo) -> None:
        seat, table = self._seat(), sitting.table
        async with sitting.lock:
            done = table.done.get((seat, message.id))
            if done is None:
                sitting.uncover(seat)
                entry: AnyEntry
                play: Play | None = None
                if isinstance(message, said.Undo):
                    entry = permissions.undo(table, seat, message.id)
                else:
                    entry, play = permissions.act(
                        table, seat, message.texts, message.id, message.ply, now()
                    )
                await sitting.happen(entry, play)
                done = table.done[seat, message.id]
        self.room.acks += 1
        self.tell(encode({"is": "ack", "id": message.id, "seq": done.seq, "done": done.many}))

    async def _wish(self, sitting: LiveTable, message: said.AnyMessage) -> None:
        seat, table = self._seat(), sitting.table
        async with sitting.lock:
            match message:
                case said.Give(share):
                    await sitting.happen(permissions.give(table, seat, share))
                case said.Start():
                    permissions.start(table, seat)
                    table.wanted = True
                    sitting.wind()
                case said.Rematch():
                    await sitting.happen(permissions.rematch(table, seat))
                case said.Pause(on):
                    await sitting.happen(permissions.pause(table, seat, on))
                case said.Hand(to):
                    await sitting.happen(permissions.hand_over(table, seat, to))
                case said.End():
                    await sitting.happen(permissions.end(table, seat))
                case said.Kick(other):
                    await sitting.stand_up(permissions.kick(table, seat, other))
                case said.Leave():
                    await sitting.stand_up(permissions.leave(table, seat))
                case said.Back():
                    sitting.uncover(seat)

    def _say(self, sitting: LiveTable, message: said.Say) -> None:
        seat = self._seat()
        if (message.text is None) == (message.phrase is None):
            raise refused("P-1", "say a phrase or a text")
        if message.text is not None and not sitting.table.settings.chat:
            raise refused("P-9", "this table has quick phrases only")
        if message.phrase is not None and message.phrase >= len(PHRASES):
            raise refused("P-9", "there is no such phrase")
        if not self.mouth.take(now()):
            raise refused("P-9", "not so fast")
        text = " ".join((message.text or PHRASES[message.phrase or 0]).split())
        name = sitting.table.chairs[seat].name
        sitting.circle.tell_all({"is": "said", "seat": seat, "name": name, "text": text}, seat)

    def _seat(self) -> Seat:
        if self.seat is None:
            raise refused("P-3", "you have no seat here")
        return self.seat
