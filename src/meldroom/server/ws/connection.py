"""One client's websocket: decodes its messages, answers it, and sends what happens."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial

import msgspec
from starlette.websockets import WebSocket

from meldroom.core.cards import Seat
from meldroom.core.game import Refusal
from meldroom.server import messages
from meldroom.server.cluster.passing_on import Relay, here_or_passed_on
from meldroom.server.limits import Limits, SeatLimits, TokenBucket
from meldroom.server.refusals import LimitReached, refused
from meldroom.server.sessions import Sessions
from meldroom.server.storage.leases import Owner
from meldroom.server.storage.store import StorageError
from meldroom.server.tables.explain import explain
from meldroom.server.tables.live_table import RESTARTING, LiveTable, now
from meldroom.server.tables.payload import encode
from meldroom.server.tables.room import RESTART_MESSAGE, Room
from meldroom.server.ws.protocol import SEND_NOW, TAKE_NOW

logger = logging.getLogger("meldroom")
MAX_OUTBOX = 64  # messages that may wait for a client that does not read
SEND_TIMEOUT = 4.0  # seconds in which a client must read a message while others wait behind it
MESSAGES_PER_YIELD = 8  # messages of one client in a row before others are served
HELLO_TIMEOUT = 10.0  # seconds in which a client must say hello
CLOSE_TIMEOUT = 2.0  # seconds that a closing handshake may take


class Connection:
    """A client, connected to at most one table."""

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
        self.relay_reader: asyncio.Task[None] | None = None
        self.seatless_limit = seatless_limit
        self.own_limits = SeatLimits(
            TokenBucket(*limits.messages, now()), TokenBucket(*limits.chat_messages, now())
        )
        self.received_at = now()
        self.send_now: Callable[[Iterable[bytes]], bool] | None = None
        self.outbox: deque[bytes] = deque()
        self.outbox_ready = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        self.handling = False  # a message is being handled: collect what is sent meanwhile
        self.acting: messages.Act | None = None  # that is carried out without the reader
        self.acted: asyncio.Future[None] | None = None  # what the reader waits for meanwhile
        self.reader: asyncio.Task[None] | None = None
        self.writer: asyncio.Task[None] | None = None
        self.hello_timer: asyncio.TimerHandle | None = None
        self.sending_since: float | None = None
        self.send_timer: asyncio.TimerHandle | None = None

    # -- sending

    def send(self, message: bytes) -> None:
        """Send a message soon; a client that leaves 64 of them, or one for long, is dropped."""
        if self.closing is not None:
            return
        if not self.outbox and not self.handling and self._sent_at_once((message,)):
            return
        if len(self.outbox) >= MAX_OUTBOX:
            self._drop()
            return
        self.outbox.append(message)
        if not self.handling or len(self.outbox) > 1:
            self._send_outbox()

    def _send_outbox(self) -> None:
        """Send what waits: at once if the socket takes it, else from the writer task."""
        if self._sent_at_once(self.outbox):
            self.outbox.clear()
            return
        self.outbox_ready.set()
        if self.sending_since is not None and self.send_timer is None:
            self._set_send_timer(SEND_TIMEOUT)

    def _sent_at_once(self, texts: Iterable[bytes]) -> bool:
        """Send messages if the socket takes them."""
        return self.sending_since is None and self.send_now is not None and self.send_now(texts)

    def _set_send_timer(self, seconds: float) -> None:
        self.send_timer = asyncio.get_running_loop().call_later(seconds, self._check_sending)

    def _check_sending(self) -> None:
        """Drop a client that has not read the message that is being sent to it."""
        self.send_timer = None
        if self.sending_since is not None and self.closing is None:
            left = self.sending_since + SEND_TIMEOUT - now()
            if left <= 0:
                self._drop()
            else:
                self._set_send_timer(left)

    def _drop(self) -> None:
        self.outbox.clear()
        self.close(1013, "you do not read what is sent to you")

    def close(self, code: int, why: str) -> None:
        """End the connection after what is waiting has been sent."""
        if self.closing is None:
            self.closing = (code, why)
            self.outbox_ready.set()
            if self.reader is not None and (not self.handling or self.acting is not None):
                self.reader.cancel()

    # -- serving

    async def serve(self) -> None:
        """Serve the connection until it ends."""
        await self.socket.accept()
        extensions = self.socket.scope.get("extensions", {})
        self.send_now = extensions.get(SEND_NOW)
        if TAKE_NOW in extensions:
            extensions[TAKE_NOW](self._take_now)
        self.room.connections += 1
        self.writer = asyncio.create_task(self._write())
        self.reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([self.reader])
            if not self.reader.cancelled() and self.reader.exception() is not None:
                logger.error("a connection failed", exc_info=self.reader.exception())
                self.close(1011, "an error occurred on the server")
        finally:
            self.room.connections -= 1
            if self.send_timer is not None:
                self.send_timer.cancel()
            if self.table is not None:
                self.table.disconnect(self)
            if self.relay is not None and self.relay_reader is not None:
                self.relay_reader.cancel()
                self.relay.close()
            await self._finish()

    async def _finish(self) -> None:
        if self.writer is None:
            return
        if self.closing is None:
            self.writer.cancel()
            return
        code, why = self.closing
        await asyncio.wait([self.writer], timeout=CLOSE_TIMEOUT)
        self.writer.cancel()
        with suppress(Exception):
            await asyncio.wait_for(self.socket.close(code, why), CLOSE_TIMEOUT)

    async def _write(self) -> None:
        """Send what is in the outbox; ends when the connection does."""
        with suppress(Exception):
            while True:
                await self.outbox_ready.wait()
                self.outbox_ready.clear()
                while self.outbox:
                    text = self.outbox.popleft().decode()
                    self.sending_since = now()
                    await self.socket.send({"type": "websocket.send", "text": text})
                    self.sending_since = None
                if self.closing is not None:
                    return

    async def _read(self) -> None:
        receive = self.socket.receive
        self.hello_timer = asyncio.get_running_loop().call_later(
            HELLO_TIMEOUT, self.close, 1008, "say hello first"
        )
        count = 0
        try:
            while self.closing is None:
                frame = await receive()
                if self.acting is not None:
                    self.acted = asyncio.get_running_loop().create_future()
                    await self.acted
                if frame["type"] != "websocket.receive":
                    return
                self.received_at = now()
                if not self._message_allowed():
                    self.close(1008, "too many messages")
                    return
                self.handling = True
                await self._handle(frame.get("text") or frame.get("bytes") or "")
                self.handling = False
                if self.outbox:
                    self._send_outbox()
                count += 1
                if count % MESSAGES_PER_YIELD == 0:
                    await asyncio.sleep(0)  # many messages in a row: let others be served
        finally:
            self.hello_timer.cancel()

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
        at = self.received_at
        if not self._limits.messages.take(at):
            return False
        if self.seat is not None or self.seatless_limit is None or self.relay is not None:
            return True  # the process that has the table knows who has a seat
        return self.seatless_limit.take(at)

    # -- handling messages

    def _take_now(self, text: str) -> bool:
        """Carry an act out without the reader, as nearly always; False if the reader has to."""
        table = self.table
        if table is None or self.handling or self.closing is not None:
            return False
        try:
            message = messages.decode(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return False
        if type(message) is not messages.Act or not table.direct_acts.may_begin(self, message):
            return False
        self.received_at = now()
        if not self._message_allowed():
            self.close(1008, "too many messages")
            return True
        try:
            table.direct_acts.begin(self, message, self._acted)
        except Refusal as refusal:
            self._refuse(message, *refusal.violation)
        else:
            self.acting, self.handling = message, True
        return True

    def _acted(self, failure: Exception | None) -> None:
        """Go on after an act that was carried out without the reader."""
        message, acted = self.acting, self.acted
        self.acting = self.acted = None
        if acted is None:
            self.handling = False
        elif not acted.done():
            acted.set_result(None)  # the reader goes on with the next message
        if isinstance(failure, StorageError):
            self._not_saved(message, failure)
        elif failure is not None:
            logger.error("a connection failed", exc_info=failure)
            self.close(1011, "an error occurred on the server")
        if self.outbox:
            self._send_outbox()

    async def _handle(self, text: str | bytes) -> None:
        """Decode a message and do what it asks for, or send a refusal."""
        if self.relay is not None:
            await self.relay.send(text)
            return
        message = None
        try:
            try:
                message = messages.decode(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                raise refused("P-1", f"not a message: {error}") from None
            await self._dispatch(message)
        except Refusal as refusal:
            self._refuse(message, *refusal.violation)
            if isinstance(message, messages.Hello) and self.table is None:
                code = 1013 if isinstance(refusal, LimitReached) else 4003
                self.close(code, refusal.violation.why)
        except StorageError as error:
            self._not_saved(message, error)
            if isinstance(message, messages.Hello) and self.table is None:
                self.close(RESTARTING, "the table cannot be loaded now; reconnect in a moment")

    def _not_saved(self, message: messages.AnyMessage | None, error: StorageError) -> None:
        if error.fatal:  # it may have been saved: the client asks again after the restart
            self.close(RESTARTING, RESTART_MESSAGE)
        else:
            self._refuse(message, "P-8", "nothing happened: it could not be saved; try again")

    async def _dispatch(self, message: messages.AnyMessage) -> None:
        if isinstance(message, messages.Act) and self.table is not None:  # nearly every message
            await self.table.submit(self, message)
        elif isinstance(message, messages.Ping):
            self.send(b'{"is":"pong"}')
        elif isinstance(message, messages.Hello):
            await self._join(message)
        elif self.table is None:
            raise refused("P-7", "say hello first")
        elif isinstance(message, messages.Mute):
            (self.muted.add if message.on else self.muted.discard)(message.seat)
        elif isinstance(message, messages.Why):
            self.send(encode(explain(self.table.table, self.seat, message)))
        elif isinstance(message, messages.AskHint | messages.CheckMove):
            self.table.hints.ask(self, message)
        elif isinstance(message, messages.ShowHands):
            hands = self.table.open_hands
            self.send(await hands.show(self.seat, self.token_hash, message))
        else:
            await self.table.submit(self, message)

    async def _join(self, hello: messages.Hello) -> None:
        if self.table is not None:
            raise refused("P-7", "you have joined a table already")
        if self.hello_timer is not None:
            self.hello_timer.cancel()  # a table that loads slowly is not the client's fault
        own = self.sessions.tokens(self.socket.cookies, hello.table)
        self.wants_help, self.wants_showdown = hello.help, hello.showdown
        self.name = hello.name

        async def join() -> None:
            self.table = await self.room.join(
                self, hello.table, hello.token, hello.code, hello.since, own, hello.seat
            )

        async with self.count_wrong_guess():
            await here_or_passed_on(self.socket, join, partial(self._pass_on, hello))

    async def _pass_on(self, hello: messages.Hello, owner: Owner) -> None:
        """Continue the connection to the process that has the table."""
        self.relay = await Relay.open(self.socket, self.address, owner)
        await self.relay.send(encode(hello).decode())
        self.relay_reader = asyncio.create_task(self.relay.read(self.send, self.close))

    def _refuse(self, message: messages.AnyMessage | None, rule: str, why: str) -> None:
        self.room.refusals[rule] += 1
        request_id = getattr(message, "id", "")
        self.send(encode({"is": "refusal", "id": request_id, "rule": rule, "why": why}))
