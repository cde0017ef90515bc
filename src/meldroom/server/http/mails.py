"""The HTTP API of emails: a player leaves an address at a table, and its owner decides."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from meldroom.room.refusals import LimitReached, refused
from meldroom.room.table_seat import TableSeat
from meldroom.room.tokens import hashed
from meldroom.server.admission import Admission
from meldroom.server.executors import database
from meldroom.server.http.api import Api
from meldroom.server.http.personal_answers import LeftAddress, MailState, TableMail
from meldroom.server.http.request_bodies import MailAddress, MailAnswer, read_body
from meldroom.server.http.responses import NotFound, json_response
from meldroom.server.mail import MailSender, is_public_address
from meldroom.server.people.mails import (
    answer_link,
    confirmation_email,
    leave_address,
    link_state,
    own_state,
    still_left,
)
from meldroom.server.sessions import Sessions
from meldroom.server.storage.mails import LinkState, TurnMail, delete_mail, read_mails
from meldroom.server.tables.live_table import LiveTable
from meldroom.server.tables.room import Room

LINK_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Mails(Api):
    """The routes by which people say whether they want emails."""

    def __init__(
        self,
        room: Callable[[], Room],
        sessions: Sessions,
        admission: Admission,
        sender: MailSender | None,
        origin: str,
    ) -> None:
        super().__init__(room, sessions, admission)
        self.sender, self.origin = sender, origin

    async def read(self, request: Request) -> Response:
        """Return whether this table sends emails, and the address of the browser's person."""
        live, seat = await self._seat(request)
        if self.sender is None or not live.clock.runs_for_days or seat is None:
            return json_response(TableMail(available=False, address="", state=""))
        mail, store = await self._left(live, seat), self.room.store
        state = await own_state(store, _player(seat), mail, _milliseconds())
        address = mail.address if mail else ""
        return json_response(TableMail(available=True, address=address, state=state or ""))

    async def leave(self, request: Request) -> Response:
        """Store the address of the person who asks; an empty one is forgotten."""
        wanted = await read_body(request, MailAddress)
        live, seat = await self._seat(request)
        if seat is None or seat.person is None:
            raise refused("P-3", "you have no seat at this table")
        if not wanted.address:
            if await self._left(live, seat) is not None:
                forget = partial(delete_mail, table_id=live.table.key, token=seat.token)
                await self.room.log.change(forget)
            return json_response(LeftAddress(address="", state=""))
        if self.sender is None or not live.clock.runs_for_days:
            raise refused("P-5", "no emails are sent for this table")
        if not is_public_address(wanted.address):
            raise refused("P-1", "that is not an email address")
        mail = TurnMail(live.table.key, seat.token, _player(seat), wanted.address, "")
        may_ask = partial(self._may_ask, self.sender, self.admission.request_address(request))
        mail, asks = await leave_address(self.room.log, mail, _milliseconds(), may_ask)
        if asks:
            email = confirmation_email(mail, live.table.game.name, self.origin)
            self.sender.put(email, partial(still_left, self.room.store, mail))
        state = await link_state(self.room.store, mail.link_key, _milliseconds())
        return json_response(LeftAddress(address=mail.address, state=state or ""))

    def _may_ask(self, sender: MailSender, address: str) -> None:
        if sender.full:
            raise LimitReached("too many emails are waiting; try again in a minute", 60.0)
        self.admission.count_confirmation_email(address)

    async def read_link(self, request: Request) -> Response:
        """Return what the owner of a mailbox decided, by the link in an email."""
        return await self._of_link(request, partial(link_state, self.room.store))

    async def answer_link(self, request: Request) -> Response:
        """Confirm or stop emails, by the link in one."""
        wanted = await read_body(request, MailAnswer)
        log = self.room.log
        return await self._of_link(
            request, lambda key, now: answer_link(log, key, wanted.send, now)
        )

    async def _of_link(
        self, request: Request, ask: Callable[[str, int], Awaitable[LinkState | None]]
    ) -> Response:
        key = request.path_params["key"]
        async with self.admission.counting_wrong_guesses(self.admission.request_address(request)):
            state = await ask(key, _milliseconds()) if LINK_KEY.fullmatch(key) else None
            if state is None:
                raise NotFound("this link is not known; it may be too old")
            return json_response(MailState(state=state))

    async def _left(self, live: LiveTable, seat: TableSeat) -> TurnMail | None:
        find = partial(read_mails, self.room.store, live.table.key, seat.token)
        return next(iter(await database.run(find)), None)

    async def _seat(self, request: Request) -> tuple[LiveTable, TableSeat | None]:
        """Find the table, and the seat of the browser's person there."""
        live = await self.find(request)
        tokens = {hashed(one) for one in self.sessions.tokens(request.cookies, live.table.key)}
        return live, next((one for one in live.table.people if one.token in tokens), None)


def _player(seat: TableSeat) -> str:
    """Return the key of a person's record or, without one, what proves the seat."""
    return (seat.person.key if seat.person else "") or seat.token


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
