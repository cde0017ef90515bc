"""One client's websocket: decodes its messages, answers it, and sends what happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from contextvars import copy_context
from functools import partial

import msgspec
from starlette.websockets import WebSocket

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.room import messages
from meldroom.room.actor import RESTARTING
from meldroom.room.explain import explain
from meldroom.room.limits import Limits, SeatLimits, TokenBucket
from meldroom.room.payload import encode
from meldroom.room.refusals import LimitReached, refused
from meldroom.room.services import StorageError
from meldroom.server.cluster.passing_on import Relay, here_or_passed_on
from meldroom.server.sessions import Sessions
from meldroom.server.storage.leases import Owner
from meldroom.server.tables.live_table import LiveTable, now
from meldroom.server.tables.room import RESTART_MESSAGE, Room
from meldroom.server.ws.outbox import Outbox
from meldroom.server.ws.protocol import SEND_NOW, TAKE_NOW

logger = logging.getLogger("meldroom")
MESSAGES_PER_YIELD = 8  # messages of one client in a row before others are served
HELLO_TIMEOUT = 10.0  # seconds in which a client must say hello
CLOSE_TIMEOUT = 2.0  # seconds that a closing handshake may take


class Connection:
    """A client, connected to at most one table.

    One of its messages is answered before the next is looked at.
    """

    def __init__(
        self,
        room: Room,
        socket: WebSocket,
        limits: Limits,
        sessions: Sessions,
        count_wrong_guess: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
        seatless_limit: TokenBucket | None = None,
        address: str = "",
    ) -> None:
        self.address = address  # of the client
        self.room, self.socket, self.sessions = room, socket, sessions
        self.count_wrong_guess = count_wrong_guess
        self.seat: Seat | None = None
        self.token_hash = ""
        self.name = ""  # of a watcher who gave one
        self.wants_help = True
        self.wants_showdown = False
        self.muted: set[Seat] = set()
        self.table: LiveTable | None = None
        self.relay: Relay | None = None  # to the process that has the table
        self.seatless_limit = seatless_limit
        self.own_limits = SeatLimits(
            TokenBucket(*limits.messages, now()), TokenBucket(*limits.chat_messages, now())
        )
        self.received_at = now()
        self.context = copy_context()  # which knows whom to work something out for
        self.outbox = Outbox(self._drop)
        self.answered = asyncio.Event()  # the last message was
        self.answered.set()
        self.reading = False  # the reader has a message in its hands
        self.closing: tuple[int, str] | None = None
        self.reader: asyncio.Task[None] | None = None
        self.hello_timer: asyncio.TimerHandle | None = None  # until the client says hello

    def send(self, message: bytes) -> None:
        """Send a message soon."""
        if self.closing is None:
            self.outbox.send(message)

    def _drop(self) -> None:
        self.outbox.clear()
        self.close(1013, "you do not read what is sent to you")

    def close(self, code: int, why: str) -> None:
        """End the connection after what is waiting has been sent."""
        if self.closing is not None:
            return
        self.closing = (code, why)
        self.outbox.end()
        joining = self.hello_timer is None and self.table is None and self.relay is None
        if self.reader is not None and not joining:
            self.reader.cancel()

    # -- serving

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        await self.socket.accept()
        extensions = self.socket.scope.get("extensions", {})
        self.outbox.send_now = extensions.get(SEND_NOW)
        if TAKE_NOW in extensions:
            extensions[TAKE_NOW](self._take_now)
        self.room.connections += 1
        writer = asyncio.create_task(self.outbox.run(self._send_text))
        self.hello_timer = asyncio.get_running_loop().call_later(
            HELLO_TIMEOUT, self.close, 1008, "say hello first"
        )
        self.reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([self.reader])
            if not self.reader.cancelled() and self.reader.exception() is not None:
                self._fail(self.reader.exception())
        finally:
            self.room.connections -= 1
            self.outbox.stop()
            if self.hello_timer is not None:
                self.hello_timer.cancel()
            if self.table is not None:
                self.table.disconnect(self)
            if self.relay is not None:
                self.relay.close()
            await self._finish(writer)

    async def _send_text(self, text: str) -> None:
        await self.socket.send({"type": "websocket.send", "text": text})

    async def _finish(self, writer: asyncio.Task[None]) -> None:
        if self.closing is None:
            self.closing = (1006, "")  # nothing can be sent any more
            writer.cancel()
            return
        await asyncio.wait([writer], timeout=CLOSE_TIMEOUT)
        writer.cancel()
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(*self.closing), CLOSE_TIMEOUT)

    def _fail(self, error: BaseException | None) -> None:
        logger.error("a connection failed", exc_info=error)
        self.close(1011, "an error occurred on the server")

    async def _read(self) -> None:
        """Take the messages that could not be taken at once."""
        receive = self.socket.receive
        count = 0
        while self.closing is None:
            self.reading = False
            frame = await receive()
            self.reading = True
            await self.answered.wait()
            if frame["type"] != "websocket.receive":
                return
            text = frame.get("text") or frame.get("bytes") or ""
            if self.table is not None:
                self._take(self.table, text)
            elif self._message_allowed():
                await self._take_early(text)
            count += 1
            if count % MESSAGES_PER_YIELD == 0:
                await asyncio.sleep(0)  # many messages in a row: let others be served

    @property
    def chat_limit(self) -> TokenBucket:
        """How much the person may still say."""
        return self._limits.chat_messages

    @property
    def _limits(self) -> SeatLimits:
        """The limits of the seat, which outlive connections; without a seat the connection's."""
        if self.table is None or self.seat is None:
            return self.own_limits
        return self.table.seat_limits.setdefault(self.seat, self.own_limits)

    def _message_allowed(self) -> bool:
        """Count a message: of the seat or, without one, of the connection and its address."""
        self.received_at = at = now()
        allowed = self._limits.messages.take(at)
        # The process that has the table knows who has a seat.
        if self.seat is None and self.seatless_limit is not None and self.relay is None:
            allowed = allowed and self.seatless_limit.take(at)
        if not allowed:
            self.close(1008, "too many messages")
        return allowed

    # -- messages

    def _take_now(self, text: str) -> bool:
        """Take a message without the reader; False if others come first, or it joins a table."""
        if self.table is None or self.closing or self.reading or not self.answered.is_set():
            return False
        self._take(self.table, text)
        return True

    def _take(self, table: LiveTable, text: str | bytes) -> None:
        """Answer a message, or have the table answer it."""
        if not self._message_allowed():
            return
        message: messages.AnyMessage | None = None
        self.answered.clear()
        self.outbox.held = True
        try:
            message = _decoded(text)
            if isinstance(message, messages.TableRequest):
                table.post(self, message, partial(self._answered, message))
            elif isinstance(message, messages.ShowHands):
                show = table.open_hands.show
                self.context.run(show, self.seat, self.token_hash, message, self._shown)
            else:
                self._answer(table, message)
                self._answered(message)
        except Exception as error:
            self._answered(message, error)

    def _answer(self, table: LiveTable, message: messages.AnyMessage) -> None:
        """Answer what changes nothing at the table."""
        if isinstance(message, messages.Ping):
            self.send(b'{"is":"pong"}')
        elif isinstance(message, messages.Mute):
            (self.muted.add if message.on else self.muted.discard)(message.seat)
        elif isinstance(message, messages.Why):
            self.send(encode(explain(table.table, self.seat, message)))
        elif isinstance(message, messages.AskHint | messages.CheckMove):
            self.context.run(table.hints.ask, self, message)
        else:
            raise refused("P-7", "you have joined a table already")

    def _shown(self, answer: bytes | Exception) -> None:
        if isinstance(answer, bytes):
            self.send(answer)
            self._answered(None)
        else:
            self._answered(None, answer)

    def _answered(
        self, message: messages.AnyMessage | None, error: Exception | None = None
    ) -> None:
        """Let the next message be taken, after saying why this one came to nothing."""
        if error is None:
            pass
        elif isinstance(error, Refusal):
            self._refuse(message, *error.violation)
        elif not isinstance(error, StorageError):
            self._fail(error)
        elif error.fatal:  # it may have been saved: the client asks again after the restart
            self.close(RESTARTING, RESTART_MESSAGE)
        else:
            self._refuse(message, "P-8", "nothing happened: it could not be saved; try again")
        self.outbox.release()
        self.answered.set()

    def _refuse(self, message: messages.AnyMessage | None, rule: str, why: str) -> None:
        self.room.refusals[rule] += 1
        request_id = getattr(message, "id", "")
        self.send(encode({"is": "refusal", "id": request_id, "rule": rule, "why": why}))

    # -- joining a table

    async def _take_early(self, text: str | bytes) -> None:
        """Answer a message of a client that has not joined a table here."""
        if self.relay is not None:
            await self.relay.send(text)
            return
        message: messages.AnyMessage | None = None
        try:
            message = _decoded(text)
            if isinstance(message, messages.Hello):
                await self._join(message)
            elif isinstance(message, messages.Ping):
                self.send(b'{"is":"pong"}')
            else:
                raise refused("P-7", "say hello first")
        except (Refusal, StorageError) as error:
            self._answered(message, error)
            if isinstance(message, messages.Hello):
                self._close_after(error)

    async def _join(self, hello: messages.Hello) -> None:
        if self.hello_timer is not None:
            self.hello_timer.cancel()  # a table that loads slowly is not the client's fault
            self.hello_timer = None
        own = self.sessions.tokens(self.socket.cookies, hello.table)
        self.wants_help, self.wants_showdown = hello.help, hello.showdown
        self.name = hello.name

        async def join() -> None:
            self.table = await self.room.join(
                self, hello.table, hello.token, hello.code, hello.since, own, hello.seat
            )

        async with self.count_wrong_guess():
            await here_or_passed_on(self.socket, join, partial(self._pass_on, hello))

    def _close_after(self, error: Refusal | StorageError) -> None:
        """End a connection whose hello was refused."""
        if isinstance(error, StorageError):
            self.close(RESTARTING, "the table cannot be loaded now; reconnect in a moment")
        else:
            code = 1013 if isinstance(error, LimitReached) else 4003
            self.close(code, error.violation.why)

    async def _pass_on(self, hello: messages.Hello, owner: Owner) -> None:
        """Continue the connection to the process that has the table."""
        self.relay = await Relay.open(self.socket, self.address, owner)
        await self.relay.send(encode(hello).decode())
        self.relay.start(self.send, self.close)


def _decoded(text: str | bytes) -> messages.AnyMessage:
    try:
        return messages.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise refused("P-1", f"not a message: {error}") from None
